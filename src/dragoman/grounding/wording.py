"""Whether a sentence says what the sentence it rests on says, when both speak of the same with the same words.

Having the words of the page is not saying what it says: "may" for "may not", the Customer for the Provider, "before"
for "after", a condition left out. What turns the sentence round contradicts the page; what the page does not say of it
is unsupported; and where the words alone settle nothing, that is said too, as unchecked.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, pairwise

from dragoman.domain.claim import Verdict
from dragoman.grounding.check import Finding
from dragoman.grounding.clauses import MODAL, Clause, Marker, clauses_of, content, head, plain

Kind = str  # "leave", "duty", "ban", "exemption"
_NUMBER = r"(?=(?:the |us|a)?[$€£]?\d|(?:one|two|three|four|five|six|seven|eight|nine|ten|twelve|half)\b)"
_LIMITS: dict[str, re.Pattern[str]] = {
    "at least": re.compile(r"\bat least\b|\b(?:no|not) (?:less|fewer|earlier) than\b|\bminimum of\b"),
    "at most": re.compile(r"\bat most\b|\bup to\b|\b(?:no|not) (?:more|later) than\b|\bnot exceeding\b|\bmaximum of\b"),
    "more than": re.compile(rf"\b(?:more than|over|above|exceeding|greater than|in excess of) {_NUMBER}"),
    "less than": re.compile(rf"\b(?:less than|fewer than|under|below) {_NUMBER}"),
}
_NOT = re.compile(r"\b(?:not|no(?!\. ?\d)|never|neither|nor|none)\b")
_RULE = re.compile(
    rf"(?P<who>[\w'-]+) (?P<modal>{MODAL}|need)(?P<no> not| never)?"
    r"(?: (?:only|also|then|promptly|immediately|be|not|at once|\w+ly))* (?P<does>[\w-]+)"
)
_LEAVE = frozenset({"may", "can", "could", "might"})
_PRONOUNS = frozenset({"it", "they", "he", "she", "we", "you", "which", "that", "who", "this", "these", "and", "or"})
_ANYBODY = frozenset(content("party parties person persons"))
_SCOPES: dict[str, frozenset[str]] = {
    "only": frozenset({"only", "solely", "exclusively"}),
    "all": frozenset({"all", "every", "each", "any", "either", "both", "always", "entire"}),
    "some": frozenset({"some", "several", "certain", "many", "sometimes", "often", "partly"}),
}
_RANKS = frozenset(
    """
    largest biggest greatest highest longest oldest tallest fastest best strongest richest smallest lowest shortest
    youngest newest slowest worst weakest poorest least most fewest latest earliest first last record busiest heaviest
    deepest widest cheapest second third fourth fifth
    """.split()  # noqa: SIM905, a list of words reads better as words
)
_SOFTER = frozenset({"oneof", "second", "third", "fourth", "fifth", "nearly", "almost", "arguably", "perhaps"})
_OPPOSITES = tuple(
    tuple(frozenset(side.split()) for side in line.split("|"))
    for line in """
        largest biggest greatest highest most | smallest lowest least fewest
        longest | shortest
        best strongest | worst weakest
        oldest earliest first | youngest newest latest last
        more higher greater larger longer above | less fewer lower smaller shorter below
        raise raises raised increase increases increased rise rises rose risen grew | lower lowers lowered decrease
 decreases decreased reduce reduces reduced fall falls fell fallen
        for | against
        accept accepts accepted approve approves approved | refuse refuses refused reject rejects rejected
        include includes included | exclude excludes excluded
        buy buys bought | sell sells sold
        begin begins began start starts started | end ends ended stop stops stopped
        won win wins | lost lose loses
        with | without
    """.replace("\n ", " \n")
    .strip()
    .split("\n")
    if line.count("|") == 1
)
_AGAINST: frozenset[frozenset[Marker]] = frozenset(
    frozenset(pair)
    for pair in (("if", "unless"), ("if", "even"), ("except", "including"), ("before", "after"), ("until", "after"))
)
_CONDITIONS = frozenset[Marker]({"if", "unless", "without", "except"})
_GRAVITY: dict[Verdict, int] = {"contradicted": 0, "unsupported": 1, "unchecked": 2, "supported": 3}
_WHOLE = 0.6  # of the source's words in the claim: the two are one sentence, not one a part of the other
_MAX_EXCHANGED = 40  # words; longer sentences are left open
_SHARED = 0.5  # of a clause's words in another: it is about the same


def difference(claim: str, source: str) -> Finding | None:
    """Return what keeps a sentence from saying what its source says; None where it says the same.

    The verdict is contradicted, unsupported or unchecked, the gravest that is found.
    """
    pair = _Pair(claim, source)
    found = [said for check in _CHECKS if (said := check(pair))]
    if not found:
        return None
    verdict, reason = min(found, key=lambda said: _GRAVITY[said[0]])
    return Finding(verdict=verdict, reason=reason, quote=source)


class _Pair:
    """A claim and its source, read for comparing."""

    def __init__(self, claim: str, source: str) -> None:
        self.claim, self.source = plain(claim), plain(source)
        self.limits = _limits(self.claim), _limits(self.source)
        self.ours, self.theirs = clauses_of(claim), clauses_of(source)
        self.words = _tokens(self.claim), _tokens(self.source)
        self.known = frozenset(word for clause in self.theirs for word in clause.words)

    @property
    def foreign(self) -> list[str]:
        """Words of the claim that the source has not."""
        return [word for clause in self.ours for word in clause.words if word not in self.known]


Said = tuple[Verdict, str] | None


def _denied(pair: _Pair) -> Said:
    """Compare what is denied: a denial of what the other sentence does not speak of settles nothing."""
    ours, theirs = _denials(pair.claim), _denials(pair.source)
    spoken = frozenset(word for clause in pair.ours for word in clause.words)
    if bool(ours) == bool(theirs):
        return None if ours == theirs or ours & theirs else ("unchecked", "they deny different things")
    if ours & pair.known or theirs & spoken:
        return "contradicted", "one denies what the other says"
    return "unchecked", "one of them denies something"


def _denials(text: str) -> frozenset[str]:
    for pattern in _LIMITS.values():
        text = pattern.sub(" ", text)
    return frozenset(word for found in _NOT.finditer(text) for word in content(text[found.end() :])[:1])


def _ruled(pair: _Pair) -> Said:
    """Compare who may, must or must not do what."""
    theirs = [rule for clause in pair.theirs for rule in _rules(clause)]
    open_rule: Said = None
    for clause in pair.ours:
        for who, kind, does, _ in _rules(clause):
            same = [rule for rule in theirs if rule[2] == does]
            if any(rule[:2] == (who, kind) for rule in same):
                continue
            if not same:
                open_rule = ("unchecked", f"the page has no such rule about “{does}”")
            elif all(rule[1] != kind for rule in same):
                return "contradicted", f"a {kind} is not a {same[0][1]}"
            elif not any(who in rule[3] or rule[3] & _ANYBODY for rule in same):
                verdict: Verdict = "contradicted" if who in pair.known else "unsupported"
                return verdict, "the page says it of another"
            else:
                open_rule = ("unchecked", "the page says it of more than one, or in other words")
    return open_rule


def _rules(clause: Clause) -> Iterator[tuple[str, Kind, str, frozenset[str]]]:
    """Give who, what kind, does what, and everybody named before it."""
    for found in _RULE.finditer(clause.text):
        if found["who"] in _PRONOUNS:
            continue
        kind = "exemption" if found["modal"] == "need" else "leave" if found["modal"] in _LEAVE else "duty"
        kind = "ban" if found["no"] and kind != "exemption" else kind
        before = frozenset(content(clause.text[: found.start("modal")]))
        yield head(found["who"]), kind, head(found["does"]), before


def _limited(pair: _Pair) -> Said:
    ours, theirs = pair.limits
    if ours == theirs:
        return None
    if ours and theirs and not ours & theirs:
        return "contradicted", f"“{min(ours)}” is not “{min(theirs)}”"
    return "unchecked", "one of them sets a limit that the other does not"


def _limits(text: str) -> frozenset[str]:
    return frozenset(name for name, pattern in _LIMITS.items() if pattern.search(text))


def _opposed(pair: _Pair) -> Said:
    ours, theirs = pair.words
    for one, other in _OPPOSITES:
        for here, there in ((one, other), (other, one)):
            if ours & here and not ours & there and theirs & there and not theirs & here:
                return "contradicted", f"“{min(ours & here)}” is not “{min(theirs & there)}”"
    return None


def _turned(pair: _Pair) -> Said:
    """Find a clause whose marker is the opposite of the one on the page."""
    for ours in pair.ours:
        for theirs in pair.theirs:
            if frozenset((ours.marker, theirs.marker)) in _AGAINST and _about_same(ours, theirs):
                return "contradicted", f"“{ours.marker}” is not “{theirs.marker}”"
    return None


def _exchanged(pair: _Pair) -> Said:
    """Find two words that have changed places: back in their places, the sentence is that of the page."""
    ours, said = pair.ours, [word for clause in pair.ours for word in clause.words]
    is_whole = len(set(said) & pair.known) >= _WHOLE * len(pair.known)
    if pair.foreign or not is_whole or len(said) > _MAX_EXCHANGED or _fits(ours, pair.theirs):
        return None
    for one, other in combinations(sorted(set(said)), 2):
        if _beside(said, one, other):
            continue
        places = {one: other, other: one}
        swapped = [Clause(c.marker, c.text, tuple(places.get(word, word) for word in c.words)) for c in ours]
        if _fits(swapped, pair.theirs, in_order=True):
            return "contradicted", f"“{one}” and “{other}” have changed places"
    return None


def _beside(words: Sequence[str], one: str, other: str) -> bool:
    """Say whether two words stand side by side: "a protein machine" and "a machine for protein" are no exchange."""
    return any({one, other} == {here, there} for here, there in pairwise(words))


def _scoped(pair: _Pair) -> Said:
    ours, theirs = (_scopes(words) for words in pair.words)
    added, dropped = ours - theirs, theirs - ours
    if "all" in added and "some" in dropped:
        return "contradicted", "some is not all"
    if strong := added & {"only", "all"}:
        return "unsupported", f"the page does not say “{min(strong)}”"
    if "some" in added and "all" in dropped:
        return "unsupported", "the page says it of all"
    if "only" in dropped:
        return "unsupported" if _RULE.search(pair.claim) else "unchecked", "the page says “only”"
    return ("unchecked", "one of them speaks of some") if "some" in added | dropped else None


def _scopes(words: frozenset[str]) -> frozenset[str]:
    return frozenset(name for name, scope in _SCOPES.items() if words & scope)


def _ranked(pair: _Pair) -> Said:
    ours, theirs = pair.words
    if added := (ours - theirs) & _RANKS:
        return "unsupported", f"the page does not say “{min(added)}”"
    if ours & _RANKS and (softer := (theirs - ours) & _SOFTER):
        return "unsupported", f"the page says “{min(softer).replace('oneof', 'one of')}”"
    return None


def _conditioned(pair: _Pair) -> Said:
    """Find a condition of the page that the claim leaves out, or one it adds."""
    is_rule = _RULE.search(pair.claim) is not None
    for theirs in pair.theirs:
        if theirs.marker in _CONDITIONS and not _has(pair.ours, theirs):
            return "unsupported" if is_rule else "unchecked", f"the page adds “{theirs.marker} …”"
    for ours in pair.ours:
        if ours.marker != "main" and not _has(pair.theirs, ours):
            return "unchecked", f"the page has no such “{ours.marker} …”"
    return None


def _open(pair: _Pair) -> Said:
    """Say why the words alone do not settle it."""
    if foreign := pair.foreign:
        return "unchecked", f"the page has not the word “{foreign[0]}” there"
    if not _fits(pair.ours, pair.theirs):
        return "unchecked", "its words are in another order than on the page"
    return None


def _has(clauses: Sequence[Clause], wanted: Clause) -> bool:
    return any(clause.marker == wanted.marker and _about_same(clause, wanted) for clause in clauses)


def _about_same(one: Clause, other: Clause) -> bool:
    ours, theirs = frozenset(one.words), frozenset(other.words)
    return len(ours & theirs) >= _SHARED * min(len(ours), len(theirs))  # a clause of a number alone is about any


def _fits(ours: Sequence[Clause], theirs: Sequence[Clause], *, in_order: bool = False) -> bool:
    return all(
        any(o.marker == t.marker and _same_order(o.words, t.words, in_order=in_order) for t in theirs) for o in ours
    )


def _same_order(ours: Sequence[str], theirs: Sequence[str], *, in_order: bool) -> bool:
    """Say whether words come in the order of others, left-out ones aside, or with one stretch of all moved."""
    rest = iter(theirs)
    if all(word in rest for word in ours):
        return True
    if in_order or Counter(ours) != Counter(theirs):
        return False
    size = len(ours)
    tuple_of_ours = tuple(ours)
    return any(
        (*theirs[:i], *theirs[j:k], *theirs[i:j], *theirs[k:]) == tuple_of_ours
        for i in range(size)
        for j in range(i + 1, size)
        for k in range(j + 1, size + 1)
    )


def _tokens(text: str) -> frozenset[str]:
    for pattern in _LIMITS.values():
        text = pattern.sub(" ", text)
    return frozenset(re.findall(r"[\w']+", text))


_CHECKS: tuple[Callable[[_Pair], Said], ...] = (
    _denied, _ruled, _limited, _opposed, _turned, _exchanged, _scoped, _ranked, _conditioned, _open
)  # fmt: skip
