"""The suite `tatqa`: questions for figures of one table and its paragraphs, through the whole graph without a model.

Each context is brought in as a page of its own and is all that the index holds while its questions are asked, so
that they need not name a company: TAT-QA's do not. What a person would say when bringing it in is read off simply:
the newest year that the table prints, and the month in which years end.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory

from dragoman.app.dragoman import Handle, open_handle
from dragoman.assistants.mines.compose.narrative import ONLY_NEAR
from dragoman.calculate.operations import holders
from dragoman.documents.identity import IngestOptions
from dragoman.documents.ingest import ingest
from dragoman.domain.answer import Answer
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import CalculationNode, LineageNode, calculations_of, facts_of
from dragoman.evals.answers import answer_facts
from dragoman.evals.report import VERDICTS, Judged, Verdict
from dragoman.evals.room import Room
from dragoman.evals.tatqa import TableContext, TableQuestion, read_contexts

_YEAR = re.compile(r"(?<![\d,.])20[0-3]\d(?![\d,.]\d)")
_MONTHS = tuple(date(2000, month, 1).strftime("%B") for month in range(1, 13))
_DAY = re.compile(rf"\b({'|'.join(_MONTHS)})\s+\d\d?\b|\b\d\d?\s+({'|'.join(_MONTHS)})\b")
_SPILL = re.compile(rf"\b({'|'.join(_MONTHS)})\s+[1-7]\b(?!\d)|\b[1-7]\s+({'|'.join(_MONTHS)})\b")
_LACKS = ("I have nothing of", "not found in the documents", "cannot be computed", "for no other year")
_CALCULATED = ("sum", "difference", "average", "change %", "ratio", "other")


def tatqa_cases(room: Room) -> Iterator[Judged]:
    """Ask what every context is asked for figures; `limit` takes so many questions, spread over all contexts."""
    contexts = read_contexts(room.data_sets)
    wanted = room.wanted([one.id for context in contexts for one in context.questions])
    counts: dict[str, Counter[str]] = {}
    why: Counter[str] = Counter()
    with TemporaryDirectory(prefix="dragoman-tatqa-") as folder:
        _write_project(Path(folder) / "project")
        settings = replace(room.handle.runtime.settings, home=Path(folder) / "home")
        with open_handle(
            project=Path(folder) / "project", settings=settings, reference_date=date(2026, 11, 30)
        ) as handle:
            for context in contexts:
                asked = [one for one in context.questions if one.id in wanted]
                if not asked:
                    continue
                _bring_in(handle, context, Path(folder) / "context.html")
                has_facts = bool(handle.runtime.corpus.facts())
                for one in asked:
                    answer = handle.ask(one.text)
                    judged = judge_table_answer(one, answer)
                    _tally(counts, context, one, judged)
                    if judged.verdict == "declined":
                        why[_why(answer, has_facts=has_facts)] += 1
                    yield judged
                    room.done(one.id)
    told = {name: _spoken(found) for name, found in sorted(counts.items())}
    room.measured["tatqa"] = {**told, "declined because": dict(why.most_common())}


def judge_table_answer(question: TableQuestion, answer: Answer) -> Judged:
    """Right when the answer's figure, in whole units, is the one wanted, to its last written digit."""
    case, spent = question.id, answer.latency_ms
    said = f"{question.text} {question.derivation or ''} → {answer.text[:300]}"
    if answer.outcome == "clarification":
        return Judged(case=case, verdict="asked", reason=said, milliseconds=spent)
    if answer.outcome != "answered" or ONLY_NEAR in answer.text or not answer.lineage:
        return Judged(case=case, verdict="declined", reason=said, milliseconds=spent)
    given = given_amounts(question, answer)
    if not _is_same(given, question) and _says_less(given, question, answer):
        return Judged(case=case, verdict="declined", reason=f"not all of it: {said}", milliseconds=spent)
    verdict: Verdict = "right" if _is_same(given, question) else "wrong"
    wanted = ", ".join(str(amount) for amount in question.amounts)
    found = ", ".join(str(amount) for amount in given) or "no such figure"
    return Judged(
        case=case,
        verdict=verdict,
        reason="" if verdict == "right" else f"wanted {wanted}, given {found}: {said}",
        milliseconds=spent,
    )


def given_amounts(question: TableQuestion, answer: Answer) -> tuple[Decimal, ...]:
    """Return the figures that an answer gives to what was asked: the result first worked out, or the facts."""
    results = [node for root in answer.lineage for node in calculations_of(root)]
    if question.operation in _CALCULATED:
        return tuple(node.amount for node in results[:1] if node.amount is not None)
    if question.operation == "count":
        return (_counted(answer.lineage),)
    facts = answer_facts(answer)
    if question.operation == "which year":
        return tuple(Decimal(fact.period.year) for fact in _chosen(answer.lineage) if fact.period)
    return tuple(fact.amount for fact in (facts[:1] if question.operation == "look-up" else facts))


