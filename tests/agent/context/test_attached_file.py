"""Text of attached files: the type is determined from the bytes, with limits, and a message for unreadable files."""

import base64
import os
import zlib
from pathlib import Path

import pytest

from vaultdesk.agent.context import attached_file
from vaultdesk.agent.context.attached_file import as_image_part, attached_file_text, image_type, read_attached_file
from vaultdesk.core.errors import UsageError
from vaultdesk.core.platform.limited_process import ProcessFailed
from vaultdesk.web.page_process import extract_pdf


@pytest.fixture(autouse=True)
def in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Read PDFs in this process; tests/web/test_page_process.py tests the separate process."""
    monkeypatch.setattr(attached_file, "read_pdf", extract_pdf)


def a_pdf(*pages: str) -> bytes:
    """Return a minimal PDF with these texts on its pages."""
    objects = ["<< /Type /Catalog /Pages 2 0 R >>", ""]
    kids = []
    for words in pages:
        number = len(objects) + 1
        kids.append(f"{number} 0 R")
        stream = f"BT /F1 12 Tf 72 700 Td ({words}) Tj ET" if words else "q Q"
        font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {number + 1} 0 R"
            f" /Resources << /Font << /F1 {font} >> >> >>"
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    objects[1] = f"<< /Type /Pages /Kids [{' '.join(kids)}] /Count {len(pages)} >>"
    output = b"%PDF-1.4\n"
    offsets = []
    for number, body in enumerate(objects, 1):
        offsets.append(len(output))
        output += f"{number} 0 obj\n{body}\nendobj\n".encode()
    start = len(output)
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    end = f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    return output + f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}{end}".encode()


def test_a_pdf_is_read_with_page_numbers() -> None:
    assert (
        attached_file_text("x.pdf", a_pdf("First words.", "", "Third.")) == "[Page 1]\nFirst words.\n\n[Page 3]\nThird."
    )


def test_one_page_of_a_pdf_is_read() -> None:
    assert attached_file_text("x.pdf", a_pdf("One.", "Two."), 2) == "[Page 2]\nTwo."
    with pytest.raises(UsageError, match="has no page 3"):
        attached_file_text("x.pdf", a_pdf("One.", "Two."), 3)


def test_a_pdf_is_recognized_by_its_bytes_and_not_by_its_name() -> None:
    assert "Words." in attached_file_text("x.txt", a_pdf("Words."))


def test_a_scanned_pdf_is_reported_as_having_no_text() -> None:
    with pytest.raises(UsageError, match="has no text") as raised:
        attached_file_text("scan.pdf", a_pdf("", ""))
    assert "scanned" in raised.value.hint


LOCKED = zlib.decompress(
    base64.b85decode(
        "c-pN~&5G1O5cVjIARfe<w1@Gg{ohG&7-WA&MP=6+T@T`+lT@#xv&owDEW3hlA$aly#0T&yh&S28f)C*0)i+SAWX73+@o0XE^jBYfRb8p>Y;W|h"
        "iR+4VzMmeS5J5RD)90kyCG6qRK2Wyqf*Y5+gl)TBsHsH4fb@C<io7Apm4KE<*xgZH(<f9leEO8I^>R`KDwaakKSP^D6(Dt*iQR{M<kreV)Z%zs"
        "A!(GzsbUe3SW`V^4xlb4Rfa`2ihcA>KLlN5Xi&n2lQgu;1{8#?xf)tNyA9(52&2q3b<Uqz!Fs9Sdr<6#XH><FzYZ0+J@Vn#n;YNWUU>cZ^y=@I"
        "XI`8?`|0Ax2Ujkg{CL0f`R31am%knyzx#5lQJV$Kbj_0P4wbkQs^%GljIkwD%S0zOk_o!|qj7+WvSDyV?y8)yE!s`I(YcGXOKqN{QI-fWF7v7P"
        "Ugl|*i(Dy}M2QlhrHFH|k&zN~E<Bh>@E&20Xjf*DR$$UJvl_hT+*_GykYGg;bKzy2dJP6NL?(7xSj{=EEoO0C@OZghhZT5&e~j??MXfQ)P*3NW"
        "z|FUwVu4w`f(fZsFomlXERGjgsN84_RomC$=oMfoY*3ash0}q#vw=g^wMrRlRAhzHRy0;gTw4{X1U(k5uo79?8uX)89Nz@3RI#<a{~>|nyjf(`"
        "(SD%j?+L4et3umE%kg}6Hn;lZ4+}#0RR"
    )
)
"""A PDF of one page that is protected with a password."""


def test_a_protected_pdf_is_reported() -> None:
    with pytest.raises(UsageError, match="protected with a password"):
        attached_file_text("x.pdf", LOCKED)


@pytest.mark.parametrize(
    "broken",
    [b"%PDF-1.4\n", b"%PDF-1.4\n" + b"\xff" * 5000, a_pdf("Words.")[:120], b"%PDF-1.7\ntrailer << /Root 1 0 R >>"],
)
def test_a_broken_pdf_is_refused_with_a_message(broken: bytes) -> None:
    with pytest.raises(UsageError, match=r"cannot be read|has no text"):
        attached_file_text("x.pdf", broken)


def test_a_pdf_that_crashes_its_process_is_refused_with_a_message(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_args: object) -> None:
        raise ProcessFailed("time", "30 s")

    monkeypatch.setattr(attached_file, "read_pdf", fail)
    with pytest.raises(UsageError, match="cannot be read"):
        attached_file_text("x.pdf", a_pdf("Words."))


def test_a_long_pdf_is_truncated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attached_file, "MAX_PDF_PAGES", 2)
    assert attached_file_text("x.pdf", a_pdf("One.", "Two.", "Three.")).endswith("[Only the first 2 pages were read.]")
    monkeypatch.setattr(attached_file, "MAX_FILE_CHARACTERS", 30)
    assert "[cut: " in attached_file_text("x.pdf", a_pdf("One " * 20))


def test_a_text_is_read_with_any_byte_order_mark() -> None:
    assert attached_file_text("a.txt", "\ufeffGrüße\r\nx".encode()) == "Grüße\nx"
    assert attached_file_text("a.txt", "Grüße".encode("utf-16")) == "Grüße"


@pytest.mark.parametrize("data", [b"a\0b", b"\xff\xfe\xff", b"\x81\x82"])
def test_a_file_that_is_not_text_is_refused(data: bytes) -> None:
    with pytest.raises(UsageError, match="not a text, PDF or picture"):
        attached_file_text("x.bin", data)


def test_too_large_files_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attached_file, "MAX_TEXT_BYTES", 10)
    with pytest.raises(UsageError, match="larger than"):
        attached_file_text("x.txt", b"x" * 11)
    monkeypatch.setattr(attached_file, "MAX_ATTACHED_PDF_BYTES", 10)
    (tmp_path / "x").write_bytes(b"x" * 11)
    with pytest.raises(UsageError, match="larger than"):
        read_attached_file(tmp_path / "x")
    monkeypatch.setattr(attached_file, "MAX_IMAGE_BYTES", 10)
    with pytest.raises(UsageError, match="larger than"):
        as_image_part("x.png", b"\x89PNG\r\n\x1a\n" + b"x" * 9)


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path, *tmp_path.iterdir()):
        with pytest.raises(UsageError, match="not a file that can be read"):
            read_attached_file(path)
    with pytest.raises(UsageError, match="cannot be read"):
        read_attached_file(tmp_path / "nothing")


def test_pictures_are_recognized_by_their_first_bytes() -> None:
    kinds = [image_type(data) for data in (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff\xe0", b"GIF89a", b"RIFF0000WEBPVP8 ")]
    assert kinds == ["image/png", "image/jpeg", "image/gif", "image/webp"]
    assert image_type(b"<svg>") is None
    assert as_image_part("x.svg", b"<svg>") is None
