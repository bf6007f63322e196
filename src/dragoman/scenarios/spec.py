"""The shape of a scenario file."""

from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, model_validator

from dragoman.interpret.intent_spec import IntentRuleSpec, IntentSpec
from dragoman.specs.spec import Spec

END = "__end__"
Expression = Annotated[str, Field(min_length=1, description="CEL over prompt, output and levels.")]
Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,63}$")]


def _worded(text: str) -> str:
    if not text.strip():
        raise ValueError("there are no words here\nWrite some, or remove it.")
    return text


Words = Annotated[str, AfterValidator(_worded), Field(max_length=2_000)]


class ConstraintSpec(Spec):
    """Which tiers of models may answer."""

    allow: tuple[str, ...] = Field(min_length=1)
    fallback_outside_allow: bool = False


class VerifierSpec(Spec):
    """A check of what a level put out, and what happens when it fails."""

    kind: Literal["schema", "values", "condition"]
    when: Expression | None = None
    """For `condition`: what must hold of `output`."""
    on_fail: Literal["retry", "abort"] = "abort"
    max_retries: int = Field(default=0, ge=0, le=3)


class OptionSpec(Spec):
    """One thing to choose."""

    value: str
    text: str


class LevelSpec(Spec):
    """What every level has."""

    id: Name
    verifiers: tuple[VerifierSpec, ...] = ()
    timeout_seconds: float | None = Field(default=None, gt=0, le=3_600)
    """How long the level may take, retries included; without it as long as it needs."""


FieldKind = Literal["text", "integer", "number", "boolean", "list"]


class FieldSpec(Spec):
    """One field of a reply in JSON."""

    kind: FieldKind = "text"
    """A `list` is one of texts."""
    one_of: tuple[str, ...] = Field(default=(), max_length=50)
    """The only texts there can be; of a list, the only ones in it."""
    at_least: float | None = None
    at_most: float | None = None
    about: str = ""
    """What the model is told of it."""
    optional: bool = False
    """Whether it may be left out; it is empty then."""

    @model_validator(mode="after")
    def _limits_fit_the_kind(self) -> Self:
        if self.one_of and self.kind not in ("text", "list"):
            raise ValueError(f"one_of is for texts, and this is of kind {self.kind}\nRemove one of the two.")
        if self.kind not in ("integer", "number") and (self.at_least is not None or self.at_most is not None):
            raise ValueError(f"a field of kind {self.kind} has no size\nRemove at_least and at_most.")
        return self


class PromptLevelSpec(LevelSpec):
    """A prompt to a language model."""

    kind: Literal["prompt"]
    prompt: Name
    inputs: dict[Name, Expression] = Field(default_factory=dict)
    """What stands in the prompt: an expression for each input but `prompt`, `earlier` and `scenarios`."""
    response_kind: Literal["json", "text"] = "text"
    output: str | None = None
    """For JSON: a type that has a name."""
    fields: dict[Name, FieldSpec] = Field(default_factory=dict)
    """For JSON: the fields of the reply, in place of a type with a name."""
    model_constraint: ConstraintSpec | None = None
    optional: bool = False
    """Whether the run goes on with empty values where no model is configured or none was of use."""


class ClassifyLevelSpec(LevelSpec):
    """Which scenario is meant: rules and the classifier first, the prompt only where a model is configured."""

    kind: Literal["classify"]
    prompt: Name | None = None
    response_kind: Literal["json"] = "json"
    output: Literal["ClassifierEnvelope"] = "ClassifierEnvelope"
    model_constraint: ConstraintSpec | None = None
    min_confidence: float = Field(default=0.7, ge=0, le=1)
    """Below it, or with a smaller margin than `min_margin`, rules and classifier are unsure and a model is asked."""
    min_margin: float = Field(default=0.15, ge=0, le=1)


class ToolLevelSpec(LevelSpec):
    """A registered tool, called by name."""

    kind: Literal["tool"]
    tool: Name
    arguments: dict[Name, Expression] = Field(default_factory=dict)


