"""The embedded layer of the classifier scenario: intent rules and the lexical classifier, weighed together.

The classifier's probability is calibrated on examples left out of training. Rules that fire are evidence on top of
it, added as log-odds; how much each is worth is set here by hand, and the suite `scenarios` measures the result.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from math import log
from types import MappingProxyType
from typing import Any, Protocol

from dragoman.classify.model import probability
from dragoman.decide.language import without_asking_words
from dragoman.domain.decision import Candidate
from dragoman.domain.interpretation import IntentMatch, Interpretation
from dragoman.interpret.language import is_english
from dragoman.scenarios.choose.catalog import line_of
from dragoman.scenarios.choose.vague import is_vague
from dragoman.scenarios.orchestrator import CLASSIFIER_FALLBACK_SCENARIO_ID

Json = dict[str, Any]
Ranking = list[tuple[str, float]]  # scenarios with their probability, the likeliest first
Parts = Mapping[str, Sequence[str]]  # of each scenario, those whose work is part of it
RULE_FIRES = 2.0
RULE_COMES_FIRST = 1.5  # besides, as far as it is more specific than the rules of all others
OTHERS_FIRE = -1.5  # rules of others fire and none of its own
UNSEEN = 0.15  # what an intent is worth before any evidence, where there is no classifier
MIN_INSIDE = 0.3  # below this for every scenario nothing fits
MIN_OPTION = 0.12  # an option below this is no help
MAX_OPTIONS = 5
VAGUE_AT_MOST = 0.65  # what vague words are worth, whichever examples they resemble
SURE_OF_LANGUAGE = 0.9  # set by hand
SURE = 0.7  # two scenarios as sure as this are a question, however sure the first is

SURE_OF_HELP = 0.95
HALF_SURE = 0.75  # each half of a text for another scenario is a question from here on
MAX_JOINTS = 4
MIN_HALF = 2  # words
_JOINT = re.compile(r"(?i)\s*[;,]\s*|\s+(?:and|plus|then|also|as well as)\s+")
_NUMBERS = ("no", "one", "two", "three", "four", "five")


class Classifies(Protocol):
    """Gives each intent a calibrated probability; the lexical classifier does."""

    def propose(self, text: str) -> tuple[Candidate, ...]:
        """Return the intents, the likeliest first."""


class Reads(Protocol):
    """Interprets a text with the rules of the catalog's intents."""

    def interpret(self, text: str, *, reference_date: date) -> Interpretation:
        """Return what code can know about the text."""


class EmbeddedProposer:
    """Says which scenario is meant, without any model."""

    def __init__(
        self,
        reader: Reads,
        classifier: Classifies | None,
        today: Callable[[], date],
        *,
        parts: Mapping[str, Sequence[str]] = MappingProxyType({}),
    ) -> None:
        """`parts` are, for a scenario, those whose work is part of its own."""
        self._parts = parts
        self._reader = reader
        self._classifier = classifier
        self._today = today

    def propose(self, prompt: str, catalog: Sequence[Json]) -> Json:
        """Return a ClassifierEnvelope, with options and a question for the case that the person is asked."""
        seen = self._read(prompt)
        if not is_english(seen.utterance.language):
            seen, said = without_asking_words(seen, self._read)
            if not said:
                return _in_another_language()
        ranked = self._weigh(prompt, seen.intents, [entry["id"] for entry in catalog])
        candidates = [{"intent_route": name, "score": round(share, 4)} for name, share in ranked]
        parts = {entry["id"]: self._parts.get(entry["id"], ()) for entry in catalog}
        confidence, margin = _sureness(ranked, parts)
        if both := self._two_things(prompt, ranked[0][0], parts):
            margin = 0.0
        is_open = is_vague(prompt)
        if is_open and not seen.intents and not _asks_for_help(ranked):
            confidence = min(confidence, VAGUE_AT_MOST)  # words that could mean anything are asked about
        fired = list(dict.fromkeys(f"{match.intent}/{match.rule}" for match in seen.intents))
        if confidence < MIN_INSIDE and not is_open:
            return _nothing_fits(confidence, candidates)
        offered = _options(ranked, catalog, first=both, is_open=is_open)
        return {
            "chosen_intent_route": ranked[0][0],
            "confidence": round(confidence, 4),
            "margin": round(margin, 4),
            "reason": f"rules {', '.join(fired)}" if fired else "words like those of its examples",
            "candidates": candidates,
            "decided_by": "rule" if fired else "classifier",
            "options": offered,
            "question": f"I can see {_NUMBERS[len(offered)]} things you may mean (confidence {confidence:.2f}):",
        }

    def _read(self, prompt: str) -> Interpretation:
        return self._reader.interpret(prompt, reference_date=self._today())

    def _two_things(self, prompt: str, first: str, parts: Parts) -> tuple[str, ...]:
        """Return the two scenarios that the halves of a text are for, where that is two; the first may do both."""
        for halves in _halves(prompt):
            seen = [self._read(half) for half in halves]
            tops = [self._weigh(half, one.intents, list(parts))[0] for half, one in zip(halves, seen, strict=True)]
            names = tuple(dict.fromkeys(name for name, share in tops if share >= HALF_SURE))
            is_help = CLASSIFIER_FALLBACK_SCENARIO_ID in names  # politeness before a question is no second thing
            if len(names) == len(halves) and not is_help and not {first, *parts[first]}.issuperset(names):
                return names
        return ()

    def _weigh(self, prompt: str, matches: Sequence[IntentMatch], names: Sequence[str]) -> Ranking:
        learned = {one.intent: one.confidence for one in self._classifier.propose(prompt)} if self._classifier else {}
        own = {match.intent for match in matches}
        first, lead = (matches[0].intent, matches[0].margin) if matches else ("", 0.0)
        found = []
        for name in names:
            odds = _log_odds(learned.get(name, UNSEEN))
            odds += RULE_FIRES * (name in own) + RULE_COMES_FIRST * lead * (name == first)
            odds += OTHERS_FIRE * bool(own and name not in own)
            found.append((name, probability(odds)))
        return sorted(found, key=lambda pair: (-pair[1], pair[0]))


