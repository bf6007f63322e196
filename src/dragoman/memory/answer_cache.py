"""The answer cache: an answer is given again to the same question, and kept only when it was checked."""

import secrets
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Literal

from dragoman.domain.answer import Answer, Recall
from dragoman.domain.event import Clock
from dragoman.errors import UnknownNameError, UsageError
from dragoman.memory.equivalence import of_comparison
from dragoman.memory.features import Comparison, compare
from dragoman.memory.key import Asked
from dragoman.memory.meaning import QuestionMeaning
from dragoman.memory.wording import Wording, read_wording
from dragoman.stores.answer_rows import Candidate, Kind, LogLine, StoredAnswer
from dragoman.stores.answers import AnswerStore

Json = dict[str, Any]
WrongDone = Literal["forgotten", "blocked", "noted"]  # an entry went; none was there, and none will; only logged
MAX_COMPARED = 10  # entries that a question is compared with, the likeliest first
MAX_CLOSED = 0.94  # of figures asked for in words that differ: a hint at most, for the slots did not decide
MAX_EDIT = 20_000  # characters of an answer


class ThresholdError(UsageError):
    """A threshold of the answer cache is no probability."""

    code = "memory-threshold"


class EditError(UsageError):
    """A remembered answer cannot be replaced by this text."""

    code = "memory-edit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """From which equivalence a remembered answer is given, and from which it is a hint.

    1 asks for the same words, 0 takes any entry whose slots are equal. Neither is replaced by a default.
    """

    answer: float = 0.95
    hint: float = 0.80

    def __post_init__(self) -> None:
        if not 0 <= self.hint <= 1 or not 0 <= self.answer <= 1:
            raise ThresholdError(
                f"the thresholds {self.answer:g} and {self.hint:g} are no probabilities",
                remedy="Each is a number from 0 to 1.",
            )


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """An entry that fits a question."""

    entry: StoredAnswer
    equivalence: float  # probability that both questions ask the same; 1.0 where all slots decide
    age: timedelta


class Hit(Found):
    """The remembered answer is the answer."""

    __slots__ = ()


class Hint(Found):
    """The remembered answer is about something near; it may help to write one, and is never given as one."""

    __slots__ = ()


class AnswerCache:
    """Remembers checked answers under their slots. Looking up reads only, and asks no model."""

    def __init__(
        self,
        store: AnswerStore,
        clock: Clock,
        *,
        rules: str,
        ttl: timedelta | None,
        thresholds: Thresholds | None = None,
        meaning: QuestionMeaning | None = None,
    ) -> None:
        """`rules` names the version of what plans and composes; `ttl` None means that age alone ends nothing.

        `meaning` compares open questions beside their words; None compares by words alone.
        """
        self.store = store
        self._clock = clock
        self.rules = rules
        self._ttl = ttl
        self._thresholds = thresholds or Thresholds()
        self._meaning = meaning or QuestionMeaning(lambda: None)

    @property
    def compares_by(self) -> str:
        """What open questions are compared by: their words, and their meaning where an embedder tells it."""
        note = self._meaning.note
        return f"words alone: {note}" if note else "words and meaning"

    def look_up(self, asked: Asked, *, thresholds: Thresholds | None = None) -> Hit | Hint | None:
        """Return the answer that was given before, or a hint; `thresholds` are for this call alone."""
        limits = self._thresholds if thresholds is None else thresholds
        equivalence, best = self._best(asked, min(limits.hint, limits.answer))
        if best is None:
            return None
        is_exact = equivalence == 1.0 and _plain(asked.question) == _plain(best.question)
        if is_exact or (limits.answer < 1 and equivalence >= limits.answer):
            kind: type[Hit | Hint] = Hit
        elif equivalence >= limits.hint:
            kind = Hint
        else:
            return None
        try:
            entry = self.store.entry(asked.key.tenant, best.id)
        except UnknownNameError:  # forgotten or replaced a moment ago, by somebody else
            return None
        return kind(entry=entry, equivalence=equivalence, age=self._clock.now() - best.at)

    def used(self, asked: Asked, found: Hit | Hint) -> None:
        """Put on record that an entry answered a question, or helped to."""
        kind: Kind = "hit" if isinstance(found, Hit) else "hint"
        self.store.record(
            LogLine(
                at=self._clock.now(),
                tenant=asked.key.tenant,
                kind=kind,
                entry=found.entry.id,
                question=asked.question,
                signature=signature_of(read_wording(asked.residual)),
                equivalence=round(found.equivalence, 4),
            )
        )

    def recall(self, asked: Asked) -> Recall:
        """Return what a question is known by, to be kept with its answer."""
        return Recall(key=asked.key.digest, signature=signature_of(read_wording(asked.residual)))

    def remember(self, asked: Asked, answer: Json, extra: Json) -> str | None:
        """Keep an answer that may be kept (the caller has seen that it was checked), and return its id.

        None when the pair was called wrong before, or a person's own edit stands there. What is too old goes.
        """
        now, key = self._clock.now(), asked.key.digest
        words = read_wording(asked.residual)
        signature = signature_of(words)
        if self._ttl is not None:
            self.store.remove_before(now - self._ttl, at=now)
        vector = self._meaning.vector(asked.question) if asked.is_open else None
        entry = StoredAnswer(
            id=f"m-{secrets.token_hex(5)}",
            tenant=asked.key.tenant,
            assistant=asked.key.assistant,
            key=key,
            corpus=asked.key.corpus,
            signature=signature,
            question=asked.question,
            residual=asked.residual,
            answer=answer,
            extra=extra,
            at=now,
            embedder=self._meaning.id if vector else "",
            vector=vector,
        )
        return entry.id if self.store.put(entry, words.content) else None

    def entries(
        self, tenant: str, *, find: str = "", limit: int | None = None, offset: int = 0
    ) -> tuple[StoredAnswer, ...]:
        """Return what is remembered for a tenant, newest first; `find` takes those that have all these words."""
        return self.store.entries(tenant, find=find, limit=limit, offset=offset)

    def count(self, tenant: str, *, find: str = "") -> int:
        """Return how many entries there are with these words."""
        return self.store.count(tenant, find=find)

    def entry(self, tenant: str, entry: str) -> StoredAnswer:
        """Return one entry. Raises UnknownNameError."""
        return self.store.entry(tenant, entry)

    def edit(self, tenant: str, entry: str, text: str) -> StoredAnswer:
        """Put a person's text in place of the answer's; it is labelled so when it is given again.

        Raises UnknownNameError, EditError.
        """
        if not text.strip():
            raise EditError("an answer has words", remedy="Delete the entry instead: dragoman memory delete ID.")
        if len(text) > MAX_EDIT:
            raise EditError(f"an answer has at most {MAX_EDIT:,} characters", remedy="Shorten it.")
        kept = self.store.entry(tenant, entry)
        return self.store.edit(tenant, entry, {**kept.answer, "text": text.strip()}, self._clock.now())

    def delete(self, tenant: str, entry: str) -> None:
        """Forget an entry. Raises UnknownNameError."""
        line = LogLine(at=self._clock.now(), tenant=tenant, kind="deleted", entry=entry)
        self.store.remove(tenant, entry, line)

    def wrong(self, tenant: str, entry: str, *, reason: str = "") -> None:
        """Forget an entry, and never answer again from its words: neither its own question nor any it answered.

        Those questions are worked out anew each time. The reason is logged. Raises UnknownNameError.
        """
        line = LogLine(at=self._clock.now(), tenant=tenant, kind="wrong", entry=entry, reason=reason.strip())
        self.store.block(tenant, entry, line)

    def wrong_answer(self, tenant: str, answer: Answer, *, reason: str = "") -> WrongDone:
        """Do the same for any answer a person was given, from memory or worked out, and say what there was to do.

        A question that is never answered from memory has nothing to forget; the reason is logged all the same.
        """
        name = f"{answer.thread}:{answer.turn}"
        line = LogLine(at=self._clock.now(), tenant=tenant, kind="wrong", entry=name, reason=reason.strip())
        if answer.remembered:
            with suppress(UnknownNameError):  # forgotten since: its question may still be known
                self.wrong(tenant, answer.remembered.entry, reason=reason)
                return "forgotten"
        if answer.recall is None or answer.outcome != "answered":
            self.store.note(line)
            return "noted"
        recall = answer.recall
        return "forgotten" if self.store.block_words(recall.key, recall.signature, line) else "blocked"

    def audit(self, tenant: str, *, limit: int = 100) -> tuple[LogLine, ...]:
        """Return what happened to a tenant's entries, newest first."""
        return self.store.log(tenant, limit=limit)

    def statistics(self, tenant: str) -> dict[str, int]:
        """Return counts: entries, blocked pairs, and hits, hints and the rest as the log has them."""
        counts = self.store.counts(tenant)
        kinds = ("entries", "hit", "hint", "remembered", "edited", "deleted", "wrong", "blocked")
        return {kind: counts.get(kind, 0) for kind in kinds}

    def _best(self, asked: Asked, least: float) -> tuple[float, Candidate | None]:
        """Return the likeliest entry; below `least` nobody asks how likely, and no vector is made to know it."""
        words, now = read_wording(asked.residual), self._clock.now()
        signature = signature_of(words)
        kept = self.store.candidates(asked.key.digest, signature, words.content, limit=MAX_COMPARED)
        near = [(one, compare(words, read_wording(one.residual))) for one in kept if not self._is_over(one, now)]
        if not asked.is_open:
            found = [(_of_figures(compared, signature == one.signature), one) for one, compared in near]
        else:
            found = self._of_narratives(asked, near, least)
        return max(found, key=lambda pair: pair[0], default=(0.0, None))

    def _of_narratives(
        self, asked: Asked, near: Sequence[tuple[Candidate, Comparison]], least: float
    ) -> list[tuple[float, Candidate]]:
        """Compare by meaning where that could make a difference, else by words."""
        at_most = [of_comparison(compared, cosine=1.0) if one.vector else 0.0 for one, compared in near]
        vector = self._meaning.vector(asked.question) if any(most >= least for most in at_most) else None
        found = []
        for (one, compared), most in zip(near, at_most, strict=True):
            is_told = vector and most >= least and one.embedder == self._meaning.id
            cosine = self._meaning.cosine(vector, one.vector) if is_told else None
            found.append((of_comparison(compared, cosine=cosine), one))
        return found

    def is_over(self, entry: StoredAnswer) -> bool:
        """Say whether an entry has outlived its time: it is still listed, and never given again."""
        return self._is_over(entry, self._clock.now())

    def _is_over(self, entry: Candidate | StoredAnswer, now: datetime) -> bool:
        return self._ttl is not None and now - (entry.edited or entry.at) >= self._ttl


def _of_figures(compared: Comparison, is_signed: bool) -> float:  # noqa: FBT001  a condition, read at its one call
    """Return 1 where nothing is left to compare; else a hint at most, for the slots did not decide."""
    return 1.0 if is_signed else min(of_comparison(compared), MAX_CLOSED)


def signature_of(words: Wording) -> str:
    """Return the words that count, in no order: equal signatures of a closed question ask for the same."""
    negated = (str(words.negations), *sorted(words.negated))
    parts = (*sorted(words.content), "|", *sorted(words.numbers), "|", *negated)
    return " ".join(parts)


def _plain(question: str) -> str:
    return read_wording(question).plain
