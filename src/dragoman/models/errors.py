"""What can go wrong with language models.

ModelError
├── NoModelError             no model is configured
├── ModelUnavailableError    no candidate gave a reply; each attempt is listed
├── ReplyFormError           a reply came, but not in the asked form, also after one repair
└── PromptInputError         a prompt was rendered with a missing or a further input: a fault of ours

A `ProviderError` is one failed attempt at one provider. Dispatch deals with it; people see it as a line of
ModelUnavailableError. None of these ever holds a key or the text of a prompt or reply.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal

from dragoman.errors import DragomanError

FailureKind = Literal[
    "unreachable",  # no connection, or it broke before anything came
    "timeout",  # the provider's own time was up
    "deadline",  # our time was up; says nothing about the provider
    "rate-limited",  # 429
    "server-error",  # 5xx
    "refused",  # 401, 402, 403: the key or the account
    "rejected",  # 400, 404, 422: the request; says nothing about the provider
    "cut-off",  # the stream ended before the reply did
    "malformed",  # not the protocol
    "empty",  # a reply without text and without calls
    "resting",  # not asked: its circuit is open
]

IN_WORDS: Mapping[FailureKind, str] = {
    "unreachable": "it cannot be reached",
    "timeout": "it took too long",
    "deadline": "no time was left",
    "rate-limited": "too many requests",
    "server-error": "its server failed",
    "refused": "the key or the account is refused",
    "rejected": "the request is refused",
    "cut-off": "the reply broke off",
    "malformed": "the reply cannot be read",
    "empty": "the reply was empty",
    "resting": "it rests after failures",
}
"""What each is for a person who reads an answer."""


class ProviderError(Exception):
    """One attempt at one provider failed."""

    def __init__(
        self, kind: FailureKind, detail: str = "", *, status: int | None = None, retry_after: timedelta | None = None
    ) -> None:
        self.kind: FailureKind = kind
        self.detail = detail  # in our words: never what the provider wrote
        self.status = status
        self.retry_after = retry_after
        super().__init__(f"{kind}: {detail}" if detail else kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One candidate that was tried or passed over, and why it gave no reply."""

    model: str
    failure: FailureKind
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.model}: {self.failure}{f' ({self.detail})' if self.detail else ''}"


class ModelError(DragomanError):
    """A language model was of no use."""

    code = "model"

    @property
    def in_short(self) -> str:
        """Why, in a few words for the caveat of an answer."""
        return self.problem


class NoModelError(ModelError):
    """No language model is configured, or none that may be asked for this."""

    code = "no-model"

    def __init__(self, problem: str = "no language model is configured") -> None:
        super().__init__(
            problem,
            remedy="Set DEEPSEEK_API_KEY, OPENAI_API_KEY or DRAGOMAN_MODEL_URL, or write a models.yaml; "
            "dragoman models check then shows whether it works.",
        )


class ModelUnavailableError(ModelError):
    """No candidate gave a reply."""

    code = "model-unavailable"

    def __init__(self, attempts: Sequence[Attempt]) -> None:
        self.attempts = tuple(attempts)
        listed = "".join(f"\n  {attempt}" for attempt in self.attempts)
        super().__init__(
            f"no language model gave a reply; tried in this order:{listed}",
            remedy="dragoman models check shows what is wrong with each.",
        )

    @property
    def in_short(self) -> str:
        """Why each model gave none, the last time it was tried."""
        last = {attempt.model: IN_WORDS[attempt.failure] for attempt in self.attempts}
        return ", ".join(dict.fromkeys(last.values())) or "no reply"


class ReplyFormError(ModelError):
    """A model replied, but not in the form that was asked for."""

    code = "reply-form"

    def __init__(self, prompt: str, model: str, problem: str) -> None:
        super().__init__(
            f"{model} did not reply to {prompt} in the asked form: {problem}",
            remedy="Try again, or put a stronger model first in models.yaml.",
        )

    @property
    def in_short(self) -> str:
        """That much: the rest is for whoever chose the model."""
        return "the reply was not of the asked form"


class PromptInputError(ModelError):
    """A prompt was rendered with other inputs than it declares."""

    code = "prompt-input"

    def __init__(self, prompt: str, *, missing: Sequence[str], further: Sequence[str]) -> None:
        parts = [f"without {', '.join(missing)}"] if missing else []
        parts += [f"with {', '.join(further)}, which it does not declare"] if further else []
        super().__init__(
            f"the prompt {prompt} was rendered {' and '.join(parts)}",
            remedy="Give it exactly the inputs that its file declares.",
        )
