"""The four tools of the calculator, as a model is told of them."""

from collections.abc import Callable, Mapping, Sequence

from dragoman.calculate.operations import average, count, maximum, minimum, total
from dragoman.domain.lineage import CalculationNode, LineageNode
from dragoman.models.chat import Json, ToolSpec

AGGREGATES: Mapping[str, Callable[[Sequence[LineageNode]], CalculationNode]] = {
    "average": average,
    "total": total,
    "min": minimum,
    "max": maximum,
    "count": count,
}
_FIGURE: Json = {"type": "string", "description": "a figure of the list, as F1"}
_FIGURES: Json = {"type": "array", "items": _FIGURE, "maxItems": 20}


def _object(**properties: Json) -> Json:
    required = [name for name, schema in properties.items() if "default" not in schema]
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


SPECS = (
    ToolSpec(
        name="growth",
        description="Change from the first figure to the last in percent; from three figures on, the compound rate.",
        parameters=_object(
            figures={**_FIGURES, "minItems": 2, "description": "oldest first, one metric of one company"}
        ),
    ),
    ToolSpec(
        name="ratio",
        description="One figure over another.",
        parameters=_object(numerator=_FIGURE, denominator=_FIGURE, as_percent={"type": "boolean", "default": False}),
    ),
    ToolSpec(
        name="aggregate",
        description="The average, total, lowest, highest or count of figures in one unit.",
        parameters=_object(
            figures={**_FIGURES, "minItems": 1},
            operation={"type": "string", "enum": list(AGGREGATES), "default": "average"},
        ),
    ),
    ToolSpec(
        name="arithmetic",
        description="Numbers with + - * / and parentheses; every number is the printed digits of a figure, or 100.",
        parameters=_object(expression={"type": "string", "maxLength": 200}),
    ),
)
