"""Every line of every dimension's corpus, both directions: what must be read, with its value, and what must not."""

from collections.abc import Callable, Iterator
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from dragoman.interpret.dimensions.contact import Email, Phone, Url
from dragoman.interpret.dimensions.date import Date
from dragoman.interpret.dimensions.date_range import DateRange
from dragoman.interpret.dimensions.dimension import Context, Dimension
from dragoman.interpret.dimensions.duration import Duration
from dragoman.interpret.dimensions.money import Money
from dragoman.interpret.dimensions.number import Number
from dragoman.interpret.dimensions.ordinal import Ordinal
from dragoman.interpret.dimensions.percent import Percent
from dragoman.interpret.dimensions.quantity import Quantity
from dragoman.interpret.dimensions.section import Section
from dragoman.interpret.dimensions.time import Time
from dragoman.interpret.interpreter import Interpreter
from dragoman.interpret.normalize import normalize
from dragoman.interpret.value_record import Record, value_record
from dragoman.interpret.vocabulary import load_vocabulary

PACKAGE = Path(__file__).parents[2] / "src" / "dragoman"
CORPUS = PACKAGE / "interpret" / "dimensions" / "corpus"
FAMILY = [Number, Ordinal, Percent, Money, Quantity, Duration, Date, DateRange, Time, Section, Email, Phone, Url]
ALONE: dict[str, Callable[[], Dimension]] = {dimension.name: dimension for dimension in FAMILY}
Found = tuple[Record, str, list[Record]]


def _lines(kind: str) -> Iterator[Any]:
    for path in sorted(CORPUS.glob("*.yaml")):
        data = YAML(typ="safe").load(path.read_text("utf-8"))
        today = date.fromisoformat(str(data["reference_date"]))
        for number, line in enumerate(data[kind], start=1):
            text = line if isinstance(line, str) else line["text"]
            yield pytest.param(data["dimension"], today, line, id=f"{path.stem}-{number}-{text[:50]}")


@cache
def _reader(dimension: str) -> Callable[[str, date], list[Found]]:
    if dimension in ALONE:
        finder = ALONE[dimension]()
        return lambda text, today: _found_alone(finder, text, today)
    interpreter = Interpreter(load_vocabulary(PACKAGE / "assistants" / "mines" / "vocabulary"), dimensions=[dimension])
    return lambda text, today: _found_by(interpreter, text, today)


def _found_alone(finder: Dimension, text: str, today: date) -> list[Found]:
    plain = normalize(text)
    found = []
    for match in finder.find(plain, Context(today)):
        span = plain.span(match.start, match.end)
        others = [value_record(other) for other in match.alternatives]
        found.append((value_record(match.value), text[span.start : span.end], others))
    return found


def _found_by(interpreter: Interpreter, text: str, today: date) -> list[Found]:
    entities = interpreter.interpret(text, reference_date=today).entities
    return [(value_record(e.value), e.text, [value_record(other) for other in e.alternatives]) for e in entities]


@pytest.mark.parametrize(("dimension", "today", "case"), list(_lines("cases")))
def test_reads_what_the_line_says(dimension: str, today: date, case: dict[str, Any]) -> None:
    found = _reader(dimension)(case["text"], today)

    assert case.get("values", [case.get("value")]) == [value for value, _, _ in found]
    if "found" in case:
        expected = case["found"] if isinstance(case["found"], list) else [case["found"]] * len(found)
        assert expected == [text for _, text, _ in found]
    if "alternatives" in case:
        assert case["alternatives"] == [other for _, _, others in found for other in others]


@pytest.mark.parametrize(("dimension", "today", "text"), list(_lines("negative")))
def test_leaves_alone_what_is_none(dimension: str, today: date, text: str) -> None:
    assert _reader(dimension)(text, today) == []


@pytest.mark.parametrize("path", sorted(CORPUS.glob("*.yaml")), ids=lambda path: path.stem)
def test_every_corpus_shows_both_directions(path: Path) -> None:
    data = YAML(typ="safe").load(path.read_text("utf-8"))

    assert path.stem == data["dimension"]
    assert len(data["cases"]) >= 15
    assert len(data["negative"]) >= 9
    texts = [case["text"] for case in data["cases"]] + list(data["negative"])
    assert sorted(set(texts)) == sorted(texts), "a line stands twice"
