"""What a document amends, where its title does not say it."""

import pytest
from tests.unit.contracts.conftest import CORPUS, parts_over

from dragoman.assistants.contracts.decomposer import empty_vocabulary
from dragoman.documents.ingest import IngestOptions, ingest
from dragoman.stores.corpus import CorpusStore

BASE = "sample-services-agreement.md"
SECOND = """SECOND CHANGE

This document is made on 5 May 2026 between Tarnwick Analytics Limited and {party}.
It amends the Services Agreement made on {day}.

1. Late payment. In clause 9.1 the words "1.5% per month" are replaced by "2% per month".

2. Other terms. The parties agree that all other terms shall stay as they are.

3. Law. The law of England shall govern what the parties change.
"""


def agreements_with(folder, text):
    (folder / "change.txt").write_text(text, encoding="utf-8")
    store = CorpusStore.open(None)
    paths = [CORPUS / BASE, folder / "change.txt"]
    ingest(paths, store=store, vocabulary=empty_vocabulary(), options=IngestOptions(kind="contract"))
    found = parts_over(store).library.agreements()
    store.close()
    return {one.document.title: [amendment.document.title for amendment in one.amendments] for one in found}


@pytest.mark.parametrize(
    ("party", "day"),
    [
        ("Ellerby Mills plc", "14 March 2025"),
        ("somebody else", "14 March 2025"),
        ("Ellerby Mills plc", "an earlier day"),
    ],
)
def test_name_with_the_day_or_the_parties_link_an_amendment(tmp_path, party, day):
    held = agreements_with(tmp_path, SECOND.format(party=party, day=day))
    assert list(held) == ["Sample Services Agreement"]
    assert len(held["Sample Services Agreement"]) == 1


@pytest.mark.parametrize(
    "text",
    [
        SECOND.format(party="somebody else", day="2 January 1999"),
        SECOND.format(party="Ellerby Mills plc", day="14 March 2025").replace("Services Agreement", "Lease"),
        SECOND.format(party="Ellerby Mills plc", day="14 March 2025").replace("It amends", "It follows"),
    ],
)
def test_another_day_and_party_another_name_or_no_word_of_amending_link_nothing(tmp_path, text):
    assert len(agreements_with(tmp_path, text)) == 2
