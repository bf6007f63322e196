"""The table of requirements is honest: every row is there once, and every proof it names exists."""

import ast
import re

import pytest

ROW = re.compile(r"^\| ([MCD]-\d{3}) \| (.+?) \| (.+?) \|$", flags=re.MULTILINE)
PROOF = re.compile(r"`(tests/[\w/]+\.py)`::`(test_\w+)`")
WAITS = re.compile(r"waits for: (?:language models|answer cache|server and page|embeddings)\b")
PLACE = re.compile(r"`((?:src|tests|scripts|docs)/[\w./-]+)`")


def page(root, name):
    return (root / "docs" / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def rows(root) -> dict[str, str]:
    return {row: proof for row, _, proof in ROW.findall(page(root, "requirements.md"))}


@pytest.fixture(scope="module")
def known_tests(tests) -> set[tuple[str, str]]:
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {
        (module.path, node.name) for module in tests for node in ast.walk(module.tree) if isinstance(node, functions)
    }


def test_every_row_appears_once_and_in_order(root):
    rows = [row for row, _, _ in ROW.findall(page(root, "requirements.md"))]
    assert [row for row in rows if row.startswith("M-")] == [f"M-{number:03}" for number in range(1, 113)]
    tasks = [row for row in rows if row.startswith("C-") and row <= "C-041"]
    assert tasks == [f"C-{number:03}" for number in range(1, 42)]
    assert [row for row in rows if row.startswith("D-")] == [f"D-{number:03}" for number in range(1, 42)]


def test_every_row_has_a_test_or_says_what_it_waits_for(rows):
    assert [row for row, proof in rows.items() if not PROOF.search(proof) and not WAITS.search(proof)] == []


@pytest.mark.parametrize("name", ["requirements.md", "seed-map.md"])
def test_every_test_that_a_page_names_exists(root, known_tests, name):
    named = set(PROOF.findall(page(root, name)))
    assert named, "the page names no test"
    assert sorted(named - known_tests) == []


@pytest.mark.parametrize("name", ["requirements.md", "seed-map.md"])
def test_every_place_that_a_page_names_exists(root, name):
    assert [place for place in PLACE.findall(page(root, name)) if not (root / place).exists()] == []


def test_every_symbol_of_the_map_is_in_its_file(root):
    pairs = re.findall(r"`(src/[\w./]+)` `([\w.]+)`", page(root, "seed-map.md"))
    assert pairs
    missing = [
        f"{place} {symbol}"
        for place, symbol in pairs
        if not re.search(rf"\b{re.escape(symbol.split('.')[-1])}\b", (root / place).read_text(encoding="utf-8"))
    ]
    assert missing == []


def test_rows_that_tests_claim_are_rows_of_the_table(root, rows):
    claimed = {
        row
        for path in (root / "tests").rglob("*.py")
        for row in re.findall(r"(?<![\w-])[MCD]-\d{3}\b", path.read_text(encoding="utf-8"))
    }
    assert sorted(claimed - set(rows)) == []
