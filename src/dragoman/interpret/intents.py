"""Intent rules: all that fire, the most specific first, each with its place and how far ahead it is."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import re2

from dragoman.domain.interpretation import IntentMatch
from dragoman.errors import Source, SpecError
from dragoman.interpret.intent_spec import IntentFileSpec, IntentRuleSpec, IntentSpec
from dragoman.interpret.normalize import NormalizedText
from dragoman.specs.reader import load

_NEED_WEIGHT = 8  # a required dimension makes a rule as specific as this many more characters


class IntentRuleError(SpecError):
    """A rule that cannot work as it is written."""

    code = "intent-rule"


class SharedExampleError(SpecError):
    """One example stands under two intents, so it teaches neither."""

    code = "shared-example"

    def __init__(self, text: str, *, intents: tuple[str, str], where: Source) -> None:
        super().__init__(
            f"the example {text!r} stands under {intents[0]!r} and {intents[1]!r}",
            where=where,
            remedy="Keep it under one of them.",
        )


@dataclass(frozen=True, slots=True)
class DeadRule:
    """A rule that never comes first on any example, and what stands before it."""

    intent: str
    rule: str
    beaten_by: str  # "intent/rule"; empty: it fires on no example at all
    where: Source

    def __str__(self) -> str:
        reason = f"{self.beaten_by} always wins before it" if self.beaten_by else "it fires on no example"
        return f"{self.where}  the rule {self.intent}/{self.rule} can never win: {reason}"


@dataclass(frozen=True, slots=True)
class _Rule:
    intent: IntentSpec
    spec: IntentRuleSpec
    pattern: Any  # a compiled RE2 pattern; the package has no types
    needs: frozenset[str]
    unless: Any = None

    def find(self, lower: str) -> tuple[int, int] | None:
        """Return the first match that stands in no phrase with another meaning."""
        match = self.pattern.search(lower)
        if match is None or self.unless is None:
            return match.span() if match else None
        taken = [phrase.span() for phrase in self.unless.finditer(lower)]
        spans = (found.span() for found in self.pattern.finditer(lower))
        return next((s for s in spans if not any(start < s[1] and s[0] < end for start, end in taken)), None)


@dataclass(frozen=True, slots=True)
class _Fired:
    rule: _Rule
    start: int
    end: int

    @property
    def specificity(self) -> int:
        """Length of what was matched, and more for each thing the rule requires besides."""
        return self.end - self.start + _NEED_WEIGHT * len(self.rule.needs)


class IntentRules:
    """All rules of an assistant, matched in one pass."""

    def __init__(self, intents: Sequence[IntentSpec]) -> None:
        self.intents = tuple(intents)
        self._rules = [_compile(intent, index) for intent in intents for index in range(len(intent.rules))]
        self._set = _set_of(self._rules)
        _refuse_twins(self._rules)
        _refuse_shared_examples(intents)

    def match(self, text: NormalizedText, present: Collection[str]) -> tuple[IntentMatch, ...]:
        """Return all rules that fire, best first. `present` are the dimensions found in the text."""
        ranked = sorted(self._fired(text.lower, present), key=_rank)
        return tuple(
            IntentMatch(
                intent=fired.rule.intent.intent,
                rule=fired.rule.spec.rule,
                span=text.span(fired.start, fired.end),
                margin=_margin(fired, ranked),
            )
            for fired in ranked
        )

    def dead_rules(self, read: Callable[[str], tuple[NormalizedText, Collection[str]]]) -> tuple[DeadRule, ...]:
        """Return the rules that come first on none of the intents' examples.

        `read` gives an example's text and the dimensions in it. Meant for the start-up check and `lint`.
        """
        winners: set[tuple[str, str]] = set()
        beaten: dict[tuple[str, str], str] = {}
        for intent in self.intents:
            for example in intent.examples:
                matches = self.match(*read(example))
                for place, found in enumerate(matches):
                    if place == 0 or found.intent == matches[0].intent:
                        winners.add((found.intent, found.rule))
                    else:
                        beaten[found.intent, found.rule] = f"{matches[0].intent}/{matches[0].rule}"
        return tuple(
            DeadRule(intent.intent, rule.rule, beaten.get((intent.intent, rule.rule), ""), rule.where("pattern"))
            for intent in self.intents
            for rule in intent.rules
            if (intent.intent, rule.rule) not in winners
        )

    def _fired(self, lower: str, present: Collection[str]) -> Iterable[_Fired]:
        for index in (self._set.Match(lower) if self._set else None) or ():
            rule = self._rules[index]
            if rule.needs.issubset(present) and (span := rule.find(lower)):
                yield _Fired(rule, *span)


def load_intents(folder: Path) -> tuple[IntentSpec, ...]:
    """Read all `*.yaml` of a folder, in order of file name. Raises SpecError with file and line."""
    intents = [intent for path in sorted(folder.glob("*.yaml")) for intent in load(path, IntentFileSpec).intents]
    first: dict[str, IntentSpec] = {}
    for intent in intents:
        if held := first.get(intent.intent):
            raise IntentRuleError(
                f"the intent {intent.intent!r} is defined here and at {held.where('intent')}",
                where=intent.where("intent"),
                remedy="Put its rules and examples together in one place.",
            )
        first[intent.intent] = intent
    return tuple(intents)


__all__ = ["DeadRule", "IntentRuleError", "IntentRules", "IntentSpec", "SharedExampleError", "load_intents"]


def _rank(fired: _Fired) -> tuple[int, int, str, str]:
    spec = fired.rule.spec
    return -fired.specificity, -spec.priority, fired.rule.intent.intent, spec.rule


def _margin(fired: _Fired, ranked: Sequence[_Fired]) -> float:
    """Return how much more specific a match is than the best of another intent; 0 where it is less so, 1 alone."""
    others = [other.specificity for other in ranked if other.rule.intent.intent != fired.rule.intent.intent]
    if not others or not fired.specificity:
        return 1.0 if not others else 0.0
    return round(max(0.0, 1 - max(others) / fired.specificity), 3)


def _options() -> re2.Options:
    options = re2.Options()
    options.log_errors = False
    options.max_mem = 16 << 20
    return options


def _compile(intent: IntentSpec, index: int) -> _Rule:
    spec = intent.rules[index]
    where = spec.where("pattern")
    name = f"{intent.intent}/{spec.rule}"
    pattern = _pattern(spec.pattern, name, where)
    unless = _pattern(spec.unless, name, spec.where("unless")) if spec.unless else None
    if pattern.search(""):
        raise IntentRuleError(
            f"the pattern of {intent.intent}/{spec.rule} matches the empty text, so it would always fire",
            where=where,
            remedy="Require at least one word.",
        )
    return _Rule(intent, spec, pattern, frozenset(spec.needs), unless)


def _pattern(text: str, name: str, where: Source) -> Any:  # noqa: ANN401 (the package has no types)
    try:
        return re2.compile(text, _options())
    except re2.error as error:
        reason = error.args[0].decode() if error.args and isinstance(error.args[0], bytes) else str(error)
        raise IntentRuleError(
            f"the pattern of {name} is not RE2: {reason}",
            where=where,
            remedy="RE2 has no look-around and no back references; everything else is as usual.",
        ) from None


def _set_of(rules: Sequence[_Rule]) -> re2.Set | None:
    if not rules:
        return None
    patterns: re2.Set = re2.Set.SearchSet(_options())
    for rule in rules:
        patterns.Add(rule.spec.pattern)
    patterns.Compile()
    return patterns


def _refuse_twins(rules: Sequence[_Rule]) -> None:
    """Refuse a rule that fires exactly where another does and always comes second."""
    held: dict[tuple[str, frozenset[str]], _Rule] = {}
    for rule in rules:
        key = (rule.spec.pattern, rule.needs)
        first = held.setdefault(key, rule)
        if first is not rule:
            raise IntentRuleError(
                f"the rule {rule.intent.intent}/{rule.spec.rule} has the pattern and needs of "
                f"{first.intent.intent}/{first.spec.rule}, so one of them can never win",
                where=rule.spec.where("pattern"),
                remedy=f"Remove it, or make it more specific. The other is at {first.spec.where('pattern')}.",
            )


def _refuse_shared_examples(intents: Sequence[IntentSpec]) -> None:
    held: dict[str, str] = {}
    for intent in intents:
        for index, example in enumerate(intent.examples):
            key = " ".join(example.lower().split()).rstrip("?.! ")
            first = held.setdefault(key, intent.intent)
            if first != intent.intent:
                raise SharedExampleError(example, intents=(first, intent.intent), where=intent.where("examples", index))
