"""Words to stems, so that "terminates", "terminated" and "termination" are one word to a search.

Endings are taken off while enough of the word is left, and of what is left the first letters count. That joins
too much rather than too little: what is found is weighed again with the words around it.
"""

import re
from functools import lru_cache

WORD = re.compile(r"[^\W_]+(?:['’&/-][^\W_]+)*")
_PARTS = re.compile(r"[-/]")
_ENDINGS = (
    "ations", "ation", "itions", "ition", "ements", "ement", "ments", "ment", "ities", "ingly", "ances", "ences",
    "ance", "ence", "ings", "able", "ible", "ness", "ity", "ing", "ers", "ors", "ies", "ied", "ion", "ive", "ally",
    "ant", "ent", "ful", "est", "als", "al", "ly", "ed", "er", "or", "es", "y", "s", "e",
)  # fmt: skip
_MIN_STEM = 4  # letters
_LENGTH = 6  # letters; "indemnification" and "indemnity" have six in common
# Families that the endings tear apart, and words that only look like members of one.
_FAMILIES = """
    pay pays paid paying payment payments payable; prepay prepaid prepayment prepayments
    own owns owned owner owners ownership owning
    use uses used using usage; make makes made making; keep keeps kept keeping; hold holds held; give gives gave given
    send sends sent; sell sells sold sale sales; loss losses lose lost; fee fees; law laws
    notify notice notices notified notifies notification notifying; liable liability liabilities
    license licence licenses licences licensed licensing licensor licensee sublicense sublicence
    penalty penalties penalize penalise penalized penalised; apply applies applied applicable applicability
    exclude excludes excluded excluding exclusion exclusions; suspend suspends suspended suspension
    include includes included including inclusion; deliverable deliverables; contractor contractors
    provider providers; personnel; personal; internet; internal; international; report reports reported reporting
    cap caps capped; renew renews renewed renewal; day days; tax taxes; hire hires hired hiring
    responsible responsibility responsibilities; response responses respond responds; late later; data
    accountant accountants; accounting; tribunal tribunals; material materials; materially; exclusive exclusivity
"""
_FAMILY = {
    word: family.split()[0]
    for line in _FAMILIES.strip().splitlines()
    for family in line.split(";")
    for word in family.split()
}


@lru_cache(maxsize=65536)
def stem(word: str) -> str:
    """Return the stem of a lower-case word."""
    word = word.removesuffix("'s").removesuffix("’s")
    if word in _FAMILY:
        return _FAMILY[word]
    if not word.isalpha():
        return word
    for _ in range(3):
        shorter = _without_ending(word)
        if shorter == word:
            break
        word = shorter
    return word[:_LENGTH]


def stems(text: str) -> tuple[str, ...]:
    """Return the stems of all words of a text in order; "third-party" is the two words it is made of."""
    words = (part for word in WORD.findall(text.lower()) for part in _PARTS.split(word))
    return tuple(stem(word) for word in words if word)


def _without_ending(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= _MIN_STEM:
            return word[: -len(ending)]
    if word.endswith("s") and not word.endswith("ss") and len(word) > 3:
        return word[:-1]
    return word
