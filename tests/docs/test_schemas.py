import json
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from dragoman.specs.tree import grow

ROOT = Path(__file__).parents[2]
SCHEMAS = ROOT / "docs" / "schemas"
SHIPPED = {
    "contract_intents": "assistants/contracts/intents",
    "contract_suite": "evals/suites",
    "intents": "assistants/mines/intents",
    "scenario": "scenarios/library",
    "suite": "evals/suites",
    "vocabulary": "assistants/*/vocabulary",
}


def kind_of_suite(path: Path) -> str:
    """Beside suites of two shapes lie phrases to make cases of."""
    text = path.read_text(encoding="utf-8")
    if "\nsuite:" not in text:
        return "phrases"
    return "contract_suite" if "\nagreements:" in text else "suite"


FILES = [
    pytest.param(kind, path, id=path.relative_to(ROOT / "src" / "dragoman").as_posix())
    for kind, folder in SHIPPED.items()
    for path in sorted((ROOT / "src" / "dragoman").glob(f"{folder}/*.yaml"))
    if not kind.endswith("suite") or kind == kind_of_suite(path)
]


def test_the_schemas_in_the_docs_are_those_of_the_code(tmp_path):
    subprocess.run([sys.executable, str(ROOT / "scripts" / "write_schemas.py"), str(tmp_path)], check=True)
    written = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    kept = {path.name: path.read_text(encoding="utf-8") for path in SCHEMAS.iterdir()}
    assert written == kept, "run: make docs"


@pytest.mark.parametrize(("kind", "path"), FILES)
def test_every_file_that_ships_fits_its_schema(kind, path):
    schema = json.loads((SCHEMAS / f"{kind}.schema.json").read_text(encoding="utf-8"))
    root, faults = grow(path.read_text(encoding="utf-8"), path.name)
    assert faults == []
    assert [error.message for error in Draft202012Validator(schema).iter_errors(root.value)] == []
