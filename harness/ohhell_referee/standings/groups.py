"""Who can be compared with whom: bots linked by common tables, and bots that one side never beat."""

from __future__ import annotations

from collections.abc import Callable, Iterable


def linked(size: int, tables: Iterable[tuple[int, ...]]) -> list[list[int]]:
    """Groups of bots joined by tables they shared, directly or through others; largest first, then by position."""
    parent = list(range(size))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for table in tables:
        first = root(table[0])
        for other in table[1:]:
            parent[root(other)] = first
    groups: dict[int, list[int]] = {}
    for i in range(size):
        groups.setdefault(root(i), []).append(i)
    return sorted(groups.values(), key=lambda group: (-len(group), group))


def mutual(size: int, beat: Callable[[int, int], bool]) -> list[int]:
    """The number of the strongly connected component of each bot in the graph "i finished above or level with j".

    Within a component every bot is reached from every other by such results, so the likelihood alone has a finite
    maximum there (L. R. Ford, 1957); between components it has none, and only the virtual results hold the fit.
    """
    order: list[int] = []
    seen = [False] * size
    for start in range(size):
        if seen[start]:
            continue
        seen[start] = True
        stack = [(start, 0)]
        while stack:
            i, j = stack.pop()
            while j < size and (seen[j] or not beat(i, j)):
                j += 1
            if j == size:
                order.append(i)
            else:
                stack.append((i, j + 1))
                seen[j] = True
                stack.append((j, 0))
    component = [-1] * size
    count = 0
    for start in reversed(order):
        if component[start] >= 0:
            continue
        component[start] = count
        waiting = [start]
        while waiting:
            i = waiting.pop()
            for j in range(size):
                if component[j] < 0 and beat(j, i):
                    component[j] = count
                    waiting.append(j)
        count += 1
    return component


def chains(component: list[int], beat: Callable[[int, int], bool]) -> list[list[bool]]:
    """chains[c][d]: whether results lead from component c to d, one bot after the other having finished above or level
    with the next."""
    count = max(component, default=-1) + 1
    direct: list[set[int]] = [set() for _ in range(count)]
    for i, c in enumerate(component):
        for j, d in enumerate(component):
            if c != d and d not in direct[c] and beat(i, j):
                direct[c].add(d)
    leads = []
    for start in range(count):
        reached, waiting = {start}, [start]
        while waiting:
            fresh = direct[waiting.pop()] - reached
            reached |= fresh
            waiting.extend(fresh)
        leads.append([d in reached for d in range(count)])
    return leads
