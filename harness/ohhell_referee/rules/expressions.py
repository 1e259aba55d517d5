"""Scoring expressions: integer arithmetic over a bid and its tricks, read from a text and never run as Python.

The text is parsed by Python's own parser, every node of the tree is held against a list of what is allowed, and the
tree is turned into nested functions. Nothing of the text is ever evaluated by `eval` or compiled.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import lru_cache
from operator import itemgetter

LONGEST_TEXT = 200
"""Characters. With the bound on numbers it keeps the arithmetic of a hostile file small."""
LARGEST_NUMBER = 1_000_000

NAMES = {"b": "the bid", "t": "tricks won", "n": "cards in the hand", "d": "the difference |t - b|"}
ALLOWED = (
    "allowed are b (bid), t (tricks won), n (cards in the hand), d (|t - b|), whole numbers, + - *, tri(x), ge(x, y)"
)

Evaluate = Callable[[tuple[int, int, int, int]], int]
"""A function of the values of b, t, n, d."""


class ExpressionError(ValueError):
    """An expression that cannot be read; `column` counts characters from 1 and is where the trouble starts."""

    def __init__(self, text: str, column: int, trouble: str) -> None:
        super().__init__(f"{text!r}, column {column}: {trouble}; {ALLOWED}")
        self.text = text
        self.column = column
        self.trouble = trouble


def triangle(number: int) -> int:
    """Return number * (number + 1) / 2: 0, 1, 3, 6, 10, …; a negative number gives the same formula's value."""
    return number * (number + 1) // 2


class Expression:
    """A parsed expression. Compared by its text."""

    __slots__ = ("_evaluate", "text")

    def __init__(self, text: str, evaluate: Evaluate) -> None:
        self.text = text
        self._evaluate = evaluate

    @staticmethod
    def parse(text: str) -> Expression:
        """Return the expression in a text. Raises ExpressionError, which says where and what is allowed."""
        return _parse(text)

    def value(self, b: int, t: int, n: int) -> int:
        """Return the points for a bid b and t tricks won in a hand of n cards."""
        return self._evaluate((b, t, n, abs(t - b)))

    def __call__(self, b: int, t: int, n: int) -> int:
        return self.value(b, t, n)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Expression) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Expression.parse({self.text!r})"


@lru_cache(maxsize=512)
def _parse(text: str) -> Expression:
    if len(text) > LONGEST_TEXT:
        raise ExpressionError(text[:20] + "…", LONGEST_TEXT + 1, f"longer than {LONGEST_TEXT} characters")
    if not text.strip():
        raise ExpressionError(text, 1, "nothing is written here")
    for place, character in enumerate(text):
        if not (" " <= character <= "~"):
            raise ExpressionError(text, place + 1, f"the character {character!r} has no meaning here")
    indent = len(text) - len(text.lstrip())
    try:
        tree = ast.parse(text.lstrip(), mode="eval")
    except SyntaxError as error:
        # `offset` may lie outside the text where something is missing at its end.
        column = min(max(error.offset or 1, 1) + indent, len(text) + 1)
        raise ExpressionError(text, column, "this cannot be read as a formula") from None
    except (ValueError, RecursionError, MemoryError):
        # Digits without end and brackets too deep: Python's parser gives up in its own ways.
        raise ExpressionError(text, 1, "this is too large to be read as a formula") from None
    return Expression(text, _Builder(text, indent).build(tree.body))


class _Builder:
    """Turns a syntax tree into nested functions, node by node; whatever it does not know is an error."""

    def __init__(self, text: str, indent: int) -> None:
        self.text = text
        self.indent = indent

    def error(self, node: ast.expr, trouble: str) -> ExpressionError:
        return ExpressionError(self.text, node.col_offset + self.indent + 1, trouble)

    def build(self, node: ast.expr) -> Evaluate:
        if isinstance(node, ast.Constant):
            return self._number(node)
        if isinstance(node, ast.Name):
            return self._name(node)
        if isinstance(node, ast.UnaryOp):
            return self._sign(node)
        if isinstance(node, ast.BinOp):
            return self._operation(node)
        if isinstance(node, ast.Call):
            return self._function(node)
        raise self.error(node, f"{_source(self.text, self.indent, node)!r} is not allowed")

    def _number(self, node: ast.Constant) -> Evaluate:
        number = node.value
        written = _source(self.text, self.indent, node)
        if type(number) is not int or not written.isdigit():
            raise self.error(node, f"{written!r} is not a whole number")
        if number > LARGEST_NUMBER:
            raise self.error(node, f"{written} is larger than {LARGEST_NUMBER}")
        return lambda _: number

    def _name(self, node: ast.Name) -> Evaluate:
        if node.id not in NAMES:
            raise self.error(node, f"the name {node.id!r} has no meaning here")
        return itemgetter("btnd".index(node.id))

    def _sign(self, node: ast.UnaryOp) -> Evaluate:
        operand = self.build(node.operand)
        if isinstance(node.op, ast.USub):
            return lambda v: -operand(v)
        if isinstance(node.op, ast.UAdd):
            return operand
        raise self.error(node, f"{_source(self.text, self.indent, node)!r} is not allowed")

    def _operation(self, node: ast.BinOp) -> Evaluate:
        left = self.build(node.left)
        right = self.build(node.right)
        if isinstance(node.op, ast.Add):
            return lambda v: left(v) + right(v)
        if isinstance(node.op, ast.Sub):
            return lambda v: left(v) - right(v)
        if isinstance(node.op, ast.Mult):
            return lambda v: left(v) * right(v)
        names = {ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**"}
        sign = names.get(type(node.op), "this operation")
        raise self.error(node, f"{sign} in {_source(self.text, self.indent, node)!r} is not allowed")

    def _function(self, node: ast.Call) -> Evaluate:
        name = node.func.id if isinstance(node.func, ast.Name) else _source(self.text, self.indent, node.func)
        takes = {"tri": 1, "ge": 2}.get(name)
        if takes is None:
            raise self.error(node, f"the function {name!r} has no meaning here")
        if node.keywords or len(node.args) != takes:
            raise self.error(node, f"{name} takes {takes} number{'s' if takes > 1 else ''} in brackets")
        first = self.build(node.args[0])
        if name == "tri":
            return lambda v: triangle(first(v))
        second = self.build(node.args[1])
        return lambda v: 1 if first(v) >= second(v) else 0


def _source(text: str, indent: int, node: ast.expr) -> str:
    return ast.get_source_segment(text[indent:], node) or text
