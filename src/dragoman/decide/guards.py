"""Plain checks that stand around every layer: blank text, instructions to the machine, languages we cannot read."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace

from dragoman.domain.interpretation import Entity, IntentMatch, Interpretation
from dragoman.domain.utterance import Span

# Function words of languages people write to us in; two of them and no English ones decide.
_FOREIGN = frozenset(
    """
    el la los las una del por para como que cual cuál cuanto cuánto cuánta fue fueron ingresos años año beneficio
    le les des une est sont quel quelle quels quelles combien pour avec dans était chiffre affaires du au et
    bénéfice der die das und ist war wie wieviel welche welcher viel für von mit im den dem hat umsatz gewinn jahr
    il lo gli dei della nel nella quanto qual quale è era sono per con ricavi utile anno o os um uma foi eram
    quais qual em lucro receita het een de en van voor wat hoeveel welke was omzet winst jaar apa
    berapa yang dan untuk dari pada adalah pendapatan laba bonjour hola merci gracias danke bitte ciao hallo salut
    oi obrigado
    """.split()  # noqa: SIM905  a word list reads better so
)
# What our field is called there: one of them without any English function word is enough.
_FOREIGN_NOUNS = frozenset(
    """
    umsatz gewinn ingresos beneficio beneficios ganancias bénéfice dividende ricavi utile receita lucro omzet winst
    pendapatan laba chiffre
    """.split()  # noqa: SIM905  a word list reads better so
)
_ENGLISH = frozenset(
    """
    the what was is are how much many did does do of in for and to from which who why when tell me show give
    compare rank their its it they this that with over year years by or on at has have been can you please about
    most more less highest lowest between than
    """.split()  # noqa: SIM905  a word list reads better so
)
_WORD = re.compile(r"[^\W\d_]+")
_OUTSIDE = ("off_topic", "elsewhere", "advice")
_SENTENCE = re.compile(r"[^.?!;\n]+(?:\.(?=\d)[^.?!;\n]*)*[.?!;\n]*")
_MANY = 2
_MOST_CLAUSES = 8  # a rule reports its first clause only, so the text is read again after each


def is_blank(text: str) -> bool:
    """Say whether nothing is left of the text once blanks, punctuation and invisible characters are gone."""
    return not any(character.isalnum() or character in "?" for character in text)


def is_foreign(text: str) -> bool:
    """Say whether the text is in a language other than English, by script or by function words."""
    letters = [character for character in text if character.isalpha()]
    if not letters:
        return False
    if sum(map(_is_latin, letters)) * 2 < len(letters):
        return True
    words = [word.lower() for word in _WORD.findall(text)]
    english = sum(word in _ENGLISH for word in words)
    foreign = len({word for word in words if word in _FOREIGN and word not in _ENGLISH})
    if not english and _FOREIGN_NOUNS.intersection(words):
        return True
    alone = len(words) <= _MANY and foreign == len(words)
    return alone or (foreign >= _MANY and foreign > english)


def _is_latin(character: str) -> bool:
    return character.isascii() or unicodedata.name(character, "").startswith("LATIN")


def without_instructions(seen: Interpretation, read: Callable[[str], Interpretation]) -> Interpretation:
    """Leave clauses that instruct the machine out of what is read: they are no evidence for anything.

    Their characters become blanks, so that every offset still points into the person's own text.
    """
    found: list[IntentMatch] = []
    for _ in range(_MOST_CLAUSES):
        clauses = [match for match in seen.intents if match.intent == "injection"]
        if not clauses:
            break
        found.extend(clauses)
        characters = list(seen.utterance.text)
        for clause in clauses:
            characters[clause.span.start : clause.span.end] = " " * len(clause.span)
        seen = read("".join(characters))
    if not found:
        return seen
    note = "clauses that instruct the machine were left out"
    return replace(seen, intents=(*seen.intents, *found), notes=(*seen.notes, note))


def without_outside(seen: Interpretation, read: Callable[[str], Interpretation]) -> tuple[Interpretation, bool]:
    """Leave sentences of another world out where another sentence asks for a figure; say whether any was left out.

    "Write me a poem. What was BHP's revenue?" has an answer, "Write me a poem about BHP's revenue" has none.
    """
    text = seen.utterance.text
    outside = [match.span for match in seen.intents if match.intent in _OUTSIDE and len(match.span)]
    if not outside:
        return seen, False
    sentences = [Span(match.start(), match.end()) for match in _SENTENCE.finditer(text)]
    dropped = [one for one in sentences if any(one.overlaps(span) for span in outside)]
    metrics = [entity.span for entity in seen.of("metric")]
    if not any(one.covers(span) for one in sentences if one not in dropped for span in metrics):
        return seen, False
    characters = list(text)
    for one in dropped:
        characters[one.start : one.end] = " " * len(one)
    left = read("".join(characters))
    lent = () if left.of("company") else _companies(seen, dropped, Span(len(text), len(text)))
    note = "sentences about something else were left out"
    return replace(left.with_entities(*lent), notes=(*seen.notes, note)), True


def _companies(seen: Interpretation, places: Sequence[Span], end: Span) -> tuple[Entity, ...]:
    """Return the companies named there, for "Should I buy BHP? What was its revenue?"."""
    named = (e for e in seen.of("company") if any(place.covers(e.span) for place in places))
    return tuple(replace(entity, span=end, how="carried") for entity in named)
