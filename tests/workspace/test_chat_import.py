"""Tests of workspace/chat_import.py."""

import asyncio
import base64
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.chat.importers.drawing import PIXEL, drawn, fixture
from tests.chat.importers.exports import packed
from tests.support.vaults import write_vault
from vaultdesk.chat.conversation import message_block_id
from vaultdesk.chat.conversation_note import read_chat
from vaultdesk.chat.importers.chat_files import ChatFiles
from vaultdesk.core.errors import ImportFailed
from vaultdesk.core.values import replace
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.undo import undo
from vaultdesk.vault.vault import Vault
from vaultdesk.workspace.chat_import import (
    IMPORT_BATCH_SIZE,
    BatchReader,
    ChatImport,
    ChatPathAllocator,
    ImportPlan,
    ImportProgress,
    PlannedChat,
    existing_chats,
)
from vaultdesk.workspace.chat_note_access import ChatNoteAccess

# Import plan.


def test_existing_and_duplicate_chats_are_not_selected() -> None:
    chat = PlannedChat(1, "copilot", "copilot:1", "a.md", "A", datetime(2026, 1, 1, tzinfo=UTC), 2, "Chats/A.md")
    known = replace(chat, number=2, existing_path="Chats/B.md")
    plan = ImportPlan(
        Path("in"),
        "auto",
        "Chats",
        (chat, known, replace(chat, number=3, duplicate=True)),
    )

    assert plan.new_numbers == {1}


# Reading in a separate thread.


class CountingIterable:
    """Yields numbers and records the thread in which it was closed."""

    def __init__(self, end: int) -> None:
        self.end = end
        self.read = 0
        self.closed_in_thread = ""

    def __iter__(self) -> Iterator[int]:
        try:
            for number in range(self.end):
                self.read = number + 1
                yield number
        finally:
            self.closed_in_thread = threading.current_thread().name


async def test_items_are_delivered_in_order_in_batches() -> None:
    numbers = CountingIterable(IMPORT_BATCH_SIZE * 2 + 3)
    async with BatchReader(numbers) as batch_reader:
        batches = [batch async for batch in batch_reader]

    assert [number for batch in batches for number in batch] == list(range(IMPORT_BATCH_SIZE * 2 + 3))
    assert max(len(batch) for batch in batches) <= IMPORT_BATCH_SIZE


async def test_leaving_early_stops_reading_and_closes_in_the_reading_thread() -> None:
    numbers = CountingIterable(10**9)
    async with asyncio.timeout(5):
        async with BatchReader(numbers) as batch_reader:
            async for _ in batch_reader:
                break

    assert numbers.read <= IMPORT_BATCH_SIZE
    assert numbers.closed_in_thread.startswith("import")


async def test_errors_of_the_reading_thread_are_raised() -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise ValueError("torn")

    async def read() -> None:
        async with BatchReader(broken()) as batch_reader:
            async for _ in batch_reader:
                pass

    with pytest.raises(ValueError, match="torn"):
        await read()


# Paths of imported chats, and existing chats.


def test_no_path_is_allocated_twice() -> None:
    names = ChatPathAllocator("Chats", ["chats/boiler.md"])

    assert [names.allocate(title) for title in ("Boiler", "Bread", "bread", "Boiler")] == [
        "Chats/Boiler 2.md",
        "Chats/Bread.md",
        "Chats/bread 2.md",
        "Chats/Boiler 3.md",
    ]


def test_only_chats_of_the_folder_have_an_origin(tmp_path: Path) -> None:
    chat = "---\nvaultdesk-chat: 1\norigin: copilot:1\n---\n"
    vault = write_vault(
        tmp_path,
        {
            "Chats/One.md": chat,
            "Chats/Sub/Two.md": chat.replace(":1\n---", ":2\n---"),
            "Chats/Note.md": "---\norigin: copilot:3\n---\n",
            "Chats/broken.md": "---\norigin: [\n---\n",
            "Else/Three.md": chat,
        },
    )

    existing = existing_chats(VaultFiles(vault), "Chats")

    assert existing.origins == {"copilot:1": "Chats/One.md", "copilot:2": "Chats/Sub/Two.md"}
    assert existing.name_keys == {"chats/one.md", "chats/sub/two.md", "chats/note.md", "chats/broken.md"}


