"""Threads, documents, texts, graphs and health over HTTP."""

import pytest
from reportlab.pdfgen.canvas import Canvas

PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def asked(real, frames):
    accepted = real.post("/v1/chat", json={"message": "What was BHP's FY2024 revenue?"}).json()
    frames(real, accepted["stream"])
    return accepted


# M-095 M-098
def test_a_thread_is_listed_shown_and_forgotten(real, asked):
    thread = asked["thread"]
    assert {"thread": thread, "label": "What was BHP's FY2024 revenue?"} in real.get("/v1/threads").json()["threads"]
    (turn,) = real.get(f"/v1/threads/{thread}").json()["turns"]
    assert (turn["turn"], turn["job"], turn["status"]) == (1, asked["job"], "done")
    assert "55,658" in turn["answer"]["answer"]
    assert real.delete(f"/v1/threads/{thread}").status_code == 204
    assert real.get(f"/v1/threads/{thread}").status_code == 404
    assert real.get(f"/v1/jobs/{asked['job']}").status_code == 404


def test_a_question_that_waits_is_shown_with_its_thread(real, frames):
    accepted = real.post("/v1/chat", json={"message": "Tell me about this company", "assistant": "mines"}).json()
    frames(real, accepted["stream"], until="question.asked")
    (turn,) = real.get(f"/v1/threads/{accepted['thread']}").json()["turns"]
    assert (turn["status"], turn["question"]["id"]) == ("waiting", "q-1")
    assert {"value": "BHP", "text": "BHP"} in turn["question"]["options"]


def test_the_lineage_of_a_number_is_shown(real, asked):
    trace = real.get(f"/v1/trace/{asked['thread']}/1").json()
    assert trace["lineage"][0]["kind"] == "fact"
    assert "answer" in trace["path"]


def test_documents_are_listed_with_their_passages_and_pages(real):
    documents = real.get("/v1/documents").json()["documents"]
    one = next(document for document in documents if (document["company"], document["period"]) == ("BHP", "FY2024"))
    passages = real.get(f"/v1/documents/{one['id']}/passages", params={"page": 1}).json()["passages"]
    assert {passage["page"] for passage in passages} == {1}
    page = real.get(f"/v1/documents/{one['id']}/pages/1").json()
    assert (page["page"], page["has_image"]) == (1, False)
    assert "55,658" in page["text"]
    assert real.get(f"/v1/documents/{one['id']}/pages/1/image").status_code == 404


def test_a_document_tells_of_itself(real, tmp_path):
    text = "# Ore\n\n| | FY2024 | FY2023 |\n|---|---|---|\n| Ore | 12 | 11 |\n"
    added = real.post("/v1/documents", files={"file": ("ore.md", text.encode())}).json()
    told = real.get(f"/v1/documents/{added['id']}").json()
    assert [note["page"] for note in told["notes"]][-1] == 1
    assert "no unit is given" in told["notes"][-1]["text"]
    assert (told["pages"], told["broken"], told["outline"]) == (1, [], [])
    real.delete(f"/v1/documents/{added['id']}")
    assert real.get(f"/v1/documents/{added['id']}").status_code == 404


@pytest.fixture
def report(tmp_path):
    canvas = Canvas(str(tmp_path / "report.pdf"), pagesize=(300, 400))
    canvas.drawString(20, 300, "The mill was commissioned in May.")
    canvas.save()
    return tmp_path / "report.pdf"


def test_a_report_is_uploaded_shown_as_a_picture_and_removed(real, report):
    files = {"file": ("../../a report.pdf", report.read_bytes())}
    added = real.post("/v1/documents", files=files, data={"company": "BHP", "period": "FY2025"})
    assert (added.status_code, added.json()["pages"]) == (201, 1)
    path = f"/v1/documents/{added.json()['id']}"
    page = real.get(f"{path}/pages/1").json()
    assert (page["size"], page["has_image"]) == ({"width": 300.0, "height": 400.0}, True)
    image = real.get(f"{path}/pages/1/image", params={"scale": 1})
    assert (image.content[:8], image.headers["content-type"]) == (PNG, "image/png")
    assert real.get(f"{path}/pages/2/image").status_code == 404
    assert real.delete(path).status_code == 204
    assert real.get(f"{path}/pages/1").status_code == 404


@pytest.mark.parametrize(
    ("name", "content", "code"),
    [
        ("report.exe", b"x", "upload-name"),
        (".pdf", b"x", "upload-name"),
        ("../..", b"x", "upload-name"),
        ("broken.pdf", b"no pdf at all", "unreadable-document"),
    ],
)
def test_what_cannot_be_read_is_refused_and_leaves_nothing(real, name, content, code):
    before = real.get("/v1/documents").json()
    refused = real.post("/v1/documents", files={"file": (name, content)})
    assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert real.get("/v1/documents").json() == before


def test_a_broken_file_does_not_replace_a_good_one(real, report):
    good = {"file": ("keep.pdf", report.read_bytes())}
    kept = real.post("/v1/documents", files=good).json()["id"]
    assert real.post("/v1/documents", files={"file": ("keep.pdf", b"broken")}).status_code == 422
    assert real.get(f"/v1/documents/{kept}/pages/1/image").status_code == 200
    real.delete(f"/v1/documents/{kept}")


