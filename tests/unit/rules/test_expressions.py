"""Scoring expressions: what can be written, what it means, what is refused and where."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ohhell_referee.rules.expressions import ALLOWED, LARGEST_NUMBER, LONGEST_TEXT, Expression, ExpressionError


@pytest.mark.parametrize(
    ("text", "bid", "won", "size", "value"),
    [
        ("10 + t", 3, 3, 10, 13),
        ("7", 0, 0, 1, 7),
        ("b", 4, 2, 9, 4),
        ("t", 4, 2, 9, 2),
        ("n", 4, 2, 9, 9),
        ("d", 4, 1, 9, 3),
        ("d", 1, 4, 9, 3),
        ("-d * d", 5, 2, 7, -9),
        ("--t", 5, 2, 7, 2),
        ("- +t", 5, 2, 7, -2),
        ("2 - 3 - 4", 0, 0, 1, -5),
        ("2 - (3 - 4)", 0, 0, 1, 3),
        ("2 + 3 * 4", 0, 0, 1, 14),
        ("(2 + 3) * 4", 0, 0, 1, 20),
        ("2 * -3", 0, 0, 1, -6),
        ("tri(t)", 4, 4, 4, 10),
        ("tri(0)", 0, 0, 1, 0),
        ("-5 * tri(d)", 7, 2, 8, -75),
        ("10 + b + 90 * ge(b, 10)", 10, 10, 10, 110),
        ("10 + b + 90 * ge(b, 10)", 9, 9, 10, 19),
        ("ge(t, b)", 3, 3, 5, 1),
        ("  10+\tt ", 3, 3, 5, 13),
        ("007", 0, 0, 1, 7),
    ],
)
def test_values(text: str, bid: int, won: int, size: int, value: int) -> None:
    assert Expression.parse(text).value(bid, won, size) == value
    assert Expression.parse(text)(bid, won, size) == value


@pytest.mark.parametrize(
    ("text", "column", "trouble"),
    [
        ("", 1, "nothing is written here"),
        ("   ", 4, "nothing is written here"),
        ("10 + x", 6, "the name 'x' has no meaning here"),
        ("B", 1, "the name 'B' has no meaning here"),
        ("bt", 1, "the name 'bt' has no meaning here"),
        ("max(b, t)", 1, "the function 'max' has no meaning here"),
        ("__import__('os')", 1, "the function '__import__' has no meaning here"),
        ("b / 2", 3, "'/' is not allowed"),
        ("b // 2", 3, "'//' is not allowed"),
        ("b ** 2", 3, "'**' is not allowed"),
        ("b % 2", 3, "'%' is not allowed"),
        ("(b / 2)", 4, "'/' is not allowed"),
        ("1.5", 2, "'.' is not allowed"),
        ("b.real", 2, "'.' is not allowed"),
        ("t[0]", 2, "'[' is not allowed"),
        ("[1]", 1, "'[' is not allowed"),
        ("'t'", 1, '"\'" is not allowed'),
        ("b if t else n", 3, "an operation is missing before 'if'"),
        ("2t", 2, "an operation is missing before 't'"),
        ("2(b)", 2, "an operation is missing before '('"),
        ("10 +", 5, "something is missing at the end"),
        ("3 * * 4", 5, "a value is missing before '*'"),
        ("(b", 3, "the bracket is not closed"),
        ("b)", 2, "this bracket closes nothing"),
        ("b, t", 2, "',' is not allowed"),
        ("tri()", 1, "tri takes one value in brackets"),
        ("tri b", 1, "tri takes one value in brackets"),
        ("tri(b, t)", 1, "tri takes one value in brackets"),
        ("ge(b)", 1, "ge takes two values in brackets"),
        ("ge(b, t, n)", 1, "ge takes two values in brackets"),
        (str(LARGEST_NUMBER + 1), 1, "1000001 is larger than 1000000"),
        ("٣", 1, "'٣' is not allowed"),
        ("t = 1", 3, "'=' is not allowed"),
        ("lambda: 1", 1, "the name 'lambda' has no meaning here"),
    ],
)
def test_refusals_say_where_what_and_what_is_allowed(text: str, column: int, trouble: str) -> None:
    with pytest.raises(ExpressionError) as caught:
        Expression.parse(text)
    assert (caught.value.column, caught.value.trouble) == (column, trouble)
    assert str(caught.value) == f'"{text}", column {column}: {trouble}; {ALLOWED}'


def test_a_text_without_end_is_refused_before_it_is_read() -> None:
    with pytest.raises(ExpressionError, match=f"longer than {LONGEST_TEXT} characters"):
        Expression.parse("1" + " + 1" * LONGEST_TEXT)


def test_the_deepest_brackets_that_fit_are_read() -> None:
    depth = (LONGEST_TEXT - 1) // 2
    assert Expression.parse("(" * depth + "t" + ")" * depth).value(0, 5, 5) == 5


EXPRESSIONS = st.recursive(
    st.sampled_from(["b", "t", "n", "d"]) | st.integers(0, 99).map(str),
    lambda inner: (
        st.tuples(inner, st.sampled_from(["+", "-", "*"]), inner).map(" ".join)
        | inner.map(lambda text: f"-({text})")
        | inner.map(lambda text: f"({text})")
        | inner.map(lambda text: f"tri({text})")
        | st.tuples(inner, inner).map(lambda pair: f"ge({pair[0]}, {pair[1]})")
    ),
    max_leaves=8,
).filter(lambda text: len(text) <= LONGEST_TEXT)


@given(EXPRESSIONS, st.integers(0, 13), st.integers(0, 13))
def test_values_are_those_of_python(text: str, bid: int, won: int) -> None:
    """The same text, with the two functions defined, means the same to Python."""
    names = {"b": bid, "t": won, "n": 13, "d": abs(won - bid), "tri": lambda x: x * (x + 1) // 2}
    names["ge"] = lambda x, y: int(x >= y)
    code = compile(ast.parse(text, mode="eval"), "expression", "eval")
    expected = eval(code, {"__builtins__": {}}, names)  # noqa: S307 - the text comes from the strategy above
    assert Expression.parse(text).value(bid, won, 13) == expected


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused_with_a_column_inside_it(text: str) -> None:
    column = 1
    try:
        Expression.parse(text).value(1, 2, 3)
    except ExpressionError as error:
        column = error.column
    assert 1 <= column <= len(text) + 1
