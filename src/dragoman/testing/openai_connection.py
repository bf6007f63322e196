"""One connection to the loopback server: reads requests, writes replies, and breaks them off where told to."""

import json
import select
import socket
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from itertools import islice
from threading import Event
from typing import Any, Protocol

from dragoman.models.chat import ChatRequest
from dragoman.testing import openai_wire as wire
from dragoman.testing.errors import UnscriptedCallError
from dragoman.testing.openai_replies import Said, spoiled
from dragoman.testing.openai_script import FAULTS, Dialect, ReplySpec

Json = dict[str, Any]
HTML = b"<html><body>502 Bad Gateway</body></html>"
MAX_BODY = 32_000_000  # bytes
BREAKS = ("stalled_stream", "cut_stream", "unfinished_stream", "malformed_json", "error_event")  # after some pieces
GLANCE = 0.02  # seconds between looks at whether the client is still there


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """One request as it came in, without the key."""

    path: str
    headers: dict[str, str]  # names in small letters
    body: Json
    request: ChatRequest | None = None  # None where it could not be read
    fault: str = ""  # what went wrong with the reply, on purpose or not


class Host(Protocol):
    """What a connection needs of its server."""

    models: tuple[str, ...]
    key: str
    dialect: Dialect
    keep_alive: bool
    closing: Event
    abandoned: int

    def choose(self, request: ChatRequest) -> Said:
        """Return what to say. Raises UnscriptedCallError where the script has a gap."""

    def record(self, one: Recorded) -> None:
        """Keep a request for assertions."""


