from datetime import timedelta

import pytest
from tests.unit.memory.conftest import asked

from dragoman.domain.answer import Answer, Remembered
from dragoman.errors import UnknownNameError
from dragoman.memory.answer_cache import AnswerCache, EditError, Hint, Hit, ThresholdError, Thresholds
from dragoman.memory.equivalence import equivalence
from dragoman.stores.answers import AnswerStore

WHY = "Why did profit fall in the year?"
NEAR = "What caused profit to fall in the year?"


def test_the_same_question_is_answered_from_memory(cache, remember, clock):
    entry = remember(asked(WHY))
    clock.turn(hours=3)
    found = cache.look_up(asked(WHY))
    assert isinstance(found, Hit)
    assert (found.entry.id, found.equivalence, found.age) == (entry, 1.0, timedelta(hours=3))


@pytest.mark.parametrize(
    "other",
    [
        {"tenant": "b"},
        {"assistant": "contracts"},
        {"corpus": "c2"},
        {"rules": "r2"},
        {"language": "de"},
        {"policy": "model"},
        {"plan": {"steps": []}},
        {"named": {"company": ["RIO"]}},
        {"said": ("No year was named.",)},
    ],
)
def test_a_question_that_differs_in_any_part_of_the_key_is_a_miss_at_every_threshold(cache, remember, other):
    remember(asked(WHY))
    assert cache.look_up(asked(WHY, **other), thresholds=Thresholds(answer=0, hint=0)) is None


@pytest.mark.parametrize(("shift", "kind"), [(0.0, Hit), (1e-9, Hint)])
def test_the_threshold_itself_answers_and_just_under_it_is_a_hint(cache, remember, shift, kind):
    remember(asked(WHY))
    sure = equivalence(NEAR, WHY)
    found = cache.look_up(asked(NEAR), thresholds=Thresholds(answer=sure + shift, hint=0.1))
    assert type(found) is kind


@pytest.mark.parametrize(("shift", "is_found"), [(0.0, True), (1e-9, False)])
def test_the_lower_threshold_itself_is_a_hint_and_just_under_it_is_nothing(cache, remember, shift, is_found):
    remember(asked(WHY))
    found = cache.look_up(asked(NEAR), thresholds=Thresholds(answer=0.999, hint=equivalence(NEAR, WHY) + shift))
    assert isinstance(found, Hint) is is_found


def test_one_takes_the_same_words_only(cache, remember):
    remember(asked("the dividend", is_open=False))
    only = Thresholds(answer=1, hint=1)
    assert isinstance(cache.look_up(asked("The  dividend?", is_open=False), thresholds=only), Hit)
    assert not isinstance(cache.look_up(asked("tell me the dividend", is_open=False), thresholds=only), Hit)


def test_zero_is_a_threshold_and_not_the_default(cache, remember):
    remember(asked(WHY))
    other = asked("Where does profit go?")
    assert cache.look_up(other) is None
    assert isinstance(cache.look_up(other, thresholds=Thresholds(answer=0, hint=0)), Hit)


@pytest.mark.parametrize("values", [{"answer": 1.1}, {"hint": -0.1}, {"answer": float("nan")}])
def test_a_threshold_is_a_probability(values):
    with pytest.raises(ThresholdError, match="from 0 to 1"):
        Thresholds(**values)


def test_figures_in_other_words_are_a_hint_at_most(cache, remember):
    remember(asked("revenue from copper", is_open=False))
    found = cache.look_up(asked("revenue from coppers", is_open=False), thresholds=Thresholds(answer=0.95, hint=0))
    assert isinstance(found, Hint | Hit)
    other = cache.look_up(asked("revenue from copper mines", is_open=False), thresholds=Thresholds(hint=0))
    assert isinstance(other, Hint)


def test_silent_words_do_not_keep_figures_apart(cache, remember):
    remember(asked("How much was the ?", is_open=False))
    assert isinstance(cache.look_up(asked("Please tell me what the total was", is_open=False)), Hit)


def test_an_entry_is_over_when_its_time_has_passed(cache, remember, clock):
    remember(asked(WHY))
    clock.turn(days=30)
    assert cache.look_up(asked(WHY)) is None
    remember(asked("Why did costs rise?"))
    assert [entry.question for entry in cache.entries("a")] == ["Why did costs rise?"]


def test_without_a_time_to_live_age_alone_ends_nothing(store, clock):
    cache = AnswerCache(store, clock, rules="r1", ttl=None)
    cache.remember(asked(WHY), {"text": "x"}, {})
    clock.turn(days=9999)
    assert isinstance(cache.look_up(asked(WHY)), Hit)


def test_the_same_question_again_replaces_the_entry(cache, remember):
    remember(asked(WHY), "old")
    remember(asked(WHY), "new")
    assert [entry.answer["text"] for entry in cache.entries("a")] == ["new"]


def test_a_wrong_answer_is_evicted_and_its_pair_is_blocked(cache, remember):
    entry = remember(asked(WHY))
    cache.wrong("a", entry, reason="it speaks of revenue")
    assert cache.entries("a") == ()
    assert cache.remember(asked(WHY), {"text": "again"}, {}) is None
    line = cache.audit("a")[0]
    assert (line.kind, line.entry, line.reason) == ("wrong", entry, "it speaks of revenue")


def test_a_question_that_was_wrongly_answered_from_other_words_is_never_again(cache, remember):
    other = asked("Where does profit go?")
    entry = remember(asked(WHY))
    found = cache.look_up(other, thresholds=Thresholds(answer=0, hint=0))
    cache.used(other, found)
    cache.wrong("a", entry)
    assert cache.remember(other, {"text": "its own"}, {})
    assert cache.look_up(other).entry.answer == {"text": "its own"}
    assert cache.look_up(asked(WHY), thresholds=Thresholds(answer=0, hint=0)) is None


