"""A page as its words lie on it; every place in PDF points from the top left corner."""

from collections.abc import Iterable
from dataclasses import dataclass

from dragoman.domain.document import Box


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word as printed, with the size and weight of its type."""

    text: str
    box: Box
    size: float  # of the type, in points
    is_bold: bool = False

    @property
    def middle(self) -> float:
        """The height of its middle on the page."""
        return (self.box.y0 + self.box.y1) / 2


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLayout:
    """One page: its words in the order of the file."""

    number: int  # counted from 1
    width: float
    height: float
    words: tuple[Word, ...]
    sideways: int = 0  # words that are not set upright, and so are not among `words`


def around(boxes: Iterable[Box]) -> Box:
    """Return the smallest box that holds all of them. Raises ValueError without any."""
    every = list(boxes)
    return Box(
        x0=min([box.x0 for box in every]),
        y0=min([box.y0 for box in every]),
        x1=max([box.x1 for box in every]),
        y1=max([box.y1 for box in every]),
    )