class AskUserLevelSpec(LevelSpec):
    """A question to the person; the graph waits for the answer."""

    kind: Literal["ask_user"]
    question: str | None = None
    question_from: Expression | None = None
    options: tuple[OptionSpec, ...] = Field(default=(), max_length=5)
    options_from: Expression | None = None
    none_of_these: str | None = None
    """What is answered when none of the options fits; without it that is an empty answer."""
    answer_as: Name | None = None
    """Another name under which the chosen value stands in the output."""


class ApproveLevelSpec(LevelSpec):
    """A plan shown to the person, who lets it be carried out or not."""

    kind: Literal["approve"]
    question: str
    plan: Expression
    """What is approved; a tool that writes carries out exactly this and nothing else."""


class GraphLevelSpec(LevelSpec):
    """An assistant, asked with the person's words."""

    kind: Literal["graph"]
    assistant: Name


InnerLevel = Annotated[PromptLevelSpec | ToolLevelSpec | GraphLevelSpec, Field(discriminator="kind")]


class MapLevelSpec(LevelSpec):
    """One level for each item of a list, several at a time; results stand in the order of the list."""

    kind: Literal["map"]
    over: Expression
    """The list. Inside the level, `item` is one of it and `index` counts from 0."""
    level: InnerLevel
    words: Expression | None = None
    """What an assistant is asked, or a prompt is about, for one item; without it the person's words."""
    max_items: int = Field(default=20, ge=1, le=100)
    """A longer list is refused, never cut."""
    at_once: int = Field(default=4, ge=1, le=16)
    on_item_fail: Literal["keep", "abort"] = "keep"
    """Whether an item that fails stands as a failure beside the others, or ends the level once all are done."""


Level = Annotated[
    PromptLevelSpec
    | ClassifyLevelSpec
    | ToolLevelSpec
    | AskUserLevelSpec
    | ApproveLevelSpec
    | GraphLevelSpec
    | MapLevelSpec,
    Field(discriminator="kind"),
]


class EdgeSpec(Spec):
    """From one level to the next, under a condition; without one it is taken when no other is."""

    from_: Name = Field(alias="from")
    to: str
    when: Expression | None = None
    chain: Name | None = None
    """On an edge to the end: the scenario to go on with."""


class ScenarioSpec(Spec):
    """One scenario."""

    id: Name
    display_name: str | None = None
    description: Words
    intent_routes: tuple[Name, ...] = ()
    effects: Literal["read", "write"] = "read"
    chains: bool = False
    """Whether it may send the work on to another scenario."""
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    examples: tuple[Words, ...] = ()
    """What people say when they mean it; without examples it is hidden from the classifier."""
    words: tuple[Words, ...] = ()
    """Words and short phrases of its field; the classifier learns them beside the examples."""
    rules: tuple[IntentRuleSpec, ...] = ()
    """Patterns that speak for it, as in intent files."""
    parts: tuple[Name, ...] = ()
    """Scenarios whose work is a part of this one: words for them are no reason to ask which of the two is meant."""
    levels: tuple[Level, ...] = Field(min_length=1, max_length=40)
    edges: tuple[EdgeSpec, ...] = Field(min_length=1, max_length=200)

    @property
    def name(self) -> str:
        """What people call it."""
        return self.display_name or self.id

    def level(self, name: str) -> Level:
        """Return a level by its id. Raises KeyError."""
        for level in self.levels:
            if level.id == name:
                return level
        raise KeyError(name)

    def leaving(self, name: str) -> tuple[EdgeSpec, ...]:
        """Return the edges that leave a level, in their order."""
        return tuple(edge for edge in self.edges if edge.from_ == name)

    def intent(self) -> IntentSpec:
        """Return the same goal in the shape that rules and classifier read."""
        return IntentSpec(
            intent=self.id,
            description=self.description.strip(),
            include=self.include,
            exclude=self.exclude,
            examples=self.examples,
            rules=self.rules,
        )
