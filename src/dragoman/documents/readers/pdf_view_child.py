"""What the process apart says of a page of a PDF that is looked at: its picture, its size, where a quote stands."""

import json
from base64 import b64encode
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from dragoman.documents.readers.apart.inside import Ask, RefusedError, serve
from dragoman.documents.readers.pdf_png import png
from dragoman.documents.readers.pdf_quote import boxes_of

MAX_PIXELS = 16_000_000
_Pdfium = Any  # pypdfium2 comes without types


def answer(ask: Ask, data: bytes) -> Iterator[str]:
    """Say what is asked of a page; `data` is empty, since the file is opened by its path."""
    del data
    import pypdfium2

    library: _Pdfium = pypdfium2
    number = int(ask.get("page", 1))
    try:
        with closing(library.PdfDocument(ask["path"])) as file:
            if ask["see"] == "sizes":
                yield json.dumps({"sizes": [_size(file, index, library) for index in range(len(file))]})
                return
            if not 1 <= number <= len(file):
                raise RefusedError("the file has no such page")
            with closing(file[number - 1]) as page:
                yield _picture(page, float(ask["scale"])) if ask["see"] == "picture" else _places(page, ask, library)
    except (library.PdfiumError, OSError) as error:
        raise RefusedError(str(error)) from None


def _size(file: _Pdfium, index: int, library: _Pdfium) -> list[float] | None:
    try:
        return list(map(float, file.get_page_size(index)))
    except library.PdfiumError:
        return None


def _picture(page: _Pdfium, scale: float) -> str:
    width, height = page.get_size()
    scale = min(scale, (MAX_PIXELS / max(width * height, 1)) ** 0.5)
    with closing(page.render(scale=scale, rev_byteorder=True)) as picture:
        return json.dumps({"png": b64encode(png(picture)).decode()})


def _places(page: _Pdfium, ask: Ask, library: _Pdfium) -> str:
    with closing(page.get_textpage()) as layer:
        found = boxes_of(layer, page.get_height(), str(ask["quote"]), library.raw)
        return json.dumps({"boxes": [[box.x0, box.y0, box.x1, box.y1] for box in found]})


if __name__ == "__main__":
    serve(answer)
