"""A clock that a test turns."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta


@dataclass(slots=True)
class HandClock:
    """Stands still until it is turned; a `Clock`."""

    moment: datetime = datetime(2026, 11, 30, 9, tzinfo=UTC)

    def now(self) -> datetime:
        """Return the moment it was turned to."""
        return self.moment

    def today(self) -> date:
        """Return its day."""
        return self.moment.date()

    def turn(self, **by: float) -> None:
        """Move it on by what `timedelta` takes: days, hours, seconds."""
        self.moment += timedelta(**by)
