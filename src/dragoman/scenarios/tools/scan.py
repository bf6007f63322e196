"""scan_folder: secrets and risky calls in the files of a folder. Reads, runs nothing, shows no secret."""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Literal

import re2

from dragoman.scenarios.tools.find_folder import readable_folder
from dragoman.scenarios.tools.tool import ToolWorld
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

Json = dict[str, Any]
RULES = Path(__file__).with_name("scan_rules.yaml")
MAX_FILES = 5_000
MAX_BYTES = 1_000_000  # of one file; larger ones are counted as skipped
MAX_LINE = 2_000  # characters; longer lines are not written by people
MAX_FINDINGS = 200
SHOWN = 20
SKIPPED_FOLDERS = frozenset({".git", ".hg", ".venv", "venv", "node_modules", "__pycache__", ".mypy_cache"})
_RANK = {"high": 0, "medium": 1, "low": 2}


class ScanRuleSpec(Spec):
    """One thing to look for."""

    rule: str
    severity: Literal["high", "medium", "low"]
    pattern: str
    files: tuple[str, ...] = ()
    """Endings of the files it looks at; empty: all."""
    says: str
    is_secret: bool = False


class ScanFileSpec(Spec):
    """The file of rules."""

    rules: tuple[ScanRuleSpec, ...]
    not_secrets: tuple[str, ...] = ()
    """Patterns of values that only look like secrets."""


def scan_folder(arguments: Json, world: ToolWorld) -> Json:
    """Return what was found, the most severe first, and in words what was looked at."""
    folder = readable_folder(str(arguments["folder"]), world)
    files, skipped = _files(folder)
    findings = [finding for path in files for finding in _findings(path, folder)][:MAX_FINDINGS]
    findings.sort(key=lambda one: (_RANK[one["severity"]], one["file"], one["line"]))
    high = sum(one["severity"] == "high" for one in findings)
    counts = {"files": len(files), "skipped": skipped, "high": high}
    return {"answer": _answer(folder, findings, counts), "findings": findings, **counts}


def _files(folder: Path) -> tuple[list[Path], int]:
    found: list[Path] = []
    skipped = 0
    for place, folders, names in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if name not in SKIPPED_FOLDERS)
        for name in sorted(names):
            path = Path(place, name)
            if path.is_symlink() or not path.is_file() or path.stat().st_size > MAX_BYTES or len(found) >= MAX_FILES:
                skipped += 1
            else:
                found.append(path)
    return found, skipped


def _findings(path: Path, folder: Path) -> Iterator[Json]:
    try:
        data = path.read_bytes()
    except OSError:
        return
    if b"\0" in data[:8_000]:
        return
    for number, line in enumerate(data.decode("utf-8", errors="replace").splitlines(), start=1):
        for rule, pattern in _rules():
            if rule.files and path.suffix not in rule.files and path.name not in rule.files:
                continue
            if (match := pattern.search(line[:MAX_LINE])) and not (rule.is_secret and _is_no_secret(match.group())):
                shown = _masked(match.group()) if rule.is_secret else match.group().strip()[:80]
                place = {"file": path.relative_to(folder).as_posix(), "line": number}
                yield {"rule": rule.rule, "severity": rule.severity, **place, "shown": shown, "says": rule.says}


def _answer(folder: Path, findings: list[Json], counts: Json) -> str:
    looked = f"I looked at {_counted(counts['files'], 'file')} in {folder.name}"
    looked += f" and skipped {counts['skipped']}" if counts["skipped"] else ""
    if not findings:
        return f"{looked}: no secret patterns and no risky calls that I know. My rules are few; this is no audit."
    head = f"{looked}: {_counted(len(findings), 'finding')}, {counts['high']} severe."
    lines = [
        f"  {one['severity']:<6} {one['file']}:{one['line']}  {one['says']}  ({one['shown']})"
        for one in findings[:SHOWN]
    ]
    more = [f"  … and {len(findings) - SHOWN} more"] if len(findings) > SHOWN else []
    return "\n".join([head, *lines, *more, "Nothing was run or changed; secrets are shown masked."])


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _masked(secret: str) -> str:
    kept = secret.strip()[:4]
    return f"{kept}…({len(secret.strip())} characters)"


@cache
def _rules() -> tuple[tuple[ScanRuleSpec, Any], ...]:
    return tuple((rule, _compiled(rule.pattern)) for rule in load(RULES, ScanFileSpec).rules)


@cache
def _not_secrets() -> tuple[Any, ...]:
    return tuple(_compiled(pattern) for pattern in load(RULES, ScanFileSpec).not_secrets)


def _is_no_secret(text: str) -> bool:
    return any(pattern.search(text) for pattern in _not_secrets())


def _compiled(pattern: str) -> Any:  # noqa: ANN401  the package has no types
    options = re2.Options()
    options.log_errors = False
    return re2.compile(pattern, options)