def _sureness(ranked: Ranking, parts: Parts) -> tuple[float, float]:
    """Return how sure the first is and how far ahead; not at all where the second is sure as well.

    What speaks for a part of the first speaks for it too, so its parts are no rivals.
    """
    first, share = ranked[0]
    rivals = [other for name, other in ranked[1:] if name not in parts[first]]
    second = rivals[0] if rivals else 0.0
    return share, 0.0 if second >= SURE else share - second


def _asks_for_help(ranked: Ranking) -> bool:
    """Say whether it is about the product: what people ask of it is made of the plainest words."""
    name, share = ranked[0]
    return name == CLASSIFIER_FALLBACK_SCENARIO_ID and share >= SURE_OF_HELP


def _halves(prompt: str) -> Iterator[tuple[str, str]]:
    """Yield the text in two, at each word or sign that joins two things."""
    for joint in list(_JOINT.finditer(prompt))[:MAX_JOINTS]:
        halves = prompt[: joint.start()], prompt[joint.end() :]
        if all(len(half.split()) >= MIN_HALF for half in halves):
            yield halves


def _nothing_fits(confidence: float, candidates: list[Json]) -> Json:
    fallback = CLASSIFIER_FALLBACK_SCENARIO_ID
    rest = [one for one in candidates if one["intent_route"] != fallback]
    share = round(1 - confidence, 4)
    return {
        "chosen_intent_route": fallback,
        "confidence": share,
        "margin": share,
        "reason": "nothing on offer fits",
        "candidates": [{"intent_route": fallback, "score": share}, *rest],
        "decided_by": "classifier",
        "options": [],
        "question": "",
    }


def _in_another_language() -> Json:
    """Choose what answers when nothing fits: it says in the person's language that we work in English."""
    fallback = CLASSIFIER_FALLBACK_SCENARIO_ID
    return {
        "chosen_intent_route": fallback,
        "confidence": SURE_OF_LANGUAGE,
        "margin": SURE_OF_LANGUAGE,
        "reason": "not in English",
        "candidates": [{"intent_route": fallback, "score": SURE_OF_LANGUAGE}],
        "decided_by": "rule",
        "options": [],
        "question": "",
    }


def _options(ranked: Ranking, catalog: Sequence[Json], *, first: Sequence[str], is_open: bool) -> list[Json]:
    """Return what to choose from: what is likely; where nothing was said, the first few of everything."""
    entries: Mapping[str, Json] = {entry["id"]: entry for entry in catalog}
    likely = [*first, *(name for name, share in ranked if share >= MIN_OPTION and name not in first)][:MAX_OPTIONS]
    chosen = [name for name, _ in ranked[:MAX_OPTIONS]] if is_open else likely
    chosen = chosen if len(chosen) > 1 else [name for name, _ in ranked[:3]]
    return [{"value": name, "text": line_of(entries[name])} for name in chosen]


def _log_odds(share: float) -> float:
    share = min(max(share, 1e-4), 1 - 1e-4)
    return log(share / (1 - share))
