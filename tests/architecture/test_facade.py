"""The names a program starts from."""

import subprocess
import sys

import dragoman


def test_the_facade_has_at_most_twenty_names():
    assert len(dragoman.__all__) <= 20


def test_every_name_of_the_facade_exists():
    assert [name for name in dragoman.__all__ if not hasattr(dragoman, name)] == []


def test_importing_dragoman_loads_nothing_heavy():
    heavy = "{'langgraph', 'langchain_core', 'pydantic', 'sqlalchemy', 'rich', 'typer', 'pypdfium2', 're2'}"
    command = f"import sys, dragoman; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", command], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
