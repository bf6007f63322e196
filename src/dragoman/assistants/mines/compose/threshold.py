"""Figures that pass a limit: which, how many, or whether one does."""

from collections.abc import Sequence

from dragoman.assistants.mines.arithmetic import comparable, in_words, passes
from dragoman.assistants.mines.compose.listing import Listing
from dragoman.assistants.mines.compose.lookup import sentence, state
from dragoman.assistants.mines.compose.part import Cells, Part, Scene, assumed, facts_in, gaps, leaves
from dragoman.assistants.mines.compose.words import capital, listed, number_word
from dragoman.calculate.operations import reading_note
from dragoman.calculate.show import show_amount
from dragoman.domain.fact import Fact
from dragoman.domain.lineage import FactNode
from dragoman.domain.plan import Rank, Threshold

_PASSING = {"gt": "above that", "ge": "at or above that", "lt": "below that", "le": "at or below that"}
_IN_WORDS = {("lt", 0, "net_debt"): "net cash", ("lt", 0, "net_profit"): "a net loss"}
_FAILING = {"gt": "below that", "ge": "below that", "lt": "above that", "le": "above that"}


def compose_threshold(step: Rank, found: Cells, scene: Scene) -> Part:
    """Say how many figures pass the limit, then state those that do, those that do not, and those in another unit.

    The limit is the person's own figure and stands on no page, so the sentence with it is not one to be checked.
    """
    facts = facts_in(found)
    limit = step.threshold
    if not facts or limit is None:
        return state(found, scene)
    same = [fact for fact in facts if comparable(fact, limit)]
    passing = [node.fact for one in scene.computed[step].nodes for node in one.operands if isinstance(node, FactNode)]
    if len(step.cells) == 1 and same:
        text = "" if not limit.amount else f", {'' if passing else 'not '}{_text(limit, same[0]).removeprefix('of ')}"
        lead = f"{'Yes' if passing else 'No'}{text}."
        sentences = [sentence(same[0], scene)]
    else:
        lead = _lead(limit, passing, same, scene) if same else ""
        sentences = _lists(limit, passing, facts, scene)
    notes = [*assumed(found), reading_note(facts)]
    return Part(
        lead=lead,
        sentences=tuple(sentences),
        gaps=gaps(found, scene),
        notes=tuple(dict.fromkeys(note for note in notes if note)),
        lineage=(*(scene.computed[step].nodes if len(facts) > 1 else ()), *leaves(facts)),
    )


def _lead(limit: Threshold, passing: Sequence[Fact], same: Sequence[Fact], scene: Scene) -> str:
    """Return "Two of the three companies had revenue of more than US$20,000 million for FY2023: BHP and Rio Tinto."."""
    listing = Listing(same, same, scene)
    limit_text, size = _text(limit, same[0]), number_word(len(same))
    if len({fact.company for fact in same}) == 1 and len(same) > 1:
        what = f"{capital(scene.words.owner(same[0].company))} {listing.metric} {scene.words.was(same[0])}"
        years = f"{number_word(len(passing))} of the {size} years" if passing else f"none of the {size} years"
        return f"{what} {limit_text.removeprefix('of ')} in {years}."
    had = _IN_WORDS.get((limit.comparator, int(limit.amount), same[0].metric or "")) or f"{listing.metric} {limit_text}"
    names = listed([scene.words.company(ticker) for ticker in dict.fromkeys(fact.company for fact in passing)])
    count = capital(number_word(len(passing))) if passing else "None"
    who = f"{count} of the {size} companies" if len(same) > 1 else f"{count} company"
    return f"{who} had {had}{listing.period}{f': {names}' if names else ''}."


def _lists(limit: Threshold, passing: Sequence[Fact], facts: Sequence[Fact], scene: Scene) -> list[str]:
    """Return what passes, what does not, and what cannot be compared with the limit, a sentence each."""
    unlike = [fact for fact in facts if not comparable(fact, limit)]
    failed = [fact for fact in facts if comparable(fact, limit) and not passes(fact, limit)]
    plain = not limit.negated and all(fact.amount != limit.amount for fact in failed)
    lists = [
        (passing, _PASSING.get(limit.comparator, "") if plain else ""),
        (failed, _FAILING.get(limit.comparator, "of the others") if plain else "of the others"),
        (unlike, "in another currency or unit, so not compared"),
    ]
    return [_labelled(label, some, facts, scene) for some, label in lists if some]


def _labelled(label: str, some: Sequence[Fact], facts: Sequence[Fact], scene: Scene) -> str:
    """Return one list under a heading that names the figure again: each sentence is checked by itself."""
    listing = Listing(some, facts, scene)
    return f"{capital(listing.metric)}{listing.period}{f' {label}' if label else ''}: {listing.items()}."


def _text(limit: Threshold, fact: Fact) -> str:
    """Return "of more than US$20,000 million", or "below zero"."""
    negation = "not " if limit.negated else ""
    if limit.amount == 0 and limit.upper is None:
        word = {"lt": "below", "le": "at or below", "gt": "above", "ge": "at or above"}.get(limit.comparator)
        return f"{negation}{word or in_words(limit.comparator)} zero"
    unit = limit.currency or limit.unit or fact.unit
    low = show_amount(limit.amount, unit, fact.scale)
    if limit.upper is None:
        return f"of {negation}{in_words(limit.comparator)} {low}"
    return f"of {negation}between {low} and {show_amount(limit.upper, unit, fact.scale)}"
