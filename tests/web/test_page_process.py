"""Tests of web/page_process.py."""

import asyncio
import json
import subprocess
import sys

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

# Parsing pages in a separate process that can be killed.


async def test_a_page_is_parsed_completely() -> None:
    body = "<title>Wärme</title><body><p>Gut</p><a href='/x'>mehr</a><p hidden>Obey</p>".encode()

    assert await read_page("html", body) == ParsedPage("Wärme", "Gut\n\nmehr", (("mehr", "/x"),), True, False)


async def test_a_page_that_takes_too_long_is_stopped() -> None:
    async with asyncio.timeout(30):
        with pytest.raises(WebRefused, match="too long"):
            await read_page("html", b"<div>" * 400_000, time_limit=1.5)


async def test_a_process_without_output_makes_the_page_unreadable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_process, "own_command", lambda _flag: ["true"])

    with pytest.raises(WebRefused, match="cannot be read"):
        await read_page("html", b"x")


async def test_a_process_that_cannot_be_started_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_process, "own_command", lambda _flag: ["/nowhere/at/all"])

    with pytest.raises(WebRefused, match="Pages cannot be read"):
        await read_page("html", b"x")


def test_api_keys_are_removed_from_the_environment_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-0123456789")

    assert "sk-canary-0123456789" not in child_environment().values()


async def test_a_pdf_is_read_page_by_page() -> None:
    parsed = await read_page("pdf", pdf("Heat pumps", "work well"))

    assert (parsed.text, parsed.truncated) == ("Heat pumps\n\nwork well", False)


async def test_a_broken_pdf_and_one_without_text_are_refused() -> None:
    with pytest.raises(WebRefused, match="cannot be read"):
        await read_page("pdf", b"%PDF-1.7 nonsense")
    with pytest.raises(WebRefused, match="no text"):
        await read_page("pdf", pdf(""))


# The process itself: it reads one page and writes one answer.


def run_reader(kind: str, body: bytes) -> dict[str, object]:
    process = subprocess.run(
        [sys.executable, "-m", "vaultdesk", READ_PAGE_FLAG, kind],
        input=body,
        capture_output=True,
        timeout=30,
        check=True,
    )
    assert process.stderr == b""
    answer = json.loads(process.stdout)
    assert isinstance(answer, dict)
    return answer


def test_the_process_returns_the_text_of_a_page() -> None:
    assert run_reader("html", b"<title>T</title><p>Hello</p>") == {
        "title": "T", "text": "Hello", "links": [], "hidden_text": False, "truncated": False,
    }  # fmt: skip


def test_a_document_with_too_many_pages_is_marked_as_truncated() -> None:
    answer = run_reader("pdf", pdf(*(f"Page {number}" for number in range(PDF_PAGES + 1))))

    assert answer["truncated"] is True
    assert str(answer["text"]).endswith(f"Page {PDF_PAGES - 1}")


def test_the_main_module_knows_the_flag_of_the_process() -> None:
    assert READ_PAGE == READ_PAGE_FLAG


# Text of PDF documents.


def test_a_document_is_read_in_a_separate_process() -> None:
    limits = PdfLimits(pages=10, characters=1_000, seconds=20.0, first=2)
    assert read_pdf(pdf("Heat pumps", "work", "well"), limits) == PdfText("", ("work", "well"), 3)


def test_a_process_without_output_raises(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_process, "own_command", lambda _flag: ["true"])
    with pytest.raises(ProcessFailed):
        read_pdf(pdf("Words"), PdfLimits(1, 1, 1.0))


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        (PdfLimits(10, 1_000, 20.0), 3),
        (PdfLimits(2, 1_000, 20.0), 2),
        (PdfLimits(10, 3, 20.0), 1),
        (PdfLimits(10, 1_000, -1.0), 1),
        (PdfLimits(10, 1_000, 20.0, first=4), 0),
    ],
)
def test_limits_of_pages_characters_and_time_are_respected(limits: PdfLimits, expected: int) -> None:
    pdf_text = extract_pdf(pdf("One two", "Three", "Four"), limits)
    assert (len(pdf_text.pages), pdf_text.count) == (expected, 3)


def test_hyphenated_words_at_line_ends_are_joined() -> None:
    assert page_process._normalized_text(" heat\ufffe\r\ning\r\npump\x02s ") == "heating\npumps"
