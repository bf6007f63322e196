"""What a model may propose about a question: four flags, two texts, and the question once more in plain words."""

from pydantic import BaseModel, ConfigDict, Field

MAX_TEXT = 600  # characters
PROMPT = "mines_route"


class RouteProposal(BaseModel):
    """The reply to the routing prompt. Whatever does not fit it is no opinion at all."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    is_out_of_scope: bool
    needs_retrieval: bool
    needs_news: bool
    needs_clarification: bool
    clarification_question: str = Field(default="", max_length=MAX_TEXT)
    direct_answer: str = Field(default="", max_length=MAX_TEXT)
    restated: str = Field(default="", max_length=MAX_TEXT)
    confidence: float = Field(default=0.8, ge=0, le=1)

    @property
    def flags(self) -> dict[str, bool]:
        """The four flags by name."""
        return {
            "is_out_of_scope": self.is_out_of_scope,
            "needs_retrieval": self.needs_retrieval,
            "needs_news": self.needs_news,
            "needs_clarification": self.needs_clarification,
        }
