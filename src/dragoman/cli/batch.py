"""`--batch FILE.jsonl`: one JSON object a line in, one out, in order; a bad line does not stop the rest."""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, BinaryIO

from dragoman.cli.exits import ANSWERED, FAILED
from dragoman.cli.fault import keep
from dragoman.cli.options import read_date
from dragoman.cli.output import say_json
from dragoman.domain.conversation import Turn
from dragoman.domain.utterance import readable
from dragoman.errors import DragomanError, Source, UsageError

Record = dict[str, Any]


class BatchError(UsageError):
    """The batch file cannot be read, or a line of it is not what it should be."""

    code = "batch"


@dataclass(frozen=True, slots=True, kw_only=True)
class BatchLine:
    """One question of a batch."""

    text: str
    history: tuple[Turn, ...] = ()
    reference_date: date | None = None
    fields: Record  # the whole object, for commands that take more


def run_batch(file: Path, answer: Callable[[BatchLine], Record], *, needs: str = "text") -> int:
    """Answer every line on standard output and return the exit status: 1 when any line failed.

    `needs` is the key that a line must have.
    """
    status = ANSWERED
    for number, raw in _lines(file):
        identity: object = number
        try:
            where = Source(str(file), number, 1)
            fields = _object(raw, where)
            identity = fields.get("id", number)
            record = answer(_line(fields, where, needs))
        except DragomanError as error:
            status = FAILED
            record = {"error": {"code": error.code, "message": error.message}}
        except Exception as fault:  # noqa: BLE001  # one line must not stop the others
            status = FAILED
            record = {"error": {"code": "fault", "message": f"something went wrong inside Dragoman: {keep(fault)}"}}
        say_json({"id": identity, **record})
        sys.stdout.flush()
    return status


def _lines(file: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not blank, each with its number in the file."""
    if str(file) == "-":
        yield from _numbered(sys.stdin.buffer)
        return
    try:
        with file.open("rb") as stream:
            yield from _numbered(stream)
    except OSError as fault:
        raise BatchError(
            f"the batch file cannot be read ({fault.strerror})", where=Source(str(file)), remedy="Check the path."
        ) from None


def _numbered(stream: BinaryIO) -> Iterator[tuple[int, bytes]]:
    yield from ((number, line) for number, line in enumerate(stream, start=1) if line.strip())


def _object(raw: bytes, where: Source) -> Record:
    try:
        fields = json.loads(raw)
        json.dumps(fields, allow_nan=False)  # what cannot be written back is no JSON
        # Halves of characters can be written in JSON, but neither stored nor printed.
        fields = json.loads(readable(json.dumps(fields, ensure_ascii=False))) if b"\\u" in raw else fields
    except (ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise BatchError("this line is not a JSON object", where=where, remedy='Write {"id": "1", "text": "…"}.')
    return fields


def _line(fields: Record, where: Source, needs: str) -> BatchLine:
    if needs not in fields:
        raise BatchError(f'this line has no "{needs}"', where=where, remedy='Write {"id": "1", "text": "…"}.')
    text = fields.get("text", "")
    if not isinstance(text, str):
        raise BatchError('"text" is not a string', where=where, remedy='Write {"id": "1", "text": "…"}.')
    day = fields.get("reference_date")
    return BatchLine(
        text=readable(text),
        history=_history(fields.get("history"), where),
        reference_date=read_date(None if day is None else str(day)),
        fields=fields,
    )


def _history(turns: object, where: Source) -> tuple[Turn, ...]:
    fault = BatchError(
        '"history" holds something that is no turn',
        where=where,
        remedy='It is a list; each is {"role": "user" or "assistant", "content": "…"}.',
    )
    if not isinstance(turns, list | None):
        raise fault
    found = []
    for turn in turns or ():
        match turn:
            case {"role": "user" | "assistant" as role, "content": str(content)}:
                found.append(Turn(role, readable(content)))
            case _:
                raise fault
    return tuple(found)
