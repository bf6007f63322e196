"""Who gets in, how much they may send, and what every response says to the browser."""

import pytest

from dragoman.server.errors import OpenServerError
from dragoman.server.serve import check_host

TOKEN = {"Authorization": "Bearer a long random text"}


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.5", "example.org"])  # noqa: S104  # they are refused
def test_without_a_token_only_this_machine_is_served(host):
    with pytest.raises(OpenServerError, match="DRAGOMAN_TOKEN"):
        check_host(host, None)
    check_host(host, "a token")
    check_host("127.0.0.1", None)


# C-047
@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": "Bearer wrong"},
        {"Authorization": "Bearer"},
        {"Authorization": "Basic a long random text"},
        {"Authorization": "a long random text"},
        {"Authorization": "Bearer a long random tex\u00e9"},
    ],
)
@pytest.mark.parametrize("path", ["/v1/jobs", "/v1/threads", "/v1/documents", "/openapi.json", "/readyz"])
def test_a_server_with_a_token_wants_it(with_token, path, headers):
    refused = with_token.get(path, headers={name: value.encode() for name, value in headers.items()})
    assert (refused.status_code, refused.json()["code"]) == (401, "token")
    assert refused.headers["WWW-Authenticate"] == "Bearer"


# C-047
def test_the_token_opens_the_server_under_any_name(with_token):
    assert with_token.get("/v1/jobs", headers=TOKEN).status_code == 200
    assert with_token.get("/v1/jobs", headers={**TOKEN, "Host": "dragoman.example"}).status_code == 200
    assert with_token.get("/healthz").status_code == 200


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", ""])
def test_a_name_that_was_made_to_point_here_is_refused(client, host):
    refused = client.get("/v1/threads", headers={"Host": host})
    assert (refused.status_code, refused.json()["code"]) == (403, "foreign-origin")


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1"])
def test_a_page_of_somewhere_else_is_refused(client, origin):
    refused = client.post("/v1/chat", json={"message": "step"}, headers={"Origin": origin})
    assert (refused.status_code, refused.json()["code"]) == (403, "foreign-origin")


def test_our_own_page_is_let_in(client):
    own = {"Origin": str(client.base_url).rstrip("/")}
    assert client.post("/v1/interpret", json={"text": "BHP"}, headers=own).status_code == 200


@pytest.mark.parametrize("path", ["/", "/v1/jobs", "/v1/nothing", "/healthz"])
def test_every_response_tells_the_browser_to_run_nothing_foreign(client, path):
    headers = client.get(path).headers
    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Request-Id"].startswith("r-")


@pytest.mark.parametrize("is_promised", [True, False])
def test_a_body_that_is_too_large_is_refused(client, is_promised):
    body = b"x" * 300_000
    content = body if is_promised else iter([body])  # an iterator is sent in chunks, without a length
    refused = client.post("/v1/interpret", content=content, headers={"Content-Type": "application/json"})
    assert (refused.status_code, refused.json()["code"]) == (413, "body-too-large")


def test_what_people_ask_stays_out_of_the_logs(client, frames, caplog, capfd):
    with caplog.at_level("DEBUG"):
        accepted = client.post("/v1/chat", json={"message": "step somethingprivate"}).json()
        frames(client, accepted["stream"])
    told = "".join(capfd.readouterr())
    ours = [record.getMessage() for record in caplog.records if record.name.startswith(("dragoman", "uvicorn"))]
    assert "somethingprivate" not in told + "".join(ours)