class Connection(BaseHTTPRequestHandler):
    """Serves one client; several requests may come over it, one after another."""

    protocol_version = "HTTP/1.1"

    def __init__(self, server: Host, *connection: Any) -> None:  # noqa: ANN401 - as http.server passes it
        self._server = server
        super().__init__(*connection)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name it has there
        """Stay silent: what was asked is in `requests`."""

    def do_GET(self) -> None:
        if self.path != "/v1/models":
            return self._refuse(404, "there is nothing here", "not_found")
        if not self._has_key():
            return self._refuse(401, "Incorrect API key provided", "invalid_api_key")
        listed = [{"id": name, "object": "model", "created": 0, "owned_by": "loopback"} for name in self._server.models]
        return self._send(200, json.dumps({"object": "list", "data": listed}).encode())

    def do_POST(self) -> None:
        data = self._body()
        try:
            body, fault = json.loads(data), ""
        except ValueError:
            body, fault = {}, "unreadable"
        if self.path != "/v1/chat/completions" or not isinstance(body, dict) or fault:
            self._record(body if isinstance(body, dict) else {}, fault=fault)
            status = 404 if self.path != "/v1/chat/completions" else 400
            return self._refuse(status, "no such path, or no JSON object", "invalid_request_error")
        return self._answer(body)

    def _answer(self, body: Json) -> None:
        try:
            self._check(body)
            request = wire.request_of(body, dialect=self._server.dialect)
        except wire.WireError as error:
            self._record(body, fault=error.code)
            return self._refuse(error.status, str(error), error.code)
        try:
            said = self._server.choose(request)
        except UnscriptedCallError as error:
            self._record(body, request, error.code)
            return self._refuse(400, error.problem, error.code)
        except Exception as error:  # noqa: BLE001  # whatever a model behind raises is that server's own failure
            self._record(body, request, type(error).__name__)
            return self._refuse(500, "the model behind this server failed", "server_error")
        self._record(body, request, said.spec.fault or "")
        return self._say(said, body, request)

    def _check(self, body: Json) -> None:
        if not self._has_key():
            raise wire.WireError("Incorrect API key provided", status=401, code="invalid_api_key")
        if body.get("model") not in self._server.models:
            raise wire.WireError("The model does not exist", status=404, code="model_not_found")

    def _has_key(self) -> bool:
        return not self._server.key or self.headers.get("Authorization") == f"Bearer {self._server.key}"

    def _record(self, body: Json, request: ChatRequest | None = None, fault: str = "") -> None:
        self._server.record(
            Recorded(path=self.path, headers=dict(self.headers), body=body, request=request, fault=fault)
        )

    def _say(self, said: Said, body: Json, request: ChatRequest) -> None:
        spec = said.spec
        if spec.fault in FAULTS:
            status, code = FAULTS[spec.fault]
            return self._refuse(status, "the script says so", code, retry_after=spec.retry_after_seconds)
        if spec.fault == "dropped_connection":
            return self._break_off()
        if spec.fault == "wrong_content_type":
            return self._send(200, HTML, kind="text/html")
        if spec.fault == "slow_first_byte" and not self._wait(spec.delay_seconds):
            return self._break_off()
        reply = spoiled(wire.wire_reply(said.reply, body), spec.fault, request)
        if body.get("stream"):
            with_usage = bool((body.get("stream_options") or {}).get("include_usage"))
            return self._stream(reply, spec, with_usage=with_usage)
        return self._send_whole(json.dumps(wire.completion(reply)).encode(), spec)

    def _send_whole(self, data: bytes, spec: ReplySpec) -> None:
        if spec.fault == "malformed_json":
            return self._send(200, data[: len(data) // 2])
        if spec.fault == "error_event":
            return self._send(200, json.dumps(_error("the script says so", "server_error")).encode())
        if spec.fault not in ("stalled_stream", "cut_stream", "unfinished_stream"):
            return self._send(200, data)
        self._head(200, "application/json", length=len(data))
        self.wfile.write(data[: len(data) // 2])
        if spec.fault == "stalled_stream":
            self._wait(None)
        return self._break_off()

    def _stream(self, reply: wire.WireReply, spec: ReplySpec, *, with_usage: bool) -> None:
        self._head(200, "text/event-stream")
        self._event(wire.opening(reply))
        breaks = spec.fault in BREAKS
        for piece in islice(wire.pieces(reply), spec.after_pieces if breaks else None):
            self._event(piece)
        if spec.fault == "malformed_json":
            self._chunk(b'data: {"id": "chatcmpl-loopback", "choices": [{"del\n\n')
        if spec.fault == "error_event":
            self._event(_error("the script says so", "server_error"))
        if spec.fault == "stalled_stream":
            self._wait(None)
        if spec.fault in ("stalled_stream", "cut_stream"):
            return self._break_off()
        if not breaks:
            for event in wire.closing(reply, with_usage=with_usage):
                self._event(event)
            self._chunk(b"data: [DONE]\n\n")
        self.wfile.write(b"0\r\n\r\n")
        return None

    def _event(self, event: Json) -> None:
        self._chunk(b"data: " + json.dumps(event).encode() + b"\n\n")

    def _chunk(self, data: bytes) -> None:
        self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))
        self.wfile.flush()

    def _refuse(self, status: int, message: str, code: str, *, retry_after: float | None = None) -> None:
        self._send(status, json.dumps(_error(message, code)).encode(), retry_after=retry_after)

    def _send(
        self, status: int, data: bytes, *, kind: str = "application/json", retry_after: float | None = None
    ) -> None:
        self._head(status, kind, length=len(data), retry_after=retry_after)
        self.wfile.write(data)

    def _head(self, status: int, kind: str, *, length: int | None = None, retry_after: float | None = None) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("x-request-id", "req-loopback")
        if not self._server.keep_alive:
            self.send_header("Connection", "close")
        if retry_after is not None:
            self.send_header("Retry-After", f"{retry_after:g}")
        if length is None:
            self.send_header("Transfer-Encoding", "chunked")
        else:
            self.send_header("Content-Length", str(length))
        self.end_headers()

    def _body(self) -> bytes:
        length = int(self.headers.get("Content-Length") or 0)
        if length > MAX_BODY:
            self.close_connection = True
            return b""
        return self.rfile.read(length)

    def _wait(self, seconds: float | None) -> bool:
        """Wait that long, or for ever; False if meanwhile the client left or the server closes."""
        waited = 0.0
        while seconds is None or waited < seconds:
            if self._server.closing.wait(GLANCE) or self._client_left():
                return False
            waited += GLANCE
        return True

    def _client_left(self) -> bool:
        readable, _, _ = select.select([self.connection], [], [], 0)
        if not readable:
            return False
        try:
            left = not self.connection.recv(1, socket.MSG_PEEK)
        except ConnectionError:
            left = True
        self._server.abandoned += left
        return left

    def _break_off(self) -> None:
        self.close_connection = True


def _error(message: str, code: str) -> Json:
    return {"error": {"message": message, "type": code, "param": None, "code": code}}
