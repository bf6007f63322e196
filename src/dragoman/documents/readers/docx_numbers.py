"""The numbers that Word prints before paragraphs but keeps out of their text: "8.2", "(a)", "Article IV"."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_MAX_STYLES = 10  # a style may be based on itself in a broken file
_PLACE = re.compile(r"%([1-9])")
_ROMAN = ((100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"))
_MAX_ROMAN = 399
_LETTERS = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Level:
    """How one level of a list is numbered."""

    form: str  # decimal, lowerRoman, upperLetter, bullet…
    text: str  # "%1.%2": the places of this level's number and of those above
    start: int
    is_legal: bool = False  # all places in plain figures, whatever form the levels above have


@dataclass(slots=True)
class Numbering:
    """The lists of a file, and how far each has been counted."""

    levels: Mapping[str, Mapping[int, Level]]  # by the id of a list
    counted_as: Mapping[str, str]  # lists that count on in common, by the id of a list
    counts: dict[tuple[str, int], int] = field(default_factory=dict)

    def label(self, paragraph: Any) -> str:  # noqa: ANN401 (python-docx is optional)
        """Return what Word prints before the next paragraph, and count it; nothing for one without a number."""
        place = _place_of(paragraph)
        if place is None or place[0] not in self.levels:
            return ""
        number, depth = place
        own = self.levels[number]
        level = own.get(depth)
        if level is None or level.form in ("bullet", "none"):
            return ""
        key = self.counted_as[number]
        self.counts[key, depth] = self.counts.get((key, depth), level.start - 1) + 1
        for deeper in [held for held in self.counts if held[0] == key and held[1] > depth]:
            del self.counts[deeper]

        def told(match: re.Match[str]) -> str:
            at = int(match[1]) - 1
            above = own.get(at, level)
            form = "decimal" if level.is_legal else above.form
            return _in(form, self.counts.get((key, at), above.start))

        return _PLACE.sub(told, level.text).strip()


def numbering_of(file: Any) -> Numbering:  # noqa: ANN401 (as above)
    """Return the lists a Word file defines; none where it defines none."""
    try:
        root = file.part.numbering_part.element
    except (KeyError, NotImplementedError):
        return Numbering({}, {})
    abstract = {_of(one, "abstractNumId"): _levels(one) for one in root.findall(f"{_W}abstractNum")}
    levels, counted_as = {}, {}
    for one in root.findall(f"{_W}num"):
        base, name = _val(one, "abstractNumId"), _of(one, "numId")
        levels[name] = abstract.get(base, {})
        starts_anew = one.find(f"{_W}lvlOverride/{_W}startOverride") is not None
        counted_as[name] = name if starts_anew else base
    return Numbering(levels, counted_as)


def _levels(abstract: Any) -> dict[int, Level]:  # noqa: ANN401 (as above)
    return {
        _whole(_of(one, "ilvl")): Level(
            form=_val(one, "numFmt") or "decimal",
            text=_val(one, "lvlText"),
            start=_whole(_val(one, "start") or "1"),
            is_legal=one.find(f"{_W}isLgl") is not None,
        )
        for one in abstract.findall(f"{_W}lvl")
    }


def _place_of(paragraph: Any) -> tuple[str, int] | None:  # noqa: ANN401 (as above)
    """Return list and level of a paragraph: its own, else those of its style or of what that is based on."""
    element, style, depth = paragraph._p, paragraph.style, ""  # noqa: SLF001 (there is no public way to numbers)
    for _ in range(_MAX_STYLES):
        own = element.find(f"{_W}pPr/{_W}numPr")
        if own is not None:
            depth = depth or _val(own, "ilvl")
            if number := _val(own, "numId"):
                return (number, _whole(depth)) if number != "0" else None
        if style is None:
            return None
        element, style = style.element, style.base_style
    return None


def _val(element: Any, child: str) -> str:  # noqa: ANN401 (as above)
    found = element.find(f"{_W}{child}")
    return _of(found, "val") if found is not None else ""


def _of(element: Any, name: str) -> str:  # noqa: ANN401 (as above)
    return str(element.get(f"{_W}{name}") or "")


def _whole(text: str) -> int:
    return int(text) if text.isdecimal() else 0


def _in(form: str, number: int) -> str:
    if form.endswith("Roman") and 0 < number <= _MAX_ROMAN:
        text = _roman(number)
    elif form.endswith("Letter") and number > 0:
        text = _LETTERS[(number - 1) % 26] * ((number - 1) // 26 + 1)
    else:
        return f"{number:02}" if form == "decimalZero" else str(number)
    return text.upper() if form.startswith("upper") else text


def _roman(number: int) -> str:
    text = ""
    for value, letters in _ROMAN:
        while number >= value:
            text, number = text + letters, number - value
    return text
