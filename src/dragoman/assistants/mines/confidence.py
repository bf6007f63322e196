"""How sure each routing rule is, flag by flag.

These numbers are set by hand from reading the rules' misses; nothing calibrates them yet. A calibrated classifier
replaces them, and this table goes. They stand in one place so that nobody mistakes them for measurements.
"""

from collections.abc import Mapping

FLAGS = ("is_out_of_scope", "needs_retrieval", "needs_news", "needs_clarification")

# rule → confidence of (is_out_of_scope, needs_retrieval, needs_news, needs_clarification)
_BY_RULE: Mapping[str, tuple[float, float, float, float]] = {
    "blank": (1.0, 1.0, 1.0, 1.0),
    "greeting": (0.98, 0.98, 0.99, 0.99),
    "thanks": (0.98, 0.98, 0.99, 0.99),
    "acknowledge": (0.9, 0.9, 0.98, 0.9),
    "reset": (0.95, 0.95, 0.98, 0.97),
    "capabilities": (0.95, 0.93, 0.98, 0.95),
    "concept": (0.95, 0.9, 0.98, 0.95),
    "off_topic": (0.97, 0.97, 0.98, 0.97),
    "elsewhere": (0.92, 0.92, 0.93, 0.95),
    "advice": (0.9, 0.9, 0.9, 0.95),
    "language": (0.9, 0.9, 0.95, 0.95),
    "instructions": (0.9, 0.9, 0.95, 0.95),
    "no_domain": (0.78, 0.78, 0.9, 0.85),
    "not_covered": (0.95, 0.95, 0.95, 0.95),
    "figures": (0.99, 0.98, 0.96, 0.95),
    "headlines": (0.96, 0.9, 0.92, 0.8),
    "narrative": (0.88, 0.88, 0.88, 0.8),
    "news": (0.93, 0.88, 0.93, 0.9),
    "figures_and_news": (0.96, 0.92, 0.9, 0.9),
    "missing_slot": (0.93, 0.9, 0.93, 0.88),
    "several_rows": (0.97, 0.93, 0.95, 0.93),
    "vague": (0.8, 0.75, 0.85, 0.85),
    "nothing_chosen": (0.6, 0.55, 0.6, 0.6),
    "failed": (0.3, 0.3, 0.3, 0.3),
}


def of_rule(rule: str, *, likeness: float = 1.0) -> dict[str, float]:
    """Return each flag's confidence under the rule; `likeness` is the lowest score of a misspelled name, 0 to 1."""
    return {flag: round(value * likeness, 3) for flag, value in zip(FLAGS, _BY_RULE[rule], strict=True)}


AGREED, ALONE = 0.92, 0.75  # of a flag that a model set as the rules did, and against them; set by hand as well


def of_model(claimed: float, *, agrees: bool) -> float:
    """Return a flag's confidence where a model set it: what it claims of itself never raises it."""
    return round(min(AGREED if agrees else ALONE, claimed), 3)
