"""A report that one process reads is known to a server that was running before."""

from pathlib import Path

import pytest
from tests.journeys.real_server import RealServer, serving

REPORT = """<html><body><p>SECURITIES AND EXCHANGE COMMISSION</p><p>FORM 10-K</p>
<p>For the fiscal year ended December 31, 2017</p><p>ACME STREAMING, INC.</p>
<p>(Exact name of registrant as specified in its charter)</p><hr style="page-break-after:always"/>
<p><b>CONSOLIDATED STATEMENTS OF OPERATIONS</b></p><p>(in thousands, except per share data)</p>
<table><tr><td></td><td colspan="4">Year ended</td></tr>
<tr><td></td><td colspan="2">December 31, 2017</td><td colspan="2">December 31, 2016</td></tr>
<tr><td>Revenues</td><td>$</td><td>11,692,713</td><td>$</td><td>8,830,669</td></tr>
<tr><td>Streaming fees</td><td colspan="2">558,929</td><td colspan="2">186,678</td></tr></table></body></html>"""


@pytest.fixture
def report(tmp_path: Path) -> Path:
    """The report of a company that no vocabulary has."""
    path = tmp_path / "acme.html"
    path.write_text(REPORT)
    return path


def names(server: RealServer) -> list[str]:
    """Return the companies that the page offers."""
    return [one["text"] for one in server.client.get("/v1/about").json()["companies"]]


@pytest.mark.parametrize("assistant", [None, "mines"])
def test_a_company_that_another_process_added_is_answered_for(shell, report, assistant):
    named = {"assistant": assistant} if assistant else {}
    with serving(shell) as server:
        before = server.end(server.ask("What was Acme Streaming's revenue in 2017?", **named)["job"])["result"]
        assert shell("ingest", report).status == 0
        after = server.end(server.ask("What was Acme Streaming's revenue in 2017?", **named)["job"])["result"]
        rows = server.end(server.ask("What were the streaming fees of Acme Streaming in 2017?", **named)["job"])[
            "result"
        ]
        offered = names(server)
    assert "11,692,713" not in before["answer"]
    assert ("11,692,713" in after["answer"], "558,929" in rows["answer"]) == (True, True)
    assert "ACME STREAMING" in offered
