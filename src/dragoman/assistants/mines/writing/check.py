"""What code asks of a text that a model wrote, beyond what it asks of any answer."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from dragoman.assistants.mines.compose.narrative import stems
from dragoman.assistants.mines.tools import MinesTools
from dragoman.assistants.mines.writing.excerpts import Excerpts
from dragoman.domain.claim import Claim, ClaimLabel, Grounding
from dragoman.domain.interpretation import Interpretation
from dragoman.domain.lineage import CalculationNode
from dragoman.grounding.citations import markers_of
from dragoman.grounding.confidence import verdict
from dragoman.grounding.evidence import Evidence
from dragoman.grounding.judge import plain
from dragoman.grounding.orders import without_orders
from dragoman.interpret.language import is_english
from dragoman.models.plain import holds_address

Judgements = Mapping[str, Claim]  # by what the claim says, whatever its markers
_ABSENT = re.compile(
    r"\b(?:not (?:found|stated?|said|given|reported|available|disclosed|mentioned|specified|in the)|"
    r"(?:do|does|did|is|are|was|were)(?: not|n't) (?:\w+ ){0,2}(?:say|state|give|mention|report|explain|contain|"
    r"include|provide|disclose|specify|found|available)|"
    r"no (?:figure|information|data|mention|reason|explanation|excerpt|page)s?)\b",
    re.IGNORECASE,
)
_WORDS_OF_ABSENCE = stems(
    """
    not nor neither none nothing found find stated states state say says said tell tells give gives reported
    reports report available disclosed mentioned mentions mention specified specify contain contains include
    includes provide explain explained excerpt excerpts page pages document documents annual figure figures
    information data reason reasons explanation cause why how much many whether following these those here below
    is are was were does do did read searched looked asked question
    """
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
        whole = self._language(text)
        claims = tuple(self._settled(claim, whole) for claim in self._code(text).claims)
        return Grounding(verdict=verdict(claims), claims=claims)

    def unsettled(self, text: str) -> tuple[Claim, ...]:
        """Return the claims that only a judge can settle, and none has; what cites no page is not asked about."""
        claims = (self._cites_rightly(claim) for claim in self._code(text).claims)
        is_open = (c for c in claims if c.verdict == "unchecked" and not claims_nothing(c) and markers_of(c.text))
        return tuple(c for c in is_open if not self._known(c))

    @property
    def carriers(self) -> tuple[Evidence, ...]:
        """What a claim may rest on: the excerpts and the news without the sentences that order a reader about."""
        return (*asserted(self.excerpts.evidence), *asserted(self.news))

    def _code(self, text: str) -> Grounding:
        """Ground the text; what cites no news rests on reports and calculations alone."""
        claims: Sequence[Claim] = self._ground(text, self.carriers).claims
        if self.news:
            claims = [self._reports_first(claim) for claim in claims]
        whole = self._language(text)
        claims = tuple(self._readable(claim, whole) for claim in claims)
        return Grounding(verdict=verdict(claims), claims=claims)

    def _readable(self, claim: Claim, whole: str | None) -> Claim:
        """Leave a sentence open whose words code cannot read, unless the page has them; its figures alone say little.

        `whole` is the language of the text around it, which counts where the sentence itself shows none.
        """
        if claim.verdict != "supported" or is_english(self._language(claim.text) or whole):
            return claim
        if plain(claim.text) in plain(claim.quote):
            return claim
        return replace(claim, verdict="unchecked", reason="it is not in English, which is all that code reads")

    def _language(self, text: str) -> str | None:
        return self.tools.interpreter.interpret(_bare(text), reference_date=self.reference_date).utterance.language

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
        by_reports = self._ground(_bare(claim.text), asserted(self.excerpts.evidence)).claims
        if not cited and any(one.verdict in ("unsupported", "contradicted") for one in by_reports):
            return _fallen(claim, "only the news has it, and the sentence does not say so")
        if cited <= told and any(one.verdict == "contradicted" for one in by_reports):
            return _fallen(claim, "a report says otherwise, and the report counts")
        return claim

    def _settled(self, claim: Claim, whole: str | None) -> Claim:
        """Return the claim with its last verdict; `whole` is the language of the text it stands in."""
        claim = self._cites_rightly(claim)
        if holds_address(claim.text):
            return _fallen(claim, "it holds an address or markup; places are cited by their markers")
        if claim.verdict == "supported" and not markers_of(claim.text) and not self._is_calculated(claim):
            return self._labelled(_fallen(claim, "it cites no page, and no calculation carries it"))
        if claim.verdict != "unchecked":
            return claim
        if claims_nothing(claim):
            return claim if self._says_no_more(claim) else _fallen(claim, "it says more than that a thing is not there")
        if not markers_of(claim.text):
            return self._labelled(_fallen(claim, "it cites no page, and nothing else carries it"))
        judged = self._known(claim)
        if judged:
            return self._labelled(replace(judged, text=claim.text))
        if not is_english(self._language(claim.text) or whole):
            return self._labelled(_fallen(claim, "it is not in English, and no judge settled it"))
        return claim

    def _says_no_more(self, claim: Claim) -> bool:
        """Say whether a lead-in or a word of absence has no words but the question's own; an answer asks nothing."""
        words = stems(_bare(claim.text)) - stems(self.question) - _WORDS_OF_ABSENCE
        return not words and not claim.text.rstrip().endswith("?")

    def _is_calculated(self, claim: Claim) -> bool:
        """Say whether the calculations alone carry a claim: those are stated without a marker."""
        return bool(self.calculations) and self._ground(claim.text, ()).verdict == "yes"

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


def asserted(evidence: Sequence[Evidence]) -> tuple[Evidence, ...]:
    """Return the places with what they assert: an order to say a thing is no word for it."""
    return tuple(replace(one, text=without_orders(one.text)) for one in evidence)


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
