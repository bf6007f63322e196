"""What ships for tests of others can be imported without their extras."""

import os
import subprocess
import sys
from pathlib import Path

CHECK = """
import sys
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"langchain_openai", "langchain_core", "openai", "httpx2", "httpx", "fastapi",
                                  "uvicorn", "langgraph", "pytest", "onnxruntime"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Missing())
import dragoman.testing.scripted_model, dragoman.testing.gullible_model, dragoman.testing.openai_server
import dragoman.testing.recordings, dragoman.testing.chat_model_conformance
"""


def test_the_doubles_need_no_extra():
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3] / "src")}
    command = [sys.executable, "-c", CHECK]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
