"""What makes a calculation impossible; each class has its own remedy.

An undefined result (zero base, zero denominator) is no error: it is a node without an amount.
"""

from collections.abc import Sequence

from dragoman.errors import UsageError


class MixedUnitsError(UsageError):
    """Figures of different currencies or units would have to be combined."""

    code = "mixed-units"

    def __init__(self, first: str, second: str) -> None:
        self.units = (first, second)
        super().__init__(
            f"{first} and {second} cannot be combined",
            remedy="Ask for one currency or unit at a time, or give a rate to convert with.",
        )


class ChronologyError(UsageError):
    """Figures cannot be put in order of time: no period, the same one twice, or years among halves."""

    code = "chronology"

    def __init__(self, problem: str) -> None:
        super().__init__(problem, remedy="Name one period of the same length for each figure, oldest first.")


class TooFewValuesError(UsageError):
    """Fewer figures than the operation needs."""

    code = "too-few-values"

    def __init__(self, operation: str, *, needed: int, given: int) -> None:
        super().__init__(
            f"{operation} needs at least {needed} {'figure' if needed == 1 else 'figures'} and got {given}",
            remedy="Name more periods or companies, or ask for the figures themselves.",
        )


class LengthMismatchError(UsageError):
    """Two lists that go together pairwise have different lengths."""

    code = "length-mismatch"

    def __init__(self, first: Sequence[object], second: Sequence[object]) -> None:
        super().__init__(
            f"{len(first)} figures cannot be paired with {len(second)}",
            remedy="Give both lists for the same periods.",
        )


class ExpressionError(UsageError):
    """An arithmetic expression cannot be evaluated."""

    code = "expression"

    def __init__(self, problem: str) -> None:
        super().__init__(
            f"the expression cannot be evaluated: {problem}",
            remedy="Write numbers with + − × ÷ and parentheses, for example (55658 - 53817) / 53817.",
        )
