"""The text or image of a file attached to a question: plain text, PDF or image.

The file type is determined from the bytes, not from the name alone. A PDF is untrusted data (vaultdesk/agent/README.md,
"Attached files"): a separate process reads it.
"""

import base64
import stat
from pathlib import Path

from vaultdesk.chat.attached_text import truncate_with_notice
from vaultdesk.chat.messages import ImagePart, ImageType
from vaultdesk.core.errors import UsageError
from vaultdesk.core.phrases import Number, Phrase
from vaultdesk.core.platform.limited_process import ProcessFailed
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.web.page_process import PdfLimits, PdfText, read_pdf

MAX_TEXT_BYTES = 5_000_000
"""Maximum size of a text file in bytes; larger files are data."""

MAX_ATTACHED_PDF_BYTES = 50_000_000
"""Maximum size of a PDF in bytes: a book with images."""

MAX_IMAGE_BYTES = 3_700_000
"""Maximum size of an image in bytes: encoded as base64 it has 5 MB, the limit of the strictest vendor."""

MAX_FILE_CHARACTERS = 100_000
"""Maximum number of characters of one file: about fifty pages."""

MAX_PDF_PAGES = 1_000
"""Maximum number of PDF pages that are read while their text fits."""

MAX_PDF_SECONDS = 20.0
"""Seconds that reading a PDF may take; the text read until then is used."""

MAX_SHOWN_NAME = 80

_IMAGE_SIGNATURES: tuple[tuple[bytes, int, ImageType], ...] = (
    (b"\x89PNG\r\n\x1a\n", 0, "image/png"),
    (b"\xff\xd8\xff", 0, "image/jpeg"),
    (b"GIF8", 0, "image/gif"),
    (b"WEBP", 8, "image/webp"),
)


def read_attached_file(file: Path) -> bytes:
    """Return the bytes of the plain *file*. Raises `UsageError`; blocks on disk access."""
    name = _shown_name(file.name)
    try:
        state = file.stat()
        if not stat.S_ISREG(state.st_mode):
            raise UsageError(
                Phrase("“{0}” is not a file that can be read", name),
                hint=Phrase("Attach a text, a PDF or a picture."),
            )
        if state.st_size > MAX_ATTACHED_PDF_BYTES:
            raise _too_large_error(name, MAX_ATTACHED_PDF_BYTES)
        with file.open("rb") as opened:
            return opened.read(MAX_ATTACHED_PDF_BYTES + 1)
    except OSError as error:
        raise UsageError(
            Phrase("“{0}” cannot be read: {1}", name, error.strerror or "it does not exist"),
            hint=Phrase("Check the file."),
        ) from error


def image_type(data: bytes) -> ImageType | None:
    """Return the image type of *data*; None if it is not an image that every vendor accepts."""
    return next(
        (kind for signature, offset, kind in _IMAGE_SIGNATURES if data[offset : offset + len(signature)] == signature),
        None,
    )


def as_image_part(name: str, data: bytes) -> ImagePart | None:
    """Return *data* as an image part; None if it is not an image. Raises `UsageError` if it is too large to send."""
    kind = image_type(data)
    if kind is None:
        return None
    if len(data) > MAX_IMAGE_BYTES:
        raise UsageError(
            Phrase("The picture “{0}” is larger than {1} MB", _shown_name(name), Number(MAX_IMAGE_BYTES / 1e6, 1)),
            hint=Phrase("Make it smaller, then add it again."),
        )
    return ImagePart(media_type=kind, data=base64.b64encode(data).decode("ascii"), name=name)


def attached_file_text(name: str, data: bytes, page: int = 0) -> str:
    """Return the text of the file *name*, cut to `MAX_FILE_CHARACTERS` characters; of a PDF only *page* unless that is
    0.

    Raises `UsageError`; may take seconds.
    """
    if data.startswith(b"%PDF-") or b"%PDF-" in data[:1024]:
        return truncate_with_notice(_pdf_text(name, data, page), MAX_FILE_CHARACTERS)
    if len(data) > MAX_TEXT_BYTES:
        raise _too_large_error(_shown_name(name), MAX_TEXT_BYTES)
    return truncate_with_notice(_plain_text(name, data), MAX_FILE_CHARACTERS)


def _plain_text(name: str, data: bytes) -> str:
    is_utf16 = data.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        text = data.decode("utf-16" if is_utf16 else "utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise UsageError(
            Phrase("“{0}” is not a text, PDF or picture that can be read", _shown_name(name)),
            hint=Phrase("Save it as a text or a PDF first."),
        )
    return text.replace("\r\n", "\n")


def _pdf_text(name: str, data: bytes, page: int) -> str:
    shown_name = _shown_name(name)
    limits = PdfLimits(1 if page else MAX_PDF_PAGES, MAX_FILE_CHARACTERS, MAX_PDF_SECONDS, first=page or 1)
    try:
        pdf = read_pdf(data, limits)
    except ProcessFailed:
        pdf = PdfText(problem="broken")
    if pdf.problem == "locked":
        raise UsageError(
            Phrase("The PDF “{0}” is protected with a password", shown_name), hint=Phrase("Save a copy without one.")
        )
    if pdf.problem == "broken":
        raise UsageError(
            Phrase("The PDF “{0}” cannot be read", shown_name), hint=Phrase("Open it elsewhere and copy its text.")
        )
    if page > pdf.count:
        raise UsageError(
            Phrase("The PDF “{0}” has no page {1}", shown_name, page), hint=Phrase("It has {0}.", pdf.count)
        )
    if not any(pdf.pages):
        raise UsageError(
            Phrase("The PDF “{0}” has no text", shown_name),
            hint=Phrase("It may be scanned. Add its pages as pictures, or have its text recognized first."),
        )
    texts = [f"[Page {number}]\n{text}" for number, text in enumerate(pdf.pages, limits.first) if text]
    if len(pdf.pages) < pdf.count and not page:
        texts.append(f"[Only the first {len(pdf.pages)} pages were read.]")
    return "\n\n".join(texts)


def _too_large_error(shown_name: str, limit: int) -> UsageError:
    return UsageError(
        Phrase("“{0}” is larger than {1} MB", shown_name, limit // 1000000),
        hint=Phrase("Attach only the part that matters."),
    )


def _shown_name(name: str) -> str:
    return sanitize_line(name, MAX_SHOWN_NAME)
