"""Fetching: only from where it may, only as much and as long as it may."""

import asyncio
import gzip

import httpx2
import pytest

from dragoman.documents.addresses import refusal_of_address, refusal_of_host
from dragoman.documents.fetch import Fetcher, Limits, Request
from dragoman.documents.fetch_errors import FetchContentError, FetchFailedError, FetchRefusedError

PUBLIC = "93.184.216.34"
FEED = {"Content-Type": "application/rss+xml"}


class Web:
    """A web of one server: it keeps what it was asked and gives the replies it has, the last one again and again."""

    def __init__(self, *replies, names=None) -> None:
        self.replies = list(replies)
        self.names = names or {}
        self.asked: list[httpx2.Request] = []
        self.looked_up: list[str] = []

    async def resolve(self, host, port):
        self.looked_up.append(host)
        return self.names.get(host, [PUBLIC])

    def answer(self, request):
        self.asked.append(request)
        if not self.replies:
            return feed(b"<rss/>")
        reply = self.replies.pop(0) if len(self.replies) > 1 else self.replies[0]
        if isinstance(reply, Exception):
            raise reply
        return reply

    async def fetch(self, address="https://news.example/feed", *, body=None, limits=None, own_hosts=()):
        fetcher = Fetcher(
            resolve=self.resolve,
            open_transport=lambda: httpx2.MockTransport(self.answer),
            own_hosts=own_hosts,
            limits=limits,
        )
        return await fetcher.fetch(Request(address=address, accept=("application/rss+xml",), body=body))


class Pieces(httpx2.AsyncByteStream):
    """A body that comes in pieces; `after` is waited for before each but the first."""

    def __init__(self, *pieces: bytes, after=None) -> None:
        self._pieces = pieces
        self._after = after
        self.given = 0

    async def __aiter__(self):
        for piece in self._pieces:
            if self.given and self._after:
                await self._after.wait()
            self.given += 1
            yield piece


def feed(*pieces: bytes, **headers: str) -> httpx2.Response:
    return httpx2.Response(200, headers={**FEED, **headers}, stream=Pieces(*pieces))


def redirect(to: str, status: int = 302) -> httpx2.Response:
    return httpx2.Response(status, headers={"Location": to})


async def test_the_connection_goes_to_the_address_that_was_checked():
    web = Web()
    found = await web.fetch("https://news.example:8443/feed?a=b")
    [asked] = web.asked
    assert found.body == b"<rss/>"
    assert (asked.url.host, asked.url.port, asked.url.raw_path) == (PUBLIC, 8443, b"/feed?a=b")
    assert asked.headers["Host"] == "news.example:8443"
    assert asked.extensions["sni_hostname"] == "news.example"
    assert web.looked_up == ["news.example"]


@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/passwd",
        "ftp://news.example/feed",
        "gopher://news.example/",
        "//news.example/feed",
        "news.example/feed",
        "http://",
        "http:///feed",
        "http://user@news.example/",
        "http://news.example@127.0.0.1/",
        "http://news.example\\@127.0.0.1/",
        "http://news.example\t/",
        "http://news.example/\r\nHost: other",
        "http://127.0.0.1/",
        "http://127.1/",
        "http://2130706433/",
        "http://0177.0.0.1/",
        "http://0x7f.0.0.1/",
        "http://0x7f000001/",
        "http://127.0.0.0x1/",
        "http://010.0.0.1/",
        "http://0/",
        "http://%31%32%37.0.0.1/",
        "http://①②⑦.0.0.1/",
        "http://10.0.0.1/",
        "http://192.168.1.1/",
        "http://172.16.0.1/",
        "http://100.64.0.1/",
        "http://100.100.100.200/latest/meta-data",
        "http://168.63.129.16/",
        "http://169.254.169.254/latest/meta-data",
        "http://0.0.0.0/",
        "http://224.0.0.1/",
        "http://240.0.0.1/",
        "http://255.255.255.255/",
        "http://[::1]/",
        "http://[::]/",
        "http://[::ffff:127.0.0.1]/",
        "http://[::ffff:8.8.8.8]/",
        "http://[::127.0.0.1]/",
        "http://[64:ff9b::7f00:1]/",
        "http://[2002:7f00:1::]/",
        "http://[2001:0:1::1]/",
        "http://[fe80::1]/",
        "http://[fe80::1%25eth0]/",
        "http://[fd00:ec2::254]/",
        "http://[fc00::1]/",
        "http://[ff02::1]/",
        "http://news.example:99999/",
        "http://news.example/" + "a" * 3_000,
    ],
)
async def test_an_address_that_leads_elsewhere_than_the_web_is_refused(address):
    web = Web()
    with pytest.raises(FetchRefusedError):
        await web.fetch(address)
    assert web.asked == []


