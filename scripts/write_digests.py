"""Write the sample corpus's digests and news from the miners' figures, or check that they are up to date.

The tables come from `figures.csv`, the prose from `scripts/digest_notes/`; its figures are placeholders (see
`digest_prose`). Usage: python scripts/write_digests.py [--figures FOLDER] [--check]
"""

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from digest_figures import COMPANIES, YEARS, Figures
from digest_news import news_item
from digest_pages import Digest
from digest_prose import ProseError
from ruamel.yaml import YAML

ROOT = Path(__file__).resolve().parent.parent
NOTES = ROOT / "scripts" / "digest_notes"
CORPUS = ROOT / "src" / "dragoman" / "assistants" / "mines" / "corpus"


def texts(figures: Figures) -> dict[Path, str]:
    """Return what every file of the corpus should hold."""
    files: dict[Path, str] = {}
    for company in COMPANIES:
        notes = _load(f"{company.ticker.lower()}.yaml")
        for period in YEARS:
            digest = Digest(company=company, period=period, figures=figures, notes=notes)
            files[CORPUS / "digests" / digest.file_name] = digest.text()
    companies = {company.ticker: company for company in COMPANIES}
    for item in _load("news.yaml"):
        name, text = news_item(item, companies[item["company"]], figures)
        files[CORPUS / "news" / name] = text
    return files


def _load(name: str) -> Any:  # noqa: ANN401 - the shape is the file's own: a mapping of years, or a list of items
    return YAML(typ="safe").load(NOTES / name)


def _stale(files: dict[Path, str]) -> list[Path]:
    """Return the files that differ from what they should hold, and those that should not be there."""
    present = {path for folder in ("digests", "news") for path in (CORPUS / folder).glob("*.md")}
    changed = [path for path, text in files.items() if path not in present or path.read_text(encoding="utf-8") != text]
    return changed + sorted(present - files.keys())


def main() -> int:
    """Write or check; return the exit status: 0 up to date or written, 1 out of date, 2 nothing could be made."""
    parser = argparse.ArgumentParser(description="Write the sample corpus from the miners' figures.")
    parser.add_argument("--figures", type=Path, help="folder of figures.csv (default: $DRAGOMAN_DATA/miner-figures)")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file is out of date")
    given = parser.parse_args()
    folder = given.figures or Path(os.environ.get("DRAGOMAN_DATA", "")) / "miner-figures"
    if not (folder / "figures.csv").is_file():
        print(f"There is no figures.csv in {folder}. Set DRAGOMAN_DATA, or give --figures FOLDER.")
        return 2
    try:
        files = texts(Figures(folder))
    except ProseError as error:
        print(f"The prose in {NOTES.name} does not fit the figures: {error}")
        return 2
    stale = _stale(files)
    for path in stale:
        print(f"{path.relative_to(CORPUS)} {'is out of date' if given.check else 'written'}")
        if not given.check:
            path.write_text(files[path], encoding="utf-8") if path in files else path.unlink()
    print(f"{len(files)} files, {len(stale)} {'out of date' if given.check else 'written'}")
    return 1 if given.check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
