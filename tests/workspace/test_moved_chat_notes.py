"""A chat is continued in its note if that was moved, also before the move is reported, and never in a copy."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path

import pytest

from tests.support.wine import wine_lacks
from tests.support.written_chat import write_chat
from tests.workspace.bench import Bench
from tests.workspace.chat_scene import ChatScene, begin, finish, open_chats, stream
from vaultdesk.chat.chatgpt_md import SEPARATOR
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.conversation_note import read_chat
from vaultdesk.chat.messages import new_id, user_message
from vaultdesk.index.indexing.index_updater import IndexUpdater
from vaultdesk.index.indexing.vault_scan import ScanPlan
from vaultdesk.vault.disk.folder import retry_while_held
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault_changes import FileChange, VaultChanged
from vaultdesk.workspace import Workspace
from vaultdesk.workspace.chat_autosave import ChatAutosave

NOTE = "Chats/Hello there.md"
QUESTION = "Hello there"

MARKERS = "Markers"
"""Folder of chat notes that only show that the list of chats is up to date."""

MOVES = {
    "renamed": "Chats/Moved.md",
    "moved to another folder": "Garden/2026/Moved.md",
    "renamed in case only": "Chats/hello there.md",
    "in a renamed folder": "Talks/Hello there.md",
}
"""Where a chat's note is after each kind of move."""

EACH_MOVE = [
    pytest.param(new, id=kind, marks=wine_lacks("a rename that changes only the case of a name"))
    if kind == "renamed in case only"
    else pytest.param(new, id=kind)
    for kind, new in MOVES.items()
]


def move(root: Path, new: str) -> None:
    """Move the note as another program does."""
    old, target = root / NOTE, root / new
    if target.name == old.name:
        retry_while_held(lambda: old.parent.rename(target.parent))
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    retry_while_held(lambda: old.rename(target))


def copy(root: Path, source: str, target: str) -> None:
    (root / target).write_bytes((root / source).read_bytes())


def chat_notes(root: Path) -> dict[str, list[str]]:
    """Return the texts of the messages of each chat note, by path."""
    notes = {file.relative_to(root).as_posix(): file.read_text(encoding="utf-8") for file in root.rglob("*.md")}
    return {
        path: texts_of(text)
        for path, text in sorted(notes.items())
        if "vaultdesk-chat" in text and not path.startswith(MARKERS)
    }


def texts_of(note: str) -> list[str]:
    return [message.text for message in read_chat(note).conversation.messages]


async def start_chat(scene: ChatScene, question: str = QUESTION) -> ChatAutosave:
    """Return a chat with a question, an answer and a note."""
    autosave = scene.chats.autosave(Conversation())
    begin(autosave, question)
    finish(autosave, "Hello.")
    await autosave.flush()
    return autosave


async def start_answer(scene: ChatScene) -> ChatAutosave:
    """Return a chat whose answer is being streamed and was written to its note."""
    autosave = scene.chats.autosave(Conversation())
    begin(autosave, QUESTION)
    stream(autosave, "It")
    await autosave.flush()
    return autosave


async def end_answer(autosave: ChatAutosave) -> None:
    """Stream the rest of the answer; the note is written meanwhile and at the end."""
    stream(autosave, " leaks")
    await autosave.flush()
    finish(autosave, "It leaks.")
    await autosave.flush()


async def publish(scene: ChatScene, *changes: FileChange) -> None:
    """Report *changes*, and return when open chats have followed them."""
    for reported in (changes, ()):  # The second commit is processed after the first.
        marker = Conversation(title=new_id("marker"))
        marker.append(user_message("Anything?"))
        path = NotePath(f"{MARKERS}/{marker.title}.md")
        (scene.root / MARKERS).mkdir(exist_ok=True)
        (scene.root / path.text).write_text(write_chat(marker), encoding="utf-8")
        with scene.chats.changes.subscribe() as listed:
            scene.vault.changes.publish(VaultChanged((*reported, FileChange("created", path))))
            async with asyncio.timeout(60):
                while not any(entry.path == path.text for entry in scene.chats.entries()):
                    await anext(listed)


