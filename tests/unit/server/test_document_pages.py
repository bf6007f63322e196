"""What stands on the pages of a document, over HTTP."""

import pytest

DIGEST = "bhp-fy2024-e429b922"


def test_each_page_says_what_it_has(real):
    pages = real.get(f"/v1/documents/{DIGEST}/pages").json()["pages"]

    assert [page["page"] for page in pages] == [1, 2, 3]
    assert pages[0]["facts"] > 10
    assert set(pages[0]) == {"page", "facts", "proved", "broken", "notes"}


def test_the_figures_of_a_page_have_cell_proofs_and_marks(real):
    told = real.get(f"/v1/documents/{DIGEST}/pages/1/figures").json()
    revenue = next(fact for fact in told["facts"] if fact["metric"] == "revenue")

    assert (revenue["value"], revenue["cell"]["text"], revenue["broken"]) == ("55658", "55,658", [])
    assert all(fact["page"] == 1 for fact in told["facts"])


@pytest.mark.parametrize("path", ["none/pages", "none/pages/1/figures", f"{DIGEST}/pages/4/figures"])
def test_what_is_not_there_is_told(real, path):
    assert real.get(f"/v1/documents/{path}").status_code == 404
