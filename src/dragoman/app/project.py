"""A project folder: a person's own vocabulary and documents beside, or instead of, the packaged ones.

my-reports/
├── dragoman.yaml     name, whether it extends or replaces the packaged vocabulary
├── vocabulary/       companies.yaml, words.yaml … (optional)
├── intents/          more intents (optional)
├── scenarios/        more scenarios (optional)
└── documents/        reports and agreements, read with: dragoman ingest --project my-reports
"""

import hashlib
import json
import os
import shlex
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from dragoman.documents.reading import shown
from dragoman.errors import Source, UsageError
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec


class ProjectError(UsageError):
    """The named folder is not a project."""

    code = "project"


class ProjectSpec(Spec):
    """The file `dragoman.yaml`."""

    name: str
    vocabulary: Literal["extends", "replaces"] = "extends"
    sample_corpus: bool = False  # whether the packaged digests are covered as well


@dataclass(frozen=True, slots=True)
class Project:
    """A folder and what its `dragoman.yaml` says."""

    folder: Path
    spec: ProjectSpec

    @property
    def key(self) -> str:
        """A name for its state on disk: readable, and unique to the folder."""
        digest = hashlib.sha256(os.fsencode(self.folder)).hexdigest()[:8]
        stem = "".join(char if char.isalnum() else "-" for char in self.folder.name.lower())
        return f"{stem}-{digest}"


def open_project(folder: Path) -> Project:
    """Read a project folder. Raises ProjectError or SpecError."""
    folder = folder.expanduser().absolute()
    settings = folder / "dragoman.yaml"
    if not settings.is_file():
        raise ProjectError(
            "this folder holds no dragoman.yaml, so it is no project",
            where=Source(shown(folder)),
            remedy=f"Make one with: dragoman new {shlex.quote(shown(folder))}",
        )
    return Project(folder, load(settings, ProjectSpec))


_SETTINGS = """\
# A Dragoman project. Use it with: dragoman ask --project {folder} "..."
name: {name}
vocabulary: extends      # or "replaces": nothing of the packaged vocabulary is known then
sample_corpus: false     # true: the packaged digests of five miners are covered as well
"""

_COMPANIES = """\
# The companies of this project. `dragoman ingest` adds the company of each report that names one surely;
# `dragoman vocabulary add company` adds one by hand. What you write here yourself stays as it is.
#
#   - ticker: EXM                 its short name, unique
#     name: Example Mining        as answers call it
#     aliases: [example mines]    what people also call it
#     year_end_month: 6           the month its fiscal year ends in
#     currency: AUD               what it reports in
companies: []
"""

_INTENTS = """\
# More ways of asking for what Dragoman can already do: one entry in intents/*.yaml for each.
# docs/reference/yaml.md shows the keys; a fault is told with file and line when something is asked.
# Files whose names end in .example are not read.
"""

_SCENARIOS = """\
# Plans of work of your own: one file scenarios/NAME.yaml for each; `dragoman scenarios lint` checks them.
# docs/reference/yaml.md shows the keys. Files whose names end in .example are not read.
"""


def create_project(folder: Path) -> tuple[Path, ...]:
    """Write a small working project and return the files. Raises ProjectError when one is there already."""
    folder = folder.expanduser().absolute()
    if (folder / "dragoman.yaml").exists():
        raise ProjectError(
            "there is a project here already", where=Source(shown(folder)), remedy="Choose another folder."
        )
    files = {
        folder / "dragoman.yaml": _SETTINGS.format(
            folder=shlex.quote(shown(folder.name)), name=json.dumps(shown(folder.name))
        ),
        folder / "vocabulary" / "companies.yaml": _COMPANIES,
        folder / "intents" / "README.example": _INTENTS,
        folder / "scenarios" / "README.example": _SCENARIOS,
    }
    try:
        for path, text in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        (folder / "documents").mkdir(exist_ok=True)
    except OSError as fault:
        raise ProjectError(
            f"the project cannot be written here ({fault.strerror})",
            where=Source(shown(folder)),
            remedy="Name a folder you can write to.",
        ) from None
    return tuple(files)
