"""Which language a text is in, by script and function words; what to say to those that are not English."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

from dragoman.domain.utterance import Span
from dragoman.specs.reader import load
from dragoman.specs.spec import Spec

Script = Literal["latin", "han", "kana", "hangul", "devanagari", "arabic", "cyrillic"]
ENGLISH = "en"
UNKNOWN = "und"  # ISO 639-2: some language, and not English
_FILE = Path(__file__).with_name("languages.yaml")
_WORD = re.compile(r"[^\W\d_]+")
# For scripts whose vowel signs are no letters to `re`.
_BREAK = re.compile(r"[\s\d!-/:-@\[-`{-~¿¡।؟،؛、。？！，：…«»“”‘’]+")
_BY_NAME = {"CJK": "han", "HIRAGANA": "kana", "KATAKANA": "kana"}
_UNSPACED = ("han", "kana", "hangul")  # words of these stand in one row
_MANY = 2
_FIELD_WEIGHT = 2
_SAMPLE = 4_000  # characters; a language shows itself in these


class SaysSpec(Spec):
    """Our sentences in one language."""

    english_only: str
    ask: str
    reports: str


class LanguageSpec(Spec):
    """How a language is recognised, and what we say in it."""

    code: str
    script: Script
    words: tuple[str, ...] = ()
    field: tuple[str, ...] = ()
    letters: str = ""
    foreign: tuple[str, ...] = ()
    asks: tuple[str, ...]
    says: SaysSpec


class LanguagesSpec(Spec):
    """The file of languages."""

    languages: tuple[LanguageSpec, ...]
    scripts: dict[str, str]
    english: tuple[str, ...]


class Languages:
    """The languages of the file, ready to be looked for."""

    def __init__(self, spec: LanguagesSpec) -> None:
        self.by_code = {one.code: one for one in spec.languages}
        self._english = frozenset(spec.english)
        self._latin = [one for one in spec.languages if one.script == "latin"]
        self._by_script: dict[str, LanguageSpec] = {one.script: one for one in spec.languages if one.script != "latin"}
        self._others = spec.scripts
        self._field = frozenset(word for one in self._latin for word in one.field)
        self._words = frozenset(word for one in self._latin for word in (*one.words, *one.field)) - self._english

    def of(self, text: str, known: Sequence[Span] = ()) -> str | None:
        """Return the language of a text without its `known` places: an ISO code, "en" for English.

        None where nothing shows it ("BHP capex FY2024"), "und" for a language that is not English and not known.
        """
        rest = blanked(text[:_SAMPLE], known).lower()
        words = _WORD.findall(rest)
        english = len(self._english.intersection(words))
        if not rest.isascii() and (code := self._of_script(rest, english)):
            return code
        foreign = self._words.intersection(words)
        if self._is_foreign(text, words, foreign, english):
            return self._of_words(rest, foreign)
        return ENGLISH if english else None

    def _is_foreign(self, text: str, words: Sequence[str], foreign: frozenset[str], english: int) -> bool:
        if not foreign:
            return False
        if not english and not self._field.isdisjoint(foreign):
            return True
        is_alone = len(words) <= _MANY and len(foreign) == len(words) == len(_WORD.findall(text))
        return is_alone or (len(foreign) >= _MANY and len(foreign) > english)

    def _of_words(self, rest: str, foreign: frozenset[str]) -> str:
        """Return the language that most of the words speak for; where two are even nobody can say."""
        scores = {one.code: _score(one, rest, foreign) for one in self._latin}
        first, second = Counter(scores).most_common(2)
        return first[0] if first[1] > second[1] else UNKNOWN

    def _of_script(self, rest: str, english: int) -> str:
        """Return the language of another script that most letters are in, or any without an English sentence.

        "What was 必和必拓 (BHP)?" is English with a name in it.
        """
        scripts = Counter(_script(character) for character in rest if character.isalpha())
        others = {name: count for name, count in scripts.items() if name != "latin"}
        is_most = 2 * sum(others.values()) >= sum(scripts.values())
        if not others or (english >= _MANY and not is_most):
            return ""
        if "kana" in others:  # Japanese is written in kana and in Chinese characters
            others["kana"] += others.pop("han", 0)
        name, count = max(others.items(), key=lambda pair: pair[1])
        if count < _MANY and name not in _UNSPACED:
            return ""  # a lone β or µ is a symbol
        language = self._by_script.get(name)
        if language is None:
            return self._others.get(name, UNKNOWN)
        return UNKNOWN if _is_another(language, rest) else language.code


@cache
def languages() -> Languages:
    """Return the languages, read once."""
    return Languages(load(_FILE, LanguagesSpec))


def is_english(language: str | None) -> bool:
    """Say whether a text may be read as English: it is, or nothing speaks for another language."""
    return language in (None, ENGLISH)


def only_asks(text: str, language: LanguageSpec, known: Iterable[Span]) -> bool:
    """Say whether all that is left beside the known places are words that only ask."""
    words = [word for word in _BREAK.split(blanked(text, known).lower()) if word]
    if language.script not in _UNSPACED:
        return all(word in language.asks for word in words)
    asks = "|".join(map(re.escape, sorted(language.asks, key=len, reverse=True)))
    return all(re.fullmatch(f"(?:{asks})+", word) for word in words)


def blanked(text: str, places: Iterable[Span]) -> str:
    """Return the text with blanks at the places, every offset as it was."""
    characters = list(text)
    for place in places:
        end = min(place.end, len(characters))
        characters[place.start : end] = " " * max(0, end - place.start)
    return "".join(characters)


def _score(language: LanguageSpec, rest: str, foreign: frozenset[str]) -> int:
    field = _FIELD_WEIGHT * len(foreign.intersection(language.field))
    return len(foreign.intersection(language.words)) + field + sum(letter in rest for letter in language.letters)


def _is_another(language: LanguageSpec, rest: str) -> bool:
    words = frozenset(_BREAK.split(rest))
    return any(mark in words or (len(mark) == 1 and mark in rest) for mark in language.foreign)


@cache
def _script(character: str) -> str:
    if character.isascii():
        return "latin"
    name = unicodedata.name(character, "").split(" ")[0]
    return _BY_NAME.get(name, name.lower())
