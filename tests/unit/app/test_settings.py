from datetime import date
from pathlib import Path

import pytest

from dragoman.app.settings import SettingsError, load_settings


def test_state_lies_under_the_data_home_by_default() -> None:
    assert load_settings({"XDG_DATA_HOME": "/data"}).home == Path("/data/dragoman")


def test_state_lies_under_the_home_folder_without_a_data_home() -> None:
    assert load_settings({"HOME": "/home/ada"}).home == Path("/home/ada/.local/share/dragoman")


def test_a_named_home_wins() -> None:
    assert load_settings({"DRAGOMAN_HOME": "/elsewhere", "XDG_DATA_HOME": "/data"}).home == Path("/elsewhere")


def test_a_misspelt_variable_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(SettingsError, match='Did you mean "DRAGOMAN_HOME"'):
        load_settings({"DRAGOMAN_HOM": "/x"})


def test_a_reference_date_that_is_no_date_is_refused() -> None:
    with pytest.raises(SettingsError, match="is no date"):
        load_settings({"DRAGOMAN_REFERENCE_DATE": "yesterday"})


def test_the_reference_date_is_read() -> None:
    assert load_settings({"DRAGOMAN_REFERENCE_DATE": "2026-11-30"}).reference_date == date(2026, 11, 30)
