"""What a person typed to an FTS5 query. Their words are data: each is quoted, nothing of them is syntax."""

import re
from collections.abc import Iterable

_WORD = re.compile(r"[^\W_]+(?:[.,][0-9]+)*")
_MAX_TERMS = 48
LONGEST = 10_000  # characters; nobody's question is longer
_STOP_WORDS = """
    a about after all also am an and any are as at be because been before being between both but by can could did do
    does doing down during each few for from further get give had has have having he her here hers him his how i if in
    into is it its just let many may me might more most much must my no nor not of off on once only or other our out
    over own please same say says she should so some such tell than that the their them then there these they this
    those through to too under until up upon us very was we were what when where which while who whom whose why will
    with would you your
"""
_STOPPED = frozenset(_STOP_WORDS.split())
# Forms that the stemmer of the index cannot join.
_IRREGULAR = """
    begin began begun; bring brought; build built; buy bought; choose chose chosen; draw drew drawn; fall fell fallen
    find found; give gave given; grow grew grown growth; hold held; keep kept; know knew known; lead led; leave left
    lend lent loan; lose lost loss losses; make made; mean meant; meet met; pay paid payment; rise rose risen
    sell sold sale sales; speak spoke spoken; spend spent spending expenditure; take took taken; win won
    write wrote written; child children; man men; woman women; person people
"""
_FISCAL_YEAR = re.compile(r"fy(?:20)?([0-9]{2})")
_FILING = re.compile(r"(6|8|10|20|40)([kqf])")  # a form of the SEC: its own name has a hyphen
_FORMS = {
    word: tuple(other for other in group if other != word)
    for line in _IRREGULAR.strip().splitlines()
    for group in map(str.split, line.split(";"))
    for word in group
}


def content_words(text: str) -> tuple[str, ...]:
    """Return the words worth searching for, lower-cased, each once, in order, at most 48."""
    words = (word.lower() for word in _WORD.findall(text[:LONGEST]))
    worth = (word for word in words if word not in _STOPPED and (len(word) > 1 or word.isdigit()))
    return tuple(dict.fromkeys(worth))[:_MAX_TERMS]


def other_forms(words: Iterable[str]) -> tuple[str, ...]:
    """Return other forms of the words: "lose" → "lost", "loss", "losses"; "fy24" → "fy2024", "2024"; "10k" → "10-k"."""
    words = tuple(words)
    forms = (form for word in words for form in (*_FORMS.get(word, ()), *_years(word), *_filings(word)))
    return tuple(dict.fromkeys(form for form in forms if form not in words))


def _years(word: str) -> tuple[str, ...]:
    match = _FISCAL_YEAR.fullmatch(word)
    return (f"fy20{match[1]}", f"fy{match[1]}", f"20{match[1]}") if match else ()


def _filings(word: str) -> tuple[str, ...]:
    match = _FILING.fullmatch(word)
    return (f"{match[1]}-{match[2]}",) if match else ()


def any_of(phrases: Iterable[str]) -> str:
    """Return the FTS5 query for passages with at least one of the words or phrases; "" for none."""
    return " OR ".join(quoted(phrase) for phrase in phrases)


def near(words: Iterable[str], distance: int) -> str:
    """Return the FTS5 query for passages with all the words within `distance` words of each other."""
    return f"NEAR({' '.join(quoted(word) for word in words)}, {distance})"


def quoted(phrase: str) -> str:
    """Quote a word or phrase so that FTS5 reads it as nothing else."""
    return '"' + phrase.replace("\0", " ").replace('"', '""') + '"'
