"""Letters set apart become words; words, initials and columns of letters stay what they are."""

from dragoman.documents.layout.letters import joined_letters
from dragoman.documents.layout.page import Word
from dragoman.domain.document import Box

SIZE = 10.0


def words(*placed: tuple[str, float]) -> list[Word]:
    """Set words on a line, each so far behind the one before it."""
    found, at = [], 50.0
    for text, gap in placed:
        at += gap
        box = Box(x0=at, y0=100, x1=at + 5 * len(text), y1=110)
        found.append(Word(text=text, box=box, size=SIZE))
        at = box.x1
    return found


def apart(text: str, gap: float) -> list[tuple[str, float]]:
    return [(letter, gap) for letter in text]


def said(line: list[Word]) -> list[str]:
    return [word.text for word in joined_letters(line)]


def test_letters_that_touch_are_words_and_figures() -> None:
    line = words(
        *apart("Revenue", 0),
        ("T", 2.1),
        *apart("otal", 0),
        ("7", 80),
        ("2", 0),
        ("7", 0),
        ("(", 40),
        ("4.9", 0),
        (")", 0),
    )
    assert said(line) == ["Revenue", "Total", "727", "(4.9)"]


def test_letters_set_wide_are_words() -> None:
    line = words(*apart("NEWS", 4), ("R", 9), *apart("ELEASE", 4))
    assert said(line) == ["NEWS", "RELEASE"]


def test_initials_and_single_letters_stay() -> None:
    line = words(("J.", 0), ("P.", 3), ("a", 3), ("Class", 3), ("A", 3), ("share", 3))
    assert said(line) == ["J.", "P.", "a", "Class", "A", "share"]


def test_a_row_of_letters_far_apart_stays_a_row() -> None:
    assert said(words(*apart("ABCDE", 60))) == ["A", "B", "C", "D", "E"]


def test_single_figures_are_never_put_together_by_themselves() -> None:
    assert said(words(*apart("12345", 0.1))) == ["1", "2", "3", "4", "5"]
