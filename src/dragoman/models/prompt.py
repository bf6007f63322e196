"""Prompts are files: declared inputs, a version, and the text for each role.

A file `prompts/NAME.yaml` lies beside the code that reads its answer. `{{ input }}` stands for an input. Inputs that
hold text of people, documents or the internet are listed under `data` too, and are fenced when rendered.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from dragoman.models.chat import Message
from dragoman.models.errors import PromptInputError
from dragoman.models.fence import ABOUT_FENCES, fenced, marker_for
from dragoman.specs.errors import WrongValueError
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

_PLACEHOLDER = re.compile(r"\{\{\s*([a-z][a-z0-9_]*)\s*\}\}")
Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A prompt as its file says it; rendering with a missing or a further input fails."""

    name: str
    version: int
    role: Literal["decide", "write"]  # decisions may go to a smaller model than texts
    inputs: tuple[str, ...]
    data: tuple[str, ...]  # those inputs that hold text of people or documents: fenced when rendered
    system: str
    user: str
    output: str = "text"  # the class that the reply becomes, by name
    max_output_tokens: int = 2_000

    @property
    def label(self) -> str:
        """Name and version, as meters and traces call it."""
        return f"{self.name}@{self.version}"


class PromptSpec(Spec):
    """The file of one prompt."""

    name: Name
    """The same as the file's name without `.yaml`."""
    version: int = Field(ge=1)
    """Raise it with every change of the text: traces, eval reports and the answer cache name it."""
    role: Literal["decide", "write"]
    inputs: tuple[Name, ...] = ()
    """Every input; each stands in `system` or `user` as `{{ name }}`."""
    data: tuple[Name, ...] = ()
    """Those inputs that hold text of people, documents or the internet. They may only stand in `user`."""
    output: str = "text"
    """The class of the reply, or `text`."""
    max_output_tokens: int = Field(default=2_000, ge=1, le=32_000)
    """Where the reply is cut off; one that is cut off counts as none."""
    system: str
    user: str

    @model_validator(mode="after")
    def _inputs_are_those_that_stand_in_the_text(self) -> Self:
        in_system, in_user = _placeholders(self.system), _placeholders(self.user)
        if unknown := (in_system | in_user) - set(self.inputs):
            raise ValueError(f"{{{{ {min(unknown)} }}}} is no declared input\nAdd it to `inputs`.")
        if unused := set(self.inputs) - in_system - in_user:
            raise ValueError(f"the input {min(unused)!r} stands nowhere in the text\nRemove it from `inputs`.")
        if further := set(self.data) - set(self.inputs):
            raise ValueError(f"{min(further)!r} is listed under `data` only\nAdd it to `inputs`.")
        if trusted := in_system & set(self.data):
            raise ValueError(f"the data {min(trusted)!r} stands in `system`\nPut it into `user`: data gives no orders.")
        return self


def load_prompts(folder: Path) -> Mapping[str, Prompt]:
    """Read every prompt of a folder, by name. Raises SpecError."""
    return {prompt.name: prompt for prompt in map(load_prompt, sorted(folder.glob("*.yaml")))}


def load_prompt(path: Path) -> Prompt:
    """Read one prompt. Raises SpecError."""
    spec = load(path, PromptSpec)
    if spec.name != path.stem:
        raise WrongValueError(
            "name",
            f"the prompt {spec.name!r} lies in a file of another name",
            where=spec.where("name"),
            remedy=f"Name the file {spec.name}.yaml, or the prompt {path.stem}.",
        )
    return Prompt(**{name: getattr(spec, name) for name in PromptSpec.model_fields})


def render(prompt: Prompt, inputs: Mapping[str, str]) -> tuple[Message, ...]:
    """Return the messages of a prompt. Raises PromptInputError for a missing or a further input."""
    missing = sorted(set(prompt.inputs) - set(inputs))
    further = sorted(set(inputs) - set(prompt.inputs))
    if missing or further:
        raise PromptInputError(prompt.name, missing=missing, further=further)
    marker = marker_for([prompt.system, prompt.user, *inputs.values()])
    shown = {name: fenced(name, text, marker) if name in prompt.data else text for name, text in inputs.items()}
    system = _filled(prompt.system, shown)
    if prompt.data:
        system = f"{system.rstrip()}\n\n{ABOUT_FENCES.format(marker=marker)}"
    return (
        Message(role="system", content=system),
        Message(role="user", content=_filled(prompt.user, shown)),
    )


def _placeholders(text: str) -> set[str]:
    return set(_PLACEHOLDER.findall(text))


def _filled(text: str, inputs: Mapping[str, str]) -> str:
    """Fill in every placeholder at once: one that stands in an input stays as it is."""
    return _PLACEHOLDER.sub(lambda found: inputs[found[1]], text)
