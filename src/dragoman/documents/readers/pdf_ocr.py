"""Words read in the picture of a page, by the program tesseract, with their places and how sure it is of them."""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import fmean

from dragoman.documents.layout.page import Word
from dragoman.documents.readers.decode import clean
from dragoman.documents.readers.pdf_calls import Pdfium
from dragoman.domain.document import Box

LANGUAGES = re.compile(r"[A-Za-z_]{2,20}(?:\+[A-Za-z_]{2,20}){0,7}")
_INCH = 72  # points
_DPI = 300
_MAX_PIXELS = 30_000_000
_MIN_SURE = 25  # of 100; less is dust
_MIN_SURE_OF_FIGURES = 70  # a figure that may be another one is left out, and then missing, not wrong
_WORD_LEVEL = "5"
_DIGIT = re.compile(r"\d")


class RecognitionError(Exception):
    """Tesseract could not do it."""


@dataclass(frozen=True, slots=True)
class Tesseract:
    """Where the program is, and the languages it reads."""

    program: str
    languages: str


def recognised(page: Pdfium, tesseract: Tesseract) -> tuple[tuple[Word, ...], float]:
    """Return the words of a page and how sure they are, 0 to 1. Raises RecognitionError."""
    width, height = page.get_size()
    scale = min(_DPI / _INCH, (_MAX_PIXELS / max(width * height, 1)) ** 0.5)
    picture = page.render(scale=scale, grayscale=True)
    pixels = picture.to_numpy()
    head = f"P5 {pixels.shape[1]} {pixels.shape[0]} 255\n".encode()
    image = head + pixels.tobytes()
    picture.close()
    command = [tesseract.program, "stdin", "stdout", "-l", tesseract.languages, "--dpi", f"{scale * _INCH:.0f}", "tsv"]
    done = subprocess.run(command, input=image, capture_output=True, check=False)  # noqa: S603 (a list, no shell)
    if done.returncode:
        said = done.stderr.decode(errors="replace").strip().split("\n")
        raise RecognitionError(clean(said[0])[:200])
    found = list(_words(done.stdout.decode(errors="replace"), scale))
    return tuple(word for word, _ in found), fmean([sure for _, sure in found] or [0.0]) / 100


def _words(table: str, scale: float) -> Iterator[tuple[Word, float]]:
    """Yield words and how sure they are, 0 to 100, from tesseract's table of lines and words."""
    for row in table.split("\n")[1:]:
        cells = row.rstrip("\r").split("\t")
        if len(cells) != 12 or cells[0] != _WORD_LEVEL:
            continue
        text, sure = clean(cells[11]).strip(), float(cells[10])
        if not text or sure < (_MIN_SURE_OF_FIGURES if _DIGIT.search(text) else _MIN_SURE):
            continue
        x, y, width, height = (int(cell) / scale for cell in cells[6:10])
        yield Word(text=text, box=Box(x0=x, y0=y, x1=x + width, y1=y + height), size=height), sure
