"""What code asks of a text that a model wrote, beyond what it asks of any answer."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from dragoman.assistants.mines.tools import MinesTools
from dragoman.assistants.mines.writing.excerpts import Excerpts
from dragoman.domain.claim import Claim, ClaimLabel, Grounding
from dragoman.domain.interpretation import Interpretation
from dragoman.domain.lineage import CalculationNode
from dragoman.grounding.citations import markers_of
from dragoman.grounding.confidence import verdict
from dragoman.grounding.evidence import Evidence
from dragoman.grounding.judge import plain

Judgements = Mapping[str, Claim]  # by what the claim says, whatever its markers
_ADDRESS = re.compile(r"https?:|\bwww\.|]\(", re.IGNORECASE)
_ABSENT = re.compile(
    r"\b(?:not (?:found|stated?|said|given|reported|available|disclosed|mentioned|specified|in the)|"
    r"(?:do|does|did|is|are|was|were)(?: not|n't) (?:\w+ ){0,2}(?:say|state|give|mention|report|explain|contain|"
    r"include|provide|disclose|specify|found|available)|"
    r"no (?:figure|information|data|mention|reason|explanation|excerpt|page)s?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TextCheck:
    """Checks a text whose markers are those of the excerpts and of the news behind them."""

    tools: MinesTools
    excerpts: Excerpts
    question: str
    reference_date: date
    news: tuple[Evidence, ...] = ()
    calculations: tuple[CalculationNode, ...] = ()
    judgements: Judgements = field(default_factory=dict)

    def __call__(self, text: str) -> Grounding:
        """Return every claim with its verdict; what no page, calculation or judge carries is unsupported."""
        claims = tuple(self._settled(claim) for claim in self._code(text).claims)
        return Grounding(verdict=verdict(claims), claims=claims)

    def unsettled(self, text: str) -> tuple[Claim, ...]:
        """Return the claims that only a judge can settle, and none has."""
        claims = (self._cites_rightly(claim) for claim in self._code(text).claims)
        return tuple(c for c in claims if c.verdict == "unchecked" and not claims_nothing(c) and not self._known(c))

    def _code(self, text: str) -> Grounding:
        """Ground the text; what cites no news rests on reports and calculations alone."""
        numbered = (*self.excerpts.evidence, *self.news)
        grounding = self._ground(text, numbered)
        if not self.news:
            return grounding
        claims = tuple(self._reports_first(claim) for claim in grounding.claims)
        return Grounding(verdict=verdict(claims), claims=claims)

    def _ground(self, text: str, evidence: Sequence[Evidence]) -> Grounding:
        return self.tools.grounder.ground(
            text,
            evidence,
            question=self.question,
            calculations=self.calculations,
            reference_date=self.reference_date,
        )

    def _reports_first(self, claim: Claim) -> Claim:
        """Fail a claim whose numbers only the news has and does not say so, or that a report contradicts."""
        told = {one.marker for one in self.news}
        cited = set(markers_of(claim.text))
        if claim.verdict != "supported" or "quantity" not in claim.kinds or (cited and not cited & told):
            return claim
        by_reports = self._ground(_bare(claim.text), self.excerpts.evidence).claims
        if not cited and any(one.verdict in ("unsupported", "contradicted") for one in by_reports):
            return _fallen(claim, "only the news has it, and the sentence does not say so")
        if cited <= told and any(one.verdict == "contradicted" for one in by_reports):
            return _fallen(claim, "a report says otherwise, and the report counts")
        return claim

    def _settled(self, claim: Claim) -> Claim:
        claim = self._cites_rightly(claim)
        if _ADDRESS.search(claim.text):
            return _fallen(claim, "it holds an address; places are cited by their markers")
        if claim.verdict != "unchecked" or claims_nothing(claim):
            return claim
        if judged := self._known(claim):
            return self._labelled(replace(judged, text=claim.text))
        if markers_of(claim.text):
            return claim
        return self._labelled(_fallen(claim, "it cites no page, and nothing else carries it"))

    def _known(self, claim: Claim) -> Claim | None:
        return self.judgements.get(plain(claim.text))

    def _cites_rightly(self, claim: Claim) -> Claim:
        """Fail a claim with a marker that leads nowhere, or that speaks of one company and cites another's page."""
        if claim.verdict not in ("supported", "unchecked"):
            return claim
        markers = markers_of(claim.text)
        known = self.excerpts.markers | {one.marker for one in self.news}
        if any(marker not in known for marker in markers):
            return self._labelled(_fallen(claim, "a marker leads to no page"))
        owners = self.excerpts.companies(markers)
        named = frozenset(self._seen(claim).names("company"))
        if owners and named and not owners <= named:
            return self._labelled(_fallen(claim, "the page cited is another company's"))
        return claim

    def _labelled(self, claim: Claim) -> Claim:
        """Return a failed claim with what it is about, for another search."""
        if claim.verdict == "supported":
            return claim
        seen = self._seen(claim)
        named = [seen.names("company"), seen.names("metric"), seen.period_labels()]
        company, metric, period = (next(iter(names), None) for names in named)
        return replace(claim, label=ClaimLabel(company=company, metric=metric, period=period))

    def _seen(self, claim: Claim) -> Interpretation:
        return self.tools.interpreter.interpret(claim.text, reference_date=self.reference_date)


def _bare(text: str) -> str:
    return re.sub(r"\s*\[\d+\]", "", text)


def claims_nothing(claim: Claim) -> bool:
    """Say whether a claim is a lead-in, a question, or says that something is not there."""
    ending = claim.text.rstrip()[-1:]
    return ending in (":", "?") or ("quantity" not in claim.kinds and absent(claim.text))


def absent(text: str) -> bool:
    """Say whether a text says that something is not there."""
    return _ABSENT.search(text) is not None


def _fallen(claim: Claim, reason: str) -> Claim:
    return replace(claim, verdict="unsupported", reason=reason, basis="general_knowledge", quote="")