def _says_less(given: Sequence[Decimal], question: TableQuestion, answer: Answer) -> bool:
    """Say whether the answer says itself that it lacks something, or states no rate of a base below zero."""
    if question.operation == "change %":
        rates = [node for root in answer.lineage for node in calculations_of(root) if node.unit == "%"]
        if any(node.shown.lstrip("−") not in answer.text for node in rates):
            return True
    is_part = all(any(abs(one - other) <= question.within for other in question.amounts) for one in given)
    return is_part and any(words in answer.text for words in _LACKS)


def _is_same(given: Sequence[Decimal], question: TableQuestion) -> bool:
    """Say whether the figures are those wanted; which is of which year their text says, so order means nothing.

    So the answer says which of two figures is the larger, and the sign of a difference between them is not held
    against it.
    """
    if question.operation == "difference" and "difference" in question.text.lower():
        given, wanted_signs = tuple(map(abs, given)), tuple(map(abs, question.amounts))
        question = replace(question, amounts=wanted_signs)
    wanted = sorted(question.amounts)
    pairs = list(zip(sorted(given), wanted, strict=False))
    return len(given) == len(wanted) and all(abs(one - other) <= question.within for one, other in pairs)


def _chosen(lineage: Sequence[LineageNode]) -> tuple[Fact, ...]:
    """Return the figures that an answer picks out: those that pass a limit, or the highest or lowest."""
    first = lineage[0]
    if not isinstance(first, CalculationNode):
        return ()
    if len(lineage) > 1:  # a limit: behind what passes it stand all figures that were held against it
        return facts_of(first)
    if first.operation in ("growth", "cagr"):
        return facts_of(first)  # the years of a row, for "in which years is it given"
    picked = holders(first) if first.operation in ("min", "max") else first.operands[:1]
    return tuple(fact for node in picked for fact in facts_of(node))


def _counted(lineage: Sequence[LineageNode]) -> Decimal:
    first = lineage[0]
    if isinstance(first, CalculationNode) and first.operation == "count" and first.amount is not None:
        return first.amount
    return Decimal(len(_chosen(lineage)))


def _tally(counts: dict[str, Counter[str]], context: TableContext, question: TableQuestion, judged: Judged) -> None:
    half = "held" if context.is_held else "tuned"
    for name in (f"{half}, {question.operation}", f"{half}, all"):
        counts.setdefault(name, Counter())[judged.verdict] += 1


def _why(answer: Answer, *, has_facts: bool) -> str:
    """Say what stood in the way of an answer, as far as the answer shows it."""
    if not has_facts:
        return "no figure of the table was read"
    if answer.outcome == "answered" and answer.lineage:
        return "part of the figures is missing"
    if answer.outcome == "answered":
        return "sentences were found and no figure"
    return "no row was found for its words" if answer.outcome in ("out_of_scope", "unsupported") else "no such figure"


def _spoken(found: Counter[str]) -> dict[str, int]:
    return {"asked for": found.total(), **{verdict: found[verdict] for verdict in VERDICTS}}


def _bring_in(handle: Handle, context: TableContext, path: Path) -> None:
    """Put the context in the place of the one before."""
    runtime = handle.runtime
    path.write_text(context.html, "utf-8")
    options = IngestOptions(company=_ticker(_month_of(context)), period=f"FY{_year_of(context)}", kind="report")
    report = ingest([path], store=runtime.corpus, vocabulary=runtime.vocabulary, options=options)[0]
    if report.error:
        raise report.error


def _year_of(context: TableContext) -> int:
    """Return the newest year that the table prints, or else the paragraphs."""
    table = " ".join(cell for row in context.rows for cell in row)
    years = _YEAR.findall(table) or _YEAR.findall(" ".join(context.paragraphs)) or ["2019"]
    return max(map(int, years))


def _month_of(context: TableContext) -> int:
    """Return the month whose days are named most; a year that ends in its first week ends with the month before."""
    table = " ".join(cell for row in context.rows for cell in row)
    for text in (table, " ".join(context.paragraphs)):
        found = Counter(_MONTHS.index(before or after) + 1 for before, after in _DAY.findall(text))
        found.update((_MONTHS.index(before or after) or 12) for before, after in _SPILL.findall(text))
        found.subtract(_MONTHS.index(before or after) + 1 for before, after in _SPILL.findall(text))
        if found:
            return max(found, key=lambda month: (found[month], month))
    return 12


def _write_project(folder: Path) -> None:
    (folder / "vocabulary").mkdir(parents=True)
    (folder / "dragoman.yaml").write_text("name: tatqa\nsample_corpus: false\n", "utf-8")
    lines = [
        f'  - {{ticker: {_ticker(month)}, name: "Issuer {month:02}", year_end_month: {month}, currency: USD}}'
        for month in range(1, 13)
    ]
    (folder / "vocabulary" / "companies.yaml").write_text("\n".join(["companies:", *lines, ""]), "utf-8")


def _ticker(month: int) -> str:
    return f"TQ{chr(ord('A') + month)}Z"
