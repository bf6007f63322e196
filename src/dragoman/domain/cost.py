"""What models were used for one turn or job."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """Calls, tokens and money; all zero where no model was asked."""

    model_calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    usd: Decimal | None = Decimal(0)  # None: at least one price is not known
    models: tuple[str, ...] = ()  # those that replied, in order of first use
    prompts: tuple[str, ...] = ()  # name@version of each prompt that was asked


def together(costs: Sequence[Cost]) -> Cost:
    """Return what several took together; money is known only where it is of each."""
    prices = [cost.usd for cost in costs if cost.usd is not None]
    return Cost(
        model_calls=sum(cost.model_calls for cost in costs),
        input_tokens=sum(cost.input_tokens for cost in costs),
        output_tokens=sum(cost.output_tokens for cost in costs),
        usd=None if len(prices) < len(costs) else sum(prices, Decimal(0)),
        models=tuple(dict.fromkeys(model for cost in costs for model in cost.models)),
        prompts=tuple(dict.fromkeys(prompt for cost in costs for prompt in cost.prompts)),
    )
