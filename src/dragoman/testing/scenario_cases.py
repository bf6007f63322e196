"""Cases of a scenario in YAML: what a person says, what the model would say, and what must come of it.

    scenario: triage
    cases:
      - id: urgent
        prompt: the disk is full
        model: { how_bad: { severity: high, answer: Free some space. } }
        levels: [judge]
        says: [Free some space]

No model is asked: each prompt is answered by what the case says for it. Levels of kind `graph` have no assistant.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Literal

from pydantic import Field, JsonValue

from dragoman.app.project import Project
from dragoman.app.runtime import Runtime
from dragoman.app.settings import Settings, SystemClock
from dragoman.app.shop import open_shop
from dragoman.domain.outcome import Failed, Finished, Outcome, Waiting
from dragoman.errors import UnknownNameError
from dragoman.interpret.vocabulary import Vocabulary
from dragoman.scenarios.orchestrator import DEFAULT_SCENARIO
from dragoman.scenarios.run.runner import ScenarioRunner, Surroundings
from dragoman.scenarios.spec import Name, Words
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec
from dragoman.testing.scripted_model import ScriptedLanguageModel

Ending = Literal["answered", "fallback", "unsupported", "out_of_scope", "waiting"]


class ScenarioCaseSpec(Spec):
    """One case."""

    id: Name
    prompt: Words
    replies: tuple[str, ...] = ()
    """What the person replies to each question, in order."""
    model: dict[Name, JsonValue] = Field(default_factory=dict)
    """For each prompt by its name, what the model says: a text, an object, or a list of them for call after call."""
    outcome: Ending = "answered"
    """How it ends; `waiting` where a question is left open."""
    levels: tuple[Name, ...] = ()
    """The levels of the last scenario in the order in which they were reached; left out, any."""
    says: tuple[str, ...] = ()
    """What the answer, or the open question, holds."""
    output: dict[str, JsonValue] = Field(default_factory=dict)
    """What the last level puts out, at least."""


class ScenarioCasesSpec(Spec):
    """A file of cases."""

    scenario: Name
    cases: tuple[ScenarioCaseSpec, ...] = Field(min_length=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseReport:
    """What became of one case; no faults where it went as it says."""

    id: str
    faults: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """A prompt as it is queued."""

    prompt: str
    metadata: Mapping[str, Any]
    thread: str | None = None
    chain_path: Sequence[str] = ()


@dataclass(slots=True, kw_only=True)
class _Parts:
    """What a shop is made from, with a model of the case's and a state of its own."""

    settings: Settings
    clock: SystemClock
    project: Project | None
    vocabulary: Vocabulary
    state: Path
    language_model: ScriptedLanguageModel = field(default_factory=lambda: ScriptedLanguageModel({}))


async def run_cases(file: Path, runtime: Runtime) -> tuple[CaseReport, ...]:
    """Run the cases of a file. Raises SpecError, UnknownNameError."""
    spec = load(file, ScenarioCasesSpec)
    if spec.scenario not in runtime.shop.scenarios:
        raise UnknownNameError("scenario", spec.scenario, runtime.shop.scenarios)
    return tuple(
        [CaseReport(id=case.id, faults=tuple(await _run(case, spec.scenario, runtime))) for case in spec.cases]
    )


async def _run(case: ScenarioCaseSpec, scenario: str, runtime: Runtime) -> list[str]:
    model = ScriptedLanguageModel(case.model)
    with TemporaryDirectory(prefix="dragoman-case-") as folder:
        parts = _Parts(
            settings=runtime.settings,
            clock=runtime.clock,
            project=runtime.project,
            vocabulary=runtime.vocabulary,
            state=Path(folder),
            language_model=model,
        )
        surroundings = Surroundings(today=runtime.clock.today, default=DEFAULT_SCENARIO)
        async with ScenarioRunner.open(open_shop(parts, lambda: None), None, surroundings) as runner:
            outcome = await _carried_out(runner, case, scenario)
    asked = [f"the model was asked {one.prompt}, and the case says nothing for it" for one in model.unscripted]
    return [*asked, *_faults(case, outcome)]


async def _carried_out(runner: ScenarioRunner, case: ScenarioCaseSpec, scenario: str) -> Outcome:
    envelope = _Told(prompt=case.prompt, metadata={"scenario_id": scenario})
    outcome = await runner.start(envelope, "case", _unheard)
    for reply in case.replies:
        if not isinstance(outcome, Waiting):
            break
        outcome = await runner.resume(envelope, "case", outcome.question.id, reply, _unheard)
    return outcome


def _unheard(name: str, values: Mapping[str, object]) -> None:
    del name, values


def _faults(case: ScenarioCaseSpec, outcome: Outcome) -> Iterator[str]:
    match outcome:
        case Failed(message=message):
            yield f"it failed: {message}"
        case Waiting(question=question):
            if case.outcome != "waiting":
                yield f"it waits for a reply: {question.text}"
            yield from _unsaid(case, question.text)
        case Finished(result=result):
            yield from _differences(case, result)


def _differences(case: ScenarioCaseSpec, result: Mapping[str, Any]) -> Iterator[str]:
    if result["outcome"] != case.outcome:
        yield f"it ended {result['outcome']}, not {case.outcome}: {result['answer']}"
    if case.levels and tuple(result["levels"]) != case.levels:
        yield f"the levels were {', '.join(result['levels'])}"
    for name, value in case.output.items():
        if result["output"].get(name) != value:
            yield f"the output has {name}: {result['output'].get(name)!r}"
    yield from _unsaid(case, str(result["answer"]))


def _unsaid(case: ScenarioCaseSpec, text: str) -> Iterator[str]:
    for words in case.says:
        if words not in text:
            yield f"it does not say {words!r}: {text}"
