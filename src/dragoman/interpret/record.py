"""An interpretation as the JSON of `dragoman interpret`."""

from typing import Any

from dragoman.domain.interpretation import Between, Constraint, Entity, Interpretation
from dragoman.interpret.value_record import value_record


def interpretation_record(seen: Interpretation) -> dict[str, Any]:
    """Return JSON types; offsets are code points of the original text."""
    return {
        "text": seen.utterance.text,
        "language": seen.utterance.language,
        "entities": [_entity(entity) for entity in seen.entities],
        "constraints": [_constraint(constraint) for constraint in seen.constraints],
        "intents": [
            {
                "intent": match.intent,
                "rule": match.rule,
                "start": match.span.start,
                "end": match.span.end,
                "margin": match.margin,
            }
            for match in seen.intents
        ],
        "keywords": list(seen.keywords),
        "unsupported": [
            {
                "dimension": mention.dimension,
                "text": mention.text,
                "start": mention.span.start,
                "end": mention.span.end,
                "reason": mention.reason,
            }
            for mention in seen.unsupported
        ],
        "notes": list(seen.notes),
    }


def _entity(entity: Entity) -> dict[str, Any]:
    record: dict[str, Any] = {
        "dimension": entity.dimension,
        "value": value_record(entity.value),
        "text": entity.text,
        "start": entity.span.start,
        "end": entity.span.end,
        "how": entity.how,
        "score": entity.score,
    }
    if entity.alternatives:
        record["alternatives"] = [value_record(value) for value in entity.alternatives]
    return record


def _constraint(constraint: Constraint) -> dict[str, Any]:
    value = constraint.value
    return {
        "comparator": constraint.comparator,
        "value": {"low": value_record(value.low), "high": value_record(value.high)}
        if isinstance(value, Between)
        else value_record(value),
        "subject": constraint.subject,
        "negated": constraint.negated,
        "start": constraint.span.start,
        "end": constraint.span.end,
    }
