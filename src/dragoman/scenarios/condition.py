"""Conditions: CEL, compiled once, with every name checked at load and its cost bounded.

The only module that knows which CEL it is. CEL itself has no limit of cost, so expressions are short, a macro
may not stand inside another, and lists are short when a macro runs over them.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import cel

from dragoman.errors import Source, suggestion
from dragoman.scenarios.errors import ConditionError

MAX_SOURCE = 500  # characters
MAX_DEPTH = 16  # brackets inside each other
MAX_LIST = 1_000  # items of a list that a macro may run over
_CONNECTIVES = {"&&": "||", "||": "&&"}
_COMPARATORS = {">=": "<", "<": ">=", "<=": ">", ">": "<=", "==": "!=", "!=": "=="}
_COMPARISON = re.compile(r"([^<>=!]+)(>=|<=|==|!=|<|>)([^<>=!]+)")

MACROS = frozenset({"all", "exists", "exists_one", "map", "filter"})
FUNCTIONS = frozenset(
    {"size", "contains", "startsWith", "endsWith", "matches", "has", "int", "double", "string", "bool", "type"}
)
_LITERALS = frozenset({"true", "false", "null", "in"})
_TOKEN = re.compile(
    r"""(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?P<word>[A-Za-z_]\w*)|(?P<number>\d[\w.]*)|(?P<sign>\S)"""
)

Shape = Mapping[str, Any] | None  # the names that may stand below; None: anything
Bound = list[tuple[str, int, int]]  # a variable of a macro, and the tokens between which it stands for an item


class EvaluationError(Exception):
    """A condition could not be decided on the values it was given."""


class Condition:
    """One expression, ready to be evaluated."""

    def __init__(self, source: str, *, names: Mapping[str, Shape], where: Source) -> None:
        """Compile and check. Raises ConditionError with the place and what to do."""
        self.source = source
        tokens = _tokens(source, where)
        bound = _refuse_costly(tokens, where)
        self._has_macro = bool(bound)
        self._program = _compile(source, where)
        _refuse_functions(self._program.functions(), where)
        _refuse_patterns(tokens, where)
        paths = list(_paths(tokens, bound))
        for path in paths:
            _refuse_unknown(path, names, where)
        self.is_constant = not paths and not bound
        """Whether it says the same whatever is known."""

    def value(self, values: Mapping[str, object]) -> object:
        """Evaluate. Raises EvaluationError where a value is missing or of another kind."""
        if self._has_macro and _longest_list(values) > MAX_LIST:
            raise EvaluationError(f"a list has more than {MAX_LIST:,} items")
        try:
            return _plain(self._program.execute(dict(values)))
        except Exception as failure:  # noqa: BLE001  the library raises a different one for each kind of fault
            reason = f"no {failure}" if isinstance(failure, KeyError) else str(failure).split(". ")[0]
            raise EvaluationError(f"{self.source}: {reason}") from None

    def holds(self, values: Mapping[str, object]) -> bool:
        """Evaluate to true or false. Raises EvaluationError also for any other value."""
        found = self.value(values)
        if not isinstance(found, bool):
            raise EvaluationError(f"{self.source}: neither true nor false")
        return found


def _plain(value: object) -> object:
    """Return JSON types in a fixed order: the library hands mappings back in any."""
    if isinstance(value, Mapping):
        return {str(key): _plain(value[key]) for key in sorted(value, key=str)}
    return [_plain(item) for item in value] if isinstance(value, list | tuple) else value


def _tokens(source: str, where: Source) -> list[tuple[str, str]]:
    if len(source) > MAX_SOURCE:
        raise ConditionError(
            f"the expression has {len(source):,} characters; {MAX_SOURCE} are allowed",
            where=where,
            remedy="Decide it in a tool, and look at the tool's output here.",
        )
    return [(found.lastgroup or "", found.group()) for found in _TOKEN.finditer(source)]


def are_opposite(one: str, other: str) -> bool:
    """Say whether one of two conditions holds whenever the other does not; False also where that is not plain."""
    one, other = "".join(one.split()), "".join(other.split())
    if f"!({one})" == other or f"!({other})" == one:
        return True
    return _negated(one) == other


def _negated(condition: str) -> str | None:
    """Return the opposite of comparisons and plain names that are all joined by `&&` or all by `||`."""
    parts = re.split(r"(&&|\|\|)", condition)
    clauses = [_negated_clause(part) for part in parts[::2]]
    if len(set(parts[1::2])) > 1 or None in clauses:
        return None
    joint = _CONNECTIVES[parts[1]] if len(parts) > 1 else ""
    return joint.join(clause or "" for clause in clauses)


def _negated_clause(clause: str) -> str | None:
    if clause.count("(") != clause.count(")"):
        return None
    if found := _COMPARISON.fullmatch(clause):
        return f"{found[1]}{_COMPARATORS[found[2]]}{found[3]}"
    if found := re.fullmatch(r"(!?)([\w.]+)", clause):
        return found[2] if found[1] else f"!{found[2]}"
    return None


def _refuse_costly(tokens: list[tuple[str, str]], where: Source) -> Bound:
    """Return what macros bind; refuse deep brackets and a macro inside a macro."""
    bound: Bound = []
    opened: list[bool] = []  # for each open bracket whether it belongs to a macro
    for index, (_, text) in enumerate(tokens):
        if text in ("(", "[", "{"):
            is_macro = text == "(" and index > 1 and tokens[index - 1][1] in MACROS and tokens[index - 2][1] == "."
            if is_macro and any(opened):
                raise ConditionError(
                    f"the macro {tokens[index - 1][1]}() stands inside another macro",
                    where=where,
                    remedy="One macro at a time; do the rest in a tool.",
                )
            if is_macro and index + 1 < len(tokens):
                bound.append((tokens[index + 1][1], index, _end_of(tokens, index)))
            opened.append(is_macro)
        elif text in (")", "]", "}") and opened:
            opened.pop()
        if len(opened) > MAX_DEPTH:
            raise ConditionError(
                f"more than {MAX_DEPTH} brackets inside each other", where=where, remedy="Make it flatter."
            )
    return bound


def _end_of(tokens: list[tuple[str, str]], opening: int) -> int:
    """Return where the bracket that opens here is closed."""
    depth = 0
    for index, (_, text) in enumerate(tokens[opening:], start=opening):
        depth += (text in ("(", "[", "{")) - (text in (")", "]", "}"))
        if not depth:
            return index
    return len(tokens)


def _refuse_patterns(tokens: list[tuple[str, str]], where: Source) -> None:
    """Refuse a pattern that is none; its engine works in linear time, so any other may be used."""
    for index, (_, text) in enumerate(tokens):
        if text == "matches" and _next(tokens, index + 1) == "(" and _kind(tokens, index + 2) == "text":
            try:
                cel.compile(f"''.matches({tokens[index + 2][1]})").execute({})
            except Exception:  # noqa: BLE001  as above
                raise ConditionError(
                    f"the pattern {tokens[index + 2][1][:80]} is no regular expression, or too large a one",
                    where=where,
                    remedy="Close its brackets; there is no look-around and no back reference.",
                ) from None


def _compile(source: str, where: Source) -> Any:  # noqa: ANN401  the package has no types
    try:
        return cel.compile(source)
    except Exception as fault:  # noqa: BLE001  as above, ValueError in this version
        found = re.search(r"<input>:(\d+):(\d+): (?:Syntax error: )?(.+)", str(fault))
        problem = (
            f"at character {found[2]}: {found[3].split(' expecting ')[0][:80]}" if found else "it is no expression"
        )
        raise ConditionError(
            f"the expression {source!r} is not CEL; {problem}",
            where=where,
            remedy='Write it like: output.confidence >= 0.7 && output.kind == "text".',
        ) from None


def _refuse_functions(found: Iterable[str], where: Source) -> None:
    known = FUNCTIONS | MACROS
    for name in found:
        if re.fullmatch(r"[A-Za-z]\w*", name) and name not in known:
            raise ConditionError(
                f"there is no function {name}()",
                where=where,
                remedy=suggestion(name, known) or f"There is: {', '.join(sorted(known))}.",
            )


def _paths(tokens: list[tuple[str, str]], bound: Bound) -> Iterator[list[str]]:
    """Yield what is named: `levels.scan.findings` as its three words, `output["a"]` as two."""
    index = 0
    while index < len(tokens):
        kind, text = tokens[index]
        follows_dot = index > 0 and tokens[index - 1][1] == "."
        is_bound = any(text == name and begin < index < end for name, begin, end in bound)
        index += 1
        if kind != "word" or follows_dot or text in _LITERALS or is_bound or _next(tokens, index) == "(":
            continue
        path = [text]
        while step := _step(tokens, index):
            name, index = step
            path.append(name)
        yield path


def _step(tokens: list[tuple[str, str]], index: int) -> tuple[str, int] | None:
    """Return the next name of a path and where it ends; a function call ends the path."""
    if _next(tokens, index) == "." and index + 1 < len(tokens) and _next(tokens, index + 2) != "(":
        return tokens[index + 1][1], index + 2
    if _next(tokens, index) == "[" and _next(tokens, index + 2) == "]" and tokens[index + 1][0] == "text":
        return tokens[index + 1][1][1:-1], index + 3
    return None


def _next(tokens: list[tuple[str, str]], index: int) -> str:
    return tokens[index][1] if index < len(tokens) else ""


def _kind(tokens: list[tuple[str, str]], index: int) -> str:
    return tokens[index][0] if index < len(tokens) else ""


def _refuse_unknown(path: list[str], names: Mapping[str, Shape], where: Source) -> None:
    here: Shape = names
    for depth, name in enumerate(path):
        if here is None:
            return
        if name not in here:
            before = ".".join(path[:depth])
            known = f"{before} has" if before else "There is"
            raise ConditionError(
                f"nothing {'before this ' if path[0] == 'levels' and depth == 1 else ''}"
                f"puts out {'.'.join(path[: depth + 1])!r}",
                where=where,
                remedy=suggestion(name, here) or f"{known}: {', '.join(here) or 'nothing'}.",
            )
        here = here[name]


def _longest_list(value: object, depth: int = 0) -> int:
    if depth > MAX_DEPTH:
        return MAX_LIST + 1
    if isinstance(value, Mapping):
        return max((_longest_list(item, depth + 1) for item in value.values()), default=0)
    if isinstance(value, list | tuple):
        return max([len(value), *(_longest_list(item, depth + 1) for item in value[:MAX_LIST])])
    return 0
