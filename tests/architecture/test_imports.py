"""Imports point one way, stand at the top, and never go through the façade. The layers are in pyproject.toml."""

import ast
import re
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

# Imports inside functions: lazy start-up, and what uses a package of an optional extra.
MAY_IMPORT_LATE = (
    "src/dragoman/__init__.py",
    "src/dragoman/__main__.py",
    "src/dragoman/app/parts/",
    "src/dragoman/app/runtime.py",
    "src/dragoman/app/embedding.py",
    "src/dragoman/app/news.py",
    "src/dragoman/cli/",
    "src/dragoman/documents/readers/",
    "src/dragoman/export/workbook.py",
    "src/dragoman/models/providers/",
)


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("dragoman", include_external_packages=True, cache_dir=None)


def late_imports(tree: ast.Module) -> Iterator[int]:
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from (node.lineno for node in ast.walk(function) if isinstance(node, ast.Import | ast.ImportFrom))


def lines_that_reach_the_root(graph: grimp.ImportGraph) -> list[str]:
    return [
        f"{importer}:{details['line_number']} {details['line_contents']}"
        for importer in sorted(graph.find_modules_that_directly_import("dragoman"))
        for details in graph.get_import_details(importer=importer, imported="dragoman")
    ]


def test_no_import_cycle(graph):
    modules = {name for name in graph.modules if name.startswith("dragoman.")}
    imports = {name: graph.find_modules_directly_imported_by(name) & modules for name in modules}
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(f"import cycle: {' → '.join(error.args[1])}")


def test_nothing_inside_imports_the_facade(graph):
    facade = re.compile(r" (import dragoman\b(?!\.)|from dragoman import )")
    assert [line for line in lines_that_reach_the_root(graph) if facade.search(line)] == []


def test_every_import_names_a_module_that_exists(graph):
    # What grimp cannot find it counts as an import of the nearest package above.
    assert [line for line in lines_that_reach_the_root(graph) if "dragoman." in line.partition(" ")[2]] == []


def test_imports_stand_at_the_top(source):
    late = [
        f"{module.path}:{line}"
        for module in source
        if not module.path.startswith(MAY_IMPORT_LATE)
        for line in late_imports(module.tree)
    ]
    assert late == []


def test_nothing_turns_stored_bytes_into_code_or_classes(graph):
    unsafe = {name for name in ("pickle", "marshal", "shelve", "dill", "joblib") if name in graph.modules}
    importers = {name: graph.find_modules_that_directly_import(name) for name in unsafe}
    assert importers == {}
