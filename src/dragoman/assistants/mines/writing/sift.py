"""What stands of a text that a model wrote: every sentence that the pages carry, and no other."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from dragoman.domain.claim import Claim, Grounding
from dragoman.grounding.judge import plain
from dragoman.grounding.tables import is_table_line

Check = Callable[[str], Grounding]
MAX_ROUNDS = 6  # a sentence may lean on one that fell
FAILED = ("unsupported", "contradicted")
_WRAPPED = re.compile(r"(?<![.!?:\n])[ \t]*\n[ \t]*(?=[a-z(])")
_HEADER = re.compile(r"^\s*(?:#{1,6}\s.*|【[^】]*】|\*\*[^*]+\*\*:?)\s*$")
_EMPTY_ITEM = re.compile(r"^\s*(?:[-*•‣–]|\d{1,2}[.)])\s*$")
_LIST_MARK = re.compile(r"^\s*(?:[-*•‣–]|\d{1,2}[.)]|\([a-z0-9]\))\s+$")
_WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sifted:
    """The sentences that stand, the check of them, and the claims that fell."""

    text: str
    grounding: Grounding | None
    failed: tuple[Claim, ...] = ()

    def carries(self, text: str) -> bool:
        """Say whether a sentence of this text is among those that a page or a judge's quote carries.

        A text that nobody could check must never stand in the place of quotes that were.
        """
        said = plain(text)
        claims = self.grounding.claims if self.grounding else ()
        return any(claim.verdict == "supported" and plain(claim.text) in said for claim in claims)


def sift(text: str, check: Check) -> Sifted:
    """Drop each sentence that fails its check, until none fails, and all that is in no sentence that was checked.

    So headings, tables and lists of sources go too: the answer has its own. A sentence that cannot be found again
    takes the whole text with it.
    """
    text = tidy(_WRAPPED.sub(" ", _without_tables(text)))
    failed: list[Claim] = []
    for _ in range(MAX_ROUNDS):
        if not text:
            break
        grounding = check(text)
        failed += [claim for claim in grounding.claims if claim.verdict in FAILED]
        standing = tidy(_standing(text, grounding.claims))
        if standing == text:
            return Sifted(text=text, grounding=grounding, failed=tuple(failed))
        text = standing
    return Sifted(text="", grounding=None, failed=tuple(failed))


def _standing(text: str, claims: tuple[Claim, ...]) -> str:
    """Return the claims that did not fail, in their order, and the list marks and blanks between them.

    Nothing is left if a claim is lost.
    """
    kept: list[str] = []
    place = 0
    for claim in claims:
        start = text.find(claim.text, place)
        if start < 0:
            return ""
        kept.append(_wordless(text[place:start]))
        place = start + len(claim.text)
        if claim.verdict not in FAILED:
            kept.append(claim.text)
    standing = "".join([*kept, _wordless(text[place:])])
    return standing if _WORD.search(standing) else ""


def _wordless(between: str) -> str:
    """Return what stands between two claims without its words: nobody has checked those."""
    lines = between.split("\n")
    return "\n".join(line if _LIST_MARK.match(line) or not _WORD.search(line) else "" for line in lines)


def _without_tables(text: str) -> str:
    return "\n".join(line for line in text.splitlines() if not is_table_line(line))


def tidy(text: str) -> str:
    """Return a text without headings, empty list items, lead-ins to nothing, and the blanks that cutting leaves."""
    lines = [re.sub(r"[ \t]{2,}", " ", line).rstrip() for line in text.splitlines()]
    lines = [line.lstrip() for line in lines if not _HEADER.match(line) and not _EMPTY_ITEM.match(line)]
    kept = [line for place, line in enumerate(lines) if not _leads_nowhere(line, lines[place + 1 :])]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()


def _leads_nowhere(line: str, rest: list[str]) -> bool:
    following = next((other for other in rest if other), "")
    return line.endswith(":") and not re.match(r"[-*•‣–|]|\d{1,2}[.)]", following)
