from pathlib import Path

import pytest

from dragoman.app.project import ProjectError, create_project, open_project
from dragoman.errors import SpecError


def test_a_new_project_can_be_opened(tmp_path: Path) -> None:
    create_project(tmp_path / "mine")

    assert open_project(tmp_path / "mine").spec.vocabulary == "extends"


def test_a_project_is_never_written_over(tmp_path: Path) -> None:
    create_project(tmp_path)

    with pytest.raises(ProjectError, match="a project here already"):
        create_project(tmp_path)


def test_a_folder_without_settings_is_no_project(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match="dragoman new"):
        open_project(tmp_path)


def test_a_fault_in_the_settings_is_named_with_its_place(tmp_path: Path) -> None:
    create_project(tmp_path)
    (tmp_path / "dragoman.yaml").write_text("name: x\nvocabularly: extends\n")

    with pytest.raises(SpecError, match=r"dragoman\.yaml:2:1"):
        open_project(tmp_path)


def test_projects_of_one_name_keep_their_state_apart(tmp_path: Path) -> None:
    create_project(tmp_path / "a" / "same")
    create_project(tmp_path / "b" / "same")

    assert open_project(tmp_path / "a" / "same").key != open_project(tmp_path / "b" / "same").key