# Import of chats of other programs.


@pytest.fixture
async def vault(tmp_path: Path) -> AsyncIterator[Vault]:
    (tmp_path / "vault").mkdir()
    async with Vault(tmp_path / "vault", watch=False, data_folder=tmp_path / "place") as opened:
        yield opened


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "in"
    folder.mkdir()
    for name in ("copilot-quick.md", "chatgpt-md.md", "gemini-scribe.md", "copilot-traces.md"):
        (folder / name).write_text(fixture(name), encoding="utf-8")
    (folder / "Plain.md").write_text("# Plain\n")
    return folder


class RefreshCounter:
    """Counts the refreshes of the chat list."""

    def __init__(self) -> None:
        self.count = 0

    async def __call__(self) -> None:
        self.count += 1


def chat_import(vault: Vault, refresh: RefreshCounter | None = None) -> ChatImport:
    return ChatImport(vault, lambda: "Chats", refresh or RefreshCounter())


def notes_in(vault: Vault) -> dict[str, bytes]:
    return {file.relative_to(vault.root).as_posix(): file.read_bytes() for file in vault.root.rglob("*.md")}


async def test_a_plan_lists_the_chats_and_creates_nothing(vault: Vault, notes: Path) -> None:
    plan = await chat_import(vault).plan(notes)

    assert [(chat.format, chat.messages, chat.path, chat.is_new) for chat in plan.chats] == [
        ("chatgpt-md", 6, "Chats/chatgpt-md.md", True),
        ("copilot", 4, "Chats/Which pump Nordwind or not.md", True),
        ("copilot", 5, "Chats/copilot-traces.md", True),
        ("gemini-scribe", 5, "Chats/The garden in spring.md", True),
    ]
    assert (plan.folder, plan.problems, plan.others) == ("Chats", (), 1)
    assert notes_in(vault) == {}


async def test_selected_chats_become_notes_that_are_read_back_equal(vault: Vault, notes: Path) -> None:
    before = {file: file.read_bytes() for file in notes.iterdir()}
    refresh = RefreshCounter()
    importer = chat_import(vault, refresh)
    plan = await importer.plan(notes)
    outcome = await importer.run(plan, plan.new_numbers)

    assert [chat.path for chat in outcome.written] == [chat.path for chat in plan.chats]
    assert (outcome.problems, outcome.stopped, refresh.count) == ((), False, 1)
    for found in ChatFiles(notes):
        assert found.chat is not None
        chat = next(chat for chat in plan.chats if chat.origin == found.chat.conversation.origin)
        text = (await vault.read(NotePath(chat.path))).text
        read = read_chat(text)
        assert drawn(read.conversation) == drawn(found.chat.conversation)
        assert read.conversation.messages == found.chat.conversation.messages
    assert {file: file.read_bytes() for file in notes.iterdir()} == before


async def test_one_undo_reverts_the_complete_import(vault: Vault, notes: Path) -> None:
    importer = chat_import(vault)
    plan = await importer.plan(notes)
    outcome = await importer.run(plan, plan.new_numbers)

    undone = await undo(vault, outcome.group)

    assert undone.done
    assert len(undone.notes) == 4
    assert notes_in(vault) == {}


async def test_a_second_import_recognizes_existing_chats_under_other_names(vault: Vault, notes: Path) -> None:
    importer = chat_import(vault)
    plan = await importer.plan(notes)
    await importer.run(plan, {chat.number for chat in plan.chats if chat.format == "copilot"})
    (notes / "copilot-quick.md").rename(notes / "renamed.md")
    (notes / "again.md").write_text(fixture("chatgpt-md.md"), encoding="utf-8")

    again = await importer.plan(notes)

    assert {(chat.source, chat.existing_path, chat.duplicate) for chat in again.chats} == {
        ("again.md", "", False),
        ("chatgpt-md.md", "", True),
        ("copilot-traces.md", "Chats/copilot-traces.md", False),
        ("gemini-scribe.md", "", False),
        ("renamed.md", "Chats/Which pump Nordwind or not.md", False),
    }
    assert {chat.source for chat in again.chats if chat.number in again.new_numbers} == {"again.md", "gemini-scribe.md"}


