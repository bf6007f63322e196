"""What a reply to a question of ours means: an option, several, none, free words, or another question."""

import re
from collections.abc import Sequence

from dragoman.domain.decision import Option

NONE_OF_THESE = ("0", "none of these", "none")
_NUMBERS = re.compile(r"[(#]?\d{1,3}[.)]?(?:\s*(?:,|&|\+|and)\s*\d{1,3})*\.?", re.IGNORECASE)
# "what about Rio?" and "which is the larger?" lean on what was asked; "what was Rio's dividend in 2023?" does not.
_QUESTION = re.compile(
    r"(?:what|how (?:much|many|did|has|have)|which|who|when|where|why|did|does|do|is|are|was|were|can|show|compare|rank"
    r"|list|give|tell)\b(?! about\b| is the\b)",
    re.IGNORECASE,
)


_ENDS = re.compile(
    r"\W*(?:(?:oh|ok(?:ay)?|no|well|please|actually|just)\W+)*(?:never ?mind|forget (?:it|that|about it)"
    r"|cancel(?: (?:it|that))?|stop|skip (?:it|that)|leave it|drop it|no thanks?(?: you)?|thanks?(?: you)?|nothing"
    r"|do(?:n't| not) bother|(?:it )?does(?:n't| not) matter|not important)"
    r"(?:\W+(?:then|now|please|thanks?|thank you))*\W*",
    re.IGNORECASE,
)


def ends_it(reply: str) -> bool:
    """Say whether a reply takes the question back: "never mind"."""
    return _ENDS.fullmatch(reply) is not None


def chosen_by(reply: str, options: Sequence[Option]) -> str:
    """Return what a reply adds to the question: options by their numbers or text, else the words as they are.

    Empty for "none of these".
    """
    words = reply.strip()
    if words.lower().rstrip(".") in NONE_OF_THESE and options:
        return ""
    if _NUMBERS.fullmatch(words):
        numbers = [int(number) for number in re.findall(r"\d+", words)]
        if all(1 <= number <= len(options) for number in numbers):
            return " and ".join(options[number - 1].value for number in numbers)
    named = [option for option in options if words.lower() in (option.text.lower(), option.value.lower())]
    return named[0].value if named else words


def is_question(reply: str) -> bool:
    """Say whether a reply is a whole question of its own, which takes the place of the one that was vague."""
    return _QUESTION.match(reply) is not None and len(reply.split()) > 3
