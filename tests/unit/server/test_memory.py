import pytest
from tests.unit.server.test_chat import ask

QUESTION = "What was Fortescue's FY2023 revenue?"
CONCLUSIONS = "/v1/memory/conclusions"


@pytest.fixture
def result(real, frames):
    """Ask and return the result of the job."""

    def result(message: str = QUESTION, **more):
        job = ask(real, message, **{"assistant": "mines", **more})
        frames(real, job["stream"])
        return real.get(f"/v1/jobs/{job['job']}").json()["result"]

    return result


@pytest.fixture
def entry(real, result):
    for one in real.get(CONCLUSIONS).json()["conclusions"]:
        real.delete(f"{CONCLUSIONS}/{one['id']}")
    result(fresh=True)
    return real.get(CONCLUSIONS).json()["conclusions"][0]


def test_what_was_asked_is_listed_and_comes_from_memory(real, result, entry):
    assert (entry["question"], entry["hits"]) == (QUESTION, 0)
    assert result()["remembered"]["entry"] == entry["id"]
    assert result(fresh=True)["cached"] is False
    assert real.get(CONCLUSIONS).json()["statistics"]["hit"] >= 1


def test_what_travels_through_a_scenario_comes_from_memory_too_unless_it_is_wanted_fresh(real, result, entry):
    cached = [result(assistant=None)["cached"], result(assistant=None, fresh=True)["cached"]]
    assert cached == [True, False]


def test_an_answer_is_edited_and_deleted(real, result, entry):
    edited = real.put(f"{CONCLUSIONS}/{entry['id']}", json={"answer": "A lot."})
    assert (edited.status_code, edited.json()["answer"]) == (200, "A lot.")
    assert result()["answer"].startswith("A lot.")
    assert real.delete(f"{CONCLUSIONS}/{entry['id']}").status_code == 204
    assert result()["cached"] is False


def test_a_wrong_answer_is_never_said_again(real, result):
    other = "What was Fortescue's FY2022 EBITDA?"
    ids = {one["id"] for one in real.get(CONCLUSIONS).json()["conclusions"]}
    result(other)
    new = [one for one in real.get(CONCLUSIONS).json()["conclusions"] if one["id"] not in ids]
    wrong = real.post(f"{CONCLUSIONS}/{new[0]['id']}/wrong", json={"reason": "another year"})
    assert wrong.status_code == 204
    assert [result(other)["cached"] for _ in range(2)] == [False, False]
    assert real.get("/v1/memory/audit").json()["audit"][0]["reason"] == "another year"


def test_an_answer_that_was_worked_out_is_called_wrong_by_its_turn(real, result):
    question = "What was Fortescue's FY2022 net profit?"
    first = result(question, fresh=True)
    wrong = real.post(f"/v1/threads/{first['thread']}/turns/{first['turn']}/wrong", json={"reason": "another"})
    assert (wrong.status_code, wrong.json()) == (200, {"done": "forgotten"})
    assert [result(question)["cached"] for _ in range(2)] == [False, False]
    assert real.post(f"/v1/threads/{first['thread']}/turns/9/wrong").status_code in (404, 422)
    assert real.post("/v1/threads/t-none/turns/1/wrong").status_code == 404


def test_a_list_is_searched_and_given_page_by_page(real, result, entry):
    result("What was BHP's FY2024 EBITDA?", fresh=True)
    both = real.get(CONCLUSIONS).json()
    assert (both["total"], len(both["conclusions"])) == (2, 2)
    second = real.get(CONCLUSIONS, params={"limit": 1, "offset": 1}).json()
    assert (second["total"], [one["id"] for one in second["conclusions"]]) == (2, [entry["id"]])
    found = real.get(CONCLUSIONS, params={"find": "fortescue revenue"}).json()
    assert (found["total"], [one["id"] for one in found["conclusions"]]) == (1, [entry["id"]])
    assert real.get(CONCLUSIONS, params={"find": "100%"}).json()["total"] == 0
    assert real.get(f"{CONCLUSIONS}/{entry['id']}").json()["question"] == QUESTION


@pytest.mark.parametrize("params", [{"limit": 0}, {"limit": 501}, {"offset": -1}, {"find": "x" * 201}])
def test_a_page_that_cannot_be_is_422(real, params):
    assert real.get(CONCLUSIONS, params=params).status_code == 422


@pytest.mark.parametrize(("method", "path"), [("GET", ""), ("PUT", ""), ("DELETE", ""), ("POST", "/wrong")])
def test_an_unknown_entry_is_404(real, method, path):
    body = {"json": {"answer": "x"}} if method == "PUT" else {}
    assert real.request(method, f"{CONCLUSIONS}/m-nothing{path}", **body).status_code == 404


def test_an_empty_edit_is_refused(real, entry):
    refused = real.put(f"{CONCLUSIONS}/{entry['id']}", json={"answer": "  "})
    assert (refused.status_code, refused.json()["code"]) == (422, "memory-edit")
