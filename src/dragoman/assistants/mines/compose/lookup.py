"""Figures as they stand."""

from dataclasses import replace

from dragoman.assistants.mines.compose.part import Part, Scene, assumed, leaves, not_found
from dragoman.assistants.mines.compose.words import amount, capital, listed
from dragoman.assistants.mines.material import Found
from dragoman.calculate.show import show_amount
from dragoman.domain.fact import Fact
from dragoman.domain.plan import AnswerForm, Lookup

MAX_OTHERS = 2  # other bases or shares worth a sentence


def compose_lookup(step: Lookup, scene: Scene) -> Part:
    """State one figure."""
    return state(scene.material.of((step,)), scene)


def state(found: tuple[Found, ...], scene: Scene) -> Part:
    """State each figure in a sentence of its own, with its other readings where the question left them open."""
    sentences: list[str] = []
    facts: list[Fact] = []
    for one in found:
        if one.fact is None:
            continue
        sentences.append(_nearest(one, one.fact, scene) if one.stands_in else sentence(one.fact, scene))
        others = one.also[:MAX_OTHERS] if one.assumed else ()
        sentences += [sentence(other, scene) for other in others]
        facts += [one.fact, *others]
    return Part(
        sentences=tuple(sentences),
        gaps=not_found(found, scene),
        notes=assumed(found),
        lineage=leaves(tuple(facts)),
    )


def beside(apart: tuple[Found, ...], scene: Scene) -> Part:
    """State figures that were not combined with the others, and say so; nothing where there are none."""
    if not apart:
        return Part()
    part = state(tuple(replace(one, assumed=()) for one in apart), scene)
    names = listed(list(dict.fromkeys(scene.words.metric(one.fact) for one in apart if one.fact)))
    note = f"Not combined with the rest, because it is another metric or reading: {names}."
    return replace(part, notes=(note,))


def unsolved(found: tuple[Found, ...], why: str, scene: Scene) -> Part:
    """State the figures there are and why they were not combined."""
    part = state(found, scene)
    return replace(part, gaps=(*part.gaps, why))


def sentence(fact: Fact, scene: Scene) -> str:
    """Return "BHP's revenue for FY2024 was US$55,658 million [1]."."""
    words = scene.words
    asked = in_the_scale_asked(fact, scene.material.plan.form)
    return f"{capital(words.subject(fact))} {words.was(fact)} {scene.figure(fact)}{asked and f', which is {asked}'}."


def in_the_scale_asked(fact: Fact, form: AnswerForm | None) -> str:
    """Return the amount of money in the millions or thousands that were asked for; nothing where it is so already."""
    if form is None or form.scale in (None, fact.scale) or fact.currency is None or "/" in fact.unit:
        return ""
    if form.currency not in (None, fact.currency):
        return ""  # that nothing is converted is said elsewhere
    scale = form.scale or 1
    return show_amount(fact.amount, fact.unit, scale, places=form.places)


def _nearest(one: Found, fact: Fact, scene: Scene) -> str:
    words = scene.words
    asked = f"{words.subject_asked(one.cell)} {words.are(one.cell)} not in the documents"
    figure = f"{words.metric(fact)} of {amount(fact)} for {words.period(fact)} {scene.sources.cite(fact)}"
    return f"{asked}; {words.company(fact.company)} reports {figure}."
