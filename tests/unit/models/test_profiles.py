"""The packaged families and prices."""

import asyncio
from decimal import Decimal

import pytest

from dragoman.models.chat import ChatRequest, Message, Usage
from dragoman.models.prices import FREE, PriceSpec, price_table
from dragoman.models.profiles import packaged_profiles
from dragoman.models.providers.openai_compatible import OpenAICompatibleModel
from dragoman.testing.openai_script import ReplySpec
from dragoman.testing.openai_server import OpenAIServer


def test_every_price_has_a_date_and_a_source():
    table = price_table()
    assert table.as_of.year >= 2026
    assert [one.model for one in table.prices if not one.source] == []


@pytest.mark.parametrize("family", ["deepseek", "openai"])
def test_the_usual_model_of_a_family_with_a_key_has_a_price(family):
    assert packaged_profiles()[family].model in {one.model for one in price_table().prices}


def test_every_family_with_a_key_is_reached_encrypted_at_a_host_of_its_own():
    with_key = [family for family in packaged_profiles().values() if family.key]
    assert len({family.key for family in with_key}) == len(with_key)
    assert all((family.url or "").startswith("https://") for family in with_key)


def test_a_provider_that_counts_no_tokens_makes_a_cost_unknown_and_a_free_one_stays_free():
    listed = price_table().prices[0]
    assert (listed.of(Usage()), FREE.of(Usage())) == (None, 0)


def test_one_model_serves_several_event_loops():
    with OpenAIServer([ReplySpec(times="always")]) as server:
        profile = packaged_profiles()["openai"]
        model = OpenAICompatibleModel("free:one", url=server.url, model="scripted", profile=profile)

        async def ask() -> str:
            reply = await model.reply(ChatRequest(messages=(Message(role="user", content="hi"),)))
            await model.aclose()
            return reply.content

        assert [asyncio.run(ask()) for _ in range(2)] == ["This is a reply."] * 2


def test_input_the_provider_had_from_before_costs_less_where_its_price_is_known():
    usage = Usage(input_tokens=1_000_000, output_tokens=0, cached_tokens=400_000)
    price = PriceSpec(input=Decimal(10), output=Decimal(1), cached=Decimal(1))
    assert price.of(usage) == Decimal("6.4")
    assert PriceSpec(input=Decimal(10), output=Decimal(1)).of(usage) == Decimal(10)


def test_cached_input_is_never_dearer_than_other_input():
    assert [one.model for one in price_table().prices if one.cached is not None and one.cached > one.input] == []
