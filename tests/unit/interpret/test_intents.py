from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

import pytest

from dragoman.interpret.intents import IntentRuleError, IntentRules, IntentSpec, SharedExampleError, load_intents
from dragoman.interpret.normalize import normalize

SAY = """
intents:
  - intent: say
    description: Repeat something.
    rules: [{rule: say, pattern: '\\bsay\\b'}]
  - intent: encyclopedia
    description: Look something up.
    rules: [{rule: source_says, pattern: '\\bwhat does \\w+ say about\\b'}]
"""


def load(folder: Path, text: str) -> tuple[IntentSpec, ...]:
    (folder / "intents.yaml").write_text(dedent(text))
    return load_intents(folder)


def fired(intents: Sequence[IntentSpec], text: str, *present: str) -> list[tuple[str, float]]:
    return [(match.intent, match.margin) for match in IntentRules(intents).match(normalize(text), present)]


def test_the_longer_match_wins_and_all_are_kept(tmp_path: Path) -> None:
    matches = fired(load(tmp_path, SAY), "What does Wikipedia say about Abraham Lincoln?")
    assert [intent for intent, _ in matches] == ["encyclopedia", "say"]
    assert matches[0][1] == pytest.approx(1 - 3 / 29, abs=0.01)
    assert matches[1][1] == 0


def test_an_intent_alone_is_wholly_ahead(tmp_path: Path) -> None:
    assert fired(load(tmp_path, SAY), "say hello") == [("say", 1.0)]


def test_spans_point_into_the_original(tmp_path: Path) -> None:
    text = "“Ünd” please say it"
    (match,) = IntentRules(load(tmp_path, SAY)).match(normalize(text), ())
    assert text[match.span.start : match.span.end] == "say"


def test_priority_decides_between_equals(tmp_path: Path) -> None:
    rules = """
    intents:
      - {intent: a, description: A, rules: [{rule: r, pattern: 'to+'}]}
      - {intent: b, description: B, rules: [{rule: r, pattern: 'too', priority: 5}]}
    """
    assert fired(load(tmp_path, rules), "too") == [("b", 0.0), ("a", 0.0)]


def test_a_rule_waits_for_what_it_needs_and_then_beats_a_longer_one(tmp_path: Path) -> None:
    rules = """
    intents:
      - {intent: a, description: A, rules: [{rule: r, pattern: 'grow', needs: [metric]}]}
      - {intent: b, description: B, rules: [{rule: r, pattern: 'how grow'}]}
    """
    intents = load(tmp_path, rules)
    assert [intent for intent, _ in fired(intents, "how grow")] == ["b"]
    assert [intent for intent, _ in fired(intents, "how grow", "metric")] == ["a", "b"]


def test_a_pattern_that_is_not_re2_is_named_with_its_place(tmp_path: Path) -> None:
    rules = "intents:\n  - {intent: a, description: A, rules: [{rule: r, pattern: '(?=x)'}]}\n"
    with pytest.raises(IntentRuleError, match=r"intents\.yaml:2.*a/r is not RE2"):
        IntentRules(load(tmp_path, rules))


def test_a_pattern_that_fires_on_nothing_is_refused(tmp_path: Path) -> None:
    rules = "intents:\n  - {intent: a, description: A, rules: [{rule: r, pattern: 'x*'}]}\n"
    with pytest.raises(IntentRuleError, match="empty text"):
        IntentRules(load(tmp_path, rules))


def test_twin_rules_are_refused_because_one_can_never_win(tmp_path: Path) -> None:
    rules = """
    intents:
      - {intent: a, description: A, rules: [{rule: r, pattern: 'x'}]}
      - {intent: b, description: B, rules: [{rule: s, pattern: 'x'}]}
    """
    with pytest.raises(IntentRuleError, match="b/s has the pattern and needs of a/r"):
        IntentRules(load(tmp_path, rules))


def test_rules_that_win_on_no_example_are_named(tmp_path: Path) -> None:
    rules = """
    intents:
      - intent: a
        description: A
        examples: [say it]
        rules: [{rule: say, pattern: 'say'}, {rule: sing, pattern: 'sing'}, {rule: loud, pattern: 'loud'}]
      - intent: b
        description: B
        examples: [say it loud]
        rules: [{rule: aloud, pattern: 'say it loud'}]
    """
    dead = IntentRules(load(tmp_path, rules)).dead_rules(lambda text: (normalize(text), ()))
    assert [(rule.intent, rule.rule, rule.beaten_by) for rule in dead] == [
        ("a", "sing", ""),
        ("a", "loud", "b/aloud"),
    ]


def test_one_example_under_two_intents_is_refused(tmp_path: Path) -> None:
    rules = """
    intents:
      - {intent: a, description: A, examples: ["Hello there?"]}
      - {intent: b, description: B, examples: ["hello  there"]}
    """
    with pytest.raises(SharedExampleError, match="'a' and 'b'"):
        IntentRules(load(tmp_path, rules))


def test_an_intent_in_two_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other.yaml").write_text(dedent(SAY))
    with pytest.raises(IntentRuleError, match="'say' is defined here and at"):
        load(tmp_path, SAY)
