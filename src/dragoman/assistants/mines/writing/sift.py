"""What stands of a text that a model wrote: every sentence that the pages carry, and no other."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from dragoman.domain.claim import Claim, Grounding

Check = Callable[[str], Grounding]
MAX_ROUNDS = 6  # a sentence may lean on one that fell
FAILED = ("unsupported", "contradicted")
_WRAPPED = re.compile(r"(?<![.!?:\n])[ \t]*\n[ \t]*(?=[a-z(])")
_HEADER = re.compile(r"^\s*(?:#{1,6}\s.*|【[^】]*】|\*\*[^*]+\*\*:?)\s*$")
_EMPTY_ITEM = re.compile(r"^\s*(?:[-*•‣–]|\d{1,2}[.)])\s*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sifted:
    """The sentences that stand, the check of them, and the claims that fell."""

    text: str
    grounding: Grounding | None
    failed: tuple[Claim, ...] = ()


def sift(text: str, check: Check) -> Sifted:
    """Drop each sentence that fails its check, until none fails. Headings go too: the answer has its own.

    A sentence that cannot be found again takes the whole text with it.
    """
    text = tidy(_WRAPPED.sub(" ", text))
    failed: list[Claim] = []
    for _ in range(MAX_ROUNDS):
        if not text:
            break
        grounding = check(text)
        falling = [claim for claim in grounding.claims if claim.verdict in FAILED]
        if not falling:
            return Sifted(text=text, grounding=grounding, failed=tuple(failed))
        failed += falling
        text = tidy(_without(text, grounding.claims))
    return Sifted(text="", grounding=None, failed=tuple(failed))


def _without(text: str, claims: tuple[Claim, ...]) -> str:
    """Cut the failed claims out of a text whose claims these are, in their order; nothing is left if one is lost."""
    kept: list[str] = []
    place = 0
    for claim in claims:
        start = text.find(claim.text, place)
        if start < 0:
            return ""
        end = start + len(claim.text)
        kept.append(text[place:start] if claim.verdict in FAILED else text[place:end])
        place = end
    return "".join([*kept, text[place:]])


def tidy(text: str) -> str:
    """Return a text without headings, empty list items, lead-ins to nothing, and the blanks that cutting leaves."""
    lines = [re.sub(r"[ \t]{2,}", " ", line).rstrip() for line in text.splitlines()]
    lines = [line.lstrip() for line in lines if not _HEADER.match(line) and not _EMPTY_ITEM.match(line)]
    kept = [line for place, line in enumerate(lines) if not _leads_nowhere(line, lines[place + 1 :])]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip()


def _leads_nowhere(line: str, rest: list[str]) -> bool:
    following = next((other for other in rest if other), "")
    return line.endswith(":") and not re.match(r"[-*•‣–|]|\d{1,2}[.)]", following)
