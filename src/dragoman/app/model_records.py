"""What is configured of language models, and how a check of them went, as JSON types."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from dragoman.app.embedding import OFF, Embedding
from dragoman.app.models import ConfiguredModels
from dragoman.decide.cascade import Policy
from dragoman.models.check import Trial
from dragoman.models.circuit import State
from dragoman.models.settings import CandidateSpec

Record = dict[str, Any]


def models_record(models: ConfiguredModels | None, policy: Policy, states: Mapping[str, State] | None = None) -> Record:
    """Return the models in the order in which they are asked; no key, only whether it is set.

    `states` tells of those that are asked by now how their provider is.
    """
    return {
        "policy": policy,
        "source": Path(models.source).name if models else None,
        "deadline_seconds": models.spec.deadline.total_seconds() if models else None,
        "models": [_candidate(one, models) | {"health": (states or {}).get(one.id)} for one in models.spec.candidates]
        if models
        else [],
    }


def check_record(name: str, trials: Sequence[Trial]) -> Record:
    """Return how one model was checked."""
    return {"id": name, "trials": [trial_record(trial) for trial in trials]}


def embedder_record(embedding: Embedding) -> Record:
    """Return which embedder there is: ready, off, missing or broken; not where it lies."""
    if embedding.embedder:
        return {"id": embedding.embedder.id, "state": "ready"}
    state = "off" if embedding is OFF else "broken" if embedding.is_broken else "missing"
    return {"id": None, "state": state}


def trial_record(trial: Trial) -> Record:
    """Return how one way of asking went."""
    return {
        "way": trial.way,
        "outcome": trial.outcome,
        "detail": trial.detail,
        "milliseconds": round(trial.milliseconds, 1),
        "usd": None if trial.usd is None else str(trial.usd),
    }


def _candidate(spec: CandidateSpec, models: ConfiguredModels) -> Record:
    price = spec.usd
    return {
        "id": spec.id,
        "tier": spec.id.partition(":")[0],
        "family": spec.profile,
        "model": spec.name,
        "url": spec.address,
        "key": spec.key,
        "is_usable": not models.lacks_key(spec),
        "roles": list(spec.roles),
        "tools": spec.calls_functions,
        "structured": spec.family.structured,
        "usd_per_million_tokens": {"input": str(price.input), "output": str(price.output)} if price else None,
        "call_timeout_seconds": spec.call_timeout.total_seconds(),
    }
