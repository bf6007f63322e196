"""What an answer cost, in a few words."""

from decimal import ROUND_HALF_UP, Decimal

from dragoman.cli.output import counted
from dragoman.domain.cost import Cost

_SMALLEST = Decimal("0.0001")


def spent_words(cost: Cost) -> str:
    """Return "deepseek · 2 calls · US$0.0004", or "no model"."""
    if not cost.model_calls:
        return "no model"
    names = ", ".join(dict.fromkeys(model.partition(":")[2] or model for model in cost.models))
    return " · ".join((names or "no model replied", counted(cost.model_calls, "call"), _price(cost.usd)))


def _price(usd: Decimal | None) -> str:
    if usd is None:
        return "price not known"
    if 0 < usd < _SMALLEST:
        return f"less than US${_SMALLEST}"
    places = _SMALLEST if usd < 1 else Decimal("0.01")
    return f"US${usd.quantize(places, rounding=ROUND_HALF_UP)}" if usd else "free"
