"""Files over HTTP."""

import io

import openpyxl
import pytest


@pytest.fixture(scope="module")
def thread(real, frames):
    accepted = real.post("/v1/chat", json={"message": "How much did BHP's revenue grow from FY23 to FY24?"}).json()
    frames(real, accepted["stream"])
    return accepted["thread"]


@pytest.mark.parametrize(
    ("form", "kind"), [("md", "text/markdown"), ("html", "text/html"), ("csv", "text/csv"), ("xlsx", "application/vnd")]
)
def test_a_thread_is_given_as_a_file_to_save(real, thread, form, kind):
    sent = real.get(f"/v1/threads/{thread}/export", params={"format": form, "turn": 1})

    assert (sent.status_code, sent.headers["content-type"].startswith(kind)) == (200, True)
    assert sent.headers["content-disposition"] == f'attachment; filename="{thread}-1.{form}"'


def test_the_workbook_calculates(real, thread):
    book = openpyxl.load_workbook(io.BytesIO(real.get(f"/v1/threads/{thread}/export").content))

    assert book["Figures"]["N4"].value == "=($N$3-$N$2)/ABS($N$2)*100"


def test_facts_are_given_as_a_file_to_save(real):
    sent = real.get("/v1/facts/export", params={"format": "csv", "company": "BHP", "metric": "revenue"})

    assert sent.headers["content-disposition"] == 'attachment; filename="facts.csv"'
    assert sent.text.startswith("company,metric,")


def test_what_is_not_there_is_told(real, thread):
    assert real.get("/v1/threads/t-none/export").status_code == 404
    assert real.get(f"/v1/threads/{thread}/export", params={"turn": 9}).status_code == 404
    assert real.get(f"/v1/threads/{thread}/export", params={"format": "docx"}).status_code == 422
    assert real.get("/v1/facts/export", params={"document": "none"}).status_code == 404
