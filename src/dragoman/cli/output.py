"""What reaches the terminal: no control characters, every encoding, strict JSON."""

import codecs
import json
import re
import sys

import typer

_SPELLED = {
    **dict.fromkeys("−–—‑", "-"),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("“”", '"'),
    "×": "x",
    "÷": "/",
    "·": "-",
    "…": "...",
    "›": ">",
    "→": "->",
    "└": "`",
    "├": "|",
    "│": "|",
    "─": "-",
    "≈": "~",
    **dict.fromkeys("\u00a0\u2009\u202f", " "),
}
_CONTROLS = re.compile("[\x7f-\x9f]")  # json.dumps escapes those below the space itself


def plain(text: str) -> str:
    """Take control characters out: the text of a document or a person must not steer the terminal."""
    if text.isprintable():
        return text
    return "".join(_plain(character) for character in text)


def _plain(character: str) -> str:
    if character.isprintable() or character in "\n\t":
        return character
    return " " if character.isspace() else ""


def counted(count: int, word: str) -> str:
    """Return "1 page" or "2 pages"."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def proved_by(count: int) -> str:
    """Return "proved by 2 identities"."""
    return f"proved by {count:,} {'identity' if count == 1 else 'identities'}"


def one_line(text: str) -> str:
    """Take line breaks out as well, for names and labels within a line."""
    return plain(" ".join(text.split()))


def say(text: str = "", *, err: bool = False, bold: bool = False) -> None:
    """Print a text for people."""
    stream = sys.stderr if err else sys.stdout
    text = plain(text)
    stream.write((typer.style(text, bold=True) if bold and stream.isatty() else text) + "\n")


def say_json(record: object) -> None:
    """Print one JSON value on one line; what the terminal's encoding lacks is escaped."""
    text = _CONTROLS.sub(_escape, json.dumps(record, ensure_ascii=False, allow_nan=False))
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        text = json.dumps(record, allow_nan=False)
    sys.stdout.write(f"{text}\n")


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def open_streams() -> None:
    """Let standard streams take every character: unreadable input is marked, unprintable output spelled."""
    codecs.register_error("dragoman", _spell)
    for stream, errors in ((sys.stdin, "replace"), (sys.stdout, "dragoman"), (sys.stderr, "dragoman")):
        reconfigure = getattr(stream, "reconfigure", None)  # not there where a program has put something else
        if reconfigure:
            reconfigure(errors=errors)


def _spell(fault: UnicodeError) -> tuple[str, int]:
    if not isinstance(fault, UnicodeEncodeError):
        raise fault
    return "".join(_SPELLED.get(character, "?") for character in fault.object[fault.start : fault.end]), fault.end
