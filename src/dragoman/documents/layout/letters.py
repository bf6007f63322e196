"""Letters that a program has set apart: "R e v e n u e" to "Revenue", "7 2 7" to "727", "N E W S" to "NEWS"."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import median

from dragoman.documents.layout.line import lines_of
from dragoman.documents.layout.page import Word, around

_MIN_RUN = 4  # letters one after the other that are words by themselves
_TOUCHES = 0.06  # of the type's size: letters that are nearer belong together
_SPACED = 1.2  # of the type's size: the widest gap between letters of a word that is set wide
_BREAK = 1.5  # of the usual gap: a wider one parts two words that are set wide


def joined_letters(words: Sequence[Word]) -> tuple[Word, ...]:
    """Return the words with letters put together where a page has them set apart; else the same words."""
    if sum(map(_is_letter, words)) < _MIN_RUN:
        return tuple(words)
    lines = [[word for piece in line.pieces for word in piece.words] for line in lines_of(words)]
    is_apart = any(_touching_run(line) for line in lines)
    return tuple(word for line in lines for word in _line(line, is_apart=is_apart))


def _line(line: Sequence[Word], *, is_apart: bool) -> Iterator[Word]:
    runs = _touching(line) if is_apart else [[word] for word in line]
    yield from _spaced([_joined(run) for run in runs])


def _touching(line: Sequence[Word]) -> list[list[Word]]:
    runs: list[list[Word]] = []
    for word in line:
        if runs and abs(word.box.x0 - runs[-1][-1].box.x1) < _TOUCHES * word.size:
            runs[-1].append(word)
        else:
            runs.append([word])
    return runs


def _touching_run(line: Sequence[Word]) -> bool:
    return any(sum(map(_is_letter, run)) >= _MIN_RUN for run in _touching(line))


def _spaced(line: Sequence[Word]) -> Iterator[Word]:
    """Put together letters that are set wide, with a wider gap between words."""
    run: list[Word] = []
    for word in line:
        if run and not (_is_letter(word) and 0 < word.box.x0 - run[-1].box.x1 < _SPACED * word.size):
            yield from _wide(run)
            run = []
        if _is_letter(word):
            run.append(word)
        else:
            yield word
    yield from _wide(run)


def _wide(run: Sequence[Word]) -> Iterator[Word]:
    if len(run) < _MIN_RUN:
        yield from run
        return
    usual = median(after.box.x0 - before.box.x1 for before, after in pairwise(run))
    word = [run[0]]
    for before, letter in pairwise(run):
        if letter.box.x0 - before.box.x1 > _BREAK * usual:
            yield _joined(word)
            word = []
        word.append(letter)
    yield _joined(word)


def _joined(words: Sequence[Word]) -> Word:
    if len(words) == 1:
        return words[0]
    return replace(words[0], text="".join(word.text for word in words), box=around(word.box for word in words))


def _is_letter(word: Word) -> bool:
    return len(word.text) == 1 and word.text.isalpha()
