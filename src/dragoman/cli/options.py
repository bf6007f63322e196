"""Options that several commands share, so that they read and behave the same everywhere."""

import re
import shlex
import sys
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dragoman.domain.utterance import readable
from dragoman.errors import EmptyInputError, UsageError

if TYPE_CHECKING:
    from dragoman.app.settings import Settings

Text = Annotated[str | None, typer.Argument(metavar="TEXT", help='What to ask; "-" reads it from standard input.')]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON instead of text.")]
ProjectFolder = Annotated[
    Path | None, typer.Option("--project", metavar="DIR", help="Use the vocabulary and documents of this folder.")
]
Assistant = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="mines, contracts or tasks; without it the thread's own, else mines."),
]
PolicyName = Annotated[
    str | None,
    typer.Option(
        "--policy", metavar="NAME", help="Who decides: cascade, model, or embedded (no model is called); else as set."
    ),
]
Batch = Annotated[
    Path | None,
    typer.Option(
        "--batch",
        metavar="FILE",
        help='JSON lines with "id" and "text" (and "history", "reference_date"); "-" reads standard input.',
    ),
]
ReferenceDate = Annotated[
    str | None, typer.Option("--reference-date", metavar="DATE", help='What "today" is, as 2026-11-30.')
]


class DateOptionError(UsageError):
    """A date option that is no date."""

    code = "date-option"


class AgeOptionError(UsageError):
    """An age that is none."""

    code = "age-option"


class OptionsError(UsageError):
    """Options or arguments that exclude each other."""

    code = "options"


def settings_with(policy: str | None) -> "Settings":
    """Return the settings, with another policy where one is named. Raises UnknownNameError, SettingsError."""
    from dragoman.app.settings import load_settings, read_policy

    settings = load_settings()
    return replace(settings, policy=read_policy(policy)) if policy else settings


def read_date(text: str | None) -> date | None:
    """Read an ISO date. Raises DateOptionError."""
    if text is None:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise DateOptionError(f"{text!r} is no date", remedy="Write it as 2026-11-30.") from None


def read_age(text: str) -> timedelta:
    """Read an age in days, hours or minutes. Raises AgeOptionError."""
    found = re.fullmatch(r"(\d{1,6})\s*([dhm])", text.strip().lower())
    if not found:
        raise AgeOptionError(f"{text!r} is no age", remedy="Write a number and d, h or m, as 30d.")
    unit = {"d": "days", "h": "hours", "m": "minutes"}[found[2]]
    return timedelta(**{unit: int(found[1])})


def read_text(text: str | None) -> str:
    """Return the words to work on, from the argument or standard input. Raises EmptyInputError without any."""
    if text == "-":
        text = sys.stdin.buffer.read().decode("utf-8", errors="replace")
    if text is None:
        raise EmptyInputError
    return readable(text)


def read_words(text: str | None, batch: Path | None) -> str:
    """Return the words, nothing for a batch. Raises OptionsError when both are given."""
    if not batch:
        return read_text(text)
    if text is not None:
        raise OptionsError("TEXT and --batch exclude each other", remedy="Leave one of them out.")
    return ""


def project_option(project: Path | None) -> str:
    """Return " --project DIR" as it is typed, nothing without a project."""
    return f" --project {shlex.quote(str(project))}" if project else ""


def own_vocabulary_name(project: Path | None) -> str:
    """Return how the file is called that companies of one's own are written into."""
    return str(project / "vocabulary" / "companies.yaml") if project else "vocabulary/companies.yaml of DRAGOMAN_HOME"
