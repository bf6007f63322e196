"""PDFs for tests, drawn here: pages of a few words, some of which nobody can see."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from dragoman.documents.readers.pdf import pdf_file
from dragoman.documents.readers.pdf_pages import PdfLimits, PdfPage

Draw = Callable[[Any], None]
PATH = Path("report.pdf")


def drawn(*pages: Draw, size: tuple[float, float] = (595, 842)) -> bytes:
    """Return a PDF with a page for each function that draws one."""
    buffer = io.BytesIO()
    canvas = Canvas(buffer, pagesize=size)
    for draw in pages:
        draw(canvas)
        canvas.showPage()
    canvas.save()
    return buffer.getvalue()


def raw(*objects: str, root: int = 1) -> bytes:
    """Return a PDF of these objects, numbered from 1, with a table of where they stand."""
    out = b"%PDF-1.7\n"
    places = []
    for number, text in enumerate(objects, 1):
        places.append(len(out))
        out += f"{number} 0 obj\n{text}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010d} 00000 n \n" for place in places)
    size = len(objects) + 1
    head = f"xref\n0 {size}\n0000000000 65535 f \n{table}"
    end = f"trailer\n<</Size {size}/Root {root} 0 R>>\nstartxref\n{len(out)}\n%%EOF\n"
    return out + head.encode() + end.encode()


def page_with(
    content: str, *, resources: str = "", catalog: str = "", more: tuple[str, ...] = (), rotate: int = 0
) -> bytes:
    """Return a PDF of one page with this content; Helvetica is /F1, further objects count from 6."""
    return raw(
        f"<</Type/Catalog/Pages 2 0 R{catalog}>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Rotate {rotate}/Contents 4 0 R"
        f"/Resources<</Font<</F1 5 0 R>>{resources}>>>>",
        f"<</Length {len(content)}>>stream\n{content}\nendstream",
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
        *more,
    )


def picture(width: int = 300, height: int = 400, *, dark: bool = True) -> ImageReader:
    """Return a picture of stripes, or of one light colour."""
    from PIL import Image

    image = Image.new("RGB", (width, height), "white")
    if dark:
        for row in range(0, height, 4):
            for column in range(0, width, 2):
                image.putpixel((column, row), (0, 0, 0))
    return ImageReader(image)


def page_of(data: bytes, limits: PdfLimits | None = None) -> PdfPage:
    """Read the first page."""
    return pdf_file(data, PATH, limits=limits or PdfLimits()).pages[0]


def said(page: PdfPage) -> str:
    """Return the words that were read."""
    return " ".join(word.text for word in page.layout.words)
