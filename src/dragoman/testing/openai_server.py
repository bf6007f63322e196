"""A server on loopback that speaks the OpenAI chat protocol and says, or fails, what a script tells it to.

    with OpenAIServer([{"route": "news"}, ReplySpec(fault="too_many_requests", retry_after_seconds=2)]) as server:
        ChatOpenAI(base_url=server.url, model="scripted", api_key="any")

The client is the real one and the connection is real, so what is proven here holds for a provider that behaves so.
By hand: `python -m dragoman.testing.openai_server SCRIPT.yaml`.
"""

import json
import sys
from dataclasses import replace
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Event, Thread
from typing import Self

import typer

from dragoman.errors import DragomanError, UsageError
from dragoman.models.chat import ChatModel, ChatRequest
from dragoman.specs.reader import load
from dragoman.testing.errors import UnscriptedCallError
from dragoman.testing.gullible_model import GullibleChatModel
from dragoman.testing.openai_connection import Connection, Recorded
from dragoman.testing.openai_replies import Replies, Said, Source
from dragoman.testing.openai_script import Dialect, ScriptSpec

REDACTED = "[redacted]"
SECRET_HEADERS = ("authorization", "api-key", "x-api-key", "cookie", "proxy-authorization")


class OpenAIServer:
    """The server; it listens from entering the block to leaving it.

    `source` is a script, a list of lines (as of ScriptedChatModel, or ReplySpec), a function of the request that
    returns such a line, or a ChatModel. What a script or list has no reply for goes to the model `behind`, if any.
    """

    def __init__(
        self,
        source: Source,
        *,
        models: tuple[str, ...] = ("scripted",),
        key: str = "",
        dialect: Dialect = "openai",
        behind: ChatModel | None = None,
        keep_alive: bool = False,
    ) -> None:
        if isinstance(source, ScriptSpec):
            models, key, dialect = source.models, source.key, source.dialect
            behind = behind or (GullibleChatModel() if source.behind else None)
        self.models = models
        self.key = key
        self.dialect: Dialect = dialect
        self.keep_alive = keep_alive  # off, so that no client is left with an open socket when its event loop ends
        self.requests: list[Recorded] = []
        self.unscripted: list[ChatRequest] = []
        self.abandoned = 0  # clients that left before their reply was whole
        self.closing = Event()
        self._replies = Replies(source, behind=behind)
        self._http: _Listener | None = None
        self._thread: Thread | None = None

    @property
    def url(self) -> str:
        """The base address a client is given, ending in /v1."""
        if self._http is None:
            raise UsageError(
                "the server is not open", remedy="Use it inside its block: with OpenAIServer(…) as server."
            )
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"

    @property
    def calls(self) -> int:
        """How many requests for a reply came in."""
        return sum(one.path.endswith("/chat/completions") for one in self.requests)

    def open(self, port: int = 0) -> Self:
        """Listen; port 0 is any free one."""
        self._http = _Listener(self, port)
        self._thread = Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self._thread.start()
        return self

    def close(self) -> None:
        """Stop listening, and end the replies that are still on their way."""
        self.closing.set()
        if self._http and self._thread:
            self._http.shutdown()
            self._thread.join()
            self._http.server_close()
        self._http = self._thread = None

    def __enter__(self) -> Self:
        return self.open()

    def __exit__(self, *_: object) -> None:
        self.close()

    def choose(self, request: ChatRequest) -> Said:
        """Return what to say to a request; a gap in the script is kept in `unscripted`."""
        try:
            return self._replies.choose(request)
        except UnscriptedCallError:
            self.unscripted.append(request)
            raise

    def record(self, one: Recorded) -> None:
        """Keep a request, with every trace of the client's key taken out."""
        headers = {name.lower(): value for name, value in one.headers.items()}
        keys = {word for name in SECRET_HEADERS if name in headers for word in headers[name].split()} - {"Bearer"}
        headers |= {name: REDACTED for name in SECRET_HEADERS if name in headers}
        text = json.dumps(one.body)
        for key in keys:
            text = text.replace(json.dumps(key)[1:-1], REDACTED)
        self.requests.append(replace(one, headers=headers, body=json.loads(text)))


class _Listener(ThreadingHTTPServer):
    """A thread for each connection, so that a stalled one holds up nobody else."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, server: OpenAIServer, port: int) -> None:
        super().__init__(("127.0.0.1", port), lambda *connection: Connection(server, *connection))
        self._server = server

    def handle_error(self, request: object, client_address: object) -> None:
        """Count a client that left; anything else is a fault of the double and is shown."""
        if isinstance(sys.exception(), ConnectionError):
            self._server.abandoned += 1
        else:
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # passed on as it came


def main(script: Path, port: int = 0) -> None:
    """Serve SCRIPT until Ctrl-C. The address is printed; any key will do unless the script names one."""
    try:
        server = OpenAIServer(load(script, ScriptSpec))
    except DragomanError as error:
        typer.echo(error.message, err=True)
        raise typer.Exit(2) from None
    with server.open(port):
        typer.echo(server.url)
        try:
            Event().wait()
        except KeyboardInterrupt:
            typer.echo(f"{server.calls} requests", err=True)


if __name__ == "__main__":
    typer.run(main)
