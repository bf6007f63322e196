"""The reference is what the code says: generated pages, names of suites, examples of YAML."""

import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dragoman.evals.run import suite_names
from dragoman.interpret.vocabulary_spec import VocabularySpec
from dragoman.scenarios.lint import PARTS
from dragoman.scenarios.load import parse_scenario
from dragoman.specs.reader import parse

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```yaml\n(.*?)^```", flags=re.DOTALL | re.MULTILINE)
VOCABULARIES = [
    pytest.param(block, id=f"{page.name}:{number}")
    for page in sorted((ROOT / "docs").rglob("*.md"))
    for number, block in enumerate(BLOCK.findall(page.read_text(encoding="utf-8")), start=1)
    if block.startswith(("companies:", "more_synonyms:"))
]

SCENARIOS = [
    block
    for page in sorted((ROOT / "docs").rglob("*.md"))
    for block in BLOCK.findall(page.read_text(encoding="utf-8"))
    if block.startswith("id:")
]


def test_the_generated_pages_are_what_the_code_says():
    script = ROOT / "scripts" / "write_docs.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("block", VOCABULARIES)
def test_an_example_of_a_vocabulary_is_one(block):
    spec = parse(block, VocabularySpec)
    assert spec.companies or spec.more_synonyms


@pytest.mark.parametrize("block", SCENARIOS)
def test_an_example_of_a_scenario_is_without_fault(block):
    assert parse_scenario(block, replace(PARTS, prompts=None)).examples  # a page shows its prompts beside it


@pytest.mark.parametrize("suite", suite_names())
def test_the_page_of_evals_names_every_suite(suite):
    assert f"\n| `{suite}` |" in (ROOT / "docs" / "evals.md").read_text(encoding="utf-8")
