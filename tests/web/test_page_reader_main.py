"""Page reader main: one page in, one answer out, from the program as it is started."""

import json
import subprocess
import sys

from tests.support.pdf import pdf
from vaultdesk.__main__ import READ_PAGE
from vaultdesk.web.page_reader import FLAG
from vaultdesk.web.page_reader_main import PDF_PAGES


def said(kind: str, body: bytes) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-m", "vaultdesk", FLAG, kind], input=body, capture_output=True, timeout=30, check=True
    )
    assert done.stderr == b""
    told = json.loads(done.stdout)
    assert isinstance(told, dict)
    return told


def test_a_page_goes_in_and_its_text_comes_out() -> None:
    assert said("html", b"<title>T</title><p>Hello</p>") == {
        "title": "T", "text": "Hello", "links": [], "unseen": False, "cut": False,
    }  # fmt: skip


def test_a_document_longer_than_is_read_says_so() -> None:
    told = said("pdf", pdf(*(f"Page {number}" for number in range(PDF_PAGES + 1))))

    assert told["cut"] is True
    assert str(told["text"]).endswith(f"Page {PDF_PAGES - 1}")


def test_the_program_knows_the_argument_it_is_started_with() -> None:
    assert READ_PAGE == FLAG
