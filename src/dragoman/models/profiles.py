"""Profiles: what a family of providers can do, and how it wants to be asked."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

ProfileName = Literal["deepseek", "openai", "ollama", "llamacpp", "vllm", "generic"]
StructuredMethod = Literal["function_calling", "json_schema", "json_object"]


class Profile(Spec):
    """How one family is asked."""

    structured: StructuredMethod
    """How a reply of a given form is asked for. Always named: no family is asked by a library's default."""
    strict: bool = False
    """Whether a JSON Schema is enforced to the letter; it is then made closed, with every key required."""
    url: str | None = None
    """Where it is reached when a candidate names no url."""
    model: str | None = None
    """What is asked when a candidate names no model."""
    key: str | None = None
    """The variable of this family's own key, which is sent to this family's own host and nowhere else."""
    tools: bool = True
    """Whether models of this family can call functions."""
    stream_usage: bool = True
    """Whether a stream says at its end how many tokens it took."""
    token_limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"  # noqa: S105  # no password
    """What the family calls the limit of output tokens."""
    temperature: bool = True
    """Whether a temperature may be sent; it is always 0."""
    extra_body: dict[str, Any] = Field(default_factory=dict)
    """What is sent beside the request."""


class ProfileFileSpec(Spec):
    """The packaged `profiles.yaml`."""

    profiles: dict[ProfileName, Profile]


@cache
def packaged_profiles() -> Mapping[ProfileName, Profile]:
    """Return the profiles that ship."""
    return load(Path(__file__).with_name("profiles.yaml"), ProfileFileSpec).profiles
