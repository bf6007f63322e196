"""The prompts that levels name: those that ship, and those in the folder `prompts` beside a project's scenarios."""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from dragoman.errors import SpecError
from dragoman.models.prompt import Prompt, PromptSpec, load_prompt
from dragoman.scenarios.errors import PromptFenceError, RouteClaimError
from dragoman.specs.errors import raise_faults
from dragoman.specs.reader import load

Prompts = Mapping[str, Prompt]
PACKAGED = Path(__file__).parent
FOLDER = "prompts"  # beside the scenario files
OURS = frozenset({"scenarios"})  # inputs whose text we write; whatever else a level fills in is text of others


@cache
def packaged_prompts() -> Prompts:
    """Return the prompts that ship."""
    return load_all([PACKAGED])


def prompts_beside(folders: Iterable[Path]) -> Prompts:
    """Return the prompts that ship and those beside the scenarios of these folders. Raises SpecError."""
    own = dict.fromkeys(folder / FOLDER for folder in folders)
    return load_all([PACKAGED, *(folder for folder in own if folder.is_dir() and folder.resolve() != PACKAGED)])


def load_all(folders: Iterable[Path]) -> Prompts:
    """Read the prompts of these folders. Raises SpecError with all faults of all files."""
    found: dict[str, tuple[Path, Prompt]] = {}
    faults: list[SpecError] = []
    for path in (path for folder in folders for path in sorted(folder.glob("*.yaml"))):
        try:
            prompt = load_prompt(path)
        except SpecError as fault:
            faults.extend(fault.problems)
            continue
        faults.extend(_faults(path, prompt))
        if held := found.setdefault(prompt.name, (path, prompt)):
            faults.extend(_twice(path, prompt, held[0]))
    if faults:
        raise_faults(faults)
    return {name: prompt for name, (_, prompt) in found.items()}


def _faults(path: Path, prompt: Prompt) -> Iterator[SpecError]:
    """Yield each input that is filled with text of others and would stand in the prompt as if it were ours."""
    for name in prompt.inputs:
        if name not in OURS and name not in prompt.data:
            where = load(path, PromptSpec).where("inputs", prompt.inputs.index(name))
            yield PromptFenceError(
                f"the input {name!r} is filled with text of a person, a document or a model, and is not under `data`",
                where=where,
                remedy=f"Add it: data: [{', '.join([*prompt.data, name])}]. It is fenced then, and gives no orders.",
            )


def _twice(path: Path, prompt: Prompt, first: Path) -> Iterator[SpecError]:
    if path != first:
        spec = load(path, PromptSpec)
        yield RouteClaimError(
            f"the prompt {prompt.name!r} is defined here and in {first}",
            where=spec.where("name"),
            remedy="Give one of them another name.",
        )
