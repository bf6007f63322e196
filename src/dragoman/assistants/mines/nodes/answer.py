"""answer: the final text, its citations, charts, assumptions and caveats, and the check of what it says."""

from dataclasses import replace

from dragoman.assistants.mines.charts import charts
from dragoman.assistants.mines.compose.compose import compose
from dragoman.assistants.mines.compose.headlines import source_notes
from dragoman.assistants.mines.compose.narrative import ONLY_NEAR
from dragoman.assistants.mines.material import Material
from dragoman.assistants.mines.nodes.audited import contradictions, one_grade_lower, sums_that_fail
from dragoman.assistants.mines.nodes.data_services import of_data_services
from dragoman.assistants.mines.nodes.degraded import warnings
from dragoman.assistants.mines.nodes.gathered import computed_of, material_of
from dragoman.assistants.mines.nodes.keep import keep
from dragoman.assistants.mines.nodes.notes import conversion, notes_of, spoken_words
from dragoman.assistants.mines.nodes.other_years import elsewhere
from dragoman.assistants.mines.nodes.replied import reply
from dragoman.assistants.mines.nodes.told_news import told_news
from dragoman.assistants.mines.state import MainState
from dragoman.assistants.mines.tools import MinesTools
from dragoman.assistants.mines.writing.final import Desk, Final, final
from dragoman.assistants.mines.writing.translate import answer_in_language, still_told
from dragoman.assistants.mines.writing.warn import warnings_of_writing
from dragoman.domain import wire
from dragoman.domain.answer import Answer
from dragoman.domain.claim import ConfidenceGrade
from dragoman.domain.lineage import facts_of
from dragoman.graphs.path import TurnContext, Update
from dragoman.grounding.confidence import caveats, grade


async def answer(state: MainState, turn: TurnContext, *, tools: MinesTools) -> Update:
    """Say what is remembered, or the router's own text where no search was needed, else compose from what was found.

    What was composed and checked is remembered in its turn.
    """
    if state["cache_hit"]:
        again = wire.load(Answer, state["remembered"])
        return Update(reply(state, again), f"from memory, confidence {again.confidence}")
    said = await _in_language(await _said(state, turn, tools), state, turn, tools)
    known, is_kept = keep(wire.load(Answer, said.values["answer"]), state, turn, tools)
    values = {**said.values, "answer": wire.dump(known)}
    return Update(values, f"{said.summary}, remembered" if is_kept else said.summary)


async def _in_language(update: Update, state: MainState, turn: TurnContext, tools: MinesTools) -> Update:
    """Return the answer in the language of the question; its figures stay, and so do its citations."""
    said = wire.load(Answer, update.values["answer"])
    told = await answer_in_language(said, state["asked"], node="answer", tools=tools, turn=turn)
    if told is said:
        return update
    confidence = "medium" if turn.degraded and said.confidence == "high" else said.confidence
    return Update({**update.values, **reply(state, replace(told, confidence=confidence))}, update.summary)


async def _said(state: MainState, turn: TurnContext, tools: MinesTools) -> Update:
    if not (state["needs_retrieval"] or state["needs_news"]) or state["is_out_of_scope"]:
        warned = warnings(turn)
        text = "\n\n".join((state["direct_answer"] or state["aggregated_context"], *warned))
        said = Answer(text=text, outcome=state["outcome"], caveats=warned)
        return Update(reply(state, said), f"direct: {said.outcome}")
    material = material_of(state)
    if not turn.degraded:  # what has failed once is not asked again
        material = _with_other_years(material, tools)
    template = compose(material, tools.vocabulary, computed_of(state["calc_result"], material.plan))
    desk = Desk(material=material, state=state, turn=turn, tools=tools)
    return _composed(await final(template, desk), desk)


def _composed(made: Final, desk: Desk) -> Update:
    """Put the blocks of the answer together: figures, what is missing, news, assumptions, caveats."""
    state, turn, tools, material = desk.state, desk.turn, desk.tools, desk.material
    composition, grounding = made.composition, made.checked.grounding
    facts = [fact for node in composition.lineage for fact in facts_of(node)]
    failing = sums_that_fail(facts)
    confidence = _confidence(made, turn)
    confidence = one_grade_lower(confidence) if failing else confidence
    confidence = "low" if composition.lead == ONLY_NEAR else confidence  # true, and no answer
    warned = (
        *failing,
        *(caveats(grounding) if grounding else ()),
        *(warnings_of_writing(grounding) if made.is_written else ()),
        *source_notes(material.news_notes),
        *warnings(turn),
    )
    spoken = {} if turn.degraded else spoken_words(state["query"], tools, turn.reference_date)
    notes = (*notes_of(material, composition.notes, spoken), *contradictions(material.found.values(), tools.vocabulary))
    news = told_news(material, tools, turn.reference_date)
    absent = filter(
        None,
        (
            conversion(state["query"], facts, lineage=composition.lineage),
            *composition.gaps,
            *still_told(state["missing"], state["asked"], tools, turn),
        ),
    )
    figures = " ".join(filter(None, (composition.lead, made.checked.text)))
    blocks = (figures, " ".join(absent), news, " ".join(notes), "\n".join(warned))
    said = Answer(
        text="\n\n".join(block for block in blocks if block),
        outcome="answered",
        citations=made.checked.citations,
        grounding=grounding,
        confidence=confidence,
        caveats=warned,
        assumptions=notes,
        calculations=composition.calculations,
        lineage=composition.lineage,
        charts=charts(composition.lineage, made.checked.citations, tools.vocabulary),
    )
    values = reply(state, said)
    values["unsupported_claims"] = [c.text for c in grounding.claims if c.verdict == "unsupported"] if grounding else []
    return Update(values, f"{len(said.citations)} sources, confidence {confidence}")


def _with_other_years(material: Material, tools: MinesTools) -> Material:
    """Add in which other years there are figures that the asked ones lack."""
    missing = [one.cell for one in material.of(material.plan.cells) if one.fact is None]
    if not missing:
        return material
    return replace(material, elsewhere=elsewhere(missing, tools), services=of_data_services(missing, tools))


def _confidence(made: Final, turn: TurnContext) -> ConfidenceGrade:
    """Return the grade of the check; high only where code settled every sentence and no part was left out."""
    grounding = made.checked.grounding
    found = grade(grounding.verdict) if grounding else "unchecked"
    is_open = made.is_written and grounding is not None and bool(warnings_of_writing(grounding))
    return "medium" if found == "high" and (turn.degraded or is_open) else found
