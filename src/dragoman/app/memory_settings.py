"""What can be set about remembered answers. `app/settings.py` hands the environment in."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta

from dragoman.app.settings_error import SettingsError
from dragoman.memory.answer_cache import Thresholds
from dragoman.specs.duration import parse_duration

DEFAULT_TTL = timedelta(days=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class MemorySettings:
    """Whether answers are remembered, for how long, and how alike an open question must be."""

    is_on: bool = True  # DRAGOMAN_MEMORY
    ttl: timedelta | None = DEFAULT_TTL  # DRAGOMAN_MEMORY_TTL: 30d, 12h, 90m; "none": age alone ends nothing
    thresholds: Thresholds = field(default_factory=Thresholds)  # DRAGOMAN_MEMORY_ANSWER, DRAGOMAN_MEMORY_HINT


def load_memory_settings(environ: Mapping[str, str]) -> MemorySettings:
    """Read the settings. Raises SettingsError, ThresholdError."""
    default = Thresholds()
    return MemorySettings(
        is_on=_switch(environ.get("DRAGOMAN_MEMORY", "")),
        ttl=_duration(environ.get("DRAGOMAN_MEMORY_TTL", "")),
        thresholds=Thresholds(
            answer=_number(environ, "DRAGOMAN_MEMORY_ANSWER", default.answer),
            hint=_number(environ, "DRAGOMAN_MEMORY_HINT", default.hint),
        ),
    )


def _switch(text: str) -> bool:
    if text.lower() not in ("", "on", "off"):
        raise SettingsError(f"DRAGOMAN_MEMORY is {text!r}", remedy="Write on or off.")
    return text.lower() != "off"


def _duration(text: str) -> timedelta | None:
    if not text:
        return DEFAULT_TTL
    if text.lower() == "none":
        return None
    try:
        found = parse_duration(text)
    except ValueError:
        raise SettingsError(
            f"DRAGOMAN_MEMORY_TTL is {text!r}, which is no length of time", remedy="Write it as 30d, 12h, 90m or none."
        ) from None
    assert isinstance(found, timedelta)  # noqa: S101  what it makes of a text
    return found


def _number(environ: Mapping[str, str], name: str, default: float) -> float:
    text = environ.get(name, "")
    if not text:  # "0" is a value
        return default
    try:
        return float(text)
    except ValueError:
        raise SettingsError(f"{name} is {text!r}, which is no number", remedy="Write a number from 0 to 1.") from None
