"""Fetching over http and https from addresses that somebody else may have chosen.

The host is looked up once, every address it has is checked, and the connection goes to the very address that was
checked, so that a second look-up cannot lead elsewhere. Redirects begin anew, with all checks. Nothing of the
environment takes part: no proxies, no cookies, no stored passwords.
"""

import asyncio
import socket
import zlib
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta

import httpx2

from dragoman.documents.addresses import is_literal, refusal_of_address, refusal_of_host, refusal_of_text
from dragoman.documents.fetch_errors import FetchContentError, FetchFailedError, FetchRefusedError
from dragoman.version import __version__

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
OpenTransport = Callable[[], httpx2.AsyncBaseTransport]

MAX_REDIRECTS = 3
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_PORTS = {"http": 80, "https": 443}
_LAST_PORT = 65_535
_MOST_DIGITS = 12  # of a length; longer ones are not even read as a number


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """How long and how much is waited for and taken."""

    connect: timedelta = timedelta(seconds=4)
    read: timedelta = timedelta(seconds=5)  # between two pieces
    total: timedelta = timedelta(seconds=10)  # from the first look-up to the last byte, over all redirects
    max_bytes: int = 1_000_000  # as sent, and again once unpacked


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """An answer that says yes: 200 with a body, or 304 for "what you have is still so"."""

    status: int
    body: bytes
    headers: Mapping[str, str]  # names in lower case


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What is asked for. A body makes it a POST, which is never redirected: it may carry a key."""

    address: str
    accept: Sequence[str]  # content types; others are refused
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = field(default=None, repr=False)


async def look_up(host: str, port: int) -> Sequence[str]:
    """Return every address of a host, as the machine resolves it. Raises OSError."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return [str(address[0]) for *_, address in found]


class Fetcher:
    """Fetches within limits, and only from where it may."""

    def __init__(
        self,
        *,
        resolve: Resolver = look_up,
        open_transport: OpenTransport = httpx2.AsyncHTTPTransport,
        own_hosts: Collection[str] = (),
        limits: Limits | None = None,
    ) -> None:
        """`own_hosts` are names of a person's own network that may have private addresses."""
        self._resolve = resolve
        self._open_transport = open_transport
        self._own_hosts = frozenset(host.lower() for host in own_hosts)
        self._limits = limits or Limits()

    async def fetch(self, request: Request) -> Fetched:
        """Return the answer. Raises FetchRefusedError, FetchFailedError, FetchContentError."""
        try:
            async with asyncio.timeout(self._limits.total.total_seconds()):
                return await self._follow(request)
        except TimeoutError:
            raise FetchFailedError(request.address, "timed out") from None

    async def _follow(self, request: Request) -> Fetched:
        url = _url(request.address, request.address)
        for _ in range(MAX_REDIRECTS + 1):
            found = await self._hop(url, request)
            if isinstance(found, Fetched):
                return found
            url = _redirected(url, found, request)
        raise FetchFailedError(request.address, f"it is redirected more than {MAX_REDIRECTS} times")

    async def _hop(self, url: httpx2.URL, request: Request) -> Fetched | str:
        """Return the answer of one server, or where it redirects to."""
        fault: httpx2.HTTPError | None = None
        for address in await self._addresses(url, request):
            try:
                return await self._ask(url, address, request)
            except (httpx2.ConnectError, httpx2.ConnectTimeout) as failure:
                fault = failure  # the next address of the same host may answer
            except httpx2.HTTPError as failure:
                raise FetchFailedError(request.address, _reason(failure)) from None
        raise FetchFailedError(request.address, _reason(fault))

    async def _addresses(self, url: httpx2.URL, request: Request) -> Sequence[str]:
        """Return the addresses of the host; one that may not be reached is enough to refuse all of them."""
        host = url.raw_host.decode("ascii")
        try:
            known = [host] if is_literal(host) else await self._resolve(host, url.port or _PORTS[url.scheme])
        except (OSError, UnicodeError):
            raise FetchFailedError(request.address, "its host is not known") from None
        found = list(dict.fromkeys(known))
        is_own = host.lower() in self._own_hosts
        for address in found:
            if refusal := refusal_of_address(address, is_own=is_own):
                raise FetchRefusedError(request.address, refusal)
        return found

    async def _ask(self, url: httpx2.URL, address: str, request: Request) -> Fetched | str:
        limits = self._limits
        seconds = {"connect": limits.connect, "read": limits.read, "write": limits.read, "pool": limits.connect}
        asked = httpx2.Request(
            "GET" if request.body is None else "POST",
            url.copy_with(host=address),
            headers={**_headers(request), "Host": url.netloc.decode("ascii")},
            content=request.body,
            extensions={
                "timeout": {name: wait.total_seconds() for name, wait in seconds.items()},
                "sni_hostname": url.raw_host.decode("ascii"),  # the certificate must be the host's, not the address's
            },
        )
        async with self._open_transport() as transport:
            response = await transport.handle_async_request(asked)
            try:
                return await _read(response, request, limits.max_bytes)
            finally:
                await response.aclose()


