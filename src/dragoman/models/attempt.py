"""One call of one model: with its limit of time, its price on the meter, and its failure named."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from datetime import timedelta
from decimal import Decimal
from time import perf_counter

from dragoman import telemetry
from dragoman.models.candidate import Candidate
from dragoman.models.chat import ChatRequest, Reply, Usage
from dragoman.models.errors import FailureKind, ProviderError
from dragoman.models.meter import Call, Meter

OnText = Callable[[str], None]
_NOT_BILLED: frozenset[FailureKind] = frozenset(
    ("unreachable", "rate-limited", "server-error", "refused", "rejected", "resting")
)


async def attempt(
    candidate: Candidate,
    request: ChatRequest,
    *,
    prompt: str,
    remaining: timedelta,
    meter: Meter,
    on_text: OnText | None = None,
) -> Reply:
    """Return the reply within the candidate's own limit or what remains of ours. Raises ProviderError."""
    began = perf_counter()
    limit = min(candidate.call_timeout, remaining)
    failure: FailureKind | None = None
    usage = Usage()
    try:
        async with asyncio.timeout(limit.total_seconds()):
            reply = await _reply(candidate, request, on_text)
    except TimeoutError:
        failure = "timeout" if remaining >= candidate.call_timeout else "deadline"
        whose = "its" if failure == "timeout" else "our"
        raise ProviderError(failure, f"no whole reply within {whose} {limit.total_seconds():.3g} s") from None
    except ProviderError as error:
        failure = error.kind
        raise
    except asyncio.CancelledError:
        failure = "deadline"
        raise
    else:
        usage = reply.usage
        return reply
    finally:
        milliseconds = (perf_counter() - began) * 1000
        usd = _cost(candidate, usage, failure)
        meter.add(
            Call(
                prompt=prompt,
                model=candidate.id,
                usage=usage,
                usd=usd,
                milliseconds=milliseconds,
                failure=failure or "",
            )
        )
        telemetry.record(
            "model.called", prompt=prompt, model=candidate.id, milliseconds=milliseconds, failure=failure or ""
        )


async def _reply(candidate: Candidate, request: ChatRequest, on_text: OnText | None) -> Reply:
    if on_text is None:
        return await candidate.model.reply(request)
    async with aclosing(candidate.model.stream(request)) as parts:
        async for part in parts:
            if isinstance(part, Reply):
                return part
            on_text(part)
    raise ProviderError("cut-off", "the stream ended without a reply")


def _cost(candidate: Candidate, usage: Usage, failure: FailureKind | None) -> Decimal | None:
    """Return what a call cost; what may have been billed without our knowing is not called free."""
    if failure in _NOT_BILLED:
        return Decimal(0)
    return candidate.price.of(usage) if candidate.price else None
