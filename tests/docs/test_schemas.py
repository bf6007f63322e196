import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_schemas_in_the_docs_are_those_of_the_code(tmp_path):
    subprocess.run([sys.executable, str(ROOT / "scripts" / "write_schemas.py"), str(tmp_path)], check=True)
    written = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    kept = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "docs" / "schemas").iterdir()}
    assert written == kept, "run: make docs"
