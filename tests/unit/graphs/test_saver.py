"""Checkpoints: their file, their serialiser, their end."""

import subprocess
import sys
from dataclasses import dataclass

import pytest

from dragoman.errors import StoreError
from dragoman.graphs.saver import BUSY_TIMEOUT_MS, open_saver, prune


@dataclass
class Planted:
    """A class that nobody allowed."""

    value: int


async def setting(saver, name):
    async with saver.conn.execute(f"pragma {name}") as rows:
        return (await rows.fetchone())[0]


async def test_the_file_is_written_ahead_and_waits_for_others(tmp_path):
    async with open_saver(tmp_path / "c.db") as saver:
        assert await setting(saver, "journal_mode") == "wal"
        assert await setting(saver, "busy_timeout") == BUSY_TIMEOUT_MS


async def test_json_types_come_back_as_they_were():
    state = {"text": "é", "number": 1.5, "list": [1, None, True], "map": {"a": []}}
    async with open_saver(None) as saver:
        assert saver.serde.loads_typed(saver.serde.dumps_typed(state)) == state


async def test_a_class_is_never_rebuilt():
    async with open_saver(None) as saver:
        assert not isinstance(saver.serde.loads_typed(saver.serde.dumps_typed(Planted(1))), Planted)


@pytest.mark.parametrize("module", ["graphs.saver", "graphs.run", "graphs.path", "assistants.mines.assistant"])
def test_strictness_is_set_and_tracing_is_off_before_langgraph_is_there(module):
    program = (
        "import builtins, os, sys; real = builtins.__import__\n"
        "def watch(name, *rest):\n"
        "    if name.startswith('langgraph'):\n"
        "        assert os.environ.get('LANGGRAPH_STRICT_MSGPACK') == 'true', name\n"
        "        assert os.environ.get('LANGSMITH_TRACING') == 'false', name\n"
        "    return real(name, *rest)\n"
        f"builtins.__import__ = watch; import dragoman.{module}; assert 'langgraph' in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


async def test_a_file_that_is_no_database_is_said_to_be_unusable(tmp_path):
    (tmp_path / "c.db").write_bytes(b"not a database, and long enough to be read as one" * 50)
    with pytest.raises(StoreError, match="cannot be used"):
        async with open_saver(tmp_path / "c.db"):
            pass


async def test_a_folder_that_is_not_there_is_said_to_be_unusable(tmp_path):
    with pytest.raises(StoreError, match="cannot be used"):
        async with open_saver(tmp_path / "missing" / "c.db"):
            pass


async def test_pruning_an_unknown_thread_does_nothing():
    async with open_saver(None) as saver:
        await prune(saver, "never")
