"""The shape of intent files; they feed rules, classifier and model prompt alike."""

from pydantic import Field

from dragoman.specs.spec import Spec


class IntentRuleSpec(Spec):
    """A pattern (RE2, over lower-case text) that speaks for the intent."""

    rule: str
    pattern: str
    priority: int = 0  # decides between matches of equal length and needs
    needs: tuple[str, ...] = ()  # dimensions that the text must hold too
    unless: str = ""  # a pattern of longer phrases in which the match means something else: "IP address"


class IntentSpec(Spec):
    """A goal we can recognise."""

    intent: str
    description: str
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()  # hard negatives: near, but not this
    examples: tuple[str, ...] = ()
    rules: tuple[IntentRuleSpec, ...] = ()
    sections: tuple[str, ...] = ()  # where in a document the answer tends to stand
    strategy: str = ""
    slots: tuple[str, ...] = ()  # dimensions that a plan of this intent needs


class IntentFileSpec(Spec):
    """One file of intents that belong together."""

    intents: tuple[IntentSpec, ...] = Field(min_length=1)