@pytest.mark.parametrize("new", EACH_MOVE)
async def test_a_note_moved_while_an_answer_streams_is_not_written_at_its_old_path(new: str, tmp_path: Path) -> None:
    (tmp_path / "vault/Chats").mkdir(parents=True)  # A new folder may not be watched yet.
    async with open_chats(tmp_path) as scene:
        autosave = await start_answer(scene)
        with scene.vault.changes.subscribe() as reports:
            move(scene.root, new)
            stream(autosave, " leaks")
            await autosave.flush()  # Usually before the watcher reports the move.
            assert chat_notes(scene.root) == {new: [QUESTION, "It leaks"]}
            async with asyncio.timeout(60):
                async for report in reports:
                    if report.rescan or any(change.old_path == NotePath(NOTE) for change in report.changes):
                        break
        finish(autosave, "It leaks.")
        await autosave.flush()
        assert not autosave.problem
        assert autosave.path == new
        assert chat_notes(scene.root) == {new: [QUESTION, "It leaks."]}


@pytest.mark.parametrize("new", EACH_MOVE)
async def test_a_note_moved_between_two_questions_is_not_written_at_its_old_path(new: str, tmp_path: Path) -> None:
    async with open_chats(tmp_path, watch=False) as scene:
        autosave = await start_chat(scene)
        move(scene.root, new)
        begin(autosave, "More")
        await autosave.flush()
        assert autosave.path == new
        assert chat_notes(scene.root) == {new: [QUESTION, "Hello.", "More"]}


async def test_a_note_reported_as_deleted_is_looked_for_before_the_next_question(tmp_path: Path) -> None:
    async with open_chats(tmp_path, watch=False) as scene:
        autosave = await start_chat(scene)
        move(scene.root, "Chats/Moved.md")
        await publish(scene, FileChange("deleted", NotePath(NOTE)))
        begin(autosave, "More")
        await autosave.flush()
        assert chat_notes(scene.root) == {"Chats/Moved.md": [QUESTION, "Hello.", "More"]}


@pytest.mark.parametrize("at_copy", ["before the move", "after the move"])
async def test_a_copy_of_a_moved_note_is_not_written(at_copy: str, tmp_path: Path) -> None:
    async with open_chats(tmp_path, watch=False) as scene:
        autosave = await start_answer(scene)
        if at_copy == "before the move":
            copy(scene.root, NOTE, "Chats/A copy.md")
        move(scene.root, "Chats/Moved.md")
        if at_copy == "after the move":
            copy(scene.root, "Chats/Moved.md", "Chats/A copy.md")
        await publish(
            scene,
            FileChange("created", NotePath("Chats/A copy.md")),
            FileChange("created", NotePath("Chats/Moved.md")),
            FileChange("deleted", NotePath(NOTE)),
        )
        await end_answer(autosave)
        assert chat_notes(scene.root) == {
            "Chats/A copy.md": [QUESTION, "It"],
            "Chats/Moved.md": [QUESTION, "It leaks."],
        }


async def test_an_idle_chat_is_continued_in_its_moved_note_and_not_in_a_copy_reported_with_it(tmp_path: Path) -> None:
    async with open_chats(tmp_path, watch=False) as scene:
        autosave = await start_chat(scene)
        move(scene.root, "Chats/Moved.md")
        copy(scene.root, "Chats/Moved.md", "Chats/A copy.md")
        await publish(
            scene,
            FileChange("created", NotePath("Chats/A copy.md")),
            FileChange("created", NotePath("Chats/Moved.md")),
        )
        begin(autosave, "More")
        await autosave.flush()
        assert chat_notes(scene.root) == {
            "Chats/A copy.md": [QUESTION, "Hello."],
            "Chats/Moved.md": [QUESTION, "Hello.", "More"],
        }


