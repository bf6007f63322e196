"""Where a person's words are sent when nothing is pinned: prompts over the scenarios that ship."""

from collections.abc import Iterator
from time import perf_counter
from typing import Any

from dragoman.evals.figures import SUITES
from dragoman.evals.report import Judged, Verdict
from dragoman.evals.room import Room
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

Record = dict[str, Any]


class PromptSpec(Spec):
    """One prompt and where it belongs: to a scenario, to a question with these options, or nowhere."""

    id: str
    text: str
    route: str | None = None
    ask: tuple[str, ...] | None = None
    outside: bool = False


class PromptFileSpec(Spec):
    """One file of prompts."""

    about: str
    prompts: tuple[PromptSpec, ...]


def judge_prompts(room: Room, name: str) -> Iterator[Judged]:
    """Decide about each prompt of the file, without running anything."""
    prompts = load(SUITES / f"{name}.yaml", PromptFileSpec).prompts
    wanted = room.wanted([prompt.id for prompt in prompts])
    for prompt in prompts:
        if prompt.id in wanted:
            began = perf_counter()
            record = room.handle.runtime.route_task(prompt.text)
            milliseconds = (perf_counter() - began) * 1000
            verdict, reason = _verdict(prompt, record)
            yield Judged(case=prompt.id, verdict=verdict, reason=reason, milliseconds=milliseconds)
            room.done(prompt.id)


def _verdict(prompt: PromptSpec, record: Record) -> tuple[Verdict, str]:
    outcome, route = record["outcome"], record["route"]
    best = ", ".join(f"{one['intent']} {one['confidence']:.2f}" for one in record["candidates"][:3])
    if outcome == "clarification":
        return _asked(prompt, [option["value"] for option in record["clarification"]["options"]], best)
    if prompt.outside or outcome == "out_of_scope":
        is_right = prompt.outside and outcome == "out_of_scope"
        miss: Verdict = "wrong" if prompt.outside else "declined"
        return ("right", "") if is_right else (miss, f"{outcome} → {route} ({best})")
    if route == prompt.route:
        return "right", ""
    return "wrong", f"went to {route}, wanted {prompt.route or 'a question'} ({best})"


def _asked(prompt: PromptSpec, options: list[str], best: str) -> tuple[Verdict, str]:
    if prompt.ask is None:
        return "asked", f"wanted {prompt.route or 'to decline'} ({best})"
    missing = [name for name in prompt.ask if name not in options]
    return ("wrong", f"asked without offering {', '.join(missing)} ({best})") if missing else ("right", "")
