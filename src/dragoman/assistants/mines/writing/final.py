"""The final text: a model's where it wrote one that stands, else the exact one of the templates."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dragoman.assistants.mines.advice.ask import written
from dragoman.assistants.mines.compose.compose import Composition
from dragoman.assistants.mines.material import Material
from dragoman.assistants.mines.nodes.checked import Checked, check
from dragoman.assistants.mines.nodes.gathered import computed_of
from dragoman.assistants.mines.state import MainState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.assistants.mines.writing.check import Judgements, TextCheck
from dragoman.assistants.mines.writing.complete import says_all
from dragoman.assistants.mines.writing.drafted import composed
from dragoman.assistants.mines.writing.excerpts import Excerpts, news_evidence, news_text, spoken_day
from dragoman.assistants.mines.writing.judged import judged
from dragoman.assistants.mines.writing.marks import cited_in_order, with_marks
from dragoman.assistants.mines.writing.scope import Scope, may_merge
from dragoman.assistants.mines.writing.sift import Sifted, sift
from dragoman.domain import wire
from dragoman.domain.claim import Claim
from dragoman.graphs.path import TurnContext
from dragoman.grounding.judge import plain

NOTHING = "(none)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Final:
    """What is said, with its check."""

    composition: Composition
    checked: Checked
    is_written: bool = False  # by a model, at least in part


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """What a final text is made with."""

    material: Material
    state: MainState
    turn: TurnContext
    tools: MinesTools

    def text_check(self, base: Composition, judgements: Judgements, *, with_news: bool) -> TextCheck:
        """Return the check of a text that uses the markers of a composition."""
        excerpts = Excerpts(sources=base.sources, evidence=base.sources.evidence)
        return TextCheck(
            tools=self.tools,
            excerpts=excerpts,
            question=self.state["query"],
            reference_date=self.turn.reference_date,
            news=news_evidence(self.material.news, excerpts) if with_news else (),
            calculations=base.calculations,
            judgements=judgements,
        )


async def final(template: Composition, desk: Desk) -> Final:
    """Return the first text that stands: the model's merge of the sections, its draft, the template's."""
    record = desk.state["retrieval_result"].get("written") or {}
    known = {plain(claim.text): claim for claim in (wire.load(Claim, one) for one in record.get("judged", ()))}
    base = _with_draft(template, record, desk)
    has_sections = bool(base.body and base.sources.citations)
    merges = has_sections and may_merge(desk.material, desk.tools, desk.turn)
    if merges and (merged := await _merged(base, known, desk)):
        return merged
    if record:
        sifted = sift(base.body, desk.text_check(base, known, with_news=False))
        if _stands(sifted, str(record["text"]), base, desk):
            return _as_final(sifted, base, desk)
    return Final(composition=template, checked=check(template, desk.state, desk.tools, desk.turn))


def _with_draft(template: Composition, record: dict[str, object], desk: Desk) -> Composition:
    if not record:
        return template
    computed = computed_of(desk.state["calc_result"], desk.material.plan)
    scope: Scope = "open" if record["scope"] == "open" else "all"
    return composed(desk.material, str(record["text"]), scope, desk.tools, computed)


async def _merged(base: Composition, known: Judgements, desk: Desk) -> Final | None:
    """Let a model merge the sections. None where it gave nothing, or nothing that stands and says all."""
    checks = desk.text_check(base, known, with_news=True)
    inputs = {
        "reports": " ".join(filter(None, (base.lead, base.body))),
        "calculations": "\n".join(f"{node.expression} = {node.shown}" for node in base.calculations) or NOTHING,
        "news": news_text(checks.news) or NOTHING,
        "question": desk.state["query"],
    }
    text = await written("mines_answer", inputs, node="answer", tools=desk.tools, turn=desk.turn)
    if not text:
        return None
    settled = await judged(text, checks, tools=desk.tools, turn=desk.turn, node="answer")
    checks = replace(checks, judgements={**known, **settled.by_text})
    sifted = sift(text, checks)
    return _as_final(sifted, base, desk) if _stands(sifted, text, base, desk) else None


def _stands(sifted: Sifted, written: str, base: Composition, desk: Desk) -> bool:
    """Say whether a page carries some of what was written, and the whole has every number of the exact text."""
    if not sifted.carries(written):
        return False
    figures = desk.tools.grounder.figures(sifted.text, reference_date=desk.turn.reference_date)
    return says_all(base.lineage, figures)


def _as_final(sifted: Sifted, base: Composition, desk: Desk) -> Final:
    """Put the citations in the order of first use, say the day of news in words, and mark what was only judged."""
    days = {
        len(base.sources.evidence) + place: spoken_day(item) for place, item in enumerate(desk.material.news, start=1)
    }
    text = _dated(sifted.text, days)
    claims: Sequence[Claim] = sifted.grounding.claims if sifted.grounding else ()
    text, citations = cited_in_order(text, claims, base.sources)
    claims = tuple(replace(claim, text=_dated(claim.text, days)) for claim in claims)
    text, claims = with_marks(text, claims)
    grounding = replace(sifted.grounding, claims=claims) if sifted.grounding else None
    composition = replace(base, lead="" if base.body != sifted.text else base.lead, body=text)
    return Final(
        composition=composition, checked=Checked(text=text, citations=citations, grounding=grounding), is_written=True
    )


def _dated(text: str, days: dict[int, str]) -> str:
    """Put the day in the place of a marker that leads to news: news is told with its date and never cited."""
    return re.sub(r"\[(\d+)\]", lambda mark: f"(news, {days[int(mark[1])]})" if int(mark[1]) in days else mark[0], text)
