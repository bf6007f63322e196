"""What every request passes: who asks, from where, how much, and the headers of every response."""

import hmac
import re
import secrets
from collections.abc import Mapping

from starlette.datastructures import Headers, MutableHeaders
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from dragoman.server.errors import AccessError, BodyTooLargeError, ForeignOriginError, TokenError
from dragoman.server.problem import problem_of
from dragoman.server.served import Served

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
CLOSED = ("/v1/", "/readyz", "/openapi.json")  # what needs the token; the page itself holds nobody's words
_LOCAL = re.compile(r"(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?", re.IGNORECASE)


class Guard:
    """Lets a request through, or ends it with a problem."""

    def __init__(self, app: ASGIApp, served: Served) -> None:
        self._app = app
        self._served = served

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = f"r-{secrets.token_hex(6)}"
        scope.setdefault("state", {})["request_id"] = request_id
        sending = _with_headers(send, request_id, scope["path"])
        limit = self._limit(scope)
        try:
            self._admit(scope["path"], Headers(scope=scope), limit)
        except AccessError as error:
            await problem_of(error, scope)(scope, receive, sending)
            return
        await self._app(scope, _limited(receive, limit), sending)

    def _limit(self, scope: Scope) -> int:
        is_upload = scope["method"] == "POST" and scope["path"] == "/v1/documents"
        return self._served.max_upload if is_upload else self._served.max_body

    def _admit(self, path: str, headers: Headers, limit: int) -> None:
        token = self._served.token
        if token is None and not _LOCAL.fullmatch(headers.get("host", "")):
            raise ForeignOriginError  # a name that was made to point at this machine
        origin = headers.get("origin")
        if origin is not None and origin.partition("://")[2] != headers.get("host", ""):
            raise ForeignOriginError
        if token is not None and path.startswith(CLOSED) and not has_token(headers, token):
            raise TokenError
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > limit:
            raise BodyTooLargeError(limit)


def has_token(headers: Mapping[str, str], token: str) -> bool:
    """Tell whether a request carries the token; the time it takes does not tell how much of it was right."""
    scheme, _, given = headers.get("authorization", "").partition(" ")
    is_same = hmac.compare_digest(given.strip().encode(), token.encode())
    return is_same and scheme.lower() == "bearer"


def _with_headers(send: Send, request_id: str, path: str) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["X-Request-Id"] = request_id
            for name, value in HEADERS.items():
                headers[name] = value
            if path.startswith("/v1/") and "cache-control" not in headers:
                headers["Cache-Control"] = "no-store"
        await send(message)

    return sending


def _limited(receive: Receive, limit: int) -> Receive:
    """Count what really comes: a length that is promised may be wrong or missing."""
    size = 0

    async def receiving() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > limit:  # of the framework's own kind: it turns all others into 400
            raise HTTPException(413, BodyTooLargeError(limit).problem)
        return message

    return receiving
