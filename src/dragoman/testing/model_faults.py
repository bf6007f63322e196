"""The ways in which a language model fails a program, as scripts of the loopback server, and a dispatch over it.

    with failing_server("cut-stream") as server:
        model = dispatcher_over(server)

A program that stays right with each of `MODEL_FAULTS` has met what providers do to it.
"""

from collections.abc import Sequence
from datetime import timedelta
from time import monotonic

from dragoman.models.candidate import Candidate
from dragoman.models.dispatch import Dispatcher
from dragoman.models.profiles import ProfileName, packaged_profiles
from dragoman.models.providers.openai_compatible import OpenAICompatibleModel
from dragoman.models.pursuit import Limits, World
from dragoman.testing.openai_replies import Source
from dragoman.testing.openai_script import ReplySpec
from dragoman.testing.openai_server import OpenAIServer

PATIENCE = timedelta(seconds=20)  # for replies that come: a slow machine is no fault
IMPATIENCE = timedelta(milliseconds=300)  # for those that never do
MODEL_FAULTS: dict[str, ReplySpec] = {
    "exception": ReplySpec(fault="dropped_connection", times="always"),
    "time-out": ReplySpec(fault="slow_first_byte", times="always"),
    "stalled": ReplySpec(fault="stalled_stream", times="always"),
    "400": ReplySpec(fault="bad_request", times="always"),
    "401": ReplySpec(fault="unauthorized", times="always"),
    "404": ReplySpec(fault="not_found", times="always"),
    "429": ReplySpec(fault="too_many_requests", retry_after_seconds=1, times="always"),
    "500": ReplySpec(fault="server_error", times="always"),
    "503": ReplySpec(fault="unavailable", retry_after_seconds=1, times="always"),
    "empty": ReplySpec(fault="empty", times="always"),
    "malformed": ReplySpec(fault="malformed_json", times="always"),
    "not-json": ReplySpec(fault="wrong_content_type", times="always"),
    "error-event": ReplySpec(fault="error_event", times="always"),
    "wrong-enum": ReplySpec(fault="wrong_enum", times="always"),
    "wrong-tool": ReplySpec(fault="wrong_tool", times="always"),
    "broken-arguments": ReplySpec(fault="malformed_arguments", times="always"),
    "cut-stream": ReplySpec(fault="cut_stream", times="always"),
    "unfinished": ReplySpec(fault="unfinished_stream", times="always"),
    "token-limit": ReplySpec(fault="token_limit", times="always"),
    "over-long": ReplySpec(fault="over_long", times="always"),
}
SILENT = ("time-out", "stalled")  # these end only because the caller's own time is up


class SkippedTime:
    """Time in which a pause is over at once; `pauses` has the seconds of each."""

    def __init__(self) -> None:
        self.pauses: list[float] = []

    def now(self) -> float:
        """Return seconds: those that went by and those that were skipped."""
        return monotonic() + sum(self.pauses)

    async def sleep(self, seconds: float) -> None:
        """Skip them."""
        self.pauses.append(seconds)


def failing_server(fault: str) -> OpenAIServer:
    """Return a server that fails each request in this way."""
    return OpenAIServer([MODEL_FAULTS[fault]])


def healthy_server(source: Source | None = None) -> OpenAIServer:
    """Return a server whose replies fit what is asked, or are those given."""
    return OpenAIServer([ReplySpec(times="always")] if source is None else source)


def dispatcher_over(
    *servers: OpenAIServer,
    profile: ProfileName = "openai",
    call_timeouts: Sequence[timedelta] = (),
    max_rounds: int = 1,
    time: "SkippedTime | None" = None,
) -> Dispatcher:
    """Return a dispatch that asks these servers in their order, through the real client, without real pauses.

    `call_timeouts` is how long each may take; those left out get PATIENCE.
    """
    patience = [*call_timeouts, *[PATIENCE] * (len(servers) - len(call_timeouts))]
    candidates = [
        Candidate(
            model=OpenAICompatibleModel(
                f"free:server-{number}", url=server.url, model="scripted", profile=packaged_profiles()[profile]
            ),
            provider=server.url,
            call_timeout=call_timeout,
        )
        for number, (server, call_timeout) in enumerate(zip(servers, patience, strict=True), start=1)
    ]
    limits = Limits(deadline=3 * PATIENCE, max_rounds=max_rounds)
    time = time or SkippedTime()
    return Dispatcher(candidates, limits=limits, world=World(now=time.now, sleep=time.sleep))
