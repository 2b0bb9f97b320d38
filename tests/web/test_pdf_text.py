"""Tests of web/pdf_text.py."""

import pytest

from tests.support.pdf import pdf
from vaultdesk.core.platform.limited_process import ProcessFailed
from vaultdesk.web import pdf_text
from vaultdesk.web.pdf_text import PdfLimits, PdfText, extract_pdf, read_pdf


def test_a_process_of_its_own_reads_a_document() -> None:
    limits = PdfLimits(pages=10, characters=1_000, seconds=20.0, first=2)
    assert read_pdf(pdf("Heat pumps", "work", "well"), limits) == PdfText("", ("work", "well"), 3)


def test_a_process_that_says_nothing_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf_text, "own_command", lambda _flag: ["true"])
    with pytest.raises(ProcessFailed):
        read_pdf(pdf("Words"), PdfLimits(1, 1, 1.0))


@pytest.mark.parametrize(
    ("limits", "read"),
    [
        (PdfLimits(10, 1_000, 20.0), 3),
        (PdfLimits(2, 1_000, 20.0), 2),
        (PdfLimits(10, 3, 20.0), 1),
        (PdfLimits(10, 1_000, -1.0), 1),
        (PdfLimits(10, 1_000, 20.0, first=4), 0),
    ],
)
def test_no_more_is_read_than_is_asked_for(limits: PdfLimits, read: int) -> None:
    found = extract_pdf(pdf("One two", "Three", "Four"), limits)
    assert (len(found.pages), found.count) == (read, 3)


def test_hyphens_at_line_ends_join_their_words() -> None:
    assert pdf_text._plain(" heat\ufffe\r\ning\r\npump\x02s ") == "heating\npumps"
