"""The script of the loopback server, as it stands in YAML: which replies it gives, and which faults."""

from typing import Any, Literal, Self

from pydantic import Field, model_validator

from dragoman.specs.spec import Spec

StatusFault = Literal[
    "bad_request",  # 400
    "unauthorized",  # 401
    "not_found",  # 404
    "too_many_requests",  # 429, with Retry-After where `retry_after_seconds` is given
    "server_error",  # 500
    "unavailable",  # 503, likewise
]
WireFault = Literal[
    "slow_first_byte",  # nothing for `delay_seconds`, then the reply; without a delay nothing, ever
    "stalled_stream",  # some pieces, then silence
    "cut_stream",  # some pieces, then the connection breaks
    "unfinished_stream",  # some pieces, then a proper end that never says it is one
    "dropped_connection",  # not a byte
    "malformed_json",  # a body, or the last event of a stream, that is no JSON
    "error_event",  # status 200, but an error where the reply, or the next piece, should be
    "wrong_content_type",  # a page of HTML, as a proxy in between would send
]
ContentFault = Literal[
    "malformed_arguments",  # of a tool call: cut JSON
    "wrong_tool",  # a call of a tool that nobody offered
    "wrong_enum",  # words that the schema does not allow
    "empty",  # no text and no calls
    "token_limit",  # cut in the middle, and said so
    "over_long",  # two million characters
]
FAULTS: dict[str, tuple[int, str]] = {
    "bad_request": (400, "invalid_request_error"),
    "unauthorized": (401, "invalid_api_key"),
    "not_found": (404, "model_not_found"),
    "too_many_requests": (429, "rate_limit_exceeded"),
    "server_error": (500, "server_error"),
    "unavailable": (503, "service_unavailable"),
}
Dialect = Literal["openai", "deepseek", "plain"]


class CallSpec(Spec):
    """A tool call."""

    name: str
    arguments: dict[str, Any] = Field(default_factory=dict)


class ReplySpec(Spec):
    """One reply, or a fault in its place. With none of `text`, `data`, `calls` the server makes one that fits."""

    text: str | None = None
    """What the model says."""
    data: dict[str, Any] | None = None
    """An object, sent as text or as the arguments of a call, in whichever way the client asked for it."""
    calls: tuple[CallSpec, ...] = ()
    """Tools the model wants called."""
    fault: StatusFault | WireFault | ContentFault | None = None
    """What goes wrong with it."""
    contains: str = ""
    """Only for requests in whose messages this text stands, in any case."""
    times: int | Literal["always"] = 1
    """How often this may be used."""
    delay_seconds: float | None = Field(default=None, ge=0)
    """For slow_first_byte."""
    retry_after_seconds: float | None = Field(default=None, ge=0)
    """For too_many_requests and unavailable."""
    after_pieces: int = Field(default=2, ge=0)
    """How many pieces go out before a stream stalls or ends."""

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        given = [self.text is not None, self.data is not None, bool(self.calls)]
        if sum(given) > 1:
            raise ValueError("a reply is text, data or calls, not several of them\nKeep one of them.")
        if self.delay_seconds is not None and self.fault != "slow_first_byte":
            raise ValueError("only slow_first_byte has a delay\nAdd `fault: slow_first_byte`, or leave the delay out.")
        if self.retry_after_seconds is not None and self.fault not in ("too_many_requests", "unavailable"):
            raise ValueError("only too_many_requests and unavailable say when to come again\nLeave it out.")
        if isinstance(self.times, int) and self.times < 1:
            raise ValueError("a reply is used at least once\nWrite 1 or more, or always.")
        return self


class ScriptSpec(Spec):
    """What the server says, in this order; the first reply that fits the request and is not used up is taken."""

    models: tuple[str, ...] = ("scripted",)
    """The ids /v1/models lists; a request for another is a 404."""
    key: str = ""
    """The key a client must send; without it, any will do."""
    dialect: Dialect = "openai"
    """What it refuses: deepseek a JSON Schema and, while it thinks, a forced tool; plain all tools and schemas."""
    behind: Literal["gullible"] | None = None
    """Who answers what no reply fits. Without it that is an error of the test: a 400 with code unscripted-call."""
    replies: tuple[ReplySpec, ...] = ()
    """The replies."""
