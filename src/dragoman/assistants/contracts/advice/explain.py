"""A few sentences of a model in front of the agreement's own words, each cited, each held against what it cites."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dragoman.assistants.contracts.advice.ask import asked, prompts
from dragoman.assistants.contracts.advice.same import says_the_same
from dragoman.assistants.contracts.advice.sheet import Sheet, sheet_of
from dragoman.assistants.contracts.compose import Draft, Scene
from dragoman.assistants.contracts.library import Clause
from dragoman.assistants.contracts.tools import ContractsTools
from dragoman.domain.answer import Citation
from dragoman.domain.claim import Claim
from dragoman.graphs.path import TurnContext
from dragoman.grounding.citations import markers_of, renumber, without_markers
from dragoman.grounding.confidence import label_text
from dragoman.grounding.evidence import Evidence
from dragoman.grounding.judge import JUDGED, judge
from dragoman.models.plain import holds_markup

NODE = "generate"
PROMPT = "contracts_explain"
MAX_SENTENCES = 4
NOTHING = "(nothing)"
_YES_NO = re.compile(
    r"^\W*(?:can|could|may|might|must|shall|should|will|would|is|are|was|were|do|does|did|has|have|am)\b", re.IGNORECASE
)
_VERDICT = re.compile(r"(?:^|(?<=[.!?]\s))\s*(?:yes|no)\b\s*(?:[,:;.–—-]\s*|$)", re.IGNORECASE | re.MULTILINE)
_CONDITION = re.compile(
    r"\b(?:unless|except|provided|subject to|if|only|save|without|other than|until|notwithstanding)\b"
)
_EXPLAIN = re.compile(
    r"^\W*(?:please )?(?:why|explain|summari[sz]e|describe|compare|how (?:does|do|is|are|can)|in plain|what happens)\b"
    r"|\b(?:difference between|in plain (?:english|words)|what does (?:it|this|that) mean)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SEPARATOR = "\x1f"  # no text of a document holds it


@dataclass(frozen=True, slots=True, kw_only=True)
class Sifted:
    """The sentences that stand, and those that fell."""

    kept: tuple[Claim, ...] = ()
    fell: tuple[Claim, ...] = ()


async def explained(
    draft: Draft, scene: Scene, *, tools: ContractsTools, turn: TurnContext, is_wanted: bool = False
) -> Draft:
    """Return the draft with a model's sentences in front; the same draft where none is asked, or none of them stands.

    `is_wanted` says that plain words are wanted whatever is asked.
    Where a sentence falls, it is tried once more over the whole agreement, with what fell.
    """
    if tools.adviser is None or not draft.body or not (is_wanted or _wants(draft, scene, tools)):
        return draft
    desk = _Desk(draft, scene, tools, turn)
    sheet, sifted = await desk.attempt(scene.clauses, ())
    if sifted.fell and len(scene.clauses) < len(scene.agreement.clauses):
        wider, again = await desk.attempt(scene.agreement.clauses, sifted.fell)
        if len(again.kept) >= len(sifted.kept) and again.kept:
            sheet, sifted = wider, again
    return _in_front(draft, sheet, sifted.kept) if sifted.kept else draft


def warnings_of(claims: Sequence[Claim]) -> tuple[str, ...]:
    """Return the line that says which sentences a model judged; nothing where code settled them all."""
    count = sum(claim.judged for claim in claims)
    if not count:
        return ()
    sentences = "One sentence is" if count == 1 else f"{count} sentences are"
    return (f"{sentences} marked {JUDGED}: judged by a language model from a quote on the page cited.",)


def _wants(draft: Draft, scene: Scene, tools: ContractsTools) -> bool:
    """Say whether the sentences that answer want combining or explaining."""
    if tools.policy == "model":
        return True
    cited = set(markers_of(draft.body))  # an amendment is another document, and joined to its clause already
    places = {one.section for one in draft.citations if one.marker in cited and one.document == _first(draft)}
    is_known = any(match.rule != "model" for match in scene.asked.intents[:1]) or bool(scene.question.subjects)
    has_condition = bool(_YES_NO.match(scene.asked.query) and _CONDITION.search(draft.body.lower()))
    return not is_known or len(places) > 1 or has_condition or bool(_EXPLAIN.search(scene.asked.query))


@dataclass(frozen=True, slots=True)
class _Desk:
    """What a text is written and checked with."""

    draft: Draft
    scene: Scene
    tools: ContractsTools
    turn: TurnContext

    async def attempt(self, clauses: Sequence[Clause], fell: Sequence[Claim]) -> tuple[Sheet, Sifted]:
        """Let a model write over these clauses, and return what of it stands."""
        day = self.turn.reference_date
        sheet = sheet_of(self.draft, self.scene, clauses, reader=self.tools.reader, day=day)
        inputs = {
            "excerpts": sheet.text,
            "fell": "\n".join(f"- {label_text(claim)}: {claim.reason}" for claim in fell) or NOTHING,
            "question": self.scene.asked.query,
        }
        text = await asked(
            NODE,
            lambda model: model.write(prompts()[PROMPT], inputs, meter=self.turn.meter),
            tools=self.tools,
            turn=self.turn,
        )
        return sheet, await self._sift(_VERDICT.sub("", text or "").strip(), sheet)

    async def _sift(self, text: str, sheet: Sheet) -> Sifted:
        claims = self.tools.judge.claims(text, sheet.carriers, reference_date=self.turn.reference_date)
        checked = [self._settled(claim, sheet) for claim in claims]
        judged = {one.text: one for one in await self._judged(text, sheet, checked)}
        settled = [judged.get(claim.text, claim) for claim in checked]
        kept = tuple(claim for claim in settled if claim.verdict == "supported")[:MAX_SENTENCES]
        return Sifted(kept=kept, fell=tuple(claim for claim in settled if claim.verdict != "supported"))

    def _settled(self, claim: Claim, sheet: Sheet) -> Claim:
        """Fail a sentence that cites nothing, cites what is not there, or has a number its excerpt has not."""
        markers = markers_of(claim.text)
        cited = " ".join(one.text for one in sheet.carriers if one.marker in markers)
        if not markers or not set(markers) <= sheet.markers:
            return _fallen(claim, "it cites no excerpt")
        if holds_markup(claim.text):
            return _fallen(claim, "it holds an address or markup")
        if not set(_NUMBER.findall(without_markers(claim.text))) <= set(_NUMBER.findall(cited)):
            return _fallen(claim, "it has a number that the excerpt has not")
        if claim.verdict == "supported" and not says_the_same(without_markers(claim.text), claim.quote):
            return _fallen(claim, "its excerpt says it of another, or the other way round")
        return claim

    async def _judged(self, text: str, sheet: Sheet, claims: Sequence[Claim]) -> Sequence[Claim]:
        """Let a model judge what code left open; never where the question wants yes or no, and never a number."""
        left = [claim for claim in claims if claim.verdict == "unchecked" and claim.kinds == ("statement",)]
        if not left or _YES_NO.match(self.scene.asked.query):
            return ()
        query, meter = self.scene.asked.query, self.turn.meter
        found = await asked(
            "judge",
            lambda model: judge(text, left, sheet.carriers, question=query, model=model, meter=meter),
            tools=self.tools,
            turn=self.turn,
        )
        return [self._not_denied(claim) for claim in found.claims] if found else ()

    def _not_denied(self, claim: Claim) -> Claim:
        """Fail a sentence that its own quote denies."""
        if claim.verdict != "supported":
            return claim
        quote = (Evidence(text=claim.quote, marker=1),)
        said = without_markers(claim.text).strip()
        again = self.tools.judge.claims(said, quote, reference_date=self.turn.reference_date)
        is_denied = any(one.verdict == "contradicted" for one in again) or not says_the_same(said, claim.quote)
        return _fallen(claim, "its quote says otherwise") if is_denied else claim


def _in_front(draft: Draft, sheet: Sheet, kept: Sequence[Claim]) -> Draft:
    """Put the sentences before the quotes, and number the citations anew, in the order of reading."""
    sentences = [_capital(f"{claim.text.strip()} {JUDGED}" if claim.judged else claim.text.strip()) for claim in kept]
    parts = [" ".join(sentences), draft.body, draft.also, *draft.notes, *(claim.text for claim in kept)]
    text, citations = renumber(_SEPARATOR.join(parts), sheet.citations)
    written, body, also, *rest = text.split(_SEPARATOR)
    notes, texts = rest[: len(draft.notes)], rest[len(draft.notes) :]
    new = {_place(one): one.marker for one in citations}
    marker_of = {one.marker: new.get(_place(one), 0) for one in sheet.citations}
    evidence = [replace(one, marker=marker_of.get(one.marker or 0, 0)) for one in sheet.evidence]
    return replace(
        draft,
        written=written,
        written_claims=tuple(replace(claim, text=said) for claim, said in zip(kept, texts, strict=True)),
        body=body,
        also=also,
        notes=tuple(notes),
        citations=citations,
        evidence=tuple(one for one in evidence if one.marker),
    )


def _first(draft: Draft) -> str:
    return draft.citations[0].document if draft.citations else ""


def _place(citation: Citation) -> tuple[str, int, str]:
    return citation.document, citation.page, citation.section


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _fallen(claim: Claim, reason: str) -> Claim:
    return replace(claim, verdict="unsupported", reason=reason, quote="")
