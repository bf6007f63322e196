"""Edges are plain code over the state: there is nothing in reach that could decide, search or wait."""

import ast

PLAIN = frozenset({"get", "values", "items", "all", "any", "len", "bool", "int", "edge", "_may_retry"})


def calls(function):
    for node in ast.walk(function):
        if isinstance(node, ast.Call):
            yield node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "?")


# M-003
def test_edges_call_nothing_that_could_decide(source):
    """Each edge reads the state and returns a name; it has no tools, and it waits for nothing."""
    edges = {
        node.name: node
        for module in source
        if module.path.endswith(("mines/edges.py", "mines/router.py"))
        for node in module.tree.body
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }
    assert {"edge", "after_decision", "after_aggregate", "after_guardrails", "after_grade_docs"} <= set(edges)
    assert {name: set(calls(node)) - PLAIN for name, node in edges.items() if set(calls(node)) - PLAIN} == {}
    assert [name for name, node in edges.items() if isinstance(node, ast.AsyncFunctionDef)] == []


WRITERS = (
    "dragoman.stores",
    "dragoman.documents.ingest",
    "dragoman.documents.removal",
    "sqlite3",
    "shutil",
    "subprocess",
)
WRITING = frozenset({"write_text", "write_bytes", "unlink", "rename", "mkdir", "rmdir", "touch", "open"})


# M-093
def test_nothing_in_reach_of_a_node_writes_so_that_failing_open_costs_nothing(source):
    """The checkpoints are the graph's own memory; they are written by its saver, not by a node."""
    guilty = []
    for module in source:
        if not module.path.startswith(
            ("src/dragoman/assistants/mines/nodes/", "src/dragoman/assistants/mines/compose/")
        ):
            continue
        for node in ast.walk(module.tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(WRITERS):
                guilty.append(f"{module.path} imports {node.module}")
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in WRITING:
                guilty.append(f"{module.path}:{node.lineno} calls {node.func.attr}")
    assert guilty == []
