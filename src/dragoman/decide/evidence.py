"""Whether a text is about our field at all: what names it, and how much of it nothing of ours accounts for."""

import re
from collections.abc import Sequence

from dragoman.decide.cues import Cues
from dragoman.domain.interpretation import Interpretation
from dragoman.domain.utterance import Span

# Words that carry a question along without saying what it is about.
_LIGHT = frozenset(
    """
    a about actually again all also an and any are as at be been but by can could did do does doing done each
    figure figures find for from full get gimme give given go going good got had has have how i in into is it its
    just know last latest let like list look made make many me mean more most much my need new now number numbers
    of off on one only or our out over please pls quick read report reported reports result results see share show
    some still such tell than that the their them then there these they thing this those time to total under up us
    value versus vs want was we were what whats when where which who whole why will with would year years yes you
    your fiscal financial annual yearly company companies did fy period ended ending amount level exactly question ok
    higher lower faster slower bigger larger smaller better worse greater perform performed performing fare fared
    say says said calculate compute determine roughly approximately
    data available cover covered covers okay so and well hi hello thanks thank
    """.split()  # noqa: SIM905  a word list reads better so
)


# Words that make a text one about the person's own affairs.
_PERSONAL = frozenset(("i", "my", "me", "mine", "i'm", "i've", "i'll", "i'd", "myself"))
_ASKING_FOR = frozenset(
    (
        "want",
        "need",
        "like",
        "know",
        "see",
        "tell",
        "give",
        "show",
        "ask",
        "asking",
        "please",
        "help",
        "have",
        "get",
        "find",
        "compare",
    )
)
_WORD = re.compile(r"[\w&]+")
# Rules with room for words that they do not know.
_ROOMY = frozenset(("what_is", "explain_term", "definition", "how_did", "comparative", "than", "went_to", "subtract"))


def content_words(seen: Interpretation, text: str, names: Sequence[Span]) -> tuple[str, ...]:
    """Return the keywords of a stretch of text that no name and no light word accounts for."""
    whole = seen.utterance.text
    known = {word for span in names for word in _WORD.findall(whole[span.start : span.end].lower())}
    own = text.lower()
    return tuple(
        word
        for word in seen.keywords
        if word in own and word not in _LIGHT and len(word) > 1 and not known.issuperset(_WORD.findall(word))
    )


def strangers(seen: Interpretation, cues: Cues) -> tuple[str, ...]:
    """Return the content words that neither an entity nor a rule accounts for."""
    known = [entity.span for entity in seen.entities if len(entity.span)]
    known += [mention.span for mention in seen.unsupported]
    known += [match.span for match in cues if len(match.span) and match.rule not in _ROOMY]
    return content_words(seen, seen.utterance.text, known)


def is_of_the_field(seen: Interpretation, cues: Cues) -> bool:
    """Say whether the text belongs to us: it names the field, or hardly anything else.

    A figure without anybody is of our field only while few words are strange to it: "are there any sales on liquor"
    names a figure and is not. What a person says of "my cash" is theirs.
    """
    if seen.of("company") or cues.has("domain", "implied_company"):
        return True
    has_figure = bool(seen.of("metric")) or cues.has("implied_metric")
    has_period = bool(seen.of("fiscal_period") or seen.of("fiscal_range")) or cues.has("which_year")
    if _is_personal(seen.utterance.text):
        return has_figure and cues.has("concept")
    allowed = (3 if has_period else 1) if has_figure else int(bool(seen.unsupported))
    return len(strangers(seen, cues)) <= allowed


def _is_personal(text: str) -> bool:
    """Tell "what taxes do I owe" from "I want to know the revenue"."""
    words = text.lower().replace("\u2019", "'").split()
    return any(
        word.strip(",.?!") in _PERSONAL and not _ASKING_FOR.intersection(words[place + 1 : place + 4])
        for place, word in enumerate(words)
        if words[place - 1 : place] not in (["tell"], ["give"], ["show"], ["for"])
    )
