"""Sums that an answer writes out: "(55,658 − 53,817) ÷ 53,817 = 3.42 %" is read, and done again exactly."""

import re
from dataclasses import dataclass
from decimal import Decimal, DivisionByZero, InvalidOperation, Overflow, localcontext

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d[\d,]*(?:\.\d+)?|\.\d+)\s*(?P<percent>%)?|(?P<sign>[-+−–*×·/÷^()|]|x(?=\s*\d)))"
)
_EQUALS = re.compile(r"\s(?:=|≈|is about)\s")
_LEFT = re.compile(r"[\d(|−-][\d\s,.()|^%*×·/÷+−–-]*(?:x\s*[\d.,()\s]+)*$")
_RIGHT = re.compile(
    r"\s*(?P<sign>[-−–])?\s*(?:(?:us|a|c|nz)?[$€£])?\s*(?P<digits>\d[\d,]*(?:\.\d+)?)\s*(?P<unit>%|percent|per cent)?",
    re.I,
)
_DRESS = re.compile(r"(?:us|a|c|nz)?[$€£]|\b(?:thousand|million|billion)\b", re.IGNORECASE)
_TIMES_HUNDRED = re.compile(r"[×*x]\s*100\s*\)?\s*$")
_OPERATOR = re.compile(r"[÷×*/^+]|(?<=[\d)|])\s*[-−–]\s*(?=[\d(|−])")
_SIGNS = {"−": "-", "–": "-", "×": "*", "·": "*", "x": "*", "÷": "/"}
_MAX_LENGTH = 400
_MAX_POWER = 100


@dataclass(frozen=True, slots=True)
class Equation:
    """A written-out sum: its operands as printed, its result as stated, and what it really comes to."""

    operands: tuple[Decimal, ...]
    stated: Decimal
    step: Decimal
    result: Decimal | None  # None where it is not defined
    start: int
    end: int

    @property
    def is_right(self) -> bool:
        """Say whether the result, rounded as stated, is what was stated."""
        return self.result is not None and abs(self.result - self.stated) * 2 <= self.step


def find_equation(text: str) -> Equation | None:
    """Return the first sum that a text writes out, None for a text without one."""
    plain = _DRESS.sub(lambda match: " " * len(match[0]), text)
    equals = _EQUALS.search(plain)
    if equals is None:
        return None
    left = _LEFT.search(plain[max(0, equals.start() - _MAX_LENGTH) : equals.start()].rstrip())
    right = _RIGHT.match(plain, equals.end())
    if left is None or right is None or not _OPERATOR.search(left[0]):
        return None
    try:
        with localcontext(prec=40):
            result, operands = _Parser(left[0]).parse()
    except (_NoSumError, InvalidOperation, Overflow):
        return None
    is_percent = right["unit"] is not None and not _TIMES_HUNDRED.search(left[0])
    stated = Decimal(right["digits"].replace(",", ""))
    step = Decimal(1).scaleb(-len(right["digits"].partition(".")[2]))
    if result is not None and is_percent:
        result *= 100
    start = plain.rindex(left[0], 0, equals.start() + 1)
    return Equation(operands, -stated if right["sign"] else stated, step, result, start, right.end())


class _NoSumError(ValueError):
    """What stands left of the equals sign is not arithmetic."""


class _Parser:
    """Reads sums by descent: + −, then × ÷, then ^, then signs, brackets, |absolute| values."""

    def __init__(self, text: str) -> None:
        self._tokens: list[str | Decimal] = []
        self._operands: list[Decimal] = []
        at = 0
        while at < len(text.rstrip()):
            token = _TOKEN.match(text, at)
            if token is None:
                raise _NoSumError
            at = token.end()
            if token["number"]:
                number = Decimal(token["number"].replace(",", ""))
                self._operands.append(number)
                self._tokens.append(number / 100 if token["percent"] else number)
            else:
                self._tokens.append(_SIGNS.get(token["sign"], token["sign"]))
        self._at = 0

    def parse(self) -> tuple[Decimal | None, tuple[Decimal, ...]]:
        """Return the result, None where it divides by zero, and the numbers in the order they are written."""
        try:
            result = self._sum()
        except DivisionByZero:
            return None, tuple(self._operands)
        if self._at < len(self._tokens):
            raise _NoSumError
        return result, tuple(self._operands)

    def _peek(self) -> str | Decimal | None:
        return self._tokens[self._at] if self._at < len(self._tokens) else None

    def _take(self, expected: str) -> bool:
        if self._peek() != expected:
            return False
        self._at += 1
        return True

    def _sum(self) -> Decimal:
        value = self._product()
        while self._peek() in ("+", "-"):
            value = value + self._product() if self._take("+") else value - self._next_product()
        return value

    def _next_product(self) -> Decimal:
        self._at += 1
        return self._product()

    def _product(self) -> Decimal:
        value = self._power()
        while self._peek() in ("*", "/"):
            if self._take("*"):
                value *= self._power()
                continue
            self._at += 1
            value /= self._power()
        return value

    def _power(self) -> Decimal:
        value = self._single()
        if not self._take("^"):
            return value
        exponent = self._single()
        if abs(exponent) > _MAX_POWER:
            raise _NoSumError
        return value**exponent

    def _single(self) -> Decimal:
        if self._take("-"):
            return -self._single()
        for opening, closing in (("(", ")"), ("|", "|")):
            if self._take(opening):
                value = self._sum()
                if not self._take(closing):
                    raise _NoSumError
                return abs(value) if opening == "|" else value
        token = self._peek()
        if not isinstance(token, Decimal):
            raise _NoSumError
        self._at += 1
        return token
