"""The embedded layer of the classifier scenario: intent rules and the lexical classifier, weighed together.

The classifier's probability is calibrated on examples left out of training. Rules that fire are evidence on top of
it, added as log-odds; how much each is worth is set here by hand, and the suite `scenarios` measures the result.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from math import log
from typing import Any, Protocol

from dragoman.classify.model import probability
from dragoman.decide.language import without_asking_words
from dragoman.domain.decision import Candidate
from dragoman.domain.interpretation import IntentMatch, Interpretation
from dragoman.interpret.language import is_english
from dragoman.scenarios.catalog import line_of
from dragoman.scenarios.orchestrator import CLASSIFIER_FALLBACK_SCENARIO_ID

Json = dict[str, Any]
RULE_FIRES = 2.5
RULE_COMES_FIRST = 2.0  # besides, as far as it is more specific than the rules of all others
OTHERS_FIRE = -1.5  # rules of others fire and none of its own
UNSEEN = 0.15  # what an intent is worth before any evidence, where there is no classifier
MIN_INSIDE = 0.3  # below this for every scenario nothing fits
MIN_OPTION = 0.12  # an option below this is no help
MAX_OPTIONS = 5
VAGUE_AT_MOST = 0.65  # what vague words are worth, whichever examples they resemble
SURE_OF_LANGUAGE = 0.9  # set by hand
SURE = 0.7  # two scenarios as sure as this are a question, however sure the first is

# Words that say that something shall be done, and not what.
VAGUE = frozenset(
    [
        "look",
        "into",
        "check",
        "see",
        "review",
        "do",
        "help",
        "me",
        "this",
        "that",
        "it",
        "please",
        "need",
        "want",
        "something",
        "thing",
        "things",
        "stuff",
        "project",
        "work",
        "task",
        "handle",
        "take",
        "care",
        "sort",
        "fix",
        "go",
        "over",
        "through",
        "run",
        "start",
        "deal",
        "have",
        "an",
        "a",
        "the",
        "for",
        "with",
        "about",
        "report",
        "reports",
        "analysis",
        "analyse",
        "analyze",
        "examine",
        "investigate",
        "assess",
        "can",
        "could",
        "you",
        "i",
        "we",
        "my",
        "our",
        "of",
        "at",
        "on",
        "in",
        "to",
        "and",
    ]
)
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

    def __init__(self, reader: Reads, classifier: Classifies | None, today: Callable[[], date]) -> None:
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
        confidence, margin = _sureness(ranked)
        if is_vague(prompt) and not seen.intents:
            confidence = min(confidence, VAGUE_AT_MOST)  # words that could mean anything are asked about
        fired = list(dict.fromkeys(f"{match.intent}/{match.rule}" for match in seen.intents))
        if confidence < MIN_INSIDE and not is_vague(prompt):
            return _nothing_fits(confidence, candidates)
        offered = _options(ranked, catalog, is_open=is_vague(prompt))
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

    def _weigh(self, prompt: str, matches: Sequence[IntentMatch], names: Sequence[str]) -> list[tuple[str, float]]:
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


def _sureness(ranked: Sequence[tuple[str, float]]) -> tuple[float, float]:
    """Return how sure the first is and how far ahead; not at all where the second is sure as well."""
    first, second = ranked[0][1], ranked[1][1] if len(ranked) > 1 else 0.0
    return first, 0.0 if second >= SURE else first - second


def is_vague(prompt: str) -> bool:
    """Say whether the words ask for something to be done without saying what."""
    words = [word.strip(".,;:!?'\"()") for word in prompt.lower().split()]
    return bool(words) and all(word in VAGUE for word in words if word)


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


def _options(ranked: Sequence[tuple[str, float]], catalog: Sequence[Json], *, is_open: bool) -> list[Json]:
    """Return what to choose from: what is likely; where nothing was said, the first few of everything."""
    entries: Mapping[str, Json] = {entry["id"]: entry for entry in catalog}
    likely = [name for name, share in ranked if share >= MIN_OPTION][:MAX_OPTIONS]
    chosen = [name for name, _ in ranked[:MAX_OPTIONS]] if is_open else likely
    chosen = chosen if len(chosen) > 1 else [name for name, _ in ranked[:3]]
    return [{"value": name, "text": line_of(entries[name])} for name in chosen]


def _log_odds(share: float) -> float:
    share = min(max(share, 1e-4), 1 - 1e-4)
    return log(share / (1 - share))