def _headers(request: Request) -> dict[str, str]:
    return {
        "User-Agent": f"dragoman/{__version__}",
        "Accept": ", ".join(request.accept),
        "Accept-Encoding": "gzip",
        "Connection": "close",
        **request.headers,
    }


def _url(text: str, asked: str) -> httpx2.URL:
    """Take an address apart. Raises FetchRefusedError, naming the address that was asked for."""
    if refusal := refusal_of_text(text):
        raise FetchRefusedError(asked, refusal)
    try:
        url = httpx2.URL(text)
    except (httpx2.InvalidURL, UnicodeError, ValueError):
        raise FetchRefusedError(asked, "its address cannot be read") from None
    if url.scheme not in _PORTS:
        raise FetchRefusedError(asked, "its address is neither http nor https")
    if url.userinfo:
        raise FetchRefusedError(asked, "its address has a user name in it")
    if url.port is not None and not 0 < url.port <= _LAST_PORT:
        raise FetchRefusedError(asked, "its address has no port that exists")
    if refusal := refusal_of_host(url.host):
        raise FetchRefusedError(asked, refusal)
    return url.copy_with(fragment=None)


def _redirected(url: httpx2.URL, location: str, request: Request) -> httpx2.URL:
    if request.body is not None:
        raise FetchFailedError(request.address, "it redirects what was sent to it")
    if refusal := refusal_of_text(location):
        raise FetchRefusedError(request.address, refusal)
    try:
        target = str(url.join(location))
    except (httpx2.InvalidURL, UnicodeError, ValueError):
        raise FetchRefusedError(request.address, "its address cannot be read") from None
    following = _url(target, request.address)
    if url.scheme == "https" and following.scheme == "http":
        raise FetchRefusedError(request.address, "it is redirected from https to http")
    return following


async def _read(response: httpx2.Response, request: Request, limit: int) -> Fetched | str:
    location = response.headers.get("location")
    if response.status_code in _REDIRECTS and location:
        return location
    if response.status_code not in (200, 304):
        raise FetchFailedError(request.address, f"it answered {response.status_code}")
    headers = {name.lower(): value for name, value in response.headers.items()}
    if response.status_code == 304:
        return Fetched(status=304, body=b"", headers=headers)
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind not in request.accept:
        raise FetchContentError(request.address, "it is not of a type that can be read here")
    return Fetched(status=200, body=await _body(response, request.address, limit), headers=headers)


async def _body(response: httpx2.Response, address: str, limit: int) -> bytes:
    """Read and unpack piece by piece, so that no more than the limit is ever held."""
    declared = response.headers.get("content-length", "")
    if declared.isdecimal() and (len(declared) > _MOST_DIGITS or int(declared) > limit):
        raise FetchContentError(address, "it is too large")
    unpack = _Unpacker(response.headers.get("content-encoding", ""), address)
    body, received = bytearray(), 0
    async for piece in response.aiter_raw():
        received += len(piece)
        body += unpack(piece, at_most=limit + 1 - len(body))
        if received > limit or len(body) > limit:
            raise FetchContentError(address, "it is too large")
    unpack.finish()
    return bytes(body)


class _Unpacker:
    """Unpacks gzip as it comes, never more than asked for at once."""

    def __init__(self, encoding: str, address: str) -> None:
        name = encoding.strip().lower()
        if name not in ("", "identity", "gzip", "x-gzip"):
            raise FetchContentError(address, "it is packed in a way that was not asked for")
        self._gzip = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16) if "gzip" in name else None
        self._address = address

    def __call__(self, piece: bytes, *, at_most: int) -> bytes:
        if self._gzip is None:
            return piece
        try:
            return self._gzip.decompress(piece, at_most)
        except zlib.error:
            raise FetchContentError(self._address, "it cannot be unpacked") from None

    def finish(self) -> None:
        if self._gzip is not None and not self._gzip.eof:
            raise FetchContentError(self._address, "it breaks off")


def _reason(fault: httpx2.HTTPError | None) -> str:
    if isinstance(fault, httpx2.TimeoutException):
        return "timed out"
    if fault is None or isinstance(fault, httpx2.ConnectError):
        return "no connection"
    return "the connection broke off"
