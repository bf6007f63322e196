"""Problems: what goes wrong is said with the ids of the request and the job."""

from dataclasses import replace

import httpx
import pytest
from tests.architecture.test_errors import descendants
from tests.serving import scripted, served_at

from dragoman.errors import DragomanError
from dragoman.server.problem import MEDIA_TYPE, STATUSES, status_of


# C-046
def test_a_problem_names_the_request_and_the_job(client):
    response = client.get("/v1/jobs/j-none")
    problem = response.json()
    assert response.headers["content-type"] == MEDIA_TYPE
    assert (problem["status"], problem["code"], problem["job"]) == (404, "unknown-name", "j-none")
    assert problem["request"] == response.headers["x-request-id"]
    assert {"type", "title", "status", "detail", "instance", "remedy"} <= set(problem)


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/v1/nothing", 404, "no-such-address"),
        ("DELETE", "/v1/jobs", 405, "method"),
        ("GET", "/v1/chat", 405, "method"),
        ("PUT", "/v1/nothing", 404, "no-such-address"),
        ("POST", "/", 405, "method"),
        ("GET", "/v1/jobs/j-none/events?after=99999999999999999999", 422, "request"),
        ("GET", "/v1/documents/none/pages/99999999999999999999", 422, "request"),
        ("GET", "/v1/trace/t-none/99999999999999999999", 422, "request"),
        ("GET", "/v1/threads?limit=0", 422, "request"),
        ("GET", "/v1/threads/t-none", 404, "unknown-name"),
        ("DELETE", "/v1/threads/t-none", 404, "unknown-name"),
        ("GET", "/v1/documents/none/passages", 404, "unknown-name"),
        ("GET", "/v1/documents/none/pages/1", 404, "unknown-name"),
        ("GET", "/v1/documents/none/pages/x", 422, "request"),
        ("GET", "/v1/graph/none", 404, "unknown-name"),
        ("GET", "/v1/trace/t-none/1", 404, "unknown-name"),
        ("GET", "/v1/jobs/j-none/stream", 404, "unknown-name"),
        ("POST", "/v1/jobs/j-none/cancel", 404, "unknown-name"),
        ("POST", "/v1/interpret", 422, "request"),
        ("GET", "/v1/jobs?limit=0", 422, "request"),
        ("GET", "/../../etc/passwd", 404, "no-such-address"),
    ],
)
def test_every_wrong_request_ends_in_a_problem(client, method, path, status, code):
    response = client.request(method, path)
    assert (response.status_code, response.json()["code"]) == (status, code)
    assert response.headers["content-type"] == MEDIA_TYPE


def test_a_reader_with_an_impossible_event_number_has_all_of_it(client, frames):
    accepted = client.post("/v1/chat", json={"message": "step"}).json()
    frames(client, accepted["stream"])
    response = client.get(accepted["stream"], headers={"Last-Event-ID": "9" * 40})
    assert response.status_code == 204


def test_a_body_that_is_no_json_is_a_problem(client):
    response = client.post("/v1/route", content=b"{", headers={"Content-Type": "application/json"})
    assert (response.status_code, response.json()["code"]) == (422, "request")


def test_every_error_of_ours_has_a_status():
    fallback = STATUSES[-1][0]
    errors = [one for one in descendants(DragomanError) if one.__module__.startswith("dragoman.")]
    assert fallback is DragomanError
    assert {status for _, status in STATUSES} <= {404, 409, 413, 422, 429, 500, 501, 502, 503}
    assert all(100 < status_of(one.__new__(one)) < 600 for one in errors)


def test_a_fault_of_ours_names_its_kind_and_repeats_no_words(dragoman, tmp_path):
    with scripted(dragoman, tmp_path) as served:
        kept = []
        broken = replace(served, is_ready=lambda: {}["somethingprivate"], keep_fault=kept.append)
        with served_at(broken) as address:
            response = httpx.get(f"{address}/readyz")
    assert (response.status_code, response.json()["code"]) == (500, "fault")
    assert [type(fault) for fault in kept] == [KeyError]
    assert "KeyError" in response.json()["detail"]
    assert "somethingprivate" not in response.text