@pytest.mark.parametrize("at_copy", ["before the deletion", "after the deletion"])
async def test_a_note_deleted_beside_its_copy_is_written_again(at_copy: str, tmp_path: Path) -> None:
    async with open_chats(tmp_path, watch=False) as scene:
        autosave = await start_answer(scene)
        copied = (scene.root / NOTE).read_bytes()
        if at_copy == "before the deletion":
            (scene.root / "Copy.md").write_bytes(copied)
        retry_while_held((scene.root / NOTE).unlink)
        if at_copy == "after the deletion":
            (scene.root / "Copy.md").write_bytes(copied)  # It often gets the inode number of the deleted note.
        await end_answer(autosave)
        assert chat_notes(scene.root) == {NOTE: [QUESTION, "It leaks."], "Copy.md": [QUESTION, "It"]}


async def test_an_earlier_copy_reported_with_the_deletion_of_the_note_is_not_continued(tmp_path: Path) -> None:
    async with open_chats(tmp_path, watch=False) as scene:
        autosave = await start_answer(scene)
        copy(scene.root, NOTE, "Copy.md")
        stream(autosave, " leaks")
        await autosave.flush()
        retry_while_held((scene.root / NOTE).unlink)
        await publish(scene, FileChange("created", NotePath("Copy.md")), FileChange("deleted", NotePath(NOTE)))
        finish(autosave, "It leaks.")
        await autosave.flush()
        assert chat_notes(scene.root) == {NOTE: [QUESTION, "It leaks."], "Copy.md": [QUESTION, "It"]}


async def test_a_known_copy_is_not_the_note_of_its_chat_after_the_original_was_deleted(tmp_path: Path) -> None:
    async with open_chats(tmp_path, watch=False) as scene:
        autosave = await start_chat(scene)
        copy(scene.root, NOTE, "Copy.md")
        await publish(scene, FileChange("created", NotePath("Copy.md")))
        begin(autosave, "More")
        finish(autosave, "Yes.")
        await autosave.flush()
        retry_while_held((scene.root / NOTE).unlink)
        await publish(scene, FileChange("deleted", NotePath(NOTE)))
        with (scene.root / "Copy.md").open("a", encoding="utf-8") as file:
            file.write("\nA remark\n")
        edited = (scene.root / "Copy.md").read_bytes()
        await publish(scene, FileChange("modified", NotePath("Copy.md")))
        begin(autosave, "And?")
        await autosave.flush()
        assert (scene.root / "Copy.md").read_bytes() == edited
        assert chat_notes(scene.root)[NOTE] == [QUESTION, "Hello.", "More", "Yes.", "And?"]


@pytest.mark.parametrize("own", ["moved", "deleted"])
@pytest.mark.parametrize("reported", [False, True], ids=["unreported", "reported"])
async def test_a_note_replaced_by_that_of_another_chat_is_not_written(own: str, reported: bool, tmp_path: Path) -> None:
    async with open_chats(tmp_path, watch=False) as scene:
        autosave = await start_chat(scene)
        other = await start_chat(scene, "Apples?")
        if own == "moved":
            move(scene.root, "Chats/Moved.md")
        else:
            retry_while_held((scene.root / NOTE).unlink)
        retry_while_held(lambda: (scene.root / other.path).replace(scene.root / NOTE))
        before = (scene.root / NOTE).read_bytes()
        if reported:
            await publish(scene, FileChange("modified", NotePath(NOTE)))
        begin(autosave, "More")
        await autosave.flush()
        assert (scene.root / NOTE).read_bytes() == before
        assert not autosave.problem
        expected = "Chats/Moved.md" if own == "moved" else "Chats/Hello there 2.md"
        assert chat_notes(scene.root) == {NOTE: ["Apples?", "Hello."], expected: [QUESTION, "Hello.", "More"]}


# After a restart.


