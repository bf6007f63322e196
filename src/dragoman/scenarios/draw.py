"""A scenario as a picture: Mermaid for terminals and pages, plain nodes and edges for programs."""

from typing import Any

from dragoman.scenarios.spec import END, Level, ScenarioSpec

Json = dict[str, Any]
_SHAPES = {  # kind → brackets around the name; people's steps look different from the machine's
    "ask_user": ("{{", "}}"),
    "approve": ("{{", "}}"),
    "graph": ("[[", "]]"),
    "classify": ("[/", "/]"),
    "prompt": ("([", "])"),
}


def mermaid(spec: ScenarioSpec) -> str:
    """Return the graph as Mermaid text."""
    lines = ["flowchart TD", f"  begin(( )) --> {spec.levels[0].id}"]
    lines += [f"  {_node(level)}" for level in spec.levels]
    lines += [f"  finish((end)){_targets(spec)}"]
    for edge in spec.edges:
        target = "finish" if edge.to == END else edge.to
        if edge.chain:
            target = f"chain_{edge.chain}"
        label = f"|{_quoted(edge.when)}|" if edge.when else ""
        lines.append(f"  {edge.from_} -->{label} {target}")
    return "\n".join(lines)


def graph_record(spec: ScenarioSpec) -> Json:
    """Return nodes and edges as JSON types."""
    return {
        "id": spec.id,
        "display_name": spec.name,
        "effects": spec.effects,
        "nodes": [{"id": level.id, "kind": level.kind} for level in spec.levels],
        "edges": [{"from": edge.from_, "to": edge.to, "when": edge.when, "chain": edge.chain} for edge in spec.edges],
        "mermaid": mermaid(spec),
    }


def _node(level: Level) -> str:
    opened, closed = _SHAPES.get(level.kind, ("[", "]"))
    return f'{level.id}{opened}"{level.id}: {level.kind}"{closed}'


def _targets(spec: ScenarioSpec) -> str:
    chained = dict.fromkeys(edge.chain for edge in spec.edges if edge.chain)
    return "".join(f'\n  chain_{name}>"go on with {name}"]' for name in chained)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', "#quot;") + '"'
