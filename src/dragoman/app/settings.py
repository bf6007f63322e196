"""Settings from the environment; the only reader of environment variables."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from pathlib import Path
from typing import get_args

from dragoman.app.memory_settings import MemorySettings, load_memory_settings
from dragoman.app.settings_error import SettingsError as SettingsError  # noqa: PLC0414  readers know it from here
from dragoman.decide.cascade import Policy
from dragoman.errors import UnknownNameError, suggestion
from dragoman.models.secret import Secret

_KNOWN = (
    "DRAGOMAN_HOME",
    "DRAGOMAN_CACHE",
    "DRAGOMAN_DATA",
    "DRAGOMAN_DEBUG",
    "DRAGOMAN_REFERENCE_DATE",
    "DRAGOMAN_DEFAULT_SCENARIO",
    "DRAGOMAN_EMBEDDER",
    "DRAGOMAN_EMBEDDER_KEY",
    "DRAGOMAN_EMBEDDER_NAME",
    "DRAGOMAN_FOLDERS",
    "DRAGOMAN_PRIVATE_HOSTS",
    "DRAGOMAN_TOKEN",
    "DRAGOMAN_MEMORY",
    "DRAGOMAN_MEMORY_TTL",
    "DRAGOMAN_MEMORY_ANSWER",
    "DRAGOMAN_MEMORY_HINT",
    "DRAGOMAN_MODELS",
    "DRAGOMAN_MODEL_URL",
    "DRAGOMAN_MODEL_NAME",
    "DRAGOMAN_MODEL_KEY",
    "DRAGOMAN_POLICY",
)
_KEY = ("_KEY", "_TOKEN")  # how the names of variables end that may hold the key of a provider
POLICIES: tuple[Policy, ...] = get_args(Policy)


@dataclass(frozen=True, slots=True, kw_only=True)
class EmbedderSettings:
    """Which embedder is used: the one that was fetched, unless told otherwise."""

    choice: str = ""  # DRAGOMAN_EMBEDDER: "off", a folder like that of a fetched one, or the URL of a server
    name: str = ""  # DRAGOMAN_EMBEDDER_NAME: the model to ask that server for
    key: str | None = field(default=None, repr=False)  # DRAGOMAN_EMBEDDER_KEY: what lets us in there


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What can be set from outside, one to one with the environment."""

    home: Path  # DRAGOMAN_HOME: state on disk, mode 0700
    cache: Path | None = None  # DRAGOMAN_CACHE: what can be fetched again; None: nothing is kept, nothing is found
    hub: Path | None = None  # HF_HUB_CACHE or HF_HOME: where tools for models keep what they fetched
    embedder: EmbedderSettings = EmbedderSettings()
    data: Path | None = None  # DRAGOMAN_DATA: public data sets for evals
    debug: bool = False  # DRAGOMAN_DEBUG: show tracebacks of our own faults
    token: str | None = field(default=None, repr=False)  # DRAGOMAN_TOKEN: who has it may use the server
    reference_date: date | None = None  # DRAGOMAN_REFERENCE_DATE: what "today" is; None is the real day
    default_scenario: str = "intent_classifier"  # DRAGOMAN_DEFAULT_SCENARIO: where a prompt goes that names nothing
    memory: MemorySettings = field(default_factory=MemorySettings)
    folders: tuple[Path, ...] = ()  # DRAGOMAN_FOLDERS: what task scenarios may read; empty: the working folder
    private_hosts: tuple[str, ...] = ()  # DRAGOMAN_PRIVATE_HOSTS: hosts of one's own network that feeds may be on
    policy: Policy = "cascade"  # DRAGOMAN_POLICY: who decides; embedded: no model is ever called
    models: Path | None = None  # DRAGOMAN_MODELS: the models.yaml to use
    model_url: str | None = None  # DRAGOMAN_MODEL_URL: any server that speaks the OpenAI protocol
    model_name: str | None = None  # DRAGOMAN_MODEL_NAME: what that server is asked for
    # Keys of providers by the name of their variable: DEEPSEEK_API_KEY, OPENAI_API_KEY, DRAGOMAN_MODEL_KEY,
    # TAVILY_API_KEY, and whatever models.yaml names.
    keys: Mapping[str, Secret] = field(default_factory=dict, repr=False)