@contextmanager
def first_scan_held(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Delay the first scan until the event is set or the block ends."""
    released, compare = threading.Event(), IndexUpdater.compare

    def compare_later(updater: IndexUpdater) -> ScanPlan:
        released.wait()
        return compare(updater)

    with monkeypatch.context() as patch:
        patch.setattr(IndexUpdater, "compare", compare_later)
        try:
            yield released
        finally:
            released.set()


async def keep_chat(bench: Bench, change: Callable[[Workspace], None] = lambda _workspace: None) -> str:
    """Store a chat with a note in one session of the program; return its id. *change* is called in that session."""
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        workspace.chats.set_save_mode("keep")
        chat = Conversation()
        await ask(workspace, chat, QUESTION)
        change(workspace)
        await workspace.indexer.rescan()
        await workspace.chats.refresh()
        await ask(workspace, chat, "Still there?")
    return chat.id


async def ask(workspace: Workspace, chat: Conversation, question: str) -> None:
    autosave = workspace.chats.autosave(chat)
    begin(autosave, question)
    finish(autosave, "Hello.")
    await autosave.flush()


EARLIER = [QUESTION, "Hello.", "Still there?", "Hello."]
"""The messages stored by `keep_chat`."""


async def continue_chat(bench: Bench, chat_id: str, monkeypatch: pytest.MonkeyPatch, *, scanned: bool) -> list[str]:
    """Ask in the stored chat, in another session, before or after the first scan; return the messages."""
    if scanned:
        async with bench.open() as workspace:
            await workspace.wait_until_indexed()
            await workspace.chats.refresh()
            chat = await workspace.chats.open(chat_id)
            await ask(workspace, chat, "More")
    else:
        async with AsyncExitStack() as session:
            release = session.enter_context(first_scan_held(monkeypatch))
            workspace = await session.enter_async_context(bench.open())
            session.callback(release.set)  # Closing waits for the scan.
            chat = await workspace.chats.open(chat_id)
            await ask(workspace, chat, "More")
    return [message.text for message in chat.messages]


@pytest.mark.parametrize("scanned", [False, True], ids=["before the first scan", "after the first scan"])
@pytest.mark.parametrize("new", EACH_MOVE)
async def test_a_note_moved_while_the_program_was_closed_is_continued(
    new: str, scanned: bool, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat_id = await keep_chat(bench)
    move(bench.root, new)
    await continue_chat(bench, chat_id, monkeypatch, scanned=scanned)
    assert chat_notes(bench.root) == {new: [*EARLIER, "More", "Hello."]}


@pytest.mark.parametrize("scanned", [False, True], ids=["before the first scan", "after the first scan"])
@pytest.mark.parametrize("own", ["moved", "deleted"])
async def test_an_earlier_copy_is_not_the_note_of_its_chat_after_a_restart(
    own: str, scanned: bool, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat_id = await keep_chat(bench, lambda _: copy(bench.root, NOTE, "Chats/A copy.md"))
    if own == "moved":
        move(bench.root, "Chats/Moved.md")
    else:
        retry_while_held((bench.root / NOTE).unlink)
    messages = await continue_chat(bench, chat_id, monkeypatch, scanned=scanned)
    assert messages == [*EARLIER, "More", "Hello."], "messages missing in the copy were not removed"
    assert chat_notes(bench.root) == {
        "Chats/A copy.md": [QUESTION, "Hello."],
        "Chats/Moved.md" if own == "moved" else NOTE: [*EARLIER, "More", "Hello."],
    }


async def test_the_only_note_with_the_last_known_bytes_is_continued_after_a_restart(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A synchronization program creates a moved file anew and deletes the old one."""
    chat_id = await keep_chat(bench)
    copy(bench.root, NOTE, "Copy.md")
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
    retry_while_held((bench.root / NOTE).unlink)
    await continue_chat(bench, chat_id, monkeypatch, scanned=True)
    assert chat_notes(bench.root) == {"Copy.md": [*EARLIER, "More", "Hello."]}


@pytest.mark.parametrize("scanned", [False, True], ids=["before the first scan", "after the first scan"])
async def test_a_copy_made_after_a_move_is_not_written_after_a_restart(
    scanned: bool, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat_id = await keep_chat(bench)
    move(bench.root, "Chats/Moved.md")
    copy(bench.root, "Chats/Moved.md", "Chats/A copy.md")
    await continue_chat(bench, chat_id, monkeypatch, scanned=scanned)
    assert chat_notes(bench.root) == {
        "Chats/A copy.md": EARLIER,
        "Chats/Moved.md": [*EARLIER, "More", "Hello."],
    }


@pytest.mark.parametrize("scanned", [False, True], ids=["before the first scan", "after the first scan"])
async def test_two_copies_without_the_original_are_not_written_after_a_restart(
    scanned: bool, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat_id = await keep_chat(bench)
    copy(bench.root, NOTE, "Copy 1.md")
    copy(bench.root, NOTE, "Copy 2.md")
    retry_while_held((bench.root / NOTE).unlink)
    await continue_chat(bench, chat_id, monkeypatch, scanned=scanned)
    assert chat_notes(bench.root) == {
        "Copy 1.md": EARLIER, "Copy 2.md": EARLIER, NOTE: [*EARLIER, "More", "Hello."],
    }  # fmt: skip


async def test_a_note_moved_and_edited_while_the_program_was_closed_is_continued(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat_id = await keep_chat(bench)
    move(bench.root, "Moved.md")
    file = bench.root / "Moved.md"
    file.write_text(file.read_text(encoding="utf-8").replace("Still there?", "Still here?"), encoding="utf-8")
    await continue_chat(bench, chat_id, monkeypatch, scanned=True)
    assert chat_notes(bench.root) == {"Moved.md": [QUESTION, "Hello.", "Still here?", "Hello.", "More", "Hello."]}


@pytest.mark.parametrize("scanned", [False, True], ids=["before the first scan", "after the first scan"])
@pytest.mark.parametrize("own", ["moved", "deleted"])
async def test_a_note_replaced_by_that_of_another_chat_is_not_written_after_a_restart(
    own: str, scanned: bool, bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = Conversation()
    chat_id = await keep_chat(bench)
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        await ask(workspace, other, "Apples?")
    if own == "moved":
        move(bench.root, "Chats/Moved.md")
    retry_while_held(lambda: (bench.root / "Chats/Apples.md").replace(bench.root / NOTE))
    await continue_chat(bench, chat_id, monkeypatch, scanned=scanned)
    assert chat_notes(bench.root) == {
        NOTE: ["Apples?", "Hello."],
        "Chats/Moved.md" if own == "moved" else "Chats/Hello there 2.md": [*EARLIER, "More", "Hello."],
    }
    async with bench.open() as workspace:
        opened = await workspace.chats.open(NOTE)
        assert opened.id == other.id


async def test_a_copy_opened_by_the_user_is_another_chat_if_the_note_was_moved(bench: Bench) -> None:
    chat_id = await keep_chat(bench)
    copy(bench.root, NOTE, "Copy.md")
    move(bench.root, "Chats/Moved.md")
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        opened = await workspace.chats.open("Copy.md")
        assert opened.id != chat_id
        own = await workspace.chats.open("Chats/Moved.md")
        assert own.id == chat_id


async def test_a_chatgpt_md_note_is_continued_where_it_was_moved(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    (bench.root / "Talk.md").write_text(f"What is a pump?\n\n{SEPARATOR}\n\n### role::user\n\n", encoding="utf-8")
    async with bench.open() as workspace:
        await workspace.wait_until_indexed()
        chat = await workspace.chats.open("Talk.md")
        await ask(workspace, chat, "First?")
        retry_while_held(lambda: (bench.root / "Talk.md").rename(bench.root / "Moved.md"))
        await ask(workspace, chat, "Second?")
        assert not (bench.root / "Talk.md").exists()
        assert workspace.chats.note_of(chat) == "Moved.md"
    retry_while_held(lambda: (bench.root / "Moved.md").rename(bench.root / "Garden/Moved.md"))
    await continue_chat(bench, chat.id, monkeypatch, scanned=False)
    text = (bench.root / "Garden/Moved.md").read_text(encoding="utf-8")
    assert [question for question in ("First?", "Second?", "More") if text.count(question) == 1] == [
        "First?", "Second?", "More",
    ]  # fmt: skip
    assert chat_notes(bench.root) == {}, "no note in the program's own format was written"
