"""A project folder: a person's own vocabulary and documents beside, or instead of, the packaged ones.

my-reports/
├── dragoman.yaml     name, whether it extends or replaces the packaged vocabulary
├── vocabulary/       companies.yaml, metrics.yaml … (optional)
├── intents/          more intents (optional)
└── documents/        reports, read with: dragoman ingest --project my-reports my-reports/documents
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
# The companies of this project. Each needs the month its fiscal year ends in and the currency it reports in.
# The example below is commented out: take the marks away and change it.
companies: []
# companies:
#   - ticker: EXM
#     name: Example Mining
#     aliases: [example mines, exm resources]
#     year_end_month: 6
#     currency: AUD
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
