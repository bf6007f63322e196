"""Words that are no words: set in type that does not say which characters its shapes are."""

import re
from collections.abc import Sequence
from dataclasses import replace

from dragoman.documents.layout.page import PageLayout, Word
from dragoman.documents.readers.pdf_calls import Pdfium

_CODE = re.compile(r"\(cid:\d+\)|[\ue000-\uf8ff\ufffd\U000f0000-\U0010fffd]")
_MOJIBAKE = re.compile(r"(?:Ã[\x80-\xbf€‚ƒ„…†‡ˆ‰Š‹Œ©¢£¤§¨ª«®°±²³´¶·¸¹º»¼½¾¿]|â€|Â[£§©®°·])")
_LETTERS = re.compile(r"[A-Za-z]{4,}")
_VOWEL = re.compile(r"[aeiouyAEIOUY]")
_FEW = 0.4  # of a page's letters that come out as words: fewer are a reason to look closer
_MIN_LETTERS = 40
_MIN_TOKENS = 40  # that a verdict about all words of a page needs
_GARBLED = 0.6  # of the tokens of a page without a vowel: no language of reports has so many
_UNNAMED = 0.3  # of the letters of a page that the library cannot name


def without_garbage(raw: Pdfium, layer: Pdfium, layout: PageLayout) -> tuple[PageLayout, int]:
    """Return the page with the words that can be read, and how many cannot; `layer` is its text."""
    kept = [cleaned for word in layout.words if (cleaned := _readable(word))]
    lost = sum(_is_code(word.text) for word in layout.words)
    letters = sum(len(word.text) for word in kept)
    count = layer.count_chars()
    if count >= _MIN_LETTERS and letters < _FEW * count and (unnamed := _unnamed(raw, layer, count)):
        return replace(layout, words=()), unnamed
    if _is_garbled(kept):
        return replace(layout, words=()), len(kept)
    return replace(layout, words=tuple(kept)), lost


def _readable(word: Word) -> Word | None:
    """Return the word without signs of private meaning (bullets mostly), None where nothing else is in it."""
    if not _CODE.search(word.text):
        return word
    text = _CODE.sub("", word.text)
    if not text.strip() or _is_code(word.text):
        return None
    return replace(word, text=text)


def _is_code(text: str) -> bool:
    """Say whether a word has at least as many nameless signs as letters; a single sign is a bullet."""
    codes = _CODE.findall(text)
    return len(codes) > 1 and len(codes) >= len(_CODE.sub("", text))


def _is_garbled(words: Sequence[Word]) -> bool:
    """Say whether the words of a page are letters by chance: without vowels, or bytes read in the wrong alphabet."""
    broken = sum(bool(_MOJIBAKE.search(word.text)) for word in words)
    if broken >= _MIN_TOKENS and broken > _UNNAMED * len(words):
        return True
    tokens = [token for word in words for token in _LETTERS.findall(word.text)]
    if len(tokens) < _MIN_TOKENS:
        return False
    return sum(not _VOWEL.search(token) for token in tokens) > _GARBLED * len(tokens)


def _unnamed(raw: Pdfium, layer: Pdfium, count: int) -> int:
    """Return about how many words the page has when most of its letters have no names, else 0."""
    errors = sum(raw.FPDFText_HasUnicodeMapError(layer, index) == 1 for index in range(count))
    return max(count // 6, 1) if errors > _UNNAMED * count else 0
