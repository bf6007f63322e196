"""Prompts are files: declared inputs, a version, and the text for each role."""

from dataclasses import dataclass
from typing import Literal


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
