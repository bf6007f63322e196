"""The vocabularies that ship, and what a project or a home of one's own makes of one."""

from pathlib import Path

from dragoman.app.own_vocabulary import OwnVocabulary
from dragoman.app.project import Project
from dragoman.errors import UnknownNameError
from dragoman.interpret.vocabulary import Vocabulary, load_vocabulary

VOCABULARIES = {"mines": Path(__file__).parents[1] / "assistants" / "mines" / "vocabulary"}


def own_vocabulary(name: str | None, project: Project | None, home: Path) -> OwnVocabulary:
    """Return the person's own entries over a packaged vocabulary or one of a path.

    They are those of the project, and without one those of the home.
    Raises UnknownNameError.
    """
    base = _packaged(name or "mines")
    if project is not None:
        replaces = project.spec.vocabulary == "replaces"
        return OwnVocabulary(project.folder / "vocabulary", base, replaces)
    return OwnVocabulary(home / "vocabulary", base)


def own_folder(name: str | None, project: Project | None, home: Path) -> Path | None:
    """Return where the own entries of `project_vocabulary` stand; None where it takes none."""
    if project is None and name is not None:
        return None
    return (project.folder if project else home) / "vocabulary"


def project_vocabulary(name: str | None, project: Project | None, home: Path | None = None) -> Vocabulary:
    """Load a packaged vocabulary or one of a path, with the person's own entries. Raises UnknownNameError."""
    if project is None and (name is not None or home is None):
        return _packaged(name or "mines")
    return own_vocabulary(name, project, home or Path()).load()


def _packaged(name: str) -> Vocabulary:
    if name in VOCABULARIES:
        return load_vocabulary(VOCABULARIES[name])
    if Path(name).exists():
        return load_vocabulary(Path(name))
    raise UnknownNameError("vocabulary", name, VOCABULARIES)
