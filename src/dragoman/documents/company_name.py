"""Names of companies as reports print them: the legal form off, the words as the text writes them."""

import re
from collections.abc import Iterator

_FORMS = (
    r"limited|ltd|plc|p\.l\.c|incorporated|inc|corporation|corp|company|co|s\.a|sa|n\.v|nv|s\.e|se|ag|a/s|asa|ab|oyj"
    r"|llc|l\.l\.c|l\.p|lp|s\.p\.a|spa|gmbh|kgaa|pty|bhd|berhad|holdings"
)
_FORM_AT_END = re.compile(rf"[\s,]+(?:&\s+)?(?:{_FORMS})\.?$", re.IGNORECASE)
_THE = re.compile(r"^the\s+", re.IGNORECASE)
_WORD = r"(?:[A-ZÀ-Þ][\w&.'’/-]*|&)"
_LEGAL_END = (
    r"(?:Limited|LIMITED|Ltd|LTD|plc|PLC|Plc|Inc|INC|Incorporated|INCORPORATED|Corporation|CORPORATION"
    r"|Corp|CORP|Company|COMPANY|N\.V|S\.A|SE|AG|ASA|International|INTERNATIONAL)\b\.?"
)
LEGAL_NAME = re.compile(rf"(?P<name>{_WORD}(?:,? (?:of |and |de )?{_WORD}){{0,5}}?,? {_LEGAL_END})")
_NO_NAME = re.compile(
    r"^(?:the|our|this|that|each|such|other|parent|holding|public|private|consumer|participating|ceding|members?"
    r"|a|an|any|said|new|form|directors?|shareholders?|domestic|total|at|pty|co|trust|insurance)\b.*"
    r"|.*\b(?:bank trust|domestic and|pty ltd)\b.*",
    re.IGNORECASE,
)
_MAX_NAME = 60
_CHARACTERS = re.compile(r"\w[\w .,&'’()/+!*-]*")  # what names are made of; a page may put anything in its place
_MIN_ALONE = 20  # times that a part of the name stands for the company before it is an alias


def without_form(legal: str) -> str:
    """Return the name as it is spoken of: "The Kraft Heinz Company" → "Kraft Heinz"."""
    name, before = " ".join(legal.split()).strip(" ,;."), None
    while before != name:
        before, name = name, _FORM_AT_END.sub("", name).strip(" ,;&")
    return _THE.sub("", name) or legal


def is_name(text: str) -> bool:
    """Say whether the text can be the name of a company: short, with a letter, and no word like "the Company"."""
    if not 2 <= len(text) <= _MAX_NAME or not _CHARACTERS.fullmatch(text):
        return False
    return any(map(str.isalpha, text)) and not _NO_NAME.match(text)


def legal_names(text: str) -> Iterator[str]:
    """Yield names with their legal form: "Odyssey Gold Limited"."""
    for match in LEGAL_NAME.finditer(text):
        name = match["name"].rstrip(".")
        former = re.search(r"(?i)(?:formerly|previously)(?: known as)?\s*:?$", text[: match.start()].rstrip()[-40:])
        if is_name(name) and is_name(without_form(name)) and not former:
            yield name


def as_written(name: str, text: str) -> str:
    """Return the name with the capitals that the text mostly gives it: "NETFLIX" → "Netflix", "NIKE" stays."""
    found: dict[str, int] = {}
    for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", text, re.IGNORECASE):
        if not match[0].islower():
            found[match[0]] = found.get(match[0], 0) + 1
    mixed = {form: count for form, count in found.items() if not form.isupper()}
    most = max(found, key=lambda form: found[form], default=name)
    # Titles and running heads are in capitals whatever the name is: mixed letters count more.
    if most.isupper() and mixed and " " in name:
        most = max(mixed, key=lambda form: mixed[form])
    return " ".join(most.split())


def joined(name: str, text: str) -> str:
    """Return a name whose small capitals were torn ("MGM R ESORTS I NTERNATIONAL") as the text has it elsewhere."""
    if not re.search(r"\b[A-Z] [A-Z]{2,}", name):
        return name
    squeezed = re.sub(r"\s+", "", name).casefold()
    for other in dict.fromkeys(legal_names(text)):
        if re.sub(r"\s+", "", other).casefold() == squeezed:
            return other
    return name


def short_names(name: str, text: str) -> tuple[str, ...]:
    """Return the beginnings of a name that stand for the company in the text: "Costco" for Costco Wholesale.

    They are names only when the text puts them in quotation marks or never writes them as ordinary words.
    """
    words = name.split()
    heads = [" ".join(words[:count]) for count in range(1, len(words)) if words[count] != "&" != words[count - 1]]
    return tuple(head for head in heads if _stands_alone(head, text))


def _stands_alone(head: str, text: str) -> bool:
    if len(head) < 3:
        return False
    if re.search(rf"[\"“]{re.escape(head)},?[\"”]|\({re.escape(head)} or (?:the|us|we|our)\b", text):
        return True
    as_word = len(re.findall(rf"(?<!\w){re.escape(head.lower())}(?!\w)", text))
    alone = len(re.findall(rf"(?<!\w){re.escape(head)}(?:['’]s)?\s+(?=[a-z])", text))
    return alone >= max(_MIN_ALONE, 20 * as_word)
