"""Dispatch: who is asked, in which order, and what is said when nobody replies."""

import asyncio
from dataclasses import replace
from decimal import Decimal

import pytest
from tests.unit.models.room import DECIDE, INPUTS, WRITE, Choice, HandClock, candidate, dispatcher, seconds

from dragoman.models.chat import Reply, Usage
from dragoman.models.constraint import ModelConstraint
from dragoman.models.errors import ModelUnavailableError, NoModelError, ProviderError, ReplyFormError
from dragoman.models.meter import Call, Meter


async def never(request):
    await asyncio.Event().wait()


async def tell(models, meter=None) -> str:
    return await models.write(WRITE, INPUTS, meter=meter or Meter())


async def test_the_first_candidate_is_asked_and_nobody_else():
    first, second = candidate("free:one", ["yes"]), candidate("paid:two", ["no"])
    assert await tell(dispatcher(first, second)) == "yes"
    assert second.model.unused == 1


async def test_a_failure_goes_on_to_the_next_and_both_are_on_the_meter():
    meter = Meter()
    first, second = candidate("free:one", [ProviderError("server-error")]), candidate("paid:two", ["yes"])
    assert await tell(dispatcher(first, second), meter) == "yes"
    assert [(call.model, call.failure) for call in meter.calls] == [("free:one", "server-error"), ("paid:two", "")]
    assert meter.cost.models == ("paid:two",)


async def test_an_error_lists_every_attempt_in_its_order():
    models = dispatcher(
        candidate("free:one", [ProviderError("refused", "HTTP 401: the key is not accepted")]),
        candidate("paid:two", [ProviderError("rejected", "HTTP 404: no such model or address")]),
    )
    with pytest.raises(ModelUnavailableError) as caught:
        await tell(models)
    assert caught.value.problem.splitlines()[1:] == [
        "  free:one: refused (HTTP 401: the key is not accepted)",
        "  paid:two: rejected (HTTP 404: no such model or address)",
    ]


async def test_no_failure_is_called_by_the_name_of_another():
    models = dispatcher(candidate("free:one", [ProviderError("rate-limited")]))
    with pytest.raises(ModelUnavailableError, match="free:one: rate-limited"):
        await tell(models)


async def test_a_prompt_goes_to_those_who_take_its_role():
    small, large = candidate("free:small", ["x"], roles=("decide",)), candidate("paid:large", ["y"], roles=("write",))
    assert await tell(dispatcher(small, large)) == "y"


async def test_where_nobody_takes_the_role_everybody_does():
    assert await tell(dispatcher(candidate("free:small", ["x"], roles=("decide",)))) == "x"


async def test_a_constraint_leaves_only_those_it_allows():
    models = dispatcher(candidate("paid:two", ["y"]), candidate("free:one", ["x"]))
    assert await tell(models.within(ModelConstraint(allow=("free:*",)))) == "x"


async def test_a_constraint_that_nobody_meets_is_a_named_error():
    models = dispatcher(candidate("paid:two", ["y"])).within(ModelConstraint(allow=("free:*",)))
    with pytest.raises(NoModelError, match=r"free:\*"):
        await tell(models)


async def test_with_a_fallback_outside_the_constraint_the_allowed_come_first():
    paid, free = candidate("paid:two", ["y"]), candidate("free:one", [ProviderError("unreachable")])
    models = dispatcher(paid, free).within(ModelConstraint(allow=("free:*",), fallback_outside_allow=True))
    meter = Meter()
    assert await tell(models, meter) == "y"
    assert [call.model for call in meter.calls] == ["free:one", "paid:two"]


async def test_a_constrained_dispatcher_shares_the_health_of_the_whole():
    models = dispatcher(candidate("free:one", [ProviderError("refused")]))
    with pytest.raises(ModelUnavailableError):
        await tell(models.within(ModelConstraint(allow=("free:*",))))
    with pytest.raises(ModelUnavailableError, match="resting"):
        await tell(models)


async def test_a_call_that_takes_too_long_is_the_providers_timeout():
    slow, quick = candidate("free:slow", [never], call_timeout=seconds(0.02)), candidate("paid:quick", ["yes"])
    meter = Meter()
    assert await tell(dispatcher(slow, quick), meter) == "yes"
    assert meter.calls[0].failure == "timeout"


async def test_our_own_short_deadline_is_not_the_providers_timeout():
    models = dispatcher(candidate("free:slow", [never] * 9), deadline=seconds(0.02))
    for _ in range(4):
        with pytest.raises(ModelUnavailableError, match="free:slow: deadline"):
            await tell(models)
    assert models.health.of("free:slow").failures == 0


