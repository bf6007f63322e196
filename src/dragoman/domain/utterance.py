"""What a person said, and places in it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of the original text, in code points; `end` is exclusive."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def overlaps(self, other: "Span") -> bool:
        """Say whether the two share at least one code point."""
        return self.start < other.end and other.start < self.end

    def covers(self, other: "Span") -> bool:
        """Say whether `other` lies wholly inside this span."""
        return self.start <= other.start and other.end <= self.end


@dataclass(frozen=True, slots=True)
class Utterance:
    """One turn of a person's words, exactly as they came."""

    text: str
    language: str | None = None  # ISO 639: "en"; "und" for one that is not known; None where nothing shows it


def readable(text: str) -> str:
    """Return text that can be stored and printed: halves of characters (lone surrogates) become U+FFFD."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
