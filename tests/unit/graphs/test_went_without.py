"""What is said of a turn that went on without its model or another part."""

import pytest

from dragoman.graphs.advised import went_without
from dragoman.graphs.path import TurnContext
from dragoman.models.errors import Attempt, ModelUnavailableError, ReplyFormError


def said(today, **failures) -> tuple[str, ...]:
    turn = TurnContext(today)
    for node, failure in failures.items():
        turn.degrade(node, failure)
    return went_without(turn, model="Rules alone.", part="ask again.")


@pytest.mark.parametrize(
    ("kind", "why"),
    [("rate-limited", "too many requests"), ("refused", "the key or the account is refused")],
)
def test_a_model_that_failed_is_named_as_what_failed_with_the_reason(today, kind, why):
    attempts = [Attempt(model="paid:one", failure="server-error"), Attempt(model="paid:one", failure=kind)]
    assert said(today, write=ModelUnavailableError(attempts)) == (
        f"A language model was of no use here (write): {why}. Rules alone.",
    )


def test_another_part_is_not_blamed_on_the_model(today):
    form = ReplyFormError("p@1", "paid:one", "a secret of the reply")
    assert said(today, write=form, memory=OSError("gone")) == (
        "A language model was of no use here (write): the reply was not of the asked form. Rules alone.",
        "A part failed and was left out (memory); ask again.",
    )


def test_nothing_is_said_of_a_whole_turn(today):
    assert said(today) == ()
