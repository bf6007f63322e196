"""Files of the person's are written whole, and not over another one."""

import pytest

from dragoman.export.errors import OutputExistsError, OutputFileError
from dragoman.export.file import check_output, safe_name, write_file


def pieces_that_break():
    yield b"half"
    raise OSError(28, "No space left on device")


def test_a_file_is_written_and_nothing_is_left_beside_it(tmp_path):
    write_file(tmp_path / "a.csv", [b"one", b"two"], force=False)

    assert (tmp_path / "a.csv").read_bytes() == b"onetwo"
    assert [one.name for one in tmp_path.iterdir()] == ["a.csv"]


def test_a_file_that_is_there_is_kept(tmp_path):
    (tmp_path / "a.csv").write_text("mine")

    with pytest.raises(OutputExistsError, match="already"):
        write_file(tmp_path / "a.csv", [b"new"], force=False)
    assert (tmp_path / "a.csv").read_text() == "mine"


def test_it_is_replaced_where_that_is_said(tmp_path):
    (tmp_path / "a.csv").write_text("mine")
    write_file(tmp_path / "a.csv", [b"new"], force=True)

    assert (tmp_path / "a.csv").read_bytes() == b"new"


def test_what_breaks_off_leaves_the_old_file_whole(tmp_path):
    (tmp_path / "a.csv").write_text("mine")

    with pytest.raises(OutputFileError, match="No space left"):
        write_file(tmp_path / "a.csv", pieces_that_break(), force=True)
    assert [(one.name, one.read_text()) for one in tmp_path.iterdir()] == [("a.csv", "mine")]


def test_folders_and_places_that_are_not_there_are_refused_before_any_work(tmp_path):
    with pytest.raises(OutputFileError, match="it is a folder"):
        check_output(tmp_path, force=True)
    with pytest.raises(OutputFileError, match="its folder does not exist"):
        check_output(tmp_path / "no" / "a.csv", force=True)


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("t-7f3-1", "t-7f3-1.csv"),
        ("../../etc/passwd", "etc-passwd.csv"),
        ('a"; rm -rf /\r\nX: y', "a-rm-rf-X-y.csv"),
        ("con", "_con.csv"),
        ("…", "export.csv"),
        ("x" * 300, f"{'x' * 80}.csv"),
    ],
)
def test_names_of_files_are_safe(words, name):
    assert safe_name(words, "csv") == name
