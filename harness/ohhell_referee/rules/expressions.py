"""Scoring expressions: integer arithmetic over a bid and its tricks, read from a text and never run as Python.

    sum      =  product { ("+" | "-") product }
    product  =  signed { "*" signed }
    signed   =  { "-" | "+" } value
    value    =  whole number | b | t | n | d | tri(sum) | ge(sum, sum) | (sum)

The text becomes a syntax tree of the three node kinds below and nothing else: `eval` never sees it, and the columns in
errors do not depend on the version of Python.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

LONGEST_TEXT = 200
"""Characters. Together with the bound on numbers it keeps the arithmetic of a hostile file small."""
LARGEST_NUMBER = 1_000_000

NAMES = "btnd"
FUNCTIONS = {"tri": 1, "ge": 2}
"""Functions by the number of values that they take."""

ALLOWED = (
    "allowed are b (bid), t (tricks won), n (cards in the hand), d (|t - b|), whole numbers, + - *, tri(x), ge(x, y)"
)


class ExpressionError(ValueError):
    """An expression that cannot be read; `column` counts characters from 1 and is where the trouble starts."""

    def __init__(self, text: str, column: int, trouble: str) -> None:
        super().__init__(f'"{text}", column {column}: {trouble}; {ALLOWED}')
        self.text = text
        self.column = column
        self.trouble = trouble


def triangle(number: int) -> int:
    """Return number * (number + 1) / 2: 0, 1, 3, 6, 10, …; a negative number gives the same formula's value."""
    return number * (number + 1) // 2


@dataclass(frozen=True, slots=True)
class Number:
    value: int


@dataclass(frozen=True, slots=True)
class Name:
    """The bid, the tricks won, the cards in the hand or the difference."""

    place: int
    """In `NAMES`."""


@dataclass(frozen=True, slots=True)
class Operation:
    """`sign` is +, -, *, tri or ge; tri has no right side, and a leading minus is an operation on 0."""

    sign: str
    left: Node
    right: Node


Node = Number | Name | Operation
_ZERO = Number(0)

_OPERATIONS: dict[str, Callable[[int, int], int]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "tri": lambda left, _: triangle(left),
    "ge": lambda left, right: 1 if left >= right else 0,
}


def _value_of(node: Node, values: tuple[int, int, int, int]) -> int:
    if isinstance(node, Number):
        return node.value
    if isinstance(node, Name):
        return values[node.place]
    return _OPERATIONS[node.sign](_value_of(node.left, values), _value_of(node.right, values))


@dataclass(frozen=True, slots=True)
class Expression:
    """A parsed expression. Slow to evaluate: scoring.py keeps tables of the results."""

    text: str
    tree: Node

    @staticmethod
    def parse(text: str) -> Expression:
        """Return the expression in a text. Raises ExpressionError, which says where and what is allowed."""
        return _parse(text)

    def value(self, b: int, t: int, n: int) -> int:
        """Return the points for a bid b and t tricks won in a hand of n cards."""
        return _value_of(self.tree, (b, t, n, abs(t - b)))

    def __call__(self, b: int, t: int, n: int) -> int:
        return self.value(b, t, n)


@lru_cache(maxsize=512)
def _parse(text: str) -> Expression:
    if len(text) > LONGEST_TEXT:
        raise ExpressionError(text[:20] + "…", LONGEST_TEXT + 1, f"longer than {LONGEST_TEXT} characters")
    return Expression(text, _Parser(text).whole())


_TOKEN = re.compile(r"\s*(?P<token>[0-9]+|[A-Za-z_]\w*|\*\*|//|\S)")


class _Parser:
    """Reads a text from left to right; `token` is the next piece of it, "" at its end, and stands at `column`."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0
        self.token = ""
        self.column = 1
        self.advance()

    def advance(self) -> None:
        match = _TOKEN.match(self.text, self.place)
        if match is None:
            self.token, self.column = "", len(self.text) + 1
        else:
            self.token, self.column, self.place = match["token"], match.start("token") + 1, match.end()

    def error(self, trouble: str, column: int | None = None) -> ExpressionError:
        return ExpressionError(self.text, self.column if column is None else column, trouble)

    def whole(self) -> Node:
        if not self.token:
            raise self.error("nothing is written here")
        tree = self.sum()
        if not self.token:
            return tree
        if self.token == ")":
            raise self.error("this bracket closes nothing")
        if self.token == "(" or self.token[0].isalnum():
            raise self.error(f"an operation is missing before '{self.token}'")
        raise self.error(f"{self.token!r} is not allowed")

    def sum(self) -> Node:
        tree = self.product()
        while self.token in ("+", "-"):
            sign = self.token
            self.advance()
            tree = Operation(sign, tree, self.product())
        return tree

    def product(self) -> Node:
        tree = self.signed()
        while self.token == "*":
            self.advance()
            tree = Operation("*", tree, self.signed())
        return tree

    def signed(self) -> Node:
        negative = False
        while self.token in ("+", "-"):
            negative ^= self.token == "-"
            self.advance()
        tree = self.value()
        return Operation("-", _ZERO, tree) if negative else tree

    def value(self) -> Node:
        token, column = self.token, self.column
        if not token:
            raise self.error("something is missing at the end")
        self.advance()
        if token.isascii() and token.isdecimal():
            if int(token) > LARGEST_NUMBER:
                raise self.error(f"{token} is larger than {LARGEST_NUMBER}", column)
            return Number(int(token))
        if token in FUNCTIONS:
            return self.function(token, column)
        if len(token) == 1 and token in NAMES:
            return Name(NAMES.index(token))
        if token == "(":
            tree = self.sum()
            self.expect(")", "the bracket is not closed")
            return tree
        if token.isidentifier():
            what = "function" if self.token == "(" else "name"
            raise self.error(f"the {what} '{token}' has no meaning here", column)
        if token in ("*", ")", ","):
            raise self.error(f"a value is missing before '{token}'", column)
        raise self.error(f"{token!r} is not allowed", column)

    def function(self, name: str, column: int) -> Node:
        takes = FUNCTIONS[name]
        wanted = f"{name} takes {'one value' if takes == 1 else 'two values'} in brackets"
        if self.token != "(":
            raise self.error(wanted, column)
        self.advance()
        if self.token == ")":
            raise self.error(wanted, column)
        first = self.sum()
        if takes == 1:
            second: Node = _ZERO
        elif self.token == ",":
            self.advance()
            second = self.sum()
        else:
            raise self.error(wanted, column)
        if self.token == ",":
            raise self.error(wanted, column)
        self.expect(")", "the bracket is not closed")
        return Operation(name, first, second)

    def expect(self, token: str, trouble: str) -> None:
        if self.token != token:
            # What stands here instead may be the better thing to name: '/' rather than a bracket.
            odd = self.token and not (self.token[0].isalnum() or self.token in "(),")
            raise self.error(f"{self.token!r} is not allowed" if odd else trouble)
        self.advance()