async def test_an_existing_chat_can_be_imported_again_as_a_second_note(vault: Vault, notes: Path) -> None:
    importer = chat_import(vault)
    plan = await importer.plan(notes)
    await importer.run(plan, plan.new_numbers)
    again = await importer.plan(notes)
    outcome = await importer.run(again, [again.chats[3].number])

    assert [chat.path for chat in outcome.written] == ["Chats/The garden in spring 2.md"]
    assert len(notes_in(vault)) == 5


async def test_a_branch_links_to_its_parent_chat(vault: Vault, tmp_path: Path) -> None:
    importer = chat_import(vault)
    plan = await importer.plan(packed(tmp_path / "export.zip", "claude"))
    await importer.run(plan, plan.new_numbers)
    paths = (NotePath("Chats/Bread.md"), NotePath("Chats/Bread (branch 2).md"))
    main, branch = [read_chat((await vault.read(path)).text).conversation for path in paths]

    assert main.parent == ""
    assert branch.parent == f"Chats/Bread#^{message_block_id(main.messages[5].id)}"
    assert branch.messages[:6] == main.messages[:6]


async def test_pictures_are_imported_and_reverted_with_the_chats(vault: Vault, tmp_path: Path) -> None:
    importer = chat_import(vault)
    plan = await importer.plan(packed(tmp_path / "export.zip", "chatgpt"))
    outcome = await importer.run(plan, plan.new_numbers)
    with closing(ChatNoteAccess(vault, lambda: "Chats", lambda: True)) as note_access:
        read = read_chat(
            (await vault.read(NotePath("Chats/Heat pumps.md"))).text, note_access.read_picture
        ).conversation
    (picture,) = read.messages[0].images

    assert base64.b64decode(picture.data) == PIXEL
    assert [file.read_bytes() for file in (vault.root / "Chats" / "Pictures").iterdir()] == [PIXEL]
    assert outcome.problems == ()

    assert (await undo(vault, outcome.group)).done
    assert [file for file in vault.root.rglob("*") if file.is_file() and ".trash" not in file.parts] == []


async def test_files_changed_since_the_plan_are_reported_and_the_others_imported(vault: Vault, notes: Path) -> None:
    importer = chat_import(vault)
    plan = await importer.plan(notes)
    (notes / "gemini-scribe.md").write_text("# Something else\n")
    (notes / "copilot-quick.md").write_text(fixture("copilot-2023.md"))
    outcome = await importer.run(plan, plan.new_numbers)

    assert [chat.source for chat in outcome.written] == ["chatgpt-md.md", "copilot-traces.md"]
    assert outcome.problems == (
        "copilot-quick.md: It has changed since it was read.",
        "gemini-scribe.md: It no longer exists.",
    )


async def test_an_occupied_path_is_reported_and_not_overwritten(vault: Vault, notes: Path) -> None:
    importer = chat_import(vault)
    plan = await importer.plan(notes, "chatgpt-md")
    await vault.create(NotePath(plan.chats[0].path), "mine\n")
    outcome = await importer.run(plan, plan.new_numbers)

    assert outcome.written == ()
    assert len(outcome.problems) == 1
    assert notes_in(vault) == {"Chats/chatgpt-md.md": b"mine\n"}


async def test_stopping_keeps_the_chats_written_so_far(vault: Vault, tmp_path: Path) -> None:
    folder = tmp_path / "many"
    folder.mkdir()
    for number in range(80):
        (folder / f"{number:02}.md").write_text(f"**user**: Question {number}\n\n**ai**: Answer {number}\n")
    importer = chat_import(vault)
    plan = await importer.plan(folder)
    with importer.progress.subscribe() as steps:
        async with asyncio.TaskGroup() as tasks:
            running = tasks.create_task(importer.run(plan, plan.new_numbers))
            async for step in steps:
                assert step == ImportProgress("writing", step.done, 80)
                importer.stop()
                break
    outcome = running.result()

    assert outcome.stopped
    assert 0 < len(outcome.written) < 80
    assert len(notes_in(vault)) == len(outcome.written)


async def test_a_folder_without_readable_chats_raises_an_error(vault: Vault, tmp_path: Path) -> None:
    with pytest.raises(ImportFailed, match="contains no chats"):
        await chat_import(vault).plan(tmp_path / "vault")
    with pytest.raises(ImportFailed, match="cannot be read"):
        await chat_import(vault).plan(tmp_path / "gone")
