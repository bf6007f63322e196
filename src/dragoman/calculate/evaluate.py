"""A small evaluator of arithmetic: + − × ÷ and parentheses over decimals, and nothing else that Python can do.

The text is parsed to a tree and the tree is walked; nothing is ever executed.
"""

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal, DecimalException, localcontext

from dragoman.calculate.errors import ExpressionError

MAX_LENGTH = 200  # characters
MAX_OPERANDS = 20
MAX_DEPTH = 12  # of parentheses and signs
MAX_DIGITS = 30  # of one number
_SPELLING = {"×": "*", "÷": "/", "−": "-", "–": "-"}
_COMMA = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_ALLOWED = re.compile(r"[0-9.+\-*/() ]*")

_OPERATIONS: Mapping[type[ast.operator], Callable[[Decimal, Decimal], Decimal]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.Div: lambda left, right: left / right,
}


@dataclass(frozen=True, slots=True)
class Evaluated:
    """The result of an expression, and the numbers that stand in it, left to right, without their signs."""

    amount: Decimal
    operands: tuple[Decimal, ...]
    is_sum: bool  # nothing but + and −


def evaluate(expression: str) -> Evaluated:
    """Return what the expression comes to. Raises ExpressionError."""
    text = _plain(expression)
    try:
        tree = ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise ExpressionError("it is no arithmetic") from None
    walk = _Walk(text)
    try:
        with localcontext(prec=50):
            amount = walk.value(tree.body, 0)
    except DecimalException:
        raise ExpressionError("it divides by zero or leaves the range of numbers") from None
    return Evaluated(+amount, tuple(walk.operands), walk.is_sum)


def _plain(expression: str) -> str:
    text = expression.strip()
    if len(text) > MAX_LENGTH:
        raise ExpressionError(f"it is longer than {MAX_LENGTH} characters")
    text = _COMMA.sub("", "".join(_SPELLING.get(character, character) for character in text))
    if not text or not _ALLOWED.fullmatch(text) or "**" in text or "//" in text:
        raise ExpressionError("it holds something else than numbers, + − × ÷ and parentheses")
    return text


class _Walk:
    """Walks a tree and keeps the numbers it meets."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.operands: list[Decimal] = []
        self.is_sum = True

    def value(self, node: ast.expr, depth: int) -> Decimal:
        if depth > MAX_DEPTH + MAX_OPERANDS:
            raise ExpressionError("it is nested too deeply")
        if isinstance(node, ast.Constant):
            return self._number(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
            inner = self.value(node.operand, depth + 1)
            return -inner if isinstance(node.op, ast.USub) else inner
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
            self.is_sum = self.is_sum and isinstance(node.op, ast.Add | ast.Sub)
            left, right = self.value(node.left, depth + 1), self.value(node.right, depth + 1)
            return _OPERATIONS[type(node.op)](left, right)
        raise ExpressionError("it holds something else than numbers, + − × ÷ and parentheses")

    def _number(self, node: ast.Constant) -> Decimal:
        digits = self._text[node.col_offset : node.end_col_offset]
        if len(digits) > MAX_DIGITS or len(self.operands) >= MAX_OPERANDS:
            raise ExpressionError("it has too many numbers or digits")
        self.operands.append(Decimal(digits))
        return self.operands[-1]
