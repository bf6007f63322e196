from decimal import Decimal

import pytest

from dragoman.cli.spent import spent_words
from dragoman.domain.cost import Cost


@pytest.mark.parametrize(
    ("cost", "words"),
    [
        (Cost(), "no model"),
        (Cost(model_calls=2, usd=Decimal("0.00041"), models=("paid:deepseek",)), "deepseek · 2 calls · US$0.0004"),
        (Cost(model_calls=1, usd=Decimal("0.00002"), models=("paid:small",)), "small · 1 call · less than US$0.0001"),
        (Cost(model_calls=1, usd=None, models=("own",)), "own · 1 call · price not known"),
        (Cost(model_calls=3, usd=Decimal(0), models=("free:a", "free:b")), "a, b · 3 calls · free"),
        (Cost(model_calls=1, usd=Decimal(0)), "no model replied · 1 call · free"),
        (Cost(model_calls=9, usd=Decimal("1.239"), models=("paid:large",)), "large · 9 calls · US$1.24"),
    ],
)
def test_what_was_spent_is_said_in_a_few_words(cost, words):
    assert spent_words(cost) == words
