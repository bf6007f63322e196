"""What a model says when it is asked which scenario is meant, held to what such a reply can mean."""

from typing import Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

SHARE = Field(ge=0, le=1, allow_inf_nan=False)


class Weighed(BaseModel):
    """One scenario that may be meant."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    intent_route: str = Field(max_length=64)
    score: float = SHARE


class Choice(BaseModel):
    """The envelope of the classifier, as a model fills it in."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    chosen_intent_route: str = Field(max_length=64)
    confidence: float = SHARE
    reason: str = Field(default="", max_length=2_000)
    candidates: tuple[Weighed, ...] = Field(default=(), max_length=40)

    @model_validator(mode="after")
    def _it_means_something(self) -> Self:
        routes = [one.intent_route for one in self.candidates]
        if len(set(routes)) < len(routes):
            raise ValueError("a candidate stands there twice")
        if routes and self.chosen_intent_route not in routes:
            raise ValueError("what was chosen is not among the candidates")
        return self
