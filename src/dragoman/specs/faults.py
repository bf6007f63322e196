"""pydantic's findings → our errors, each at its place in the file."""

from collections.abc import Sequence

from pydantic import BaseModel, ValidationError

from dragoman.errors import Source, SpecError, suggestion
from dragoman.specs.errors import MissingKeyError, UnknownKeyError, WrongValueError
from dragoman.specs.events import Position
from dragoman.specs.finding import Finding, without_other_members
from dragoman.specs.shape import keys_at
from dragoman.specs.tree import Node

_REMEDIES = {
    "a text": "Write a text; quotes are only needed around signs and numbers.",
    "a whole number": "Write digits without quotes, such as 30.",
    "a number": "Write a number, such as 0.7.",
    "true or false": "Write true or false.",
    "a date": "Write a day that exists, as 2026-11-30.",
    "a list": "Write a list: [first, second].",
    "a mapping": 'Write keys with values: "key: value".',
}


def faults_of(error: ValidationError, root: Node, shape: type[BaseModel], file: str) -> list[SpecError]:
    """Return one error for each thing that is wrong."""
    found = [Finding(details, root) for details in error.errors(include_url=False)]
    findings = without_other_members([one for one in found if not one.is_echo])
    faults: dict[tuple[Position, str], SpecError] = {}
    for finding in findings:
        fault = _fault(finding, findings, shape, file)
        faults.setdefault((finding.position, fault.problem), fault)
    return list(faults.values())


def _fault(finding: Finding, findings: Sequence[Finding], shape: type[BaseModel], file: str) -> SpecError:
    where = Source(file, *finding.position)
    if finding.kind in ("extra_forbidden", "unexpected_keyword_argument"):
        return _unknown_key(finding, shape, file)
    if finding.kind in ("missing", "missing_argument"):
        return MissingKeyError(str(finding.path[-1]), where=where)
    if finding.expected:
        expected = [one.expected for one in findings if one.node is finding.node and one.expected]
        return _wrong_kind(finding, list(dict.fromkeys(expected)), where)
    if finding.kind in ("literal_error", "enum"):
        return _wrong_word(finding, where)
    if finding.kind in ("union_tag_invalid", "union_tag_not_found"):
        return _wrong_member(finding, where)
    if finding.kind in ("too_short", "too_long"):
        return _wrong_number(finding, where)
    if broken := finding.context.get("error"):  # a rule of one of our validators, which words it for people
        problem, _, remedy = str(broken).partition("\n")
        return WrongValueError(finding.key, problem, where=where, remedy=remedy or "Change it so that this holds.")
    rule = finding.text.replace("Input should be", "must be").replace("Input should", "should")
    problem = f"{rule[:1].lower()}{rule[1:]}, found {_shown(finding.node.value)}"
    return WrongValueError(finding.key, problem, where=where, remedy="Change it to a value that fits.")


def _unknown_key(finding: Finding, shape: type[BaseModel], file: str) -> SpecError:
    key = str(finding.path[-1])
    position = (finding.parent.keys or {}).get(key, finding.position)
    return UnknownKeyError(key, where=Source(file, *position), known=keys_at(shape, finding.path[:-1]))


def _wrong_kind(finding: Finding, expected: Sequence[str], where: Source) -> SpecError:
    value = finding.node.value
    remedy = _REMEDIES.get(expected[0], "Leave the value out.")
    if value is None:
        remedy = "Write a value after the key, or remove the key."
    elif "a text" in expected and isinstance(value, int | float):
        remedy = f'If the text is meant, put it in quotes: "{str(value).lower()[:40]}".'
    elif "a list" in expected and isinstance(value, str):
        remedy = f"Write it as a list: [{value[:40]}]."
    problem = f"expected {' or '.join(expected)}, found {_shown(value)}"
    return WrongValueError(finding.key, problem, where=where, remedy=remedy)


def _wrong_word(finding: Finding, where: Source) -> SpecError:
    listed = str(finding.context.get("expected", ""))
    known = [word.strip("' ") for part in listed.split(",") for word in part.split(" or ")]
    value = finding.node.value
    near = suggestion(value, known) if isinstance(value, str) else ""
    return WrongValueError(
        finding.key,
        f"{_shown(value)} is not one of the words that may stand here",
        where=where,
        remedy=near or f"One of: {', '.join(known)}.",
    )


def _wrong_member(finding: Finding, where: Source) -> SpecError:
    """Say which words may tell the members of a union apart; the union's key is always `kind`."""
    if finding.kind == "union_tag_not_found":
        return MissingKeyError("kind", where=where)
    known = [word.strip("' ") for word in str(finding.context["expected_tags"]).split(",")]
    tag = finding.node.child("kind")
    return WrongValueError(
        "kind",
        f"{_shown(tag.value if tag else finding.context['tag'])} is not one of the words that may stand here",
        where=Source(where.file, *tag.position) if tag else where,
        remedy=suggestion(str(finding.context["tag"]), known) or f"One of: {', '.join(known)}.",
    )


def _wrong_number(finding: Finding, where: Source) -> SpecError:
    least, most = finding.context.get("min_length"), finding.context.get("max_length")
    have = len(finding.node.value)
    wanted = f"at least {least}" if finding.kind == "too_short" else f"at most {most}"
    return WrongValueError(
        finding.key,
        f"expected {wanted} entries, found {have or 'none'}",
        where=where,
        remedy="Add what is missing." if finding.kind == "too_short" else "Leave some out.",
    )


def _shown(value: object) -> str:
    match value:
        case None:
            return "nothing"
        case bool():
            return str(value).lower()
        case str():
            return f"the text {value[:40]!r}"
        case int() | float():
            return f"the number {value:.12g}" if isinstance(value, float) else f"the number {str(value)[:40]}"
        case list():
            return "a list"
    return "a mapping"
