"""Tests of web/page_process.py."""

import json
import subprocess
import sys
import time

import pytest

from tests.support.pdf import pdf
from vaultdesk.__main__ import READ_PAGE
from vaultdesk.core.errors import WebRefused
from vaultdesk.core.platform.limited_process import ProcessFailed, child_environment
from vaultdesk.web import page_process
from vaultdesk.web.page_process import (
    PDF_PAGES,
    READ_PAGE_FLAG,
    ParsedPage,
    PdfLimits,
    PdfText,
    extract_pdf,
    read_page,
    read_pdf,
)

# Page reader: a page understood in a process of its own that can be ended.


async def test_a_page_goes_through_the_process_whole() -> None:
    body = "<title>Wärme</title><body><p>Gut</p><a href='/x'>mehr</a><p hidden>Obey</p>".encode()

    assert await read_page("html", body) == ParsedPage("Wärme", "Gut\n\nmehr", (("mehr", "/x"),), True, False)


async def test_a_page_made_to_take_minutes_is_ended_in_time() -> None:
    began = time.monotonic()

    with pytest.raises(WebRefused, match="too long"):
        await read_page("html", b"<div>" * 400_000, time_limit=1.5)

    assert time.monotonic() - began < 20


async def test_what_a_process_that_died_said_is_told_as_unreadable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_process, "own_command", lambda _flag: ["true"])

    with pytest.raises(WebRefused, match="cannot be read"):
        await read_page("html", b"x")


async def test_a_program_that_cannot_be_started_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_process, "own_command", lambda _flag: ["/nowhere/at/all"])

    with pytest.raises(WebRefused, match="Pages cannot be read"):
        await read_page("html", b"x")


def test_no_key_of_the_environment_is_in_sight_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-0123456789")

    assert "sk-canary-0123456789" not in child_environment().values()


async def test_a_pdf_is_read_page_by_page() -> None:
    reading = await read_page("pdf", pdf("Heat pumps", "work well"))

    assert (reading.text, reading.truncated) == ("Heat pumps\n\nwork well", False)


async def test_a_broken_pdf_and_one_without_text_are_told_in_words() -> None:
    with pytest.raises(WebRefused, match="cannot be read"):
        await read_page("pdf", b"%PDF-1.7 nonsense")
    with pytest.raises(WebRefused, match="no text"):
        await read_page("pdf", pdf(""))


# Page reader main: one page in, one answer out, from the program as it is started.


def said(kind: str, body: bytes) -> dict[str, object]:
    done = subprocess.run(
        [sys.executable, "-m", "vaultdesk", READ_PAGE_FLAG, kind],
        input=body,
        capture_output=True,
        timeout=30,
        check=True,
    )
    assert done.stderr == b""
    told = json.loads(done.stdout)
    assert isinstance(told, dict)
    return told


def test_a_page_goes_in_and_its_text_comes_out() -> None:
    assert said("html", b"<title>T</title><p>Hello</p>") == {
        "title": "T", "text": "Hello", "links": [], "hidden_text": False, "truncated": False,
    }  # fmt: skip


def test_a_document_longer_than_is_read_says_so() -> None:
    told = said("pdf", pdf(*(f"Page {number}" for number in range(PDF_PAGES + 1))))

    assert told["truncated"] is True
    assert str(told["text"]).endswith(f"Page {PDF_PAGES - 1}")


def test_the_program_knows_the_argument_it_is_started_with() -> None:
    assert READ_PAGE == READ_PAGE_FLAG


# PDF text.


def test_a_process_of_its_own_reads_a_document() -> None:
    limits = PdfLimits(pages=10, characters=1_000, seconds=20.0, first=2)
    assert read_pdf(pdf("Heat pumps", "work", "well"), limits) == PdfText("", ("work", "well"), 3)


def test_a_process_that_says_nothing_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_process, "own_command", lambda _flag: ["true"])
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
    assert page_process._normalized_text(" heat\ufffe\r\ning\r\npump\x02s ") == "heating\npumps"
