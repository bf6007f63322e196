"""plan_build, write_build, accept_build: a brief becomes a few files from a template, checked after writing.

No model writes code here: a template is filled with the brief's name and words, and that is said.
"""

import ast
import re
from html.parser import HTMLParser
from pathlib import Path
from string import Template
from typing import Any

from dragoman.scenarios.tools.tool import ToolFailure, ToolWorld

Json = dict[str, Any]
TEMPLATES = Path(__file__).with_name("templates")
_KINDS = (
    ("page", re.compile(r"(?i)\b(page|site|website|html|landing|next\.?js|web app|frontend)\b")),
    ("notes", re.compile(r"(?i)\b(notes?|readme|document(ation)?|markdown|checklist|runbook)\b")),
    ("package", re.compile(r"(?i)\b(python|package|library|module|script|cli|command|tool|function|program|app)\b")),
)
_CALLED = re.compile(r"(?i)\b(?:called|named|call it|name it)\s+[\"'`]?([\w-]{1,40})")
_FILLER = frozenset(
    [
        "a",
        "an",
        "the",
        "me",
        "my",
        "us",
        "our",
        "please",
        "can",
        "could",
        "you",
        "i",
        "we",
        "want",
        "need",
        "build",
        "create",
        "make",
        "ship",
        "write",
        "start",
        "scaffold",
        "set",
        "up",
        "new",
        "small",
        "simple",
        "little",
        "with",
        "for",
        "that",
        "and",
        "of",
        "to",
        "in",
        "from",
        "it",
        "is",
        "app",
        "project",
        "some",
        "called",
        "named",
    ]
)
MAX_BRIEF = 400


def plan_build(arguments: Json, world: ToolWorld) -> Json:
    """Return which files would be written where, with their whole text; `fits` is false when no template does."""
    brief = " ".join(str(arguments["brief"]).split())[:MAX_BRIEF]
    kind = next((kind for kind, pattern in _KINDS if pattern.search(brief)), "")
    if not kind:
        return {"plan": {}, "fits": False, "answer": "I have templates for a page, a Python package and notes."}
    name = _name(brief, kind)
    files = _filled(kind, name, brief)
    folder = _free(world.workspace, name)
    shown = [f"folder {folder.name} in {world.workspace}", f'template "{kind}", filled with your words, no model']
    shown += [f"{path}  {len(text.encode())} bytes" for path, text in files.items()]
    shown += ["then check: every file is there, and code and pages can be read"]
    plan = {"kind": kind, "folder": folder.name, "files": files, "brief": brief, "shown": shown}
    return {"plan": plan, "fits": True, "answer": "\n".join(shown)}


def write_build(arguments: Json, world: ToolWorld) -> Json:
    """Write the files of the plan that was agreed to. Writing the same plan twice changes nothing."""
    plan = arguments["plan"]
    folder = _inside(world.workspace, str(plan["folder"]))
    targets = {_inside(folder, name): text for name, text in plan["files"].items()}
    for path, text in targets.items():
        if path.exists() and path.read_text("utf-8", errors="replace") != text:
            raise ToolFailure(f"{path} is there already with another content, so nothing was written over it")
    for path, text in targets.items():
        if not path.exists():  # else an attempt that was stopped has written it
            _put(path, text)
    names = [path.relative_to(folder).as_posix() for path in targets]
    return {"answer": f"Wrote {len(names)} files into {folder}.", "written": names, "folder": str(folder)}


def _put(path: Path, text: str) -> None:
    """Write a file whole or not at all: a process that dies in the middle leaves none that is cut off."""
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f".{path.name}.unfinished")
    unfinished.write_text(text, encoding="utf-8")
    unfinished.replace(path)


def accept_build(arguments: Json, world: ToolWorld) -> Json:
    """Look whether what was planned is there and can be read."""
    plan = arguments["plan"]
    folder = _inside(world.workspace, str(plan["folder"]))
    checks = [_check(folder, name, text) for name, text in plan["files"].items()]
    passed = all(check["passed"] for check in checks)
    lines = [f"  {'ok' if check['passed'] else 'FAILED'}  {check['file']}  {check['says']}" for check in checks]
    head = f"{folder}: {'every check passed' if passed else 'not every check passed'}."
    note = "It is a template filled with your words; what it should really do is still to be written."
    return {"answer": "\n".join([head, *lines, note]), "passed": passed, "checks": checks}


def _check(folder: Path, name: str, text: str) -> Json:
    path = _inside(folder, name)
    try:
        found = path.read_text("utf-8")
    except OSError:
        return {"file": name, "passed": False, "says": "is not there"}
    if found != text:
        return {"file": name, "passed": False, "says": "is not what was agreed to"}
    if path.suffix == ".py":
        try:
            ast.parse(found)
        except SyntaxError as fault:
            return {"file": name, "passed": False, "says": f"is no Python (line {fault.lineno})"}
        return {"file": name, "passed": True, "says": "is Python"}
    if path.suffix == ".html":
        return {"file": name, "passed": _is_balanced(found), "says": "its tags open and close"}
    return {"file": name, "passed": True, "says": "is there"}


def _filled(kind: str, name: str, brief: str) -> dict[str, str]:
    words = {"name": name, "module": name.replace("-", "_"), "brief": _harmless(brief)}
    root = TEMPLATES / kind
    files = {}
    for path in sorted(root.rglob("*.txt")):
        target = Template(path.relative_to(root).as_posix().removesuffix(".txt")).substitute(words)
        files[target] = Template(path.read_text("utf-8")).substitute(words)
    return files


def _harmless(brief: str) -> str:
    """Return the brief as words that can stand in a comment or a page: data, never code."""
    return re.sub(r"[^\w .,;:!?()'/+-]", " ", brief).replace("'''", "'")


def _name(brief: str, kind: str) -> str:
    if found := _CALLED.search(brief):
        words = [found[1]]
    else:
        words = [word for word in re.findall(r"[a-z0-9]+", brief.lower()) if word not in _FILLER][:3]
    name = re.sub(r"[^a-z0-9-]+", "-", "-".join(words).lower()).strip("-")[:40]
    return name if name and name[0].isalpha() else f"{kind}-{name}".rstrip("-")


def _free(workspace: Path, name: str) -> Path:
    """Return the folder of this name, or of the name with the first free number after it."""
    number, folder = 1, workspace / name
    while folder.exists():
        number += 1
        folder = workspace / f"{name}-{number}"
    return folder


def _inside(root: Path, name: str) -> Path:
    path = (root / name).resolve()
    if not path.is_relative_to(root.resolve()) or path == root.resolve():
        raise ToolFailure(f"{name!r} is outside the workspace, so nothing was written")
    return path


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.is_balanced = True

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        del attrs
        if tag not in ("meta", "link", "br", "img", "input", "hr"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        self.is_balanced = self.is_balanced and bool(self.open) and self.open.pop() == tag


def _is_balanced(page: str) -> bool:
    tags = _Tags()
    tags.feed(page)
    return tags.is_balanced and not tags.open
