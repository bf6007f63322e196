"""Structured replies: a class becomes the form that is asked for, and the reply becomes a value or a named fault."""

import json
import re
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from dragoman.models.chat import Message, Reply, ReplySchema

T = TypeVar("T", bound=BaseModel)
_FENCE = re.compile(r"\A\s*```[a-zA-Z]*\n(.*?)\n?\s*```\s*\Z", re.DOTALL)
_FAULTS_SHOWN = 8


class WrongFormError(Exception):
    """A reply that is not of the asked form. Its text is for the model to read; `summary` holds no words of anybody."""

    def __init__(self, text: str, summary: str = "") -> None:
        self.summary = summary or text
        super().__init__(text)


def schema_of(output: type[BaseModel]) -> ReplySchema:
    """Return the form of a class."""
    schema = output.model_json_schema()
    schema.pop("title", None)
    return ReplySchema(name=output.__name__, schema=schema)


def read_reply(reply: Reply, output: type[T]) -> T:
    """Return the reply as a value. Raises WrongFormError."""
    if not reply.is_whole:
        raise WrongFormError("it was cut off at the limit of tokens; reply with less text")
    if reply.calls:
        raise WrongFormError(f"it is a call of another function than {output.__name__}")
    try:
        value = json.loads(_without_fence(reply.content))
    except (ValueError, RecursionError):
        raise WrongFormError("it is not JSON") from None
    if not isinstance(value, dict):
        raise WrongFormError("it is JSON, but no object")
    try:
        return output.model_validate(value)
    except ValidationError as error:
        kinds = sorted({one["type"] for one in error.errors(include_url=False)})
        raise WrongFormError(_faults(error), f"{error.error_count()} faults ({', '.join(kinds)})") from None


def repair(reply: Reply, fault: WrongFormError) -> tuple[Message, ...]:
    """Return the turn that shows a model its reply and what was wrong with it."""
    said = reply.content or "(no text)"
    wish = f"This reply is not of the asked form: {fault}. Reply again, with the whole object in its right form."
    return Message(role="assistant", content=said), Message(role="user", content=wish)


def _without_fence(text: str) -> str:
    """Models like to put JSON into a block of code."""
    found = _FENCE.match(text)
    return found[1] if found else text


def _faults(error: ValidationError) -> str:
    """Say what is wrong without repeating the values, which may be anybody's words."""
    found = error.errors(include_url=False, include_input=False, include_context=False)
    lines = [f"{'.'.join(map(str, one['loc'])) or 'the object'}: {one['msg']}" for one in found[:_FAULTS_SHOWN]]
    return "; ".join(lines)
