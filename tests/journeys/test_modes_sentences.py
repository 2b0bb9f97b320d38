"""Requests in plain words: with a scripted model and native or text-based tools, and offline."""

import os
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.bench import Bench, open_bench, results_of
from tests.journeys.test_modes import WAYS, call_turn, open_mode_bench, sent
from tests.support.tool_env import YES
from tests.support.vaults import HEATING, write_vault
from tests.support.wire import Turn
from vaultdesk.agent.run import RunFinished
from vaultdesk.providers.provider import Noticed

WEEK = {"start": "last week", "end": "last week"}
SENTENCES: dict[str, tuple[str, dict[str, Any]]] = {
    "add nuances to vocabulary": ("add_vocabulary", {"word": "nuances"}),
    "add the word serendipity to my vocabulary": ("add_vocabulary", {"word": "serendipity"}),
    "what did I write last week": ("search_notes", {"date_range": WEEK}),
    "start a pomodoro": ("pomodoro", {"action": "start"}),
    "what time is it": ("get_current_time", {}),
}
"""The call that the scripted model makes for each request."""


def date_to_last_week(root: Path, *paths: str) -> None:
    """Date the files at *paths* to the middle of last week, and all others earlier."""
    today = datetime.now().astimezone().replace(hour=12, minute=0, second=0, microsecond=0)
    last_week = today - timedelta(days=today.weekday() + 4)
    for file in root.rglob("*.md"):
        when = last_week if file.relative_to(root).as_posix() in paths else last_week - timedelta(days=60)
        os.utime(file, (when.timestamp(), when.timestamp()))


def vocabulary_words(bench: Bench) -> list[str]:
    """Return the words of the vocabulary, from the names of its notes."""
    return sorted(file.stem for file in (bench.workspace.vault.root / "Vocabulary").rglob("*.md"))


@WAYS
@pytest.mark.parametrize("sentence", SENTENCES)
async def test_a_request_in_plain_words_calls_its_tool(tmp_path: Path, sentence: str, tool_format: str) -> None:
    tool, arguments = SENTENCES[sentence]
    async with open_mode_bench(tmp_path, tool_format, call_turn(tool_format, tool, **arguments), Turn("Done.")) as (
        bench,
        server,
    ):
        events = await bench.ask(sentence)

        (result,) = results_of(events)
        assert result.success, result
        assert events[-1] == RunFinished("end")
        assert bench.transcript[-1] == ("assistant", "Done.", False)
        assert tool in sent(server)
        if tool == "add_vocabulary":
            assert vocabulary_words(bench) == [arguments["word"]]


@WAYS
async def test_an_existing_word_is_reported_to_the_model(tmp_path: Path, tool_format: str) -> None:
    call = call_turn(tool_format, "add_vocabulary", word="serendipity")
    again = call_turn(tool_format, "add_vocabulary", word="Serendipity")
    async with open_mode_bench(tmp_path, tool_format, call, Turn("Added."), again, Turn("It was there.")) as (
        bench,
        _server,
    ):
        sentence = "add the word serendipity to my vocabulary"
        (first,) = results_of(await bench.ask(sentence))
        (second,) = results_of(await bench.ask(sentence))

        assert isinstance(first.data, dict)
        assert isinstance(second.data, dict)
        assert (first.data["status"], second.data["status"]) == ("created", "exists")
        assert vocabulary_words(bench) == ["serendipity"]


async def test_the_offline_assistant_carries_out_the_requests(tmp_path: Path) -> None:
    async with open_bench(tmp_path, None, YES) as bench:
        await bench.ask("add nuances to vocabulary")
        assert bench.transcript[-1][1] == 'Added "nuances" to vocabulary.'
        for expected in ('Added "serendipity" to vocabulary.', 'Word "serendipity" already exists in vocabulary.'):
            await bench.ask("add the word serendipity to my vocabulary")
            assert bench.transcript[-1][1] == expected
        assert vocabulary_words(bench) == ["nuances", "serendipity"]
        await bench.ask("start a pomodoro")
        assert bench.transcript[-1][1].startswith("Started a pomodoro of 25 minutes. ")
        await bench.ask("Wie spät ist es?")
        assert bench.transcript[-1][1].startswith("It is ")
        assert all(request.calls[0].tool == "add_vocabulary" for request in bench.answers.requests)


async def test_the_offline_assistant_lists_notes_changed_last_week(tmp_path: Path) -> None:
    date_to_last_week(write_vault(tmp_path / "vault", HEATING), "Garden/Apples.md")
    texts = {path: (tmp_path / "vault" / path).read_text(encoding="utf-8") for path in HEATING}
    async with open_bench(tmp_path, None, YES, notes={}) as bench:
        await bench.ask("what did I write last week")

        assert bench.transcript[-1][1].startswith(
            "Your notes from that time say:\n\n> Prune the Boskoop in February. — [[Garden/Apples#Apples|Apples]]"
        )
        assert {path: (tmp_path / "vault" / path).read_text(encoding="utf-8") for path in HEATING} == texts


@pytest.mark.parametrize("mode", ["vault-qa", "plus", "agent"])
async def test_the_offline_assistant_quotes_notes_in_every_mode_that_reads_them(tmp_path: Path, mode: str) -> None:
    async with open_bench(tmp_path, None, YES) as bench:
        bench.workspace.store.set("chat.mode", mode)
        events = await bench.ask("What did we decide about the heat pump?")

        assert not [event for event in events if isinstance(event, Noticed)]
        assert "We decided on the Nordwind heat pump." in bench.transcript[-1][1]
        assert "[[Boiler" in bench.transcript[-1][1]


async def test_the_offline_assistant_says_that_chat_mode_reads_no_notes(tmp_path: Path) -> None:
    async with open_bench(tmp_path, None, YES) as bench:
        bench.workspace.store.set("chat.mode", "chat")
        await bench.ask("What did we decide about the heat pump?")

        assert "In Chat mode notes are never searched." in bench.transcript[-1][1]
        assert bench.answers.requests == []
