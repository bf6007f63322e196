"""The file `models.yaml`: which models may be asked, in which order, within which limits."""

import re
from collections import Counter
from datetime import timedelta
from decimal import Decimal
from typing import Annotated, Any, Self
from urllib.parse import urlsplit

from pydantic import Field, field_validator, model_validator

from dragoman.models.candidate import Role
from dragoman.models.prices import FREE, PriceSpec, packaged_prices
from dragoman.models.profiles import Profile, ProfileName, packaged_profiles
from dragoman.specs.duration import Duration
from dragoman.specs.spec import Spec

_KEY_NAME = r"^[A-Z][A-Z0-9_]*_(KEY|TOKEN)$"
_ENDPOINT = "/chat/completions"
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


class UsdSpec(Spec):
    """USD for a million tokens."""

    input: Decimal = Field(ge=0)
    output: Decimal = Field(ge=0)
    cached: Decimal | None = Field(default=None, ge=0)
    """For input the provider had from before; as other input where left out."""


class CandidateSpec(Spec):
    """One model that may be asked."""

    id: Annotated[str, Field(pattern=r"^(free|paid):[a-z0-9][a-z0-9._-]{0,63}$")]
    """Tier and name, as "paid:deepseek"; scenarios allow models by it."""
    profile: ProfileName = "generic"
    """The family of its server, which says how it is asked."""
    url: str | None = None
    """The address up to and without /chat/completions; most families have their own."""
    model: str | None = None
    """The model's name at its provider; some families have a usual one."""
    key: Annotated[str, Field(json_schema_extra={"pattern": _KEY_NAME})] | None = None  # checked below, unshown
    """The name of the environment variable that holds the key; never the key itself."""
    plain_http: bool = False
    """Whether the key may go over an unencrypted connection to another machine."""
    roles: tuple[Role, ...] = Field(default=("decide", "write"), min_length=1)
    """What it is asked for: to decide (small models do) or to write."""
    tools: bool | None = None
    """Whether it can call functions; its family says so where this is left out."""
    price: UsdSpec | None = None
    """Overrules the packaged price table. Models of the tier `free` cost nothing."""
    call_timeout: Duration = timedelta(seconds=45)
    """How long one call may take; a provider that takes longer has failed."""
    max_concurrent: int | None = Field(default=None, ge=1)
    """How many calls its server gets at a time; a model on one's own machine wants few."""
    extra_body: dict[str, Any] = Field(default_factory=dict)
    """What is sent beside the request, over what the family sends."""

    @field_validator("url")
    @classmethod
    def _an_address(cls, url: str | None) -> str | None:
        parts = urlsplit(url or "http://host")
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"{url!r} is no address\nWrite it as https://host/v1.")
        if parts.username or parts.password or parts.query or parts.fragment:
            raise ValueError("an address holds no password and no parameters\nName the key's variable under `key`.")
        if parts.port == 0:  # `port` itself refuses what is no port
            raise ValueError(f"{url!r} has the port 0, which nothing listens on\nWrite the port of your server.")
        return url.rstrip("/").removesuffix(_ENDPOINT).rstrip("/") if url else url

    @field_validator("key")
    @classmethod
    def _a_name(cls, key: str | None) -> str | None:
        """Refuse a key where its name belongs, without showing it."""
        if key is not None and not re.match(_KEY_NAME, key):
            raise ValueError(
                "this is no name of a variable with a key\n"
                "Write the name of the variable that holds it, such as DEEPSEEK_API_KEY; it ends in _KEY or _TOKEN."
            )
        return key

    @model_validator(mode="after")
    def _can_be_reached(self) -> Self:
        if not self.address:
            raise ValueError(f"{self.id!r} has no url, and the family {self.profile!r} has none\nAdd `url`.")
        if not self.name:
            raise ValueError(
                f'{self.id!r} names no model, and the family {self.profile!r} has no usual one\nAdd "model".'
            )
        return self

    @model_validator(mode="after")
    def _keys_go_where_they_belong(self) -> Self:
        if not self.key or not self.address:
            return self
        for family in packaged_profiles().values():
            if family.key == self.key and _host(family.url) != _host(self.address):
                raise ValueError(
                    f"the key {self.key} is sent to {_host(family.url)} only, not to {_host(self.address)}\n"
                    "Keep the key for this address in a variable of its own, such as DRAGOMAN_MODEL_KEY."
                )
        parts = urlsplit(self.address)
        if parts.scheme == "http" and parts.hostname not in _LOOPBACK and not self.plain_http:
            raise ValueError(
                f"the key {self.key} would go to {parts.hostname} unencrypted\n"
                "Write https://, or set plain_http: true where the network is your own."
            )
        return self

    @property
    def family(self) -> Profile:
        """How it is asked: as its family is, with what it overrules."""
        family = packaged_profiles()[self.profile]
        return family.model_copy(update={"extra_body": {**family.extra_body, **self.extra_body}})

    @property
    def calls_functions(self) -> bool:
        """Whether it can call functions."""
        return self.family.tools if self.tools is None else self.tools

    @property
    def address(self) -> str:
        """Where it is reached."""
        return self.url or packaged_profiles()[self.profile].url or ""

    @property
    def name(self) -> str:
        """What its provider calls it."""
        return self.model or packaged_profiles()[self.profile].model or ""

    @property
    def provider(self) -> str:
        """Host and port: what its health belongs to."""
        return urlsplit(self.address).netloc

    @property
    def usd(self) -> PriceSpec | None:
        """What it costs; None where that is not known."""
        if self.price:
            return PriceSpec(input=self.price.input, output=self.price.output, cached=self.price.cached)
        return FREE if self.id.startswith("free:") else packaged_prices().get(self.name)


class ModelsSpec(Spec):
    """The models that may be asked, the preferred one first."""

    candidates: tuple[CandidateSpec, ...] = Field(min_length=1)
    deadline: Duration = timedelta(seconds=90)
    """How long everything may take that one question to the models needs: fallbacks, repair, tools."""
    turn_deadline: Duration = timedelta(minutes=3)
    """How long all questions of one turn to the models may take together; what comes later goes on without them."""
    max_rounds: int = Field(default=2, ge=1, le=5)
    """How often all candidates are gone through when each has a fault that may pass."""
    max_failures: int = Field(default=3, ge=1, le=100)
    """After how many failures in a row a provider rests."""
    rest: Duration = timedelta(seconds=30)
    """How long it rests; doubled each time it fails again, up to ten minutes."""

    @field_validator("candidates")
    @classmethod
    def _each_once(cls, candidates: tuple[CandidateSpec, ...]) -> tuple[CandidateSpec, ...]:
        twice = [name for name, count in Counter(one.id for one in candidates).items() if count > 1]
        if twice:
            raise ValueError(f"the id {twice[0]!r} stands there twice\nGive each candidate an id of its own.")
        return candidates


def _host(url: str | None) -> str:
    return urlsplit(url or "").hostname or ""
