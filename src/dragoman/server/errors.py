"""Why a request does not get in."""

from typing import ClassVar

from dragoman.errors import DragomanError, UsageError


class AccessError(DragomanError):
    """A request may not be answered."""

    code = "access"
    status: ClassVar[int] = 403


class TokenError(AccessError):
    """The server has a token, and the request has not."""

    code = "token"
    status = 401

    def __init__(self) -> None:
        super().__init__(
            "this server wants its token", remedy="Send it as: Authorization: Bearer TOKEN (see DRAGOMAN_TOKEN)."
        )


class ForeignOriginError(AccessError):
    """A page of somewhere else sends requests, or the server is called by a name that is not its own."""

    code = "foreign-origin"

    def __init__(self) -> None:
        super().__init__(
            "the request comes from another page, or calls this server by a name that is not its own",
            remedy="Open the address that dragoman serve printed.",
        )


class BodyTooLargeError(AccessError):
    """A request has a larger body than may be."""

    code = "body-too-large"
    status = 413

    def __init__(self, limit: int) -> None:
        super().__init__(f"a request of this kind may have {limit:,} bytes", remedy="Send less, or in parts.")


class OpenServerError(UsageError):
    """The server would be open to everybody on the network."""

    code = "open-server"

    def __init__(self, host: str) -> None:
        super().__init__(
            f"without a token only this machine may reach the server, but {host} is open to others",
            remedy="Set DRAGOMAN_TOKEN to a long random text, or leave --host out.",
        )


class PortError(UsageError):
    """The server cannot listen where it should."""

    code = "port"

    def __init__(self, host: str, port: int, reason: str) -> None:
        super().__init__(f"cannot listen on {host}:{port} ({reason})", remedy="Choose another one with --port.")
