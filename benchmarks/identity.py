"""Whose report, of which year and kind: what is read from the pages, against what the publishers of the sets say.

Run: DRAGOMAN_DATA=DIR PYTHONPATH=src python benchmarks/identity.py   (add beginnings of names to take only those)

Each file is looked at alone, with the vocabulary that ships, and under a name that says nothing. Right is a document
whose company, fiscal year and kind are all as the set says; asked is one whose company is left open; wrong is the rest.
"""

import json
import sys
from os import environ
from pathlib import Path
from typing import NamedTuple

from dragoman.app.vocabularies import project_vocabulary
from dragoman.documents.identity import Identity, IngestOptions, describe
from dragoman.documents.readers.kinds import read, read_bytes
from dragoman.interpret.vocabulary import Vocabulary

SETS = ("mining-annual-reports", "report-pdfs", "financebench-pdfs")
KINDS = {"10k": "10-K", "10q": "10-Q", "8k": "8-K", "earnings": "results release", "annual": "annual report"}
# What SOURCE.md of mining-annual-reports says, and the covers of its files.
MINERS = {
    "Baker-Steel": ("Baker Steel Resources Trust", 2022, "annual"),
    "ENRG": ("ENRG Elements", 2022, "annual"),
    "Odyssey": ("Odyssey Gold", 2022, "annual"),
    "Westwater": ("Westwater Resources", 2022, "10k"),
}
# FinanceBench calls by 2023 what the release itself calls "Fiscal 2022", ended 28 January 2023.
OWN_YEARS = {"ULTABEAUTY_2023Q4_EARNINGS": 2022}


class Truth(NamedTuple):
    """What the set says of a file."""

    company: str
    year: int
    kind: str


def truths(data: Path) -> dict[str, Truth]:
    """Return what FinanceBench's list says, by name of file."""
    lines = (data / "financebench" / "financebench_document_information.jsonl").read_text().splitlines()
    listed = (json.loads(line) for line in lines)
    return {
        one["doc_name"]: Truth(
            one["company"], OWN_YEARS.get(one["doc_name"], one["doc_period"]), one["doc_type"].split("_")[0].lower()
        )
        for one in listed
    }


def truth_of(stem: str, listed: dict[str, Truth]) -> Truth:
    """Return the truth of a file."""
    miner = next((truth for name, truth in MINERS.items() if stem.startswith(name)), None)
    return Truth(*miner) if miner else listed[stem]


def letters(name: str) -> str:
    """Return a name without all that publishers write differently."""
    return "".join(filter(str.isalnum, name.lower()))


def verdict(found: Identity, truth: Truth) -> str:
    """Say right, wrong or asked."""
    seen = found.read_as
    if seen is None or seen.name is None or (seen.company is None and found.newcomer is None):
        return "asked"
    is_company = letters(seen.name).startswith(letters(truth.company))
    is_kind = KINDS[truth.kind] in (seen.form or "")
    year = seen.period[-4:] if seen.period else (found.document.published or "")[:4]
    return "right" if is_company and is_kind and year == str(truth.year) else "wrong"


def look(path: Path, vocabulary: Vocabulary) -> Identity:
    """Return who a document is, its name covered up."""
    reading = read(read_bytes(path), path)
    return describe(Path("report.pdf"), reading, digest="", options=IngestOptions(), vocabulary=vocabulary)


def main() -> None:
    """Print a line for each file and the counts."""
    if "DRAGOMAN_DATA" not in environ:
        print("DRAGOMAN_DATA is not set, so there is nothing to look at.")
        return
    data, wanted = Path(environ["DRAGOMAN_DATA"]), tuple(sys.argv[1:])
    vocabulary, listed = project_vocabulary("mines", None), truths(data)
    counts = {"right": 0, "wrong": 0, "asked": 0}
    for path in (path for name in SETS for path in sorted((data / name).glob("*.pdf"))):
        if wanted and not path.stem.startswith(wanted):
            continue
        found = look(path, vocabulary)
        said = verdict(found, truth_of(path.stem, listed))
        counts[said] += 1
        seen = found.read_as
        shown = f"{seen.name}, {seen.period or found.document.published}, {seen.form}" if seen else ""
        print(f"{said:<6} {path.stem:<44} {shown}")
    print(", ".join(f"{count} {word}" for word, count in counts.items()), f"of {sum(counts.values())}")


if __name__ == "__main__":
    main()
