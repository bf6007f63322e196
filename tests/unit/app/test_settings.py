from datetime import date, timedelta
from pathlib import Path

import pytest

from dragoman.app.settings import SettingsError, load_settings
from dragoman.errors import UsageError


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


@pytest.mark.parametrize(
    ("text", "ttl"),
    [("", timedelta(days=30)), ("12h", timedelta(hours=12)), ("1d12h", timedelta(hours=36)), ("none", None)],
)
def test_the_time_that_answers_are_remembered_is_written_as_people_write_it(text, ttl, tmp_path):
    found = load_settings({"DRAGOMAN_HOME": str(tmp_path), "DRAGOMAN_MEMORY_TTL": text})
    assert found.memory.ttl == ttl


def test_zero_and_one_are_thresholds_of_memory(tmp_path):
    environ = {"DRAGOMAN_HOME": str(tmp_path), "DRAGOMAN_MEMORY_ANSWER": "1", "DRAGOMAN_MEMORY_HINT": "0"}
    thresholds = load_settings(environ).memory.thresholds
    assert (thresholds.answer, thresholds.hint) == (1.0, 0.0)


@pytest.mark.parametrize(
    ("name", "value"),
    [("MEMORY", "maybe"), ("MEMORY_TTL", "soon"), ("MEMORY_ANSWER", "high"), ("MEMORY_HINT", "1.5")],
)
def test_a_setting_of_memory_that_means_nothing_is_named(name, value, tmp_path):
    with pytest.raises(UsageError) as raised:
        load_settings({"DRAGOMAN_HOME": str(tmp_path), f"DRAGOMAN_{name}": value})
    assert value in raised.value.problem
