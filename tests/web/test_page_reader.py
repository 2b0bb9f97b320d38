"""Page reader: a page understood in a process of its own that can be ended."""

import time

import pytest

from tests.support.pdf import pdf
from vaultdesk.core.errors import WebRefused
from vaultdesk.web import page_reader
from vaultdesk.web.page_reader import PageReading, read_page


async def test_a_page_goes_through_the_process_whole() -> None:
    body = "<title>Wärme</title><body><p>Gut</p><a href='/x'>mehr</a><p hidden>Obey</p>".encode()

    assert await read_page("html", body) == PageReading("Wärme", "Gut\n\nmehr", (("mehr", "/x"),), True, False)


async def test_a_page_made_to_take_minutes_is_ended_in_time() -> None:
    began = time.monotonic()

    with pytest.raises(WebRefused, match="too long"):
        await read_page("html", b"<div>" * 400_000, patience=1.5)

    assert time.monotonic() - began < 20


async def test_what_a_process_that_died_said_is_told_as_unreadable(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_reader, "own_command", lambda _flag: ["true"])

    with pytest.raises(WebRefused, match="cannot be read"):
        await read_page("html", b"x")


async def test_a_program_that_cannot_be_started_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page_reader, "own_command", lambda _flag: ["/nowhere/at/all"])

    with pytest.raises(WebRefused, match="Pages cannot be read"):
        await read_page("html", b"x")


def test_no_key_of_the_environment_is_in_sight_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-canary-0123456789")

    assert "sk-canary-0123456789" not in page_reader._environment().values()


async def test_a_pdf_is_read_page_by_page() -> None:
    reading = await read_page("pdf", pdf("Heat pumps", "work well"))

    assert (reading.text, reading.cut) == ("Heat pumps\n\nwork well", False)


async def test_a_broken_pdf_and_one_without_text_are_told_in_words() -> None:
    with pytest.raises(WebRefused, match="cannot be read"):
        await read_page("pdf", b"%PDF-1.7 nonsense")
    with pytest.raises(WebRefused, match="no text"):
        await read_page("pdf", pdf(""))
