"""Warnings of readers become notes that know their page."""

import pytest

from dragoman.documents.notes import notes_of


@pytest.mark.parametrize(
    ("warning", "page", "text"),
    [
        ("page 7: words that cannot be seen were left out", 7, "words that cannot be seen were left out"),
        ("page 4, table 1: no unit is given", 4, "table 1: no unit is given"),
        ("no company is known for it", None, "no company is known for it"),
        ("page numbers are missing", None, "page numbers are missing"),
        ("pages 3 to 5: no text", None, "pages 3 to 5: no text"),
    ],
)
def test_a_warning_that_begins_with_its_page_is_about_that_page(warning: str, page: int | None, text: str) -> None:
    (note,) = notes_of([warning])
    assert (note.page, note.text) == (page, text)


def test_the_same_warning_is_kept_once() -> None:
    assert len(notes_of(["no year", "no year"])) == 1
