"""find_folder: the folder a text names, if it may be read."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dragoman.scenarios.tools.tool import ToolFailure, ToolWorld

Json = dict[str, Any]
_QUOTED = re.compile(r"[`'\"]([^`'\"]{1,300})[`'\"]")
_PATHLIKE = re.compile(r"(?:^|(?<=\s))(~?[\w.-]*/[\w./-]*|\.{1,2})(?=[\s,;:?!]|\.?$)")
_WORD = re.compile(r"[\w-][\w.-]+")
_HERE = re.compile(r"(?i)\b(this|current|my) (folder|directory|project|repo|repository|code|codebase)\b|\bhere\b")


def find_folder(arguments: Json, world: ToolWorld) -> Json:
    """Return the first folder that the text names and that exists; `why` says what is wrong where there is none."""
    text = str(arguments["text"])
    names = list(_names(text))
    for name in names:
        if folder := existing(name, world):
            return {"folder": str(folder), "found": True, "why": ""}
    if _HERE.search(text) and world.folders:
        return {"folder": str(world.folders[0]), "found": True, "why": ""}
    pathlike = [name for name in names if "/" in name]
    why = f"There is no folder {pathlike[0]} that I may read. " if pathlike else ""
    return {"folder": "", "found": False, "why": f"{why}Which folder shall I look at? Name its path."}


def existing(name: str, world: ToolWorld) -> Path | None:
    """Return the folder of this name below one that may be read, links followed; None for every other."""
    for root in world.folders:
        try:
            folder = (root / Path(name).expanduser()).resolve()
            if folder.is_dir() and folder.is_relative_to(root.resolve()):
                return folder
        except (OSError, RuntimeError, ValueError):
            continue
    return None


def readable_folder(name: str, world: ToolWorld) -> Path:
    """Return the folder, or fail in words for the person."""
    folder = existing(name, world)
    if folder is None:
        roots = ", ".join(str(root) for root in world.folders) or "none"
        raise ToolFailure(f"there is no folder {name!r} that may be read here; folders below these may: {roots}")
    return folder


def _names(text: str) -> Iterator[str]:
    for pattern in (_QUOTED, _PATHLIKE, _WORD):
        yield from (found.rstrip(".,;:?!") or found for found in pattern.findall(text))
