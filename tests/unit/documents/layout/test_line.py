"""Words of a line as text."""

from dragoman.documents.layout.line import piece_of
from dragoman.documents.layout.page import Word
from dragoman.domain.document import Box


def words(*places):
    return [
        Word(text=text, box=Box(x0=x0, y0=0.0, x1=x1, y1=10.0), size=10.0, is_bold=False) for text, x0, x1 in places
    ]


def test_a_stop_that_was_cut_off_its_word_is_part_of_it():
    piece = piece_of(words(("2", 0, 5), (".1", 5.02, 12), (".", 12.02, 14), ("Fees", 17, 40)))
    assert piece.text == "2.1. Fees"


def test_words_with_a_blank_between_stay_apart():
    piece = piece_of(words(("about", 0, 20), (".5", 23, 30), ("per", 33, 45)))
    assert piece.text == "about .5 per"