def load_settings(environ: Mapping[str, str] | None = None) -> Settings:
    """Read the settings.

    Raises SettingsError for an unknown `DRAGOMAN_` name or a value that cannot be read.
    """
    environ = os.environ if environ is None else environ
    for name in environ:
        if name.startswith("DRAGOMAN_") and name not in _KNOWN:
            hint = suggestion(name, _KNOWN) or f"Known: {', '.join(_KNOWN)}."
            raise SettingsError(f"the environment variable {name} is not one of ours", remedy=hint)
    data = environ.get("DRAGOMAN_DATA", "")
    return Settings(
        home=_home(environ),
        cache=_cache(environ),
        hub=_hub(environ),
        embedder=EmbedderSettings(
            choice=environ.get("DRAGOMAN_EMBEDDER", ""),
            name=environ.get("DRAGOMAN_EMBEDDER_NAME", ""),
            key=environ.get("DRAGOMAN_EMBEDDER_KEY") or None,
        ),
        data=Path(data) if data else None,
        debug=environ.get("DRAGOMAN_DEBUG", "") not in ("", "0"),
        token=environ.get("DRAGOMAN_TOKEN") or None,
        reference_date=_day(environ.get("DRAGOMAN_REFERENCE_DATE", "")),
        default_scenario=environ.get("DRAGOMAN_DEFAULT_SCENARIO") or "intent_classifier",
        memory=load_memory_settings(environ),
        folders=tuple(Path(name) for name in environ.get("DRAGOMAN_FOLDERS", "").split(os.pathsep) if name),
        private_hosts=tuple(filter(None, map(str.strip, environ.get("DRAGOMAN_PRIVATE_HOSTS", "").split(",")))),
        policy=_policy(environ.get("DRAGOMAN_POLICY", "")),
        models=Path(models).expanduser().absolute() if (models := environ.get("DRAGOMAN_MODELS", "")) else None,
        model_url=environ.get("DRAGOMAN_MODEL_URL") or None,
        model_name=environ.get("DRAGOMAN_MODEL_NAME") or None,
        keys={
            name: Secret(text.strip())
            for name, text in environ.items()
            if name.endswith(_KEY) and text.strip() and name != "DRAGOMAN_TOKEN"
        },
    )


def read_policy(text: str) -> Policy:
    """Return the policy of that name. Raises UnknownNameError."""
    for policy in POLICIES:
        if policy == text:
            return policy
    raise UnknownNameError("policy", text, POLICIES)


def _policy(text: str) -> Policy:
    try:
        return read_policy(text or "cascade")
    except UnknownNameError as error:
        raise SettingsError(f"DRAGOMAN_POLICY: {error.problem}", remedy=error.remedy) from None


def _home(environ: Mapping[str, str]) -> Path:
    try:
        if home := environ.get("DRAGOMAN_HOME"):
            return Path(home).expanduser().absolute()
        base = Path(environ.get("XDG_DATA_HOME", ""))
        if not base.is_absolute():  # the XDG rule: a relative one does not count
            base = Path(environ.get("HOME", "~")).expanduser() / ".local" / "share"
    except RuntimeError:  # no HOME, and nobody of this user id
        base = Path()
    if not base.is_absolute():
        raise SettingsError(
            "there is no home folder to keep Dragoman's state in", remedy="Set DRAGOMAN_HOME to a folder."
        )
    return base / "dragoman"


def _cache(environ: Mapping[str, str]) -> Path | None:
    try:
        if cache := environ.get("DRAGOMAN_CACHE"):
            return Path(cache).expanduser().absolute()
    except RuntimeError:
        return None
    base = _caches(environ)
    return base / "dragoman" if base else None


def _hub(environ: Mapping[str, str]) -> Path | None:
    if named := environ.get("HF_HUB_CACHE"):
        return Path(named)
    if home := environ.get("HF_HOME"):
        return Path(home, "hub")
    base = _caches(environ)
    return base / "huggingface" / "hub" if base else None


def _caches(environ: Mapping[str, str]) -> Path | None:
    """Return the folder of caches by the XDG rules."""
    base = Path(environ.get("XDG_CACHE_HOME", ""))
    try:
        if not base.is_absolute():
            base = Path(environ.get("HOME", "~")).expanduser() / ".cache"
    except RuntimeError:  # no HOME, and nobody of this user id
        return None
    return base if base.is_absolute() else None


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise SettingsError(
            f"DRAGOMAN_REFERENCE_DATE is {text!r}, which is no date", remedy="Write it as 2026-11-30."
        ) from None


@dataclass(frozen=True, slots=True)
class SystemClock:
    """The clock of the machine, or a fixed day where the settings name one."""

    fixed: date | None = None

    def now(self) -> datetime:
        """Return the present moment in UTC."""
        return datetime.now(UTC)

    def today(self) -> date:
        """Return the fixed day, else the machine's own."""
        return self.fixed or datetime.now().astimezone().date()