def test_an_edit_keeps_everything_but_the_words_and_is_not_overwritten(cache, remember):
    entry = remember(asked(WHY))
    edited = cache.edit("a", entry, " As the board said. ")
    assert edited.answer["text"] == "As the board said."
    assert edited.edited
    assert cache.remember(asked(WHY), {"text": "from a machine"}, {}) is None
    assert cache.look_up(asked(WHY)).entry.answer["text"] == "As the board said."


@pytest.mark.parametrize("text", ["", "  ", "x" * 20_001])
def test_an_edit_has_words_and_not_too_many(cache, remember, text):
    with pytest.raises(EditError):
        cache.edit("a", remember(asked(WHY)), text)


@pytest.mark.parametrize("act", ["entry", "delete", "wrong", "edit"])
def test_nobody_reaches_an_entry_of_another_tenant(cache, remember, act):
    entry = remember(asked(WHY))
    more = ("text",) if act == "edit" else ()
    with pytest.raises(UnknownNameError):
        getattr(cache, act)("b", entry, *more)
    assert cache.entries("b") == ()
    assert cache.audit("b") == ()
    assert cache.statistics("b")["entries"] == 0


def test_statistics_and_audit_tell_what_happened(cache, remember):
    entry = remember(asked(WHY))
    cache.used(asked(WHY), cache.look_up(asked(WHY)))
    cache.delete("a", entry)
    counts = cache.statistics("a")
    assert (counts["entries"], counts["hit"], counts["remembered"], counts["deleted"]) == (0, 1, 1, 1)
    hit = cache.audit("a")[1]
    assert (hit.kind, hit.question, hit.equivalence) == ("hit", WHY, 1.0)


def test_long_texts_with_one_beginning_and_two_endings_are_two_questions(cache, remember):
    beginning = "Consider all that was said about safety, water, energy and people in the long report. " * 20
    remember(asked(beginning + "What was the strategy for copper?"))
    assert not isinstance(cache.look_up(asked(beginning + "Who audits the accounts of coal?")), Hit)


def test_signatures_tell_apart_what_is_negated(cache, remember):
    remember(asked("gold, not copper", is_open=False))
    assert not isinstance(cache.look_up(asked("copper, not gold", is_open=False)), Hit)


def test_an_entry_that_goes_while_it_is_looked_up_is_a_miss(clock):
    class Going(AnswerStore):
        def entry(self, tenant, entry):
            raise UnknownNameError("remembered answer", entry, ())

    cache = AnswerCache(Going(None), clock, rules="r1", ttl=None)
    cache.remember(asked(WHY), {"text": "x"}, {})
    assert cache.look_up(asked(WHY)) is None
    cache.store.close()


def test_what_has_outlived_its_time_is_marked_and_its_going_is_logged(cache, remember, clock):
    entry = remember(asked(WHY))
    clock.turn(days=31)
    assert cache.is_over(cache.entry("a", entry))
    remember(asked("Why did costs rise?"))
    assert ("expired", entry) in [(line.kind, line.entry) for line in cache.audit("a")]


def test_an_edit_starts_the_time_of_an_entry_anew(cache, remember, clock):
    entry = remember(asked(WHY))
    clock.turn(days=20)
    cache.edit("a", entry, "As the board said.")
    clock.turn(days=20)
    remember(asked("Why did costs rise?"))
    assert isinstance(cache.look_up(asked(WHY)), Hit)


def given(cache, question, **other) -> Answer:
    """An answer that a person was given, as the third turn of a thread."""
    fields = {"text": "x", "outcome": "answered", "recall": cache.recall(question)} | other
    return Answer(thread="t-1", turn=3, **fields)


def test_any_answer_can_be_called_wrong_kept_or_not(cache, remember):
    assert cache.wrong_answer("a", given(cache, asked(WHY)), reason="no") == "blocked"
    assert cache.remember(asked(WHY), {"text": "again"}, {}) is None
    remember(asked("Why did costs rise?"))
    assert cache.wrong_answer("a", given(cache, asked("Why did costs rise?"))) == "forgotten"
    assert cache.entries("a") == ()
    assert [(line.kind, line.entry) for line in cache.audit("a")[:1]] == [("wrong", "t-1:3")]


def test_calling_wrong_twice_blocks_once(cache):
    for _ in range(2):
        assert cache.wrong_answer("a", given(cache, asked(WHY))) == "blocked"
    assert cache.statistics("a")["blocked"] == 1


@pytest.mark.parametrize("other", [{"recall": None}, {"outcome": "fallback"}])
def test_what_is_never_kept_is_only_noted_when_it_is_wrong(cache, other):
    assert cache.wrong_answer("a", given(cache, asked(WHY), **other), reason="no figure") == "noted"
    assert cache.audit("a")[0].reason == "no figure"
    assert cache.remember(asked(WHY), {"text": "x"}, {})


def test_an_answer_from_memory_that_was_forgotten_since_still_blocks_its_question(cache, remember):
    entry = remember(asked(WHY))
    said = Remembered(entry=entry, question=WHY, answered_at="2026-11-30", equivalence=1.0)
    cache.delete("a", entry)
    assert cache.wrong_answer("a", given(cache, asked(WHY), remembered=said)) == "blocked"


def test_nobody_forgets_for_another_tenant_by_calling_an_answer_wrong(cache, remember):
    remember(asked(WHY))
    assert cache.wrong_answer("b", given(cache, asked(WHY))) == "blocked"
    assert len(cache.entries("a")) == 1
