"""Schedule strings: reading them, writing them, and which hands a selector means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell_referee.rules.schedule import MOST_HANDS, ScheduleError, parse_schedule, schedule_text, selects
from ohhell_referee.rules.variant import Selector
from support.vectors import rows


@pytest.mark.parametrize("row", rows("schedule_strings"), ids=lambda row: f"{row['string']} P={row['players']}")
def test_strings_of_turning_points(row: dict[str, str]) -> None:
    """A turning point is played once, or as often as `*` says; the sizes between change by one."""
    maximum = int(row["maximum"]) if row["maximum"] else None
    expected = tuple(int(size) for size in row["sizes"].split())
    assert parse_schedule(row["string"], int(row["players"]), maximum) == expected


def test_a_list_joins_numbers_and_strings() -> None:
    assert parse_schedule([1, "5..3", 2, "max"], 4, 7) == (1, 5, 4, 3, 2, 7)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("10-1", "turning point"),
        ("10..", "turning point"),
        ("", "turning point"),
        ("ten..1", "turning point"),
        ("10...1", "turning point"),
        ("1..max", "schedule.max"),
        ("5..0", "at least one card"),
        ("5*0..1", "at least once"),
        ("7..7", "write 7*2"),
        ("1..9999", f"at most {MOST_HANDS}"),
        ("1..999 each*9999", f"at most {MOST_HANDS}"),
    ],
)
def test_a_string_that_means_nothing_is_refused_with_a_reason(text: str, says: str) -> None:
    with pytest.raises(ScheduleError, match=r".") as refusal:
        parse_schedule(text, 4, None)
    assert says in str(refusal.value)


@given(st.lists(st.integers(min_value=1, max_value=20), min_size=1, max_size=60))
def test_written_sizes_read_back(hands: list[int]) -> None:
    """What `schedule_text` writes is read as the same sizes; series set apart by commas are read one by one."""
    text = schedule_text(hands)
    assert parse_schedule(text.split(", "), 4, None) == tuple(hands)


@pytest.mark.parametrize(
    ("hands", "text"),
    [
        ([10, *range(9, 0, -1), *range(2, 11)], "10..1..10"),
        ([3], "3"),
        ([10, 10, 10], "10*3"),
        ([1, 1, 2, 3, 3, 2, 1, 1], "1*2..3*2..1*2"),
        ([1, 1, 2, 2, 3, 3], "1..3 each*2"),
        ([1, 5, 2], "1, 5, 2"),
        ([1, 1, 5, 5, 2, 2], "1*2, 5*2, 2*2"),
        ([3, 2, 1, 7, 8], "3..1, 7..8"),
    ],
)
def test_sizes_are_written_short(hands: list[int], text: str) -> None:
    assert schedule_text(hands) == text


HANDS = (3, 2, 1, 2, 3)


@pytest.mark.parametrize(
    ("selector", "chosen"),
    [
        (Selector(which="first"), [0]),
        (Selector(which="last"), [4]),
        (Selector(which="max"), [0, 4]),
        (Selector(size=2), [1, 3]),
        (Selector(size=9), []),
        (Selector(hand=1), [0]),
        (Selector(hand=3), [2]),
        (Selector(hand=6), []),
    ],
)
def test_selectors_mean_hands_by_position_or_size(selector: Selector, chosen: list[int]) -> None:
    assert [index for index in range(len(HANDS)) if selects(selector, HANDS, index)] == chosen


@pytest.mark.parametrize(
    ("selector", "reached"),
    [
        (Selector(which="max"), True),
        (Selector(size=3), True),
        (Selector(size=1), False),
        (Selector(which="last"), False),
        (Selector(which="first"), False),
        (Selector(hand=5), False),
    ],
)
def test_an_extra_hand_has_the_largest_size_and_no_position(selector: Selector, reached: bool) -> None:
    assert selects(selector, HANDS, 5, extra=True) is reached
