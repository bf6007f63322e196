"""Look at scenario files without running anything, and say everything that is wrong with them."""

from pathlib import Path

from dragoman.errors import Source, SpecError, UsageError
from dragoman.scenarios.check.scenario import Parts
from dragoman.scenarios.load import load_files
from dragoman.scenarios.tools.registry import TOOLS

LIBRARY = Path(__file__).parent / "library"
PARTS = Parts(TOOLS)


class NoScenariosError(UsageError):
    """A folder that should hold scenarios holds none."""

    code = "no-scenarios"


def files_of(folder: Path) -> tuple[Path, ...]:
    """Return the scenario files of a folder, or the one file that is named."""
    return (folder,) if folder.is_file() else tuple(sorted(folder.glob("*.yaml")))


def lint_folder(folder: Path | None) -> tuple[int, tuple[SpecError, ...]]:
    """Return how many files were looked at, and their faults; the packaged ones stand beside a user's.

    Raises NoScenariosError for a folder without any.
    """
    own = files_of(folder) if folder else ()
    if folder and not own:
        raise NoScenariosError(
            "there is no scenario file here",
            where=Source(str(folder)),
            remedy="Name a folder with *.yaml files, or a file.",
        )
    packaged = files_of(LIBRARY)
    try:
        load_files((*packaged, *(path for path in own if path.resolve() not in packaged)), PARTS)
    except SpecError as fault:
        return len(own or packaged), fault.problems
    return len(own or packaged), ()
