"""Import: chats of other programs are imported by the command line, open as chats, and continue with a model."""

import json
import os
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.chat.importers.drawing import CHANGED, drawn, fixture
from tests.chat.importers.exports import packed
from tests.journeys.bench import open_bench
from tests.journeys.program import Program, program
from tests.support.wire import Turn, WireServer
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.workspace import Workspace

NOTES = {
    "copilot-quick": ("copilot", "20260822_111203__Which_pump"),
    "copilot-traces": ("copilot", "20250903_154640__Find_my_notes"),
    "copilot-2023": ("copilot", "Chat-2023_04_01-12_00_00"),
    "copilot-agent": ("copilot", "agent__20260822_120000__Compare"),
    "chatgpt-md": ("chatgpt-md", "20260211T190022"),
    "gemini-scribe": ("gemini-scribe", "The garden in spring"),
}
"""The fixtures that are notes: their format and the file name given by their program."""


@pytest.fixture
def run(tmp_path: Path) -> Iterator[Program]:
    with program(tmp_path, notes={}) as ready:
        ready.extra["TZ"] = "Europe/Berlin"
        ready.vault.mkdir(exist_ok=True)
        yield ready


def write_fixtures(folder: Path) -> Iterator[Path]:
    """Write the fixtures as files of their programs, with the modification time of the fixtures."""
    (folder / "theirs").mkdir()
    for name, (_, file_name) in NOTES.items():
        file = folder / "theirs" / f"{file_name}.md"
        file.write_text(fixture(f"{name}.md"), encoding="utf-8")
        os.utime(file, (CHANGED.timestamp(), CHANGED.timestamp()))
        yield file


@asynccontextmanager
async def open_imported(run: Program) -> AsyncIterator[Workspace]:
    environment = {"VAULTDESK_HOME": str(run.home)}
    app_paths = app_folders(environment)
    store = SettingsStore(app_paths.settings_file)
    async with Workspace.open(
        run.vault, folders=app_paths, store=store, credentials=Credentials(environment)
    ) as workspace:
        await workspace.wait_until_indexed()
        await workspace.chats.refresh()
        yield workspace


async def imported_text(workspace: Workspace, event: dict[str, Any]) -> str:
    """Return an imported chat, read from its note, in the text format of the expectation files."""
    conversation = await workspace.chats.open(event["path"])
    lines = [drawn(conversation), *(f"remark: {remark}" for remark in event["remarks"])]
    if event["branch_of"]:
        assert conversation.parent.startswith("Chats/")
        lines.append(f"branch of {event['branch_of']}")
    return "\n".join([*lines, ""])


def expected(name: str) -> str:
    lines = fixture(f"{name}.expected.txt").split("\n")
    return "\n".join(line.partition(" after message")[0] for line in lines)


async def test_notes_of_other_programs_are_imported_as_chats(run: Program, tmp_path: Path) -> None:
    before = {file: file.read_bytes() for file in write_fixtures(tmp_path)}
    ran = run("import", "auto", tmp_path / "theirs", "--vault", run.vault, "--json")
    names = {f"{file}.md": name for name, (_, file) in NOTES.items()}
    events = [json.loads(line) for line in ran.out.splitlines()]

    assert (ran.code, ran.err) == (0, "")
    assert {names[event["source"]]: event["format"] for event in events} == {name: NOTES[name][0] for name in NOTES}
    async with open_imported(run) as workspace:
        for event in events:
            assert await imported_text(workspace, event) == expected(names[event["source"]])
        assert len(workspace.chats.entries()) == len(NOTES)
    assert {file: file.read_bytes() for file in before} == before


@pytest.mark.parametrize("name", ["chatgpt", "claude"])
async def test_an_export_is_imported_as_its_chats(run: Program, tmp_path: Path, name: str) -> None:
    ran = run("import", "auto", packed(tmp_path / "export.zip", name), "--vault", run.vault, "--json")

    assert (ran.code, ran.err) == (0, "")
    events = [json.loads(line) for line in ran.out.splitlines()]
    async with open_imported(run) as workspace:
        assert "\n".join([await imported_text(workspace, event) for event in events]) == expected(
            f"{name}-conversations"
        )
        assert len(workspace.chats.entries()) == len(events)
    assert not (tmp_path / "escape.md").exists()
    assert not (tmp_path.parent / "escape.md").exists()


async def test_a_second_import_and_an_undo_recognize_the_first_import(run: Program, tmp_path: Path) -> None:
    export = packed(tmp_path / "export.zip", "chatgpt")
    first = run("import", "chatgpt", export, "--vault", run.vault)
    second = run("import", "chatgpt", export, "--vault", run.vault)
    undone = run("undo", "--vault", run.vault)

    assert (first.code, second.code, undone.code) == (0, 0, 0)
    assert "3 chats skipped: already imported." in second.out
    assert [file for file in run.vault.rglob("*") if file.is_file() and ".trash" not in file.parts] == []


@pytest.mark.parametrize("wire", ["openai", "anthropic"])
async def test_an_imported_chat_is_continued_with_any_provider(tmp_path: Path, wire: str) -> None:
    (tmp_path / "vault").mkdir()
    run = Program(tmp_path / "home", tmp_path / "vault")
    export = packed(tmp_path / "export.zip", "claude")
    assert run("import", "claude", export, "--vault", run.vault).code == 0

    with WireServer(**{wire: [Turn("Rye rests longer.")]}) as server:
        async with open_bench(tmp_path, server, wire=wire) as bench:
            await bench.workspace.chats.refresh()
            bench.conversation = await bench.workspace.chats.open("Chats/Bread.md")
            before = bench.conversation.messages
            await bench.ask("And rye?")

            assert bench.conversation.messages[: len(before)] == before
            assert bench.transcript[-2:] == [("user", "And rye?", False), ("assistant", "Rye rests longer.", False)]
    sent = json.dumps(server.posts[-1].json, ensure_ascii=False)
    assert all(text in sent for text in ("How long does this dough rest?", "web_search", "Ten.", "And rye?"))
    assert "Its content is not in the export" not in sent
