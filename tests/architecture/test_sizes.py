"""Budgets of size. They hold for the package, its scripts and its tests alike."""

import ast
from collections.abc import Iterator
from pathlib import PurePath

MAX_MODULE_LINES = 400
MAX_BODY_LINES = 50
MAX_TEST_LINES = 25
FORBIDDEN_NAMES = {"utils", "util", "helpers", "helper", "common", "misc", "core"}

Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(tree: ast.Module) -> Iterator[Function]:
    return (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def body_lines(function: Function) -> int:
    body = function.body[1:] if ast.get_docstring(function, clean=False) is not None else function.body
    return (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0


def test_no_module_is_longer_than_400_lines(source, scripts, tests):
    assert [f"{m.path}: {m.lines}" for m in source + scripts + tests if m.lines > MAX_MODULE_LINES] == []


def test_no_function_body_is_longer_than_50_lines(source, scripts, tests):
    too_long = [
        f"{module.path}:{function.lineno} {function.name}: {body_lines(function)}"
        for module in source + scripts + tests
        for function in functions(module.tree)
        if body_lines(function) > MAX_BODY_LINES
    ]
    assert too_long == []


def test_no_test_is_longer_than_25_lines(tests):
    too_long = [
        f"{module.path}:{function.lineno} {function.name}: {body_lines(function)}"
        for module in tests
        for function in functions(module.tree)
        if function.name.startswith("test_") and body_lines(function) > MAX_TEST_LINES
    ]
    assert too_long == []


def test_no_module_has_a_name_that_says_nothing(source, scripts, tests):
    parts = {part for m in source + scripts + tests for part in PurePath(m.path).with_suffix("").parts}
    assert parts & FORBIDDEN_NAMES == set()


def test_packages_define_nothing_in_their_init(source):
    definitions = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    defining = [
        f"{module.path}:{node.lineno}"
        for module in source
        if module.path.endswith("/__init__.py") and module.path != "src/dragoman/__init__.py"
        for node in module.tree.body
        if isinstance(node, definitions)
    ]
    assert defining == []


def test_no_function_takes_more_than_six_parameters(source):
    too_many = [
        f"{module.path}:{function.lineno} {function.name}"
        for module in source
        for function in functions(module.tree)
        if parameters(function) > 6 and not is_command(function)
    ]
    assert too_many == []


def parameters(function: Function) -> int:
    names = [one.arg for one in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)]
    return len([name for name in names if name not in ("self", "cls")])


def is_command(function: Function) -> bool:
    """A command of the command line: its parameters are its options, of which there may be many."""
    annotations = [one.annotation for one in (*function.args.args, *function.args.kwonlyargs)]
    written = [ast.unparse(annotation) for annotation in annotations if annotation]
    return any("typer." in one or one.startswith("options.") for one in written)  # options.py holds the shared ones
