"""What requests look like on the wire."""

from datetime import date
from typing import Any, Literal

from fastapi import UploadFile
from pydantic import BaseModel, ConfigDict, Field

from dragoman.domain.asker import Policy

EXAMPLE = "What was BHP's FY2024 revenue?"
LARGEST = 2**53 - 1  # what JSON readers and the stores can count to


class Wire(BaseModel):
    """A request body; unknown names are refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ReplySchema(Wire):
    """The reply to a question of ours."""

    question_id: str = Field(examples=["q-1"])
    reply: Any = Field(description="An option's value or text, or free words.", examples=["BHP"])


class ChatSchema(Wire):
    """A message of a person, or the reply to a question that waits in the thread."""

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {"message": EXAMPLE},
                {"message": "and how did Rio do?", "thread_id": "t-7f3a12"},
                {"thread_id": "t-7f3a12", "resume": {"question_id": "q-1", "reply": "BHP"}},
            ]
        }
    )

    message: str = ""
    thread_id: str | None = None
    assistant: str | None = Field(None, description="Who answers; nobody named: the default.", examples=["mines"])
    scenario_id: str | None = Field(None, description="A pin: this scenario and no routing.")
    intent_route: str | None = None
    kind: Literal["task", "question"] | None = None
    fresh: bool = Field(default=False, description="Work it out anew, whatever is remembered.")
    policy: Policy | None = Field(None, description="Who decides in this turn; nothing: as the server is set.")
    resume: ReplySchema | None = None


class WrongSchema(Wire):
    """Why an answer is wrong."""

    reason: str = Field(default="", max_length=1000, examples=["that is the half year"])


class UploadSchema(Wire):
    """A report, as the form of the page sends it."""

    file: UploadFile
    company: str | None = Field(None, max_length=200, examples=["BHP"])
    period: str | None = Field(None, max_length=200, examples=["FY2024"])


class SessionSchema(Wire):
    """The token of the server, from the page's form."""

    token: str = Field(max_length=1000)


class TextSchema(Wire):
    """A text to be read."""

    text: str = Field(examples=[EXAMPLE])
    reference_date: date | None = Field(None, description='What "today" is.', examples=["2026-11-30"])


class TurnSchema(Wire):
    """One side of an earlier exchange."""

    role: Literal["user", "assistant"]
    content: str


class RouteSchema(TextSchema):
    """A question whose way is wanted."""

    assistant: str | None = Field(None, description="Whose way; nobody named: mines.", examples=["contracts"])
    history: tuple[TurnSchema, ...] = ()


class AcceptedSchema(BaseModel):
    """A prompt is stored, and a job works on it."""

    job: str = Field(examples=["j-5f0c22a1b3d4"])
    thread: str | None = Field(examples=["t-7f3a12"])
    stream: str = Field(description="Where its events come.", examples=["/v1/jobs/j-5f0c22a1b3d4/stream"])
