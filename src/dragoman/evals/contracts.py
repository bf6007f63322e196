"""Questions about agreements: the right clause and page, or the word that the agreement does not say."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from pydantic import model_validator

from dragoman.app.dragoman import Handle, open_handle
from dragoman.app.project import create_project
from dragoman.app.samples import AGREEMENTS
from dragoman.assistants.contracts.absence import NO_SENTENCE, OPENING
from dragoman.domain.answer import Answer, Citation
from dragoman.errors import Source
from dragoman.evals.figures import SUITES, DataSetError
from dragoman.evals.report import Judged, Verdict
from dragoman.evals.room import Room
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

SAMPLE = "sample"
MAX_NUMBER = 6  # characters; what is longer is part of a title


class AgreementSpec(Spec):
    """An agreement that is asked about: packaged, of the data set `contracts`, or of the one its path begins with."""

    id: str
    file: str

    @property
    def path(self) -> Path:
        """Where it lies among the data sets."""
        return Path(self.file) if "/" in self.file else Path("contracts", self.file)


class ClauseCaseSpec(Spec):
    """A question, and where its answer stands or that it stands nowhere."""

    id: str
    agreement: str
    text: str
    clauses: tuple[str, ...] = ()  # numbers or titles; the first citation must be one of them, "*" is any
    page: int | tuple[int, ...] = ()
    says: tuple[str, ...] = ()
    absent: bool = False

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        if self.absent == bool(self.clauses):
            raise ValueError("a case has clauses and a page, or it is absent")
        return self

    @property
    def pages(self) -> tuple[int, ...]:
        """The pages on which the answer may be cited."""
        return (self.page,) if isinstance(self.page, int) else self.page


class ClauseSuiteSpec(Spec):
    """A file of questions about agreements."""

    suite: str
    about: str
    reference_date: str
    within: bool = False  # whether a clause below the one that is wanted counts too
    agreements: tuple[AgreementSpec, ...]
    cases: tuple[ClauseCaseSpec, ...]


def contract_cases(room: Room, name: str = "contracts") -> Iterator[Judged]:
    """Ask every question of a home that holds its agreement and no other; without data only about the sample."""
    suite = load(SUITES / f"{name}.yaml", ClauseSuiteSpec)
    held = [one for one in suite.agreements if one.id == SAMPLE or room.data is not None]
    known = {one.id for one in held}
    cases = [case for case in suite.cases if case.agreement in known]
    wanted = room.wanted([case.id for case in cases])
    for agreement in held:
        own = [case for case in cases if case.agreement == agreement.id and case.id in wanted]
        if own:
            yield from _asked(agreement, own, room, suite)


def _asked(
    agreement: AgreementSpec, cases: list[ClauseCaseSpec], room: Room, suite: ClauseSuiteSpec
) -> Iterator[Judged]:
    day = date.fromisoformat(suite.reference_date)
    with TemporaryDirectory(prefix="dragoman-contract-") as place:
        project = Path(place, agreement.id)
        create_project(project)
        settings = replace(room.handle.runtime.settings, home=Path(place, "home"))
        with open_handle(project=project, assistant="contracts", settings=settings, reference_date=day) as handle:
            handle.ingest(_files(agreement, room), kind="contract")
            for case in cases:
                yield _judged(case, handle, within=suite.within)
                room.done(case.id)


def _files(agreement: AgreementSpec, room: Room) -> list[Path]:
    if agreement.id == SAMPLE:
        return [AGREEMENTS]
    path = room.data_sets / agreement.path
    if not path.exists():
        problem = f"an agreement of the data set {agreement.path.parts[0]} is not there"
        raise DataSetError(problem, where=Source(str(path)), remedy="Point --data at the data sets.")
    return [path]


def _judged(case: ClauseCaseSpec, handle: Handle, *, within: bool) -> Judged:
    answer = handle.ask(case.text)
    verdict, reason = judge_clause(case, answer, within=within)
    return Judged(
        case=case.id,
        verdict=verdict,
        reason=reason,
        milliseconds=answer.latency_ms,
        model_calls=answer.cost.model_calls,
    )


def judge_clause(case: ClauseCaseSpec, answer: Answer, *, within: bool = False) -> tuple[Verdict, str]:
    """Right when the first citation is the right clause and page and the words are there; or when it rightly says no.

    "declined" is a false "does not say", or "found no sentence" with the wrong one as the nearest; an answer where
    there is none is wrong.
    """
    says_nothing, is_near = answer.text.startswith(OPENING), answer.text.startswith(NO_SENTENCE)
    if case.absent:
        says_nothing = says_nothing or is_near
        first = f"{answer.text[:80]!r}, though the agreement does not say"
        return ("right", "") if says_nothing else ("asked" if answer.question else "wrong", first)
    if says_nothing or not answer.citations:
        return ("asked" if answer.question else "declined"), f"{case.text} {answer.text[:80]!r}"
    faults = list(_faults(case, answer, within=within))
    if faults and is_near:
        return "declined", f"{case.text} nearest {answer.citations[0].section}"
    return ("wrong", f"{case.text} {'; '.join(faults)}") if faults else ("right", "")


def _faults(case: ClauseCaseSpec, answer: Answer, *, within: bool) -> Iterator[str]:
    first = answer.citations[0]
    if not any(_is_clause(first, number, within=within) for number in case.clauses):
        yield f"cites {first.section}, wanted {' or '.join(case.clauses)}"
    said = " ".join(answer.text.casefold().split())
    if first.page not in case.pages:
        yield f"cites page {first.page}, wanted {' or '.join(map(str, case.pages))}"
    yield from (f"does not say {phrase!r}" for phrase in case.says if phrase.casefold() not in said)


def _is_clause(citation: Citation, number: str, *, within: bool) -> bool:
    """Say whether the clause itself is cited: its number stands at the head of the innermost heading.

    `within`: at the head of any heading, or a title in it.
    """
    heads = citation.section.casefold().split(" › ")
    wanted = number.casefold()
    if within:
        is_title = len(wanted) > MAX_NUMBER and any(wanted in head for head in heads)
        return wanted == "*" or is_title or any(_has_number(head, wanted) for head in heads)
    return _has_number(heads[-1], wanted)


def _has_number(head: str, wanted: str) -> bool:
    return head == wanted or head.startswith((f"{wanted} ", f"{wanted}.", f"article {wanted} "))
