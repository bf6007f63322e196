"""Sums that an answer writes out: "(55,658 − 53,817) ÷ 53,817 = 3.42 %" is read, and done again exactly."""

import re
from dataclasses import dataclass
from decimal import Decimal, DivisionByZero, InvalidOperation, Overflow, localcontext

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d[\d,]*(?:\.\d+)?|\.\d+)\s*(?P<percent>%)?|(?P<sign>[-+−–*×·/÷^()|\[\]]|x(?=\s*[\d(\[])))"
)
_RUN = re.compile(r"[-−–(\[|\d.][-\d\s,.()\[\]|^%*×·/÷+−–x]*[\d)\]|%]")
_RESULT = re.compile(
    r"\s*(?:=|≈|~|is (?:about|approximately)|equals)\s*(?:approximately|about)?\s*(?P<sign>[-−–])?\s*"
    r"(?P<digits>\d[\d,]*(?:\.\d+)?)\s*(?P<unit>%|percent|per cent)?",
    re.IGNORECASE,
)
_OPERATOR = re.compile(r"(?<=[\d)\]|%])\s*(?P<sign>[÷×*/^+−–x-])\s*(?=[\d(\[|−.-])")
_DRESS = re.compile(r"(?:us|a|c|nz)?[$€£]|\b(?:thousand|million|billion)\b|(?<=\d)(?:m|bn|b|k)\b", re.IGNORECASE)
_TIMES_HUNDRED = re.compile(r"[×*x]\s*100\s*%?\s*[)\]]?\s*$")
_SIGNS = {"−": "-", "–": "-", "×": "*", "·": "*", "x": "*", "÷": "/", "[": "(", "]": ")"}
_MAX_LENGTH = 400
_MAX_POWER = 100


@dataclass(frozen=True, slots=True)
class Equation:
    """A written-out sum: its operands as printed, what it comes to, and what is stated to be its result."""

    operands: tuple[Decimal, ...]
    result: Decimal | None  # None where it is not defined
    stated: Decimal | None  # None where only the sum is written, without a result
    step: Decimal
    start: int
    end: int

    @property
    def is_right(self) -> bool:
        """Say whether the result, rounded as stated, is what was stated."""
        if self.stated is None:
            return True
        return self.result is not None and abs(self.result - self.stated) * 2 <= self.step


def find_equations(text: str) -> tuple[Equation, ...]:
    """Return the sums that a text writes out, in order: two numbers and a sign between them at least."""
    plain = _DRESS.sub(lambda match: " " * len(match[0]), text)
    found = (_equation(run, plain) for run in _RUN.finditer(plain) if len(run[0]) <= _MAX_LENGTH)
    return tuple(equation for equation in found if equation)


def _equation(run: re.Match[str], plain: str) -> Equation | None:
    signs = {match["sign"] for match in _OPERATOR.finditer(run[0])}
    result = _RESULT.match(plain, run.end())
    is_sum = result or run[0].startswith(("(", "[")) or plain[: run.start()].rstrip().endswith(("=", "≈"))
    if not signs or (not is_sum and signs <= {"-", "−", "–", "/"}):
        return None  # "2018 - 2020", "6.2 % - 7.2 %" and "10/12" are ranges and dates
    try:
        with localcontext(prec=40):
            value, operands = _Parser(run[0]).parse()
    except (_NoSumError, InvalidOperation, Overflow):
        return None
    if len(operands) < 2:
        return None
    if result is None:
        return Equation(operands, value, None, Decimal(1), run.start(), run.end())
    if value is not None and result["unit"] and not _TIMES_HUNDRED.search(run[0]) and not _of_percents(run[0]):
        value *= 100
    stated = Decimal(result["digits"].replace(",", ""))
    step = Decimal(1).scaleb(-len(result["digits"].partition(".")[2]))
    return Equation(operands, value, -stated if result["sign"] else stated, step, run.start(), result.end())


def _of_percents(text: str) -> bool:
    """Say whether percentages are added or averaged, so that the result is one already."""
    return "%" in text and not re.search(r"%\s*[*×x]", text)


class _NoSumError(ValueError):
    """What stands left of the equals sign is not arithmetic."""


class _Parser:
    """Reads sums by descent: + −, then × ÷, then ^, then signs, brackets, |absolute| values."""

    def __init__(self, text: str) -> None:
        self._tokens: list[str | Decimal] = []
        self._operands: list[Decimal] = []
        at = 0
        averages = _of_percents(text)
        while at < len(text.rstrip()):
            token = _TOKEN.match(text, at)
            if token is None:
                raise _NoSumError
            at = token.end()
            if token["number"]:
                number = Decimal(token["number"].replace(",", ""))
                self._operands.append(number)
                self._tokens.append(number / 100 if token["percent"] and not averages else number)
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
