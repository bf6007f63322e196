"""Growth rates and ratios in order, the first of them named first."""

from collections.abc import Sequence

from dragoman.assistants.mines.alike import Alike, alike
from dragoman.assistants.mines.arithmetic import in_words, result_passes
from dragoman.assistants.mines.compose.change import growth_sentence
from dragoman.assistants.mines.compose.part import Part, Scene, assumed, facts_in, gaps, yes_or_no
from dragoman.assistants.mines.compose.ratio import ratio_sentence
from dragoman.assistants.mines.compose.words import capital, listed, number_word
from dragoman.calculate.operations import reading_note
from dragoman.calculate.show import MINUS, rounded, show_value
from dragoman.domain.lineage import CalculationNode
from dragoman.domain.plan import Growth, Lookup, Rank, Ratio, Threshold, cells_of

Result = Growth | Ratio


def compose_results(step: Rank, scene: Scene) -> Part:
    """Say who comes first, then state each result with what it was worked out from, in the same order."""
    sorted_out = {result: alike(scene.material.of(cells_of(result))) for result in step.results}
    nodes = {r: computed.nodes[0] for r in step.results if (computed := scene.computed[r]).nodes}
    ordered = sorted(nodes, key=lambda result: _place(nodes[result], descending=step.descending))
    defined = [result for result in ordered if nodes[result].amount is not None]
    opens = len(defined) > 1 and not step.threshold and not step.asked
    sentences = [_opening(step, defined, nodes, scene)] if opens else []
    sentences += [_sentence(result, nodes[result], sorted_out[result], scene) for result in ordered]
    facts = [fact for result in ordered for fact in sorted_out[result].facts]
    missing = [gap for one in sorted_out.values() for gap in gaps(one.found, scene)]
    missing += [_not_computed(result, scene) for result in step.results if result not in nodes]
    notes = [note for one in sorted_out.values() for note in assumed(one.found)]
    notes.append("" if isinstance(step.results[0], Ratio) else reading_note(facts))
    lineage = (*scene.computed[step].nodes, *(nodes[result] for result in ordered))
    return Part(
        lead=_verdict(step, nodes) or (_lead(step, step.threshold, defined, nodes, scene) if defined else ""),
        sentences=tuple(sentences),
        gaps=tuple(dict.fromkeys(missing)),
        notes=tuple(dict.fromkeys(note for note in notes if note)),
        lineage=lineage,
    )


def _verdict(step: Rank, nodes: dict[Result, CalculationNode]) -> str:
    """Return "Yes, by 0.2 percentage points." where one of two was held against the other."""
    if not step.asked or len(nodes) < 2:
        return ""
    first, second = (nodes[result].amount for result in step.results)
    if first is None or second is None:
        return ""
    opening = yes_or_no(step.asked, first - second).rstrip(": ")
    unit = " percentage points" if nodes[step.results[0]].unit == "%" else ""
    return f"{opening}: the difference is {rounded(abs(first - second), 1 if unit else 2)}{unit}."


def _lead(
    step: Rank, limit: Threshold | None, defined: Sequence[Result], nodes: dict[Result, CalculationNode], scene: Scene
) -> str:
    """Return "Two of the five companies had an EBITDA margin of more than 50 %: BHP and Fortescue."."""
    if limit is None:
        return ""
    passing = [result for result in defined if result_passes(nodes[result], limit)]
    several = len({_cell(result).company for result in defined}) > 1
    count = capital(number_word(len(passing))) if passing else "None"
    who = f"{count} of the {number_word(len(defined))} {'companies' if several else 'years'}"
    names = listed([_name(result, scene, company=several) for result in passing])
    what = _what(step.results[0], scene)
    if not limit.amount and isinstance(step.results[0], Growth):
        did = f"saw {what.removeprefix('growth of ')} {'fall' if limit.comparator == 'lt' else 'grow'}"
    else:
        unit = "%" if nodes[defined[0]].unit == "%" else "×"
        did = f"had {what} of {in_words(limit.comparator)} {show_value(limit.amount, unit)}"
    return f"{who} {did}{f': {names}' if names else ''}."


def _place(node: CalculationNode, *, descending: bool) -> tuple[bool, object]:
    """Order by amount; what is not defined comes last."""
    if node.amount is None:
        return True, 0
    return False, -node.amount if descending else node.amount


def _opening(step: Rank, ordered: Sequence[Result], nodes: dict[Result, CalculationNode], scene: Scene) -> str:
    """Return "Highest EBITDA margin: Fortescue, 58.7 %." or the whole order where no few were asked for."""
    order = "highest" if step.descending else "lowest"
    if step.limit and isinstance(ordered[0], Growth):
        return _most(step, ordered, nodes, scene)
    first = ordered[: step.limit] if step.limit else ordered
    several = len({_cell(result).company for result in ordered}) > 1
    items = listed([f"{_name(result, scene, company=several)} {nodes[result].shown}" for result in first])
    what = _what(ordered[0], scene)
    return f"{order.capitalize()} {what}: {items}." if step.limit else f"{capital(what)}, {order} first: {items}."


def _most(step: Rank, ordered: Sequence[Result], nodes: dict[Result, CalculationNode], scene: Scene) -> str:
    """Return "Largest growth of revenue: Northern Star 19.1 %." or, where the first fell, "Largest fall …"."""
    amounts = [nodes[result].amount or 0 for result in ordered[: step.limit]]
    falls = not step.descending and max(amounts) < 0
    several = len({_cell(result).company for result in ordered}) > 1
    names = [_name(result, scene, company=several) for result in ordered[: step.limit]]
    shown = [nodes[result].shown.removeprefix(MINUS) if falls else nodes[result].shown for result in ordered]
    items = listed([f"{name} {figure}" for name, figure in zip(names, shown, strict=False)])
    what = _what(ordered[0], scene).removeprefix("growth of ")
    kind = "largest fall" if falls else f"{'largest' if step.descending else 'lowest'} growth"
    return f"{capital(kind)} of {what}: {items}."


def _name(result: Result, scene: Scene, *, company: bool) -> str:
    cell = _cell(result)
    return scene.words.company(cell.company) if company else scene.words.period(cell)


def _what(result: Result, scene: Scene) -> str:
    words = scene.words
    if isinstance(result, Ratio) and result.name:
        return words.vocabulary.metric_name(result.name)
    if isinstance(result, Ratio):
        return f"{words.asked(result.numerator)} to {words.asked(result.denominator)}"
    return f"growth of {words.asked(result.cells[-1])}"


def _cell(result: Result) -> Lookup:
    return cells_of(result)[-1]


def _sentence(result: Result, node: CalculationNode, found: Alike, scene: Scene) -> str:
    if isinstance(result, Growth):
        return growth_sentence(result, node, scene)
    over, under = facts_in(found.found)
    return ratio_sentence(result, node, (over, under), scene)


def _not_computed(result: Result, scene: Scene) -> str:
    name = scene.words.owner(_cell(result).company)
    return f"So {name} {_what(result, scene)} for {scene.words.period(_cell(result))} cannot be computed."
