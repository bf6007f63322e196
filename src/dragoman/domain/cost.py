"""What models were used for one turn or job."""

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
