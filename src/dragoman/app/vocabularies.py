"""The vocabularies that ship, and what a project makes of one."""

from pathlib import Path

from dragoman.app.project import Project
from dragoman.errors import UnknownNameError
from dragoman.interpret.vocabulary import Vocabulary, load_vocabulary

VOCABULARIES = {"mines": Path(__file__).parents[1] / "assistants" / "mines" / "vocabulary"}


def project_vocabulary(name: str, project: Project | None) -> Vocabulary:
    """Load a packaged vocabulary or one of a path, extended or replaced by the project's. Raises UnknownNameError."""
    if name in VOCABULARIES:
        base = load_vocabulary(VOCABULARIES[name])
    elif Path(name).exists():
        base = load_vocabulary(Path(name))
    else:
        raise UnknownNameError("vocabulary", name, VOCABULARIES)
    if project is None or not (project.folder / "vocabulary").is_dir():
        return base
    replaces = project.spec.vocabulary == "replaces"
    return load_vocabulary(project.folder / "vocabulary", base=base, replaces=replaces)
