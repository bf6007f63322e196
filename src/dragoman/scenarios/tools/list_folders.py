"""list_folders: the folders that lie directly in a folder."""

import os
from typing import Any

from dragoman.scenarios.tools.find_folder import readable_folder
from dragoman.scenarios.tools.scan import SKIPPED_FOLDERS
from dragoman.scenarios.tools.tool import ToolWorld

Json = dict[str, Any]


def list_folders(arguments: Json, world: ToolWorld) -> Json:
    """Return them in the order of their names, links left out; a folder without any stands for itself."""
    folder = readable_folder(str(arguments["folder"]), world)
    with os.scandir(folder) as entries:
        names = [entry.name for entry in entries if entry.is_dir(follow_symlinks=False)]
    found = [str(folder / name) for name in sorted(names) if name not in SKIPPED_FOLDERS]
    return {"folders": found or [str(folder)], "count": len(found)}
