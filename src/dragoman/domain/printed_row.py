"""Rows of reports that no metric of the vocabulary names: they are asked for by the words they are printed with."""

from dataclasses import dataclass

_MARK = "row: "
_BETWEEN = " | "
_MAX_SPOKEN = 60  # characters of what stands over a table


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintedRow:
    """A row by its printed words. In a plan its `name` stands where a metric's name would.

    `over` is the heading or caption of its table, and is only set where the label does not say which table is meant.
    """

    label: str
    group: str = ""  # the label above it that has no figures
    over: str = ""
    unit: str = ""  # "%" where the share is meant and not the amount under the same label

    @property
    def name(self) -> str:
        """The row as a plan and its JSON name it."""
        return _MARK + _BETWEEN.join(part.replace("|", "/") for part in (self.label, self.group, self.over, self.unit))

    @property
    def spoken(self) -> str:
        """The row as answers call it."""
        over = self.over if len(self.over) <= _MAX_SPOKEN else ""  # a sentence over the table names no row
        beside = ", ".join(part for part in (self.group, over) if part)
        return f"{self.label} ({beside})" if beside else self.label


def printed_row(name: str) -> PrintedRow | None:
    """Return the row that a name stands for; None for the name of a metric."""
    if not name.startswith(_MARK):
        return None
    label, group, over, unit, *_ = (*name.removeprefix(_MARK).split(_BETWEEN), "", "", "")
    return PrintedRow(label=label, group=group, over=over, unit=unit)
