"""Specs that the tests of this folder read; as varied as those of the product."""

from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field, field_validator

from dragoman.specs.spec import Spec


class CompanySpec(Spec):
    """A company."""

    name: str
    aliases: tuple[str, ...] = ()
    year_end_month: Annotated[int, Field(ge=1, le=12)] = 6

    @field_validator("name")
    @classmethod
    def _is_not_blank(cls, name: str) -> str:
        if not name.strip():
            raise ValueError("a company needs a name\nWrite the name people use.")
        return name


class LookupSpec(Spec):
    """One way to say what is wanted."""

    lookup: str
    basis: str | None = None


class RatioSpec(Spec):
    """Another."""

    numerator: str
    denominator: str


class ShelfSpec(Spec):
    """Everything at once."""

    companies: dict[str, CompanySpec]
    kind: Literal["money", "percent", "count"] = "money"
    since: date | None = None
    rate: Decimal | None = None
    is_open: bool = False
    wanted: tuple[LookupSpec | RatioSpec, ...] = ()
    limit: int | LookupSpec | None = None
    source: str = Field(default="", alias="from")
