"""Health of a provider: it rests, is tried once, and is back; a caller's own mistake changes nothing."""

from datetime import timedelta

import pytest
from tests.unit.models.room import INPUTS, WRITE, HandClock, candidate, dispatcher

from dragoman.models.circuit import Circuit, CircuitSettings
from dragoman.models.errors import ModelUnavailableError, ProviderError
from dragoman.models.meter import Meter

SICK = ("unreachable", "timeout", "server-error", "cut-off", "malformed", "empty")
HEALTHY = ("rejected", "deadline")


def failed(circuit: Circuit, kind, times: int, now: float = 0) -> Circuit:
    for _ in range(times):
        assert circuit.begin(now)
        circuit.fail(kind, now)
    return circuit


@pytest.mark.parametrize("kind", SICK)
def test_a_provider_rests_after_three_failures_in_a_row(kind):
    assert failed(Circuit(), kind, 2).state(0) == "closed"
    assert failed(Circuit(), kind, 3).state(0) == "open"


@pytest.mark.parametrize("kind", HEALTHY)
def test_a_callers_own_mistake_never_makes_a_provider_rest(kind):
    assert failed(Circuit(), kind, 50).state(0) == "closed"


def test_a_success_in_between_starts_the_count_anew():
    circuit = failed(Circuit(), "server-error", 2)
    circuit.begin(0)
    circuit.succeed()
    assert failed(circuit, "server-error", 2).state(0) == "closed"


def test_after_its_rest_it_is_tried_by_one_call_at_a_time():
    circuit = failed(Circuit(), "server-error", 3)
    assert not circuit.begin(29)
    assert (circuit.begin(30), circuit.begin(30)) == (True, False)


def test_a_trial_that_works_closes_the_circuit():
    circuit = failed(Circuit(), "server-error", 3)
    circuit.begin(30)
    circuit.succeed()
    assert circuit.state(30) == "closed"


def test_a_trial_that_fails_doubles_the_rest_up_to_a_limit():
    circuit = failed(Circuit(CircuitSettings(longest_rest=timedelta(seconds=100))), "server-error", 3)
    rests, now = [], 0.0
    for _ in range(4):
        rests.append(circuit.ready_at() - now)
        now = circuit.ready_at()
        failed(circuit, "timeout", 1, now)
    assert rests == [30, 60, 100, 100]


def test_a_trial_that_was_given_up_leaves_room_for_the_next():
    circuit = failed(Circuit(), "server-error", 3)
    circuit.begin(30)
    circuit.leave()
    assert circuit.begin(30)


def test_a_rejected_trial_says_nothing_and_leaves_room_for_the_next():
    circuit = failed(Circuit(), "server-error", 3)
    failed(circuit, "rejected", 1, 30)
    assert circuit.state(30) == "half-open"
    assert circuit.begin(30)


def test_a_key_that_is_refused_is_not_tried_three_times():
    assert failed(Circuit(), "refused", 1).state(0) == "open"


def test_retry_after_is_kept_although_the_provider_is_not_sick():
    circuit = Circuit()
    circuit.begin(0)
    circuit.fail("rate-limited", 0, retry_after=timedelta(seconds=7))
    assert (circuit.begin(6.9), circuit.begin(7), circuit.state(0)) == (False, True, "closed")


async def test_every_failed_attempt_counts_also_when_the_same_error_comes_again_and_again():
    same = ProviderError("server-error", "HTTP 500")
    first, second = candidate("free:one", [same] * 3), candidate("paid:two", [same] * 2 + ["yes"])
    models, meter = dispatcher(first, second), Meter()
    for _ in range(2):
        with pytest.raises(ModelUnavailableError):
            await models.write(WRITE, INPUTS, meter=meter)
    assert await models.write(WRITE, INPUTS, meter=meter) == "yes"
    assert (len(meter.calls), models.health.of("free:one").failures) == (6, 3)


async def test_a_resting_provider_is_passed_over_without_a_call_until_its_time_has_come():
    clock = HandClock()
    one = candidate("free:one", [ProviderError("refused"), "back"])
    models = dispatcher(one, candidate("paid:two", ["instead", "instead"]), clock=clock)
    heard = [await models.write(WRITE, INPUTS, meter=Meter()) for _ in range(2)]
    clock.seconds += 30
    heard.append(await models.write(WRITE, INPUTS, meter=Meter()))
    assert heard == ["instead", "instead", "back"]


async def test_candidates_of_one_provider_share_its_health():
    models = dispatcher(
        candidate("free:one", [ProviderError("refused")], provider="host"),
        candidate("paid:two", ["x"], provider="host"),
    )
    with pytest.raises(ModelUnavailableError, match="paid:two: resting"):
        await models.write(WRITE, INPUTS, meter=Meter())
