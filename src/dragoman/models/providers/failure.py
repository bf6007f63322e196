"""What went wrong inside the OpenAI client, as one of our kinds of failure.

Nothing of what the provider wrote is kept: a body may repeat the prompt, and some repeat the key.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

from dragoman.models.errors import FailureKind, ProviderError

_LONGEST_WAIT = timedelta(hours=1)
_LONGEST_CHAIN = 10  # of causes
_REFUSED = {401: "the key is not accepted", 402: "the account has no credit left", 403: "the key may not do this"}
_REJECTED = {404: "no such model or address", 413: "the request is too large", 422: "the request is not understood"}


def failure_of(error: Exception) -> ProviderError:
    """Return the failure. What nobody foresaw while a reply was read is `malformed`."""
    if isinstance(error, ProviderError):
        return error
    status = getattr(error, "status_code", None)
    if isinstance(status, int):
        return _of_status(status, getattr(getattr(error, "response", None), "headers", None) or {})
    names = {kind.__name__ for cause in _causes(error) for kind in type(cause).__mro__}
    if names & {"ConnectError", "ConnectTimeout", "ProxyError", "UnsupportedProtocol"}:
        return ProviderError("unreachable", "no connection")
    if names & {"APITimeoutError", "TimeoutException", "TimeoutError", "PoolTimeout"}:
        return ProviderError("timeout", "the provider took too long")
    if names & {"TransportError", "OSError", "StreamError"}:
        return ProviderError("cut-off", "the connection broke before the reply was whole")
    if "APIConnectionError" in names:
        return ProviderError("unreachable", "no connection")
    if "OverlongBodyError" in names:
        return ProviderError("malformed", "the reply is far longer than it may be")
    if "APIError" in names:  # an error that came as an event of a stream
        return ProviderError("server-error", "the provider reported an error during the reply")
    return ProviderError("malformed", f"the reply is not of the protocol ({type(error).__name__})")


def _causes(error: BaseException | None) -> Iterator[BaseException]:
    for _ in range(_LONGEST_CHAIN):
        if error is None:
            return
        yield error
        error = error.__cause__ or error.__context__


def _of_status(status: int, headers: Mapping[str, str]) -> ProviderError:
    kind: FailureKind = "server-error"
    detail = f"HTTP {status}"
    if status < 400:
        kind, detail = "rejected", f"HTTP {status}: the address leads elsewhere, and redirects are not followed"
    elif status == 429:
        kind, detail = "rate-limited", "HTTP 429: too many requests"
    elif status in (408, 504):
        kind = "timeout"
    elif status in _REFUSED:
        kind, detail = "refused", f"HTTP {status}: {_REFUSED[status]}"
    elif status < 500:
        kind, detail = "rejected", f"HTTP {status}: {_REJECTED.get(status, 'the request is not accepted')}"
    return ProviderError(kind, detail, status=status, retry_after=_wait_of(headers))


def _wait_of(headers: Mapping[str, str]) -> timedelta | None:
    """Read Retry-After, in seconds or as a date, and its finer form in milliseconds; nonsense is no wish to wait."""
    try:
        if fine := headers.get("retry-after-ms"):
            wait = timedelta(milliseconds=float(fine))
        elif text := headers.get("retry-after"):
            wait = _read_wait(text)
        else:
            return None
    except (ValueError, OverflowError):
        return None
    return min(max(wait, timedelta(0)), _LONGEST_WAIT)


def _read_wait(text: str) -> timedelta:
    try:
        return timedelta(seconds=float(text))
    except ValueError:
        moment = parsedate_to_datetime(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - datetime.now(UTC)
