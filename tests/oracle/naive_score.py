"""Points by the rule texts, slowly: an expression is read anew each time it is needed.

Part of the independent reference (see naive_rules.py): written from the rule texts and the description of a variant's
fields, without a look at the program's own rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from ohhell_referee.rules.variant import ScoreRules, Variant


def split_words(text: str) -> list[str]:
    """`10 + tri(t)` becomes `10`, `+`, `tri`, `(`, `t`, `)`."""
    words: list[str] = []
    word = ""
    for letter in text + " ":
        if letter.isalnum():
            word += letter
            continue
        if word:
            words.append(word)
            word = ""
        if letter in "+-*(),":
            words.append(letter)
        elif letter != " ":
            raise ValueError(f"{letter!r} in {text!r}")
    return words


def value_of(text: str, b: int, t: int, n: int) -> int:
    """The value of an expression for a bid b, t tricks won, n cards in the hand."""
    words = split_words(text)
    names = {"b": b, "t": t, "n": n, "d": abs(t - b)}

    def take(expected: str | None = None) -> str:
        word = words.pop(0)
        if expected is not None and word != expected:
            raise ValueError(f"{word!r} instead of {expected!r} in {text!r}")
        return word

    def total() -> int:
        result = product()
        while words and words[0] in "+-":
            result = result + product() if take() == "+" else result - product()
        return result

    def product() -> int:
        result = single()
        while words and words[0] == "*":
            take()
            result = result * single()
        return result

    def single() -> int:
        word = take()
        if word == "-":
            return -single()
        if word == "+":
            return single()
        if word == "(":
            inner = total()
            take(")")
            return inner
        if word == "tri":
            take("(")
            x = total()
            take(")")
            return x * (x + 1) // 2
        if word == "ge":
            take("(")
            x = total()
            take(",")
            y = total()
            take(")")
            return 1 if x >= y else 0
        if word in names:
            return names[word]
        return int(word)

    result = total()
    if words:
        raise ValueError(f"{words} left over in {text!r}")
    return result


def formula_for(score: ScoreRules, bid: int, won: int) -> tuple[str, str]:
    """Key and text of the formula that a bid and its tricks score by: the most particular one that there is."""
    if bid == won:
        if bid == 0 and score.hit_zero is not None:
            return "hit_zero", score.hit_zero
        return "hit", score.hit
    if bid == 0 and score.miss_zero is not None:
        return "miss_zero", score.miss_zero
    if won > bid and score.miss_over is not None:
        return "miss_over", score.miss_over
    if won < bid and score.miss_under is not None:
        return "miss_under", score.miss_under
    return "miss", score.miss


def plain_points(score: ScoreRules, bid: int, won: int, size: int) -> int:
    """What a bid and its tricks are worth, before suits and runs count."""
    return value_of(formula_for(score, bid, won)[1], bid, won, size)


def run_bonus(score: ScoreRules, hits: Sequence[bool]) -> int:
    """The bonus for the last of a seat's hands. `hits` has all of them so far, True for an exact bid.

    Counted from the first hand on: every `length`-th hit in a row has the bonus, and the count starts again; a miss
    ends a run of hits, and the other way round.
    """
    if score.run is None:
        return 0
    bonus = 0
    in_a_row = 0
    before: bool | None = None
    for hit in hits:
        in_a_row = in_a_row + 1 if hit == before else 1
        before = hit
        bonus = 0
        if in_a_row == score.run.length:
            bonus = score.run.hit if hit else score.run.miss
            in_a_row = 0
    return bonus


def points_of_hand(
    variant: Variant,
    trump: str,
    size: int,
    bids: Sequence[int],
    taken: Sequence[int],
    hits_before: Sequence[Sequence[bool]],
) -> tuple[list[int], list[str]]:
    """Points by seat, and a line by seat that says how they came about.

    Reading: a suit multiplies what bid and tricks are worth; the bonus of a run comes on top and is not multiplied.
    """
    points = []
    words = []
    for seat in range(variant.players):
        bid, won = bids[seat], taken[seat]
        plain = plain_points(variant.score, bid, won, size)
        factor = variant.score.suit.get(trump, 1)
        bonus = run_bonus(variant.score, [*hits_before[seat], bid == won])
        points.append(plain * factor + bonus)
        key, formula = formula_for(variant.score, bid, won)
        text = f"bid {bid}, won {won}: {key} {formula} = {plain}"
        if factor != 1:
            text += f", times {factor} for trump {trump}"
        if bonus:
            text += f", and {bonus:+d} for the run"
        words.append(text)
    return points, words