async def test_a_second_round_waits_as_long_as_the_provider_asks():
    clock = HandClock()
    limited = ProviderError("rate-limited", retry_after=seconds(4))
    models = dispatcher(candidate("free:one", [limited, "yes"]), clock=clock, max_rounds=2)
    assert await tell(models) == "yes"
    assert clock.slept == [4]


async def test_nobody_waits_for_a_provider_that_asks_for_an_hour():
    clock = HandClock()
    limited = ProviderError("rate-limited", retry_after=seconds(3600))
    models = dispatcher(candidate("free:one", [limited, "yes"]), clock=clock, max_rounds=2)
    with pytest.raises(ModelUnavailableError):
        await tell(models)
    assert clock.slept == []


async def test_a_request_that_was_rejected_is_not_sent_again():
    rejected = candidate("free:one", [ProviderError("rejected"), "no"])
    models = dispatcher(rejected, candidate("paid:two", [ProviderError("cut-off"), "yes"]), max_rounds=2)
    assert await tell(models) == "yes"
    assert rejected.model.unused == 1


async def test_nothing_starts_after_the_deadline():
    clock = HandClock()

    async def late(request):
        clock.seconds += 100
        return ProviderError("server-error")

    models = dispatcher(candidate("free:one", [late]), candidate("paid:two", ["no"]), clock=clock)
    with pytest.raises(ModelUnavailableError, match="paid:two: deadline"):
        await tell(models)


async def test_what_a_turn_took_before_is_taken_from_what_it_may_still_take():
    meter = Meter()
    meter.add(Call(prompt="tell@1", model="free:one", usage=Usage(), usd=None, milliseconds=179_990))
    models = dispatcher(candidate("free:one", [never, "yes"]))
    with pytest.raises(ModelUnavailableError, match="free:one: deadline"):
        await models.write(WRITE, INPUTS, meter=meter)


async def test_a_cancelled_call_says_nothing_about_the_provider():
    models = dispatcher(candidate("free:one", [never, "yes"]))
    task = asyncio.create_task(tell(models))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert await tell(models) == "yes"


async def test_a_provider_gets_no_more_calls_at_a_time_than_it_wants():
    running, most = 0, 0

    async def counted(request):
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1
        return "yes"

    models = dispatcher(candidate("free:one", [counted] * 6, max_concurrent=2))
    await asyncio.gather(*(tell(models) for _ in range(6)))
    assert most == 2


async def test_a_text_that_was_cut_off_at_the_limit_is_no_answer():
    with pytest.raises(ReplyFormError, match="cut off"):
        await tell(dispatcher(candidate("free:one", [Reply(content="Half of", is_whole=False)])))


async def test_what_streams_is_heard_once_although_another_model_had_to_finish():
    heard: list[str] = []

    class Breaks:
        id = "free:breaks"

        async def stream(self, request):
            yield "Reve"
            raise ProviderError("cut-off")

    models = dispatcher(candidate("free:breaks", [], model=Breaks()), candidate("paid:two", ["Revenue rose."]))
    text = await models.write(WRITE, INPUTS, meter=Meter(), on_text=heard.append)
    assert (text, heard) == ("Revenue rose.", ["Reve"])


async def test_cost_is_tokens_times_the_table_and_unknown_where_a_price_is():
    meter, unknown = Meter(), Meter()
    await tell(dispatcher(candidate("paid:two", ["one two three"])), meter)
    usage = meter.calls[0].usage
    assert meter.cost.usd == (usage.input_tokens + 2 * Decimal(usage.output_tokens)) / 1_000_000
    await tell(dispatcher(candidate("paid:two", ["yes"], price=None)), unknown)
    assert unknown.cost.usd is None


async def test_a_call_that_timed_out_may_have_been_billed_so_its_cost_is_unknown():
    meter = Meter()
    slow, quick = candidate("paid:slow", [never], call_timeout=seconds(0.01)), candidate("free:quick", ["yes"])
    await tell(dispatcher(slow, quick), meter)
    assert meter.cost.usd is None


async def test_the_prompt_says_where_a_reply_is_cut_off():
    one = candidate("free:one", ["yes"])
    await dispatcher(one).write(replace(WRITE, max_output_tokens=50), INPUTS, meter=Meter())
    assert one.model.requests[0].max_output_tokens == 50


async def test_a_proposal_is_a_typed_value():
    models = dispatcher(candidate("free:one", [{"route": "news"}]))
    assert await models.propose(DECIDE, INPUTS, Choice, meter=Meter()) == Choice(route="news")
