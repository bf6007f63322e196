"""Which language models there are, from models.yaml or from the keys in the environment, and their dispatch."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from dragoman.app.settings import Settings
from dragoman.app.settings_error import SettingsError
from dragoman.models.candidate import Candidate
from dragoman.models.circuit import CircuitSettings
from dragoman.models.dispatch import Dispatcher
from dragoman.models.providers.openai_compatible import OpenAICompatibleModel
from dragoman.models.pursuit import Health, Limits
from dragoman.models.secret import Secret
from dragoman.models.settings import CandidateSpec, ModelsSpec
from dragoman.specs.errors import WrongValueError
from dragoman.specs.reader import load


@dataclass(frozen=True, slots=True, kw_only=True)
class ConfiguredModels:
    """What is configured, and where that is said."""

    spec: ModelsSpec
    source: str  # a file, or the names of the variables
    keys: frozenset[str]  # the names of the keys that are set

    def lacks_key(self, candidate: CandidateSpec) -> bool:
        """Say whether a candidate needs a key that is not set; it is left out then."""
        return candidate.key is not None and candidate.key not in self.keys

    @property
    def usable(self) -> tuple[CandidateSpec, ...]:
        """Those whose key, if they need one, is set."""
        return tuple(one for one in self.spec.candidates if not self.lacks_key(one))


def configured_models(settings: Settings, project: Path | None = None) -> ConfiguredModels | None:
    """Return what is configured; None where nothing is. Raises SpecError, SettingsError."""
    models = _found(settings, project)
    for candidate in models.usable if models else ():
        if candidate.key:
            readable_key(candidate.key, settings)
    return models


def _found(settings: Settings, project: Path | None) -> ConfiguredModels | None:
    if settings.models:
        return _from_file(settings.models, settings)
    if project and (project / "models.yaml").is_file():
        models = _from_file(project / "models.yaml", settings)
        for candidate in models.spec.candidates:
            _check_key(candidate)
        return models
    if (settings.home / "models.yaml").is_file():
        return _from_file(settings.home / "models.yaml", settings)
    return _from_environment(settings)


def open_dispatcher(models: ConfiguredModels, settings: Settings) -> Dispatcher:
    """Return the models behind their dispatch. Nothing is connected before it is asked."""
    spec = models.spec
    return Dispatcher(
        [_candidate(one, settings) for one in models.usable],
        limits=Limits(deadline=spec.deadline, turn=spec.turn_deadline, max_rounds=spec.max_rounds),
        health=Health(CircuitSettings(max_failures=spec.max_failures, rest=spec.rest)),
    )


def readable_key(name: str, settings: Settings) -> Secret | None:
    """Return the key in a variable; None where there is none. Raises SettingsError, which never shows it.

    A key travels in a header, which takes printable ASCII alone; what else is in it was pasted by mistake.
    """
    key = settings.keys.get(name)
    if key and not re.fullmatch(r"[!-~]+", key.reveal()):
        raise SettingsError(
            f"{name} holds a character that no key has: a blank, a line break, or one outside of ASCII",
            remedy="Copy the key anew, without quotation marks, blanks and dots that stand for hidden parts of it.",
        )
    return key


def _candidate(spec: CandidateSpec, settings: Settings) -> Candidate:
    model = OpenAICompatibleModel(
        spec.id,
        url=spec.address,
        model=spec.name,
        profile=spec.family,
        key=readable_key(spec.key, settings) if spec.key else None,
    )
    return Candidate(
        model=model,
        provider=spec.provider,
        price=spec.usd,
        roles=spec.roles,
        tools=spec.calls_functions,
        call_timeout=spec.call_timeout,
        max_concurrent=spec.max_concurrent,
        prepare=model.prepare,
        close=model.aclose,
    )


def _check_key(candidate: CandidateSpec) -> None:
    """Refuse a key that a project would have sent to an address of its choice: it may be somebody else's project."""
    if candidate.key and candidate.key not in _KNOWN_KEYS:
        raise WrongValueError(
            "key",
            f"a project may not name {candidate.key}: who wrote it chose where that key would go",
            where=candidate.where("key"),
            remedy=f"Name only {' or '.join(_KNOWN_KEYS)} here; put this candidate into the models.yaml of your home, "
            "or name the file with DRAGOMAN_MODELS.",
        )


def _from_file(path: Path, settings: Settings) -> ConfiguredModels:
    return ConfiguredModels(spec=load(path, ModelsSpec), source=str(path), keys=frozenset(settings.keys))


def _from_environment(settings: Settings) -> ConfiguredModels | None:
    """Return a candidate for each key that is set, one's own server first."""
    found: dict[str, CandidateSpec] = {}
    if settings.model_url:
        found["DRAGOMAN_MODEL_URL"] = _own_server(settings)
    else:
        _check_for_address(settings)
    found |= {key: spec for key, spec in _KNOWN_KEYS.items() if key in settings.keys}
    if not found:
        return None
    spec = ModelsSpec(candidates=tuple(found.values()))
    return ConfiguredModels(spec=spec, source=", ".join(found), keys=frozenset(settings.keys))


_KNOWN_KEYS: Mapping[str, CandidateSpec] = {
    "DEEPSEEK_API_KEY": CandidateSpec(id="paid:deepseek", profile="deepseek", key="DEEPSEEK_API_KEY"),
    "OPENAI_API_KEY": CandidateSpec(id="paid:openai", profile="openai", key="OPENAI_API_KEY"),
}


def _check_for_address(settings: Settings) -> None:
    """Refuse settings of a server of one's own that has no address: they would be ignored without a word."""
    named = "DRAGOMAN_MODEL_NAME" if settings.model_name else "DRAGOMAN_MODEL_KEY"
    if settings.model_name or named in settings.keys:
        raise SettingsError(
            f"{named} is set, and DRAGOMAN_MODEL_URL, whose server it is for, is not",
            remedy="Set DRAGOMAN_MODEL_URL, or name the model of a known provider in a models.yaml.",
        )


def _own_server(settings: Settings) -> CandidateSpec:
    key = "DRAGOMAN_MODEL_KEY" if "DRAGOMAN_MODEL_KEY" in settings.keys else None
    tier: Literal["paid", "free"] = "paid" if key else "free"
    try:
        return CandidateSpec(id=f"{tier}:own", url=settings.model_url, model=settings.model_name or "default", key=key)
    except ValidationError as error:
        problem, _, remedy = str(error.errors()[0].get("ctx", {}).get("error", "")).partition("\n")
        if "plain_http" in remedy:  # which is a field of models.yaml
            remedy = (
                "Write https://, or put the server into a models.yaml with plain_http: true if the network is yours."
            )
        raise SettingsError(f"DRAGOMAN_MODEL_URL: {problem}", remedy=remedy) from None