@pytest.mark.parametrize("inside", ["127.0.0.1", "10.1.2.3", "169.254.169.254", "::1", "fe80::1%2", "::ffff:10.0.0.1"])
async def test_a_name_with_one_address_inside_is_refused_whatever_its_others(inside):
    web = Web(names={"news.example": [PUBLIC, inside]})
    with pytest.raises(FetchRefusedError):
        await web.fetch()
    assert web.asked == []


@pytest.mark.parametrize(
    "to",
    [
        "http://169.254.169.254/latest/meta-data",
        "https://inside.example/feed",
        "file:///etc/passwd",
        "//127.0.0.1/feed",
        "https://user@news.example/",
        "https://2130706433/",
        "http://news.example/feed",
    ],
)
async def test_a_redirect_is_checked_like_a_first_address(to):
    web = Web(redirect(to), names={"inside.example": ["10.0.0.1"]})
    with pytest.raises(FetchRefusedError):
        await web.fetch()
    assert len(web.asked) == 1


async def test_three_redirects_are_followed_and_no_cookie_goes_with_them():
    hops = [httpx2.Response(302, headers={"Location": f"/{n}", "Set-Cookie": "a=b"}) for n in range(3)]
    web = Web(*hops, feed(b"there"))
    assert (await web.fetch()).body == b"there"
    assert [asked.url.path for asked in web.asked] == ["/feed", "/0", "/1", "/2"]
    assert all("cookie" not in asked.headers for asked in web.asked)


async def test_a_fourth_redirect_is_not_followed():
    web = Web(redirect("/again"))
    with pytest.raises(FetchFailedError, match="more than 3 times"):
        await web.fetch()
    assert len(web.asked) == 4


async def test_what_is_sent_is_never_redirected():
    web = Web(redirect("https://other.example/", 307))
    with pytest.raises(FetchFailedError, match="redirects what was sent"):
        await web.fetch(body=b"{}")
    assert len(web.asked) == 1


async def test_an_own_host_may_be_private_but_never_a_metadata_service():
    names = {"wiki.corp": ["10.0.0.5"], "bad.corp": ["169.254.169.254"]}
    web = Web(names=names)
    assert (await web.fetch("http://WIKI.corp/feed", own_hosts=["wiki.corp"])).status == 200
    with pytest.raises(FetchRefusedError):
        await web.fetch("http://bad.corp/feed", own_hosts=["bad.corp"])


async def test_the_next_address_is_tried_when_one_does_not_answer():
    reply = feed(b"second")
    web = Web(httpx2.ConnectError("refused"), reply, names={"news.example": ["2606:4700::1", PUBLIC]})
    assert (await web.fetch()).body == b"second"
    assert [asked.url.host for asked in web.asked] == ["2606:4700::1", PUBLIC]


@pytest.mark.parametrize(
    ("reply", "said"),
    [
        (httpx2.ConnectError("secret detail"), "no connection"),
        (httpx2.ReadTimeout("secret detail"), "timed out"),
        (httpx2.RemoteProtocolError("secret detail"), "the connection broke off"),
        (httpx2.Response(404, content=b"secret detail"), "it answered 404"),
        (httpx2.Response(500), "it answered 500"),
        (httpx2.Response(302), "it answered 302"),
    ],
)
async def test_a_failure_is_said_in_our_words(reply, said):
    with pytest.raises(FetchFailedError) as failure:
        await Web(reply).fetch()
    assert failure.value.reason == said
    assert "secret detail" not in failure.value.message


async def test_a_host_that_is_not_known_is_said():
    async def nowhere(host, port):
        raise OSError("no such host")

    fetcher = Fetcher(resolve=nowhere)
    with pytest.raises(FetchFailedError, match="its host is not known"):
        await fetcher.fetch(Request(address="https://nowhere.example/", accept=()))


