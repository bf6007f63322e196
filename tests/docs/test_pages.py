import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
NAMES = [page.relative_to(ROOT).as_posix() for page in PAGES]
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)")


def prose(page: Path) -> str:
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", prose(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_every_link_leads_somewhere(page):
    for path, anchor in LINK.findall(prose(page)):
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), path
        if anchor and target.suffix == ".md":
            assert anchor in anchors(target), f"{path}#{anchor}"


@pytest.mark.parametrize("page", PAGES, ids=NAMES)
def test_no_page_names_a_path_of_one_machine(page):
    assert not re.search(r"(/home/\w|/root/|/work/|/Users/\w|C:\\)", page.read_text(encoding="utf-8"))
