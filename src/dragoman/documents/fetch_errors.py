"""What can go wrong when something is fetched, each with what to do about it.

`reason` is a few words of ours that fit after "could not read X:"; nothing a server sent is ever in them.
"""

from typing import ClassVar

from dragoman.errors import DragomanError, Source


class FetchError(DragomanError):
    """Nothing was fetched."""

    code: ClassVar[str] = "fetch"
    remedy_of_kind: ClassVar[str] = "Try again later."

    def __init__(self, address: str, reason: str) -> None:
        self.reason = reason
        super().__init__(f"nothing was fetched: {reason}", where=Source(address), remedy=self.remedy_of_kind)


class FetchRefusedError(FetchError):
    """The address is one that we do not connect to: not of the web, or inside a private network."""

    code = "fetch-refused"
    remedy_of_kind = (
        "Give a public http or https address. A host of your own network is reached only "
        "when DRAGOMAN_PRIVATE_HOSTS names it."
    )


class FetchFailedError(FetchError):
    """No answer came, or none that says yes."""

    code = "fetch-failed"
    remedy_of_kind = "Check the address and the connection of this machine, then try again."


class FetchContentError(FetchError):
    """What came is not what was asked for: too large, of another type, or not to be unpacked."""

    code = "fetch-content"
    remedy_of_kind = "Check that the address is the one of the feed or service itself, not of a page about it."
