"""Tests of chat/chat_store.py."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vaultdesk.chat import chat_store
from vaultdesk.chat.chat_entry import preview_of
from vaultdesk.chat.chat_store import (
    VERSION,
    ChatChange,
    ChatStore,
    NoteLink,
    StoreConflict,
    match_expression,
    passage_around,
)
from vaultdesk.chat.conversation import ChatChoices, Checkpoint, Conversation
from vaultdesk.chat.messages import (
    ContextItem,
    ImagePart,
    Message,
    ProviderPart,
    ReasoningPart,
    Source,
    TextPart,
    ToolCallPart,
    ToolResultPart,
    Usage,
    user_message,
)
from vaultdesk.core.errors import ChatStoreFailed
from vaultdesk.core.values import replace


def rich_conversation() -> Conversation:
    """A conversation with every kind of part and property."""
    picture = ImagePart(media_type="image/png", data="iVBORw0KGgo=", name="plan.png")
    call = ToolCallPart(id="call_1", name="file_read", arguments_json='{"a": 1}', arguments={"a": 1})
    source = Source(path="Boiler.md", heading="Cost", characters=9, first_line=1, last_line=2, allowed="person")
    result = ToolResultPart(call_id="call_1", name="file_read", content='{"text": "secretword"}', sources=(source,))
    chat = Conversation(
        title="Heating \ud83d", pinned=True, parent="Chats/Old#^m-1", parent_id="chat_1", origin="copilot:1",
        choices=ChatChoices("work/m", "Agent", "agent", "Projects/House.md"),
    )  # fmt: skip
    chat.extend(
        [
            user_message("What of the heat pump?", (picture,), (ContextItem(kind="note", target="Boiler"),), "agent"),
            Message(role="assistant", parts=(ReasoningPart(text="Hm."), call), model="work/m", usage=Usage(cost=0.1)),
            Message(role="tool", parts=(result,)),
            Message(
                role="assistant", parts=(TextPart(text="It co\udc00sts."), ProviderPart(family="x", item=[1, None]))
            ),
            Message(role="assistant", parts=(TextPart(text="Cut", hidden=False),), cut=True),
        ]
    )
    point = Checkpoint(chat.messages[1].id, "Summed up.", datetime(2026, 11, 20, tzinfo=UTC), "work/m")
    chat.checkpoints = (point,)
    chat.ask_again_from(chat.messages[3].id)
    chat.append(user_message("Otherwise?"))
    return chat


def change_of(chat: Conversation, revision: int = 0, **changes: object) -> ChatChange:
    messages = {m.id: m for branch in chat.branches for m in branch.messages} | {m.id: m for m in chat.messages}
    branches = tuple((branch.after, tuple(m.id for m in branch.messages)) for branch in chat.branches)
    order = tuple(m.id for m in chat.messages)
    change = ChatChange(
        replace(chat, _messages=[]), revision, preview=preview_of(chat.messages), order=order, branches=branches,
        messages=tuple(messages.values()),
    )  # fmt: skip
    return replace(change, **changes)


def as_value(chat: Conversation) -> tuple[object, ...]:
    return (
        chat.id, chat.created, chat.pinned, chat.parent, chat.parent_id, chat.origin, chat.choices, chat.checkpoints,
        chat.branches, chat.messages,
    )  # fmt: skip


def conversation_of(*texts: str) -> Conversation:
    chat = Conversation(title=texts[0])
    for number, text in enumerate(texts):
        chat.append(Message(role="assistant", parts=(TextPart(text=text),)) if number % 2 else user_message(text))
    return chat


OpenStore = Callable[[Path], ChatStore]


@pytest.fixture
def open_store() -> Iterator[OpenStore]:
    """Opens stores that are closed after the test."""
    with ExitStack() as stack:
        yield lambda file: stack.enter_context(closing(ChatStore(file)))


def test_a_written_chat_reads_back_equal(tmp_path: Path, open_store: OpenStore) -> None:
    chat, store = rich_conversation(), open_store(tmp_path / "chats.sqlite")
    link, states = NoteLink("Chats/Heating.md", "abc", "keep"), {"taint": {"untrusted": True}}
    assert store.write(change_of(chat, generated_title="Heating", note=link, states=states)) == 1
    store.close()
    stored = open_store(tmp_path / "chats.sqlite").read(chat.id)
    assert stored is not None
    assert as_value(stored.conversation) == as_value(chat)
    assert stored.conversation.title == "Heating ?", "a title cannot contain a lone surrogate"
    assert (stored.generated_title, stored.note, stored.states, stored.revision) == ("Heating", link, states, 1)


def test_only_changed_messages_are_written_and_the_chat_list_is_updated(tmp_path: Path, open_store: OpenStore) -> None:
    chat, store = conversation_of("One?", "First."), open_store(tmp_path / "chats.sqlite")
    store.write(change_of(chat))
    answer = Message(role="assistant", parts=(TextPart(text="Fir"),), cut=True)
    chat.append(answer)
    completed = answer.model_copy(update={"parts": (TextPart(text="Firm."),), "cut": False})
    order = tuple(message.id for message in chat.messages)
    change = ChatChange(replace(chat, _messages=[]), 1, preview="One?")
    store.write(replace(change, order=order, messages=(answer,)))
    store.write(replace(change, revision=2, messages=(completed,), order=order, removed=frozenset()))
    stored = store.read(chat.id)
    assert stored is not None
    assert [message.text for message in stored.conversation.messages] == ["One?", "First.", "Firm."]
    (entry,) = store.entries()
    assert (entry.key, entry.title, entry.preview, entry.path, entry.is_stored) == (chat.id, "One?", "One?", "", True)
    store.write(replace(change, revision=3, order=order[:2], removed=frozenset({answer.id})))
    shortened = store.read(chat.id)
    assert shortened is not None
    assert len(shortened.conversation.messages) == 2


def test_two_writers_of_a_chat_do_not_overwrite_each_other(tmp_path: Path, open_store: OpenStore) -> None:
    chat = conversation_of("One?")
    first, second = open_store(tmp_path / "chats.sqlite"), open_store(tmp_path / "chats.sqlite")
    first.write(change_of(chat))
    with pytest.raises(StoreConflict):
        second.write(change_of(chat))
    assert second.write(change_of(chat, 1)) == 2
    with pytest.raises(StoreConflict):
        first.write(change_of(chat, 1))


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("pump", ["One"]), ("PUM", ["One"]), ("uber", ["Two"]), ("heat pump", ["One"]), ("heat nordwind", []),
        ("热泵", ["Three"]), ("泵", ["Three"]), ("secretword", []), ('"; DROP', []), ("  ", []), ("hidden", []),
    ],
)  # fmt: skip
def test_search_finds_message_text_only(tmp_path: Path, query: str, expected: list[str], open_store: OpenStore) -> None:
    store = open_store(tmp_path / "chats.sqlite")
    tool = ToolResultPart(call_id="c", name="file_read", content="secretword")
    chats = {
        "One": [TextPart(text="We chose a heat pump in May."), TextPart(text="hidden", hidden=True)],
        "Two": [TextPart(text="Über die Heizung: Nordwind.")],
        "Three": [TextPart(text="我们选择了热泵。")],
    }
    for title, parts in chats.items():
        chat = Conversation(title=title)
        chat.append(Message(role="user", parts=tuple(parts)))
        chat.append(Message(role="tool", parts=(tool,)))
        store.write(change_of(chat))
    assert [passage.title for passage in store.search(query, 10)] == expected


def test_a_passage_is_the_text_around_the_match(tmp_path: Path) -> None:
    text = "before " * 60 + "the Boskoop apple " + "after " * 60
    assert "the Boskoop apple" in passage_around(text, ["boskoop"])
    assert passage_around(text, ["boskoop"]).startswith("…")
    assert len(passage_around(text, ["boskoop"])) < 200
    assert passage_around("short", ["x"]) == "short"
    assert match_expression('a"b c') == '"a"* "b"* "c"*'


def test_a_deleted_chat_can_be_restored_until_the_store_is_closed_and_is_then_erased(
    tmp_path: Path, open_store: OpenStore
) -> None:
    chat, store = conversation_of("CANARY-WORD?", "Yes."), open_store(tmp_path / "chats.sqlite")
    store.write(change_of(chat))
    assert store.set_deleted(chat.id, deleted=True)
    assert (store.entries(), store.search("canary", 5)) == ([], [])
    assert store.set_deleted(chat.id, deleted=False)
    assert [passage.key for passage in store.search("canary", 5)] == [chat.id]
    store.set_deleted(chat.id, deleted=True)
    store.close()
    assert open_store(tmp_path / "chats.sqlite").read(chat.id) is None
    contents = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"CANARY-WORD" not in contents
    assert b"canary" not in contents


def test_a_chat_deleted_by_another_process_can_be_restored_there(tmp_path: Path, open_store: OpenStore) -> None:
    chat = conversation_of("One?")
    first, second = open_store(tmp_path / "chats.sqlite"), open_store(tmp_path / "chats.sqlite")
    first.write(change_of(chat))
    first.set_deleted(chat.id, deleted=True)
    second.entries()
    second.close()
    assert first.set_deleted(chat.id, deleted=False)
    assert [entry.id for entry in first.entries()] == [chat.id]


def test_a_message_written_to_a_deleted_chat_restores_it(tmp_path: Path, open_store: OpenStore) -> None:
    chat = conversation_of("One?")
    first, second = open_store(tmp_path / "chats.sqlite"), open_store(tmp_path / "chats.sqlite")
    revision = first.write(change_of(chat))
    first.set_deleted(chat.id, deleted=True)
    chat.append(user_message("And then?"))
    second.write(change_of(chat, revision))
    assert [entry.id for entry in first.entries()] == [chat.id]
    first.close()
    stored = second.read(chat.id)
    assert stored is not None
    assert [message.text for message in stored.conversation.messages] == ["One?", "And then?"]
    assert [passage.key for passage in second.search("then", 5)] == [chat.id]


def test_a_change_without_messages_leaves_a_deleted_chat_deleted(tmp_path: Path, open_store: OpenStore) -> None:
    chat = conversation_of("One?")
    first, second = open_store(tmp_path / "chats.sqlite"), open_store(tmp_path / "chats.sqlite")
    revision = first.write(change_of(chat))
    first.set_deleted(chat.id, deleted=True)
    # As after the deletion of its note is noticed.
    second.write(ChatChange(replace(chat, _messages=[]), revision, note=NoteLink()))
    assert second.entries() == []
    first.close()
    assert second.read(chat.id) is None


def test_closing_does_not_remove_a_chat_that_was_restored_and_deleted_again_elsewhere(
    tmp_path: Path, open_store: OpenStore
) -> None:
    chat = conversation_of("One?")
    first, second = open_store(tmp_path / "chats.sqlite"), open_store(tmp_path / "chats.sqlite")
    revision = first.write(change_of(chat))
    first.set_deleted(chat.id, deleted=True)
    chat.append(user_message("And then?"))
    second.write(change_of(chat, revision))
    second.set_deleted(chat.id, deleted=True)
    first.close()
    assert second.set_deleted(chat.id, deleted=False)
    assert [entry.id for entry in second.entries()] == [chat.id]


def test_a_chat_restored_while_the_store_is_closing_is_not_removed(
    tmp_path: Path, open_store: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat = conversation_of("One?")
    first, second = open_store(tmp_path / "chats.sqlite"), open_store(tmp_path / "chats.sqlite")
    revision = first.write(change_of(chat))
    first.set_deleted(chat.id, deleted=True)
    chat.append(user_message("And then?"))
    select = chat_store._purgeable
    calls: list[set[str]] = []

    def select_then_write(database: sqlite3.Connection, deleted: Mapping[str, int]) -> set[str]:
        calls.append(select(database, deleted))
        if len(calls) == 1:
            second.write(change_of(chat, revision))
        return calls[-1]

    monkeypatch.setattr(chat_store, "_purgeable", select_then_write)
    first.close()
    assert calls == [{chat.id}, set()]
    assert second.read(chat.id) is not None


def test_the_store_records_which_messages_are_in_the_note(tmp_path: Path, open_store: OpenStore) -> None:
    chat, store = conversation_of("One?", "First."), open_store(tmp_path / "chats.sqlite")
    store.write(change_of(chat))
    question, answer = chat.messages
    change = ChatChange(replace(chat, _messages=[]), 1)
    store.write(replace(change, note_written=True, missing_in_note=(answer.id,)))
    stored = store.read(chat.id)
    assert stored is not None
    assert stored.in_note == {question.id}
    store.write(replace(change, revision=2, messages=(question.model_copy(update={"mode": "chat"}),)))
    changed = store.read(chat.id)
    assert changed is not None
    assert changed.in_note == frozenset(), "the note holds an older version of the changed message"


def test_a_damaged_file_is_moved_aside_and_recreated(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, open_store: OpenStore
) -> None:
    file = tmp_path / "chats.sqlite"
    file.write_bytes(b"This is no database at all, but it is long enough to be taken for one." * 20)
    store = open_store(file)
    store.write(change_of(conversation_of("One?")))
    assert [entry.title for entry in store.entries()] == ["One?"]
    assert len(list(tmp_path.glob("chats.damaged-*.sqlite"))) == 1
    assert "damaged" in caplog.text
    caplog.clear()


def test_a_failed_write_is_reported(tmp_path: Path, open_store: OpenStore) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(ChatStoreFailed):
        open_store(tmp_path / "file" / "chats.sqlite").write(change_of(conversation_of("One?")))


def test_a_file_of_a_newer_version_is_not_changed(tmp_path: Path, open_store: OpenStore) -> None:
    file = tmp_path / "chats.sqlite"
    with closing(sqlite3.connect(file)) as database:
        database.execute(f"PRAGMA user_version = {VERSION + 1}")
    store = open_store(file)
    store.write(change_of(conversation_of("One?")))
    store.close()
    assert (tmp_path / f"chats.version-{VERSION}.sqlite").exists()
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT count(*) FROM sqlite_master").fetchone() == (0,)


def test_an_unreadable_message_is_skipped_and_remains_stored(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, open_store: OpenStore
) -> None:
    chat, store = conversation_of("One?", "First."), open_store(tmp_path / "chats.sqlite")
    store.write(change_of(chat))
    with closing(sqlite3.connect(tmp_path / "chats.sqlite")) as database:
        database.execute("UPDATE messages SET body = '{\"newer\": 1}' WHERE id = ?", (chat.messages[1].id,))
        database.commit()
    stored = store.read(chat.id)
    assert stored is not None
    assert [message.text for message in stored.conversation.messages] == ["One?"]
    assert "cannot be read" in caplog.text
    caplog.clear()


def test_t8_recall_finds_messages_by_any_word_and_never_tool_results(tmp_path: Path, open_store: OpenStore) -> None:
    store = open_store(tmp_path / "chats.sqlite")
    heating_chat, roses_chat = rich_conversation(), conversation_of("Roses", "Roses want sun, and a heat pump nothing.")
    for chat in (heating_chat, roses_chat):
        store.write(change_of(chat, note=NoteLink("Chats/Heating.md") if chat is heating_chat else NoteLink()))

    passages = store.recall("which heat pump did we settle on", 8)
    assert {(passage.chat_id, passage.text) for passage in passages} == {
        (heating_chat.id, "What of the heat pump?"), (roses_chat.id, "Roses want sun, and a heat pump nothing."),
    }  # fmt: skip
    (heating,) = [passage for passage in passages if passage.chat_id == heating_chat.id]
    assert (heating.sources, heating.project, heating.note) == (
        ("Boiler.md",), "Projects/House.md", "Chats/Heating.md",
    )  # fmt: skip
    assert store.recall("secretword", 8) == []
    assert store.recall("", 8) == []
    assert len(store.recall("pump", 1)) == 1
    store.set_deleted(heating_chat.id, deleted=True)
    assert [passage.chat_id for passage in store.recall("pump", 8)] == [roses_chat.id]
