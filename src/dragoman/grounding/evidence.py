"""What a claim may rest on."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A passage an answer may cite; the text of a table includes its header.

    `company`, `period` and `metric` say what the passage speaks of where its own words do not.
    Without any `marker` in a list, passages are counted from 1 in their order.
    """

    text: str
    document: str = ""
    page: int = 0  # counted from 1; 0: not known
    marker: int | None = None  # the [1] that cites it
    company: str | None = None  # ticker
    period: str | None = None  # canonical label
    metric: str | None = None