@pytest.mark.parametrize("headers", [{}, {"Content-Type": "text/html"}, {"Content-Type": "image/png; x"}])
async def test_another_type_is_refused(headers):
    with pytest.raises(FetchContentError, match="not of a type"):
        await Web(httpx2.Response(200, headers=headers, content=b"<rss/>")).fetch()


async def test_a_body_above_the_limit_is_not_read_to_its_end():
    stream = Pieces(*[b"x" * 600] * 9)
    with pytest.raises(FetchContentError, match="too large"):
        await Web(httpx2.Response(200, headers=FEED, stream=stream)).fetch(limits=Limits(max_bytes=1_000))
    assert stream.given == 2


@pytest.mark.parametrize("length", ["1001", "9" * 5_000])
async def test_a_length_above_the_limit_is_believed(length):
    stream = Pieces(b"x")
    reply = httpx2.Response(200, headers={**FEED, "Content-Length": length}, stream=stream)
    with pytest.raises(FetchContentError, match="too large"):
        await Web(reply).fetch(limits=Limits(max_bytes=1_000))
    assert stream.given == 0


async def test_a_packed_body_is_unpacked():
    packed = gzip.compress(b"news " * 100)
    reply = httpx2.Response(200, headers={**FEED, "Content-Encoding": "gzip"}, stream=Pieces(packed[:9], packed[9:]))
    assert (await Web(reply).fetch()).body == b"news " * 100


async def test_a_bomb_is_given_up_at_the_limit():
    packed = gzip.compress(b"\0" * 50_000_000)
    reply = httpx2.Response(200, headers={**FEED, "Content-Encoding": "gzip"}, stream=Pieces(packed))
    with pytest.raises(FetchContentError, match="too large"):
        await Web(reply).fetch(limits=Limits(max_bytes=100_000))


@pytest.mark.parametrize(
    ("encoding", "body", "said"),
    [
        ("gzip", b"no gzip", "cannot be unpacked"),
        ("gzip", gzip.compress(b"news")[:-9], "breaks off"),
        ("br", b"x", "packed in a way"),
        ("gzip, gzip", gzip.compress(b"x"), "packed in a way"),
    ],
    ids=["no gzip", "cut off", "unknown packing", "packed twice"],  # the bytes hold the time: no name for a test
)
async def test_what_cannot_be_unpacked_is_refused(encoding, body, said):
    reply = httpx2.Response(200, headers={**FEED, "Content-Encoding": encoding}, stream=Pieces(body))
    with pytest.raises(FetchContentError, match=said):
        await Web(reply).fetch()


async def test_a_body_that_drips_is_given_up_at_the_deadline():
    never = asyncio.Event()
    reply = httpx2.Response(200, headers=FEED, stream=Pieces(b"<", b"r", after=never))
    with pytest.raises(FetchFailedError, match="timed out"):
        await Web(reply).fetch(limits=Limits(total=Limits().total / 500))


@pytest.mark.parametrize("host", ["news.example", "8.8.8.8", "xn--e1afmkfd.example", "abc.0x.example", "3com.example"])
def test_ordinary_hosts_are_looked_up(host):
    assert refusal_of_host(host) == ""


@pytest.mark.parametrize("address", [PUBLIC, "8.8.8.8", "2606:4700::1111"])
def test_public_addresses_are_connected_to(address):
    assert refusal_of_address(address) == ""


async def test_over_a_real_connection_the_host_stays_the_one_that_was_named():
    heard = []

    async def serve(reader, writer):
        heard.append((await reader.readuntil(b"\r\n\r\n")).decode())
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/rss+xml\r\nContent-Length: 6\r\n\r\n<rss/>")
        await writer.drain()
        writer.close()

    async def resolve(host, port):
        return ["127.0.0.1"]

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        port = server.sockets[0].getsockname()[1]
        fetcher = Fetcher(resolve=resolve, own_hosts=["wiki.corp"])
        request = Request(address=f"http://wiki.corp:{port}/feed", accept=("application/rss+xml",))
        assert (await fetcher.fetch(request)).body == b"<rss/>"
    assert heard[0].startswith("GET /feed HTTP/1.1\r\n")
    assert f"Host: wiki.corp:{port}\r\n" in heard[0]
