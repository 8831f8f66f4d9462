"""A small writer of PDF files, so that tests need no published ones."""

from __future__ import annotations

from collections.abc import Iterable

Placed = tuple[float, float, str]
"""Left edge, height above the page's foot, words."""

_ENCODINGS = {"ﬁ": r"\336", "—": r"\321"}


def _escaped(text: str) -> str:
    for char in "\\()":
        text = text.replace(char, f"\\{char}")
    return "".join(_ENCODINGS.get(char, char) for char in text)


def pdf(pages: Iterable[Iterable[Placed]], size: int = 10) -> bytes:
    """A PDF with the words of each page at their places, in Helvetica."""
    contents = []
    for page in pages:
        shown = [f"1 0 0 1 {left:.1f} {height:.1f} Tm ({_escaped(text)}) Tj" for left, height, text in page]
        contents.append(f"BT /F1 {size} Tf\n" + "\n".join(shown) + "\nET")
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(len(contents)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(contents)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /MacRomanEncoding >>",
    ]
    for number, content in enumerate(contents):
        objects.append(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * number} 0 R >>"
        )
        objects.append(f"<< /Length {len(content)} >>\nstream\n{content}\nendstream")
    return _file(objects)


def _file(objects: list[str]) -> bytes:
    written = "%PDF-1.4\n"
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(written))
        written += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{offset:010d} 00000 n \n" for offset in offsets)
    start = len(written)
    written += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    written += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    return written.encode("latin-1")


def paginate(paragraphs: Iterable[list[str]], title: str, per_page: int = 40) -> list[list[Placed]]:
    """Pages of wrapped paragraphs, a title above and a page number below each."""
    pages: list[list[Placed]] = []
    height = 0.0
    for paragraph in paragraphs:
        for line in paragraph:
            if not pages or height < 792 - 60 - 12 * per_page:
                pages.append([(72, 760, title), (300, 30, f"Page {len(pages) + 1}")])
                height = 720
            pages[-1].append((72, height, line))
            height -= 12
        height -= 12
    return pages
