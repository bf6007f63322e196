"""Which embedder is used, and what is said where there is none."""

import subprocess
import sys
from pathlib import Path

import pytest

from dragoman.app.embedding import find_embedding
from dragoman.app.settings import EmbedderSettings, Settings, load_settings


def test_without_a_fetched_model_there_is_none_and_that_is_no_fault(tmp_path: Path) -> None:
    embedding = find_embedding(Settings(home=tmp_path, cache=tmp_path))
    assert (embedding.embedder, embedding.is_broken) == (None, False)
    assert embedding.detail.endswith("Run: dragoman models fetch")


@pytest.mark.parametrize("choice", ["http://127.0.0.1:1/v1", "/no/such/folder"])
def test_what_was_named_and_does_not_work_is_a_fault(choice: str, tmp_path: Path) -> None:
    embedding = find_embedding(Settings(home=tmp_path, embedder=EmbedderSettings(choice=choice)))
    assert (embedding.embedder, embedding.is_broken) == (None, True)


def test_a_damaged_model_is_a_fault_that_names_its_remedy(tmp_path: Path) -> None:
    folder = tmp_path / "embedders" / "all-MiniLM-L6-v2"
    folder.mkdir(parents=True)
    (folder / "manifest.json").write_text("{}")
    embedding = find_embedding(Settings(home=tmp_path, cache=tmp_path))
    assert embedding.is_broken
    assert "dragoman models fetch --again" in embedding.detail


def test_it_can_be_switched_off(tmp_path: Path) -> None:
    settings = load_settings({"DRAGOMAN_HOME": str(tmp_path), "DRAGOMAN_EMBEDDER": "off"})
    assert find_embedding(settings).detail == "switched off by DRAGOMAN_EMBEDDER: search is lexical"


def test_the_cache_follows_the_rules_of_the_system() -> None:
    assert load_settings({"HOME": "/h"}).cache == Path("/h/.cache/dragoman")
    assert load_settings({"HOME": "/h", "XDG_CACHE_HOME": "/c"}).cache == Path("/c/dragoman")
    assert load_settings({"HOME": "/h", "DRAGOMAN_CACHE": "/d"}).cache == Path("/d")
    assert load_settings({"HOME": "/h", "HF_HOME": "/hf"}).hub == Path("/hf/hub")


def test_a_key_is_never_shown() -> None:
    environ = {"HOME": "/h", "DRAGOMAN_EMBEDDER_KEY": "secret-7"}
    assert "secret-7" not in repr(load_settings(environ))


def test_a_search_without_a_model_loads_nothing_of_it(filled_home: Path) -> None:
    program = (
        "import sys; from pathlib import Path; from dragoman.app.runtime import Runtime\n"
        "from dragoman.app.settings import Settings\n"
        "with Runtime(Settings(home=Path(sys.argv[1]))) as runtime: assert runtime.retriever.search('copper')\n"
        "assert not {'onnxruntime', 'tokenizers', 'onnx', 'numpy'} & set(sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program, str(filled_home)], check=False).returncode == 0
