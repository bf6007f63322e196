"""The health of one provider: it rests after failures, is tried once, and is back when that works."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from dragoman.models.errors import FailureKind

State = Literal["closed", "open", "half-open"]

# What tells something about the provider. Our own deadline and a request that is wrong in itself tell nothing.
SICKENS: frozenset[FailureKind] = frozenset(
    ("unreachable", "timeout", "server-error", "cut-off", "malformed", "empty", "refused")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CircuitSettings:
    """When a provider rests, and for how long."""

    max_failures: int = 3  # in a row
    rest: timedelta = timedelta(seconds=30)  # doubled each time the trial fails again
    longest_rest: timedelta = timedelta(minutes=10)
    wait_if_limited: timedelta = timedelta(seconds=2)  # after a 429 that names no time


class Circuit:
    """Counts attempts as they end. Moments are seconds of a steady clock, given by the caller."""

    def __init__(self, settings: CircuitSettings | None = None) -> None:
        self._settings = settings or CircuitSettings()
        self._failures = 0
        self._rests = 0
        self._open_until = 0.0
        self._limited_until = 0.0
        self._is_trying = False

    def state(self, now: float) -> State:
        """Return closed (asked as usual), open (not asked) or half-open (one trial at a time)."""
        if not self._rests:
            return "closed"
        return "open" if now < self._open_until else "half-open"

    @property
    def failures(self) -> int:
        """How many attempts failed in a row."""
        return self._failures

    def ready_at(self) -> float:
        """Return the moment from which it may be asked."""
        return max(self._open_until if self._rests else 0.0, self._limited_until)

    def begin(self, now: float) -> bool:
        """Say whether it may be asked now; then one of the other methods must follow."""
        if now < self.ready_at():
            return False
        if self.state(now) == "half-open":
            if self._is_trying:
                return False
            self._is_trying = True
        return True

    def succeed(self) -> None:
        """Take note of a reply."""
        self._failures = self._rests = 0
        self._is_trying = False

    def fail(self, kind: FailureKind, now: float, *, retry_after: timedelta | None = None) -> None:
        """Take note of a failure; one that says nothing about the provider changes nothing."""
        was_trial, self._is_trying = self._is_trying, False
        if kind == "rate-limited":
            self._limited_until = now + (retry_after or self._settings.wait_if_limited).total_seconds()
        elif kind in SICKENS:
            self._failures += 1
            if retry_after:
                self._limited_until = now + retry_after.total_seconds()
            if was_trial or kind == "refused" or self._failures >= self._settings.max_failures:
                self._open(now)

    def leave(self) -> None:
        """Take note that an attempt was given up by ourselves."""
        self._is_trying = False

    def _open(self, now: float) -> None:
        longest = self._settings.longest_rest
        rest = min(self._settings.rest * 2 ** min(self._rests, 16), longest)
        self._rests += 1
        self._open_until = now + rest.total_seconds()
