import pytest
from tests.unit.specs.shapes import ShelfSpec

from dragoman.errors import SpecError
from dragoman.specs.reader import load


def error_of(path) -> SpecError:
    with pytest.raises(SpecError) as caught:
        load(path, ShelfSpec)
    return caught.value


def test_reads_a_file(tmp_path):
    path = tmp_path / "shelf.yaml"
    path.write_text("companies: {BHP: {name: BHP}}\n", encoding="utf-8")
    shelf = load(path, ShelfSpec)
    assert shelf.companies["BHP"].name == "BHP"
    assert str(shelf.where("companies")) == f"{path}:1:1"


def test_a_file_that_does_not_exist_is_said(tmp_path):
    error = error_of(tmp_path / "missing.yaml")
    assert (error.code, error.problem) == ("spec-unreadable", "the file cannot be read: no such file or directory")


def test_a_folder_is_no_file(tmp_path):
    assert error_of(tmp_path).problem == "the file cannot be read: is a directory"


def test_a_name_with_a_nul_is_no_file(tmp_path):
    assert error_of(tmp_path / "a\0b").code == "spec-unreadable"


def test_a_file_that_is_not_utf_8_is_refused_at_its_byte(tmp_path):
    path = tmp_path / "latin.yaml"
    path.write_bytes(b"companies: {}\nfrom: caf\xe9\n")
    error = error_of(path)
    assert (error.problem, error.remedy) == ("the file is not UTF-8: byte 0xE9", "Save it as UTF-8.")
    assert str(error.where) == f"{path}:2:10"


def test_a_binary_file_is_refused(tmp_path):
    path = tmp_path / "picture.yaml"
    path.write_bytes(bytes(range(256)))
    assert error_of(path).code == "spec-unreadable"


def test_a_file_above_a_megabyte_is_refused(tmp_path):
    path = tmp_path / "large.yaml"
    path.write_bytes(b"# " + b"x" * 1_000_000)
    assert error_of(path).problem == "the file has more than 1,000,000 bytes"
