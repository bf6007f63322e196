"""The suites of the answer cache: what must never be answered from memory, and what should be."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

from dragoman.assistants.mines.recall import asked_of
from dragoman.domain.asker import ANYBODY
from dragoman.evals.likeness import cosines, public_halves
from dragoman.evals.report import Judged
from dragoman.evals.room import Room
from dragoman.memory.answer_cache import AnswerCache, Hit, Thresholds
from dragoman.memory.equivalence import equivalence
from dragoman.memory.key import Asked
from dragoman.memory.meaning import QuestionMeaning
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec
from dragoman.stores.answers import AnswerStore

FILE = Path(__file__).parent / "suites" / "cache_pairs.yaml"
COMPANIES = (
    ("BHP", "Rio Tinto"),
    ("Fortescue", "BHP"),
    ("Rio Tinto", "Mineral Resources"),
    ("Northern Star", "Fortescue"),
    ("Mineral Resources", "Northern Star"),
)
METRICS = (
    ("revenue", "EBITDA"),
    ("net profit", "revenue"),
    ("operating cash flow", "net debt"),
    ("net debt", "capital expenditure"),
    ("capital expenditure", "net profit"),
)
YEARS = (("FY2024", "FY2023"), ("FY2023", "FY2022"), ("FY2025", "FY2024"), ("FY2022", "FY2021"))
PAIRS = 70  # of each kind
GROUPS = 16  # of each way to ask: with every line of it
ANSWER: dict[str, str] = {"text": "remembered"}
TODAY = date(2026, 11, 30)


class CachePairsSpec(Spec):
    """The file `cache_pairs.yaml`."""

    differ: dict[str, tuple[tuple[str, str], ...]]
    same: tuple[tuple[str, ...], ...]


def cache_cases(room: Room) -> Iterator[Judged]:
    """Yield pairs that must not hit, paraphrases that should, and the same question of another tenant or corpus."""
    spec = load(FILE, CachePairsSpec)
    never, should = list(_pairs(spec)), list(_paraphrases(spec))
    wanted = room.wanted([name for name, *_ in (*never, *should)])
    for name, first, second in never:
        if name in wanted:
            yield _judge_pair(name, first, second, room)
            room.done(name)
    hits = 0
    for name, first, second in should:
        if name in wanted:
            judged = _judge_paraphrase(name, first, second, room)
            hits += judged.verdict == "right"
            yield judged
            room.done(name)
    room.measured["cache"] = {
        "pairs that differ": {"asked": 2 * sum(name in wanted for name, *_ in never)},
        "paraphrases": {"asked": sum(name in wanted for name, *_ in should), "hits": hits},
    }
    if not room.cases:
        yield from _judge_scopes(room)


def open_question_cases(room: Room) -> Iterator[Judged]:
    """Yield pairs of open questions that people say differ, and measure both kinds beside plain cosine.

    Rates are of the second part of the pairs alone: with the first, one choice about the weights was made.
    """
    parts = public_halves(room.data_sets / "qqp-sample" / "pairs.jsonl")
    rows = [(f"qqp-{part}-{n}", row, part == 1) for part in (0, 1) for n, row in enumerate(parts[part])]
    wanted = room.wanted([name for name, *_ in rows])
    kept = [row for row in rows if row[0] in wanted]
    pairs = [(a, b) for _, (a, b, _), _ in kept]
    found = _likenesses(pairs, room)
    sure = next(iter(found.values()))
    for (name, (a, b, is_same), _), score in zip(kept, sure, strict=True):
        if not is_same:
            is_hit = score >= Thresholds().answer
            reason = f"{score:.3f}: {a} / {b}" if is_hit else ""
            yield Judged(case=name, verdict="wrong" if is_hit else "right", reason=reason)
    told = [place for place, (*_, is_told) in enumerate(kept) if is_told]
    labels = [kept[place][1][2] for place in told]
    room.measured["cache_open"] = {
        name: _rates([values[place] for place in told], labels) for name, values in found.items()
    }


def _likenesses(pairs: Sequence[tuple[str, str]], room: Room) -> dict[str, list[float]]:
    """Return what each way to compare makes of the pairs; the product's own comes first."""
    embedder = room.handle.runtime.embedder
    plain = cosines(pairs, embedder)
    words = [equivalence(a, b) for a, b in pairs]
    if embedder is None or QuestionMeaning(lambda: embedder).note:
        return {"words": words, **plain}
    near = plain["embedder cosine"]
    both = [equivalence(a, b, cosine=one) for (a, b), one in zip(pairs, near, strict=True)]
    return {"words and meaning": both, "words": words, **plain}