def test_a_text_is_interpreted_and_routed_as_in_the_terminal(real):
    seen = real.post("/v1/interpret", json={"text": "BHP revenue FY24"}).json()
    assert [entity["value"] for entity in seen["entities"]][:2] == ["BHP", "revenue"]
    history = [{"role": "user", "content": "What was BHP's FY2024 revenue?"}]
    way = real.post("/v1/route", json={"text": "and for Rio?", "history": history}).json()
    assert (way["outcome"], way["companies"]) == ("routed", ["RIO"])


@pytest.mark.parametrize(
    ("assistant", "text", "route"),
    [
        ("mines", "What was BHP's FY2024 revenue?", "retrieval_agent"),
        ("contracts", "What are the late payment penalties?", "contracts"),
        ("tasks", "check this folder for secrets", "security_review"),
    ],
)
def test_the_way_to_each_assistant_is_told_as_in_the_terminal(real, assistant, text, route):
    way = real.post("/v1/route", json={"text": text, "assistant": assistant}).json()
    assert (way["outcome"], way["route"]) == ("routed", route)


def test_the_way_to_an_assistant_that_is_not_there_is_a_problem(real):
    refused = real.post("/v1/route", json={"text": "x", "assistant": "nobody"})
    assert (refused.status_code, refused.json()["code"]) == (404, "unknown-name")


def test_an_assistant_is_asked_by_its_name(real, frames):
    body = {"message": "What are the late payment penalties?", "assistant": "contracts"}
    accepted = real.post("/v1/chat", json=body).json()
    result = frames(real, accepted["stream"])[-1]
    assert "1.5%" in result["data"]
    assert '"page": 8' in result["data"]


@pytest.mark.parametrize(("assistant", "node"), [("mines", "retrieve_decision"), ("contracts", "decompose")])
def test_the_graph_of_an_assistant_is_nodes_edges_and_a_drawing(real, assistant, node):
    graph = real.get(f"/v1/graph/{assistant}").json()
    assert {"id": node, "kind": "node"} in graph["nodes"]
    assert {"from": "__start__", "to": graph["nodes"][1]["id"], "when": None, "chain": None} in graph["edges"]
    assert node in graph["mermaid"]


def test_what_is_covered_is_told_by_name(real):
    about = real.get("/v1/about").json()
    assert about["companies"][1]["text"] == "Rio Tinto"
    assert about["companies"][0]["periods"] == ["FY2021", "FY2022", "FY2023", "FY2024", "FY2025"]
    assert {"value": "net_profit", "text": "net profit"} in about["metrics"]


def test_as_many_threads_are_listed_as_are_wanted(real, asked):
    assert len(real.get("/v1/threads", params={"limit": 1}).json()["threads"]) == 1


def test_a_form_with_a_field_that_nobody_knows_is_refused(real):
    refused = real.post("/v1/documents", files={"file": ("a.md", b"# A")}, data={"compny": "BHP"})
    assert (refused.status_code, refused.json()["code"]) == (422, "request")


def test_documents_are_listed_with_how_much_was_read(real):
    documents = real.get("/v1/documents").json()["documents"]
    one = next(document for document in documents if (document["company"], document["period"]) == ("BHP", "FY2024"))
    assert one["passages"] > 10
    assert one["facts"] > 20


# C-044
def test_scenarios_are_listed_with_what_they_change_and_whether_they_are_tasks(real):
    found = {one["id"]: one for one in real.get("/v1/scenarios").json()["scenarios"]}
    assert "intent_classifier" not in found
    assert (found["mines_financial"]["effects"], found["mines_financial"]["is_task"]) == ("read", False)
    assert (found["code_build"]["effects"], found["code_build"]["is_task"]) == ("write", True)


# C-044
def test_the_graph_of_a_scenario_is_nodes_edges_and_a_drawing(real):
    graph = real.get("/v1/graph/code_build").json()
    assert {"id": "agree", "kind": "approve"} in graph["nodes"]
    assert {"from": "agree", "to": "write", "when": "output.approved", "chain": None} in graph["edges"]
    assert graph["mermaid"].startswith("flowchart TD")
    assert real.get("/v1/graph/nothing").json()["code"] == "unknown-name"


def test_health_is_told(real):
    assert real.get("/healthz").json()["status"] == "ok"
    ready = real.get("/readyz")
    assert (ready.status_code, ready.json()) == (200, {"status": "ready", "queued": 0})


def test_every_endpoint_is_described_with_examples(real):
    described = real.get("/openapi.json").json()
    assert len(described["paths"]) >= 18
    assert described["components"]["schemas"]["ChatSchema"]["examples"]
    for path, methods in described["paths"].items():
        for method, about in methods.items():
            assert about.get("description"), f"{method} {path}"


def test_the_language_models_are_listed_and_none_is_no_fault(client):
    listed = client.get("/v1/models").json()
    assert {name: value for name, value in listed.items() if name not in ("object", "data")} == {
        "policy": "cascade",
        "source": None,
        "deadline_seconds": None,
        "models": [],
        "embedder": {"id": None, "state": "missing"},
    }
    assert client.post("/v1/models/check").status_code == 409
