"""The dimensions that need no vocabulary, by name."""

from collections.abc import Callable, Mapping

from dragoman.interpret.dimensions.dimension import Dimension
from dragoman.interpret.dimensions.duration import Duration
from dragoman.interpret.dimensions.money import Money
from dragoman.interpret.dimensions.number import Number
from dragoman.interpret.dimensions.ordinal import Ordinal
from dragoman.interpret.dimensions.percent import Percent
from dragoman.interpret.dimensions.quantity import Quantity

PATTERN_DIMENSIONS: Mapping[str, Callable[[], Dimension]] = {
    "money": Money,
    "percent": Percent,
    "quantity": Quantity,
    "duration": Duration,
    "ordinal": Ordinal,
    "number": Number,
}
VOCABULARY_DIMENSIONS = ("company", "metric", "basis", "share", "fiscal_period", "fiscal_range")
DIMENSIONS = (*PATTERN_DIMENSIONS, *VOCABULARY_DIMENSIONS)