def _rates(scores: Sequence[float], labels: Sequence[bool]) -> dict[str, float]:
    """Return the share of false hits among pairs that differ, and of hits among those that do not."""
    rates = {}
    limits = Thresholds()
    for limit in (limits.answer, limits.hint):
        for name, wanted in (("false_hits", False), ("hits", True)):
            of_kind = [score >= limit for score, label in zip(scores, labels, strict=True) if label is wanted]
            rates[f"{name}_{limit:.2f}"] = round(sum(of_kind) / max(1, len(of_kind)), 4)
    return rates


def _fillings() -> Iterator[dict[str, str]]:
    number = 0
    while True:
        (c, o), (m, n), (y, z) = (
            COMPANIES[number % 5],
            METRICS[(number // 5 + number) % 5],
            YEARS[(number // 25 + number) % 4],
        )
        yield {"c": c, "o": o, "m": m, "n": n, "y": y, "z": z}
        number += 1


def _pairs(spec: CachePairsSpec) -> Iterator[tuple[str, str, str]]:
    for kind, templates in spec.differ.items():
        for number, filling in enumerate(islice(_fillings(), PAIRS)):
            first, second = templates[number % len(templates)]
            yield f"{kind}-{number}", first.format(**filling), second.format(**filling)


def _paraphrases(spec: CachePairsSpec) -> Iterator[tuple[str, str, str]]:
    for place, group in enumerate(spec.same):
        for number, filling in enumerate(islice(_fillings(), GROUPS)):
            first = group[0].format(**filling)
            for line, other in enumerate(group[1:], start=1):
                yield f"same-{place}-{number}-{line}", first, other.format(**filling)


def _judge_pair(name: str, first: str, second: str, room: Room) -> Judged:
    """Remember the first and ask the second, and the other way round."""
    begun = perf_counter()
    hits = [pair for pair in ((first, second), (second, first)) if _is_hit(*pair, room)]
    reason = f"answered {hits[0][1]!r} from {hits[0][0]!r}" if hits else ""
    milliseconds = (perf_counter() - begun) * 1000
    return Judged(case=name, verdict="wrong" if hits else "right", reason=reason, milliseconds=milliseconds)


def _judge_paraphrase(name: str, first: str, second: str, room: Room) -> Judged:
    """Ask in other words; what is not found is worked out anew, which costs time and is not wrong."""
    begun = perf_counter()
    is_hit = _is_hit(first, second, room)
    reason = "" if is_hit else f"{second!r} was not found under {first!r}"
    milliseconds = (perf_counter() - begun) * 1000
    return Judged(case=name, verdict="right" if is_hit else "declined", reason=reason, milliseconds=milliseconds)


def _judge_scopes(room: Room) -> Iterator[Judged]:
    text = "What was BHP's revenue in FY2024?"
    asked = _asked(text, room)
    assert asked is not None  # noqa: S101  this question is complete
    for name in ("tenant", "assistant", "corpus", "rules", "language", "policy"):
        changed: dict[str, Any] = {name: "another"}
        other = replace(asked, key=replace(asked.key, **changed))
        is_hit = _hits(asked, other, room)
        yield Judged(case=f"other-{name}", verdict="wrong" if is_hit else "right", reason=f"another {name}, a hit")


def _is_hit(first: str, second: str, room: Room) -> bool:
    remembered, asked = _asked(first, room), _asked(second, room)
    return remembered is not None and asked is not None and _hits(remembered, asked, room)


def _hits(remembered: Asked, asked: Asked, room: Room) -> bool:
    store = AnswerStore(None)
    try:
        meaning = QuestionMeaning(lambda: room.handle.runtime.embedder)
        cache = AnswerCache(store, room.handle.runtime.clock, rules="eval", ttl=None, meaning=meaning)
        cache.remember(remembered, dict(ANSWER), {})
        return isinstance(cache.look_up(asked), Hit)
    finally:
        store.close()


def _asked(text: str, room: Room) -> Asked | None:
    record = room.handle.runtime.router.decide(text, reference_date=TODAY)
    return asked_of(record, asker=ANYBODY, rules="eval", policy="embedded")
