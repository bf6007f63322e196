"""All dimensions by name: those that need no vocabulary with their class, the others as names."""

from collections.abc import Callable, Mapping

from dragoman.interpret.dimensions.contact import Email, Phone, Url
from dragoman.interpret.dimensions.date import Date
from dragoman.interpret.dimensions.date_range import DateRange
from dragoman.interpret.dimensions.dimension import Dimension
from dragoman.interpret.dimensions.duration import Duration
from dragoman.interpret.dimensions.money import Money
from dragoman.interpret.dimensions.number import Number
from dragoman.interpret.dimensions.ordinal import Ordinal
from dragoman.interpret.dimensions.percent import Percent
from dragoman.interpret.dimensions.quantity import Quantity
from dragoman.interpret.dimensions.section import Section
from dragoman.interpret.dimensions.time import Time

_FAMILY = (Number, Ordinal, Percent, Money, Quantity, Duration, Date, DateRange, Time, Section, Email, Phone, Url)
PATTERN_DIMENSIONS: Mapping[str, Callable[[], Dimension]] = {dimension.name: dimension for dimension in _FAMILY}
VOCABULARY_DIMENSIONS = ("company", "metric", "basis", "share", "fiscal_period", "fiscal_range")
DIMENSIONS = (*PATTERN_DIMENSIONS, *VOCABULARY_DIMENSIONS)
