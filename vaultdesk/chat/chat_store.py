"""Store of a vault's chats in SQLite, outside the vault: conversations with branches, notes and states, and search."""

import json
import logging
import os
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Literal, NamedTuple

from msgspec import Struct, field
from msgspec.structs import asdict, fields
from pydantic import JsonValue, ValidationError

from vaultdesk.chat.chat_entry import ChatEntry
from vaultdesk.chat.conversation import (
    Branch,
    ChatChoices,
    Checkpoint,
    Conversation,
    one_line,
    without_surrogates,
)
from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.core.errors import ChatStoreFailed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.backups import database_for_version, migrate, use_write_ahead_log

VERSION = 1
"""Raised with every change of the schema; `STEPS` then gets the statements of the migration."""

STEPS: Mapping[int, Sequence[str]] = {
    0: (
        """CREATE TABLE chats (
            id TEXT PRIMARY KEY, revision INTEGER NOT NULL, title TEXT NOT NULL, generated_title TEXT NOT NULL,
            created TEXT NOT NULL, modified INTEGER NOT NULL, pinned INTEGER NOT NULL, parent TEXT NOT NULL,
            parent_id TEXT NOT NULL, origin TEXT NOT NULL, choices TEXT NOT NULL, checkpoints TEXT NOT NULL,
            preview TEXT NOT NULL, note TEXT NOT NULL, note_digest TEXT NOT NULL, note_mode TEXT NOT NULL,
            deleted INTEGER NOT NULL DEFAULT 0
        )""",
        "CREATE INDEX chats_note ON chats (note) WHERE note != ''",
        # The ids of the shown messages and of each branch are in a separate table: long, and not needed in lists.
        """CREATE TABLE orders (
            chat TEXT PRIMARY KEY REFERENCES chats (id) ON DELETE CASCADE, messages TEXT NOT NULL,
            branches TEXT NOT NULL
        ) WITHOUT ROWID""",
        """CREATE TABLE messages (
            number INTEGER PRIMARY KEY, chat TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE,
            id TEXT NOT NULL, body TEXT NOT NULL, words TEXT NOT NULL, in_note INTEGER NOT NULL DEFAULT 0,
            UNIQUE (chat, id)
        )""",
        """CREATE TABLE states (
            chat TEXT NOT NULL REFERENCES chats (id) ON DELETE CASCADE, name TEXT NOT NULL, value TEXT NOT NULL,
            PRIMARY KEY (chat, name)
        ) WITHOUT ROWID""",
        """CREATE VIRTUAL TABLE message_words USING fts5 (
            words, content='messages', content_rowid='number', tokenize='unicode61 remove_diacritics 2', prefix='2 3'
        )""",
        """CREATE TRIGGER message_added AFTER INSERT ON messages BEGIN
            INSERT INTO message_words (rowid, words) VALUES (new.number, new.words);
        END""",
        """CREATE TRIGGER message_removed AFTER DELETE ON messages BEGIN
            INSERT INTO message_words (message_words, rowid, words) VALUES ('delete', old.number, old.words);
        END""",
        """CREATE TRIGGER message_changed AFTER UPDATE OF words ON messages WHEN old.words IS NOT new.words BEGIN
            INSERT INTO message_words (message_words, rowid, words) VALUES ('delete', old.number, old.words);
            INSERT INTO message_words (rowid, words) VALUES (new.number, new.words);
        END""",
    )
}

LOCK_TIMEOUT = 10.0
"""Seconds to wait while another process writes to the same store; a write takes milliseconds."""

MAX_QUERY_WORDS = 12
"""Maximum number of words used of a query; more rarely change the result."""

MAX_PASSAGES = 4_000
"""Maximum number of messages ranked for one search, newest first: a word that is in every message does not rank."""

PASSAGE_CHARACTERS = 160
"""Number of characters of a passage in a list."""

UNDO_PERIOD = timedelta(days=1)
"""How long a chat can be restored if the process that deleted it was killed."""

NoteMode = Literal["", "keep", "off"]
"""Whether a chat is also saved as a note of the vault: by the vault's setting, always, or never."""

States = dict[str, JsonValue]
"""Further state of a conversation, by name: taint, grants, disclosures to hosts."""

log = logging.getLogger(__name__)


class StoreConflict(Exception):
    """Another process wrote the same chat since it was read; nothing was written."""


class NoteLink(Struct, frozen=True):
    """The note of the vault that a chat is also saved in."""

    path: str = ""
    """Empty if there is none."""
    digest: str = ""
    """Digest of the note's bytes when they were last written or read here."""
    mode: NoteMode = ""


class StoredChat(Struct):
    """One chat as read from the store."""

    conversation: Conversation
    generated_title: str
    note: NoteLink
    in_note: frozenset[str]
    """Ids of the messages whose current form is in the note."""
    states: States
    revision: int
    modified: datetime


class ChatChange(Struct, frozen=True):
    """The changes of a chat to write: always its head, the rest as far as it changed."""

    conversation: Conversation
    """Its messages are not accessed, because another thread may be adding some."""
    revision: int
    """The revision it was read with; 0 for a new chat."""
    generated_title: str = ""
    preview: str = ""
    note: NoteLink = NoteLink()
    order: tuple[str, ...] | None = None
    """Ids of the shown messages; None if unchanged."""
    branches: tuple[tuple[str, tuple[str, ...]], ...] | None = None
    messages: tuple[Message, ...] = ()
    """The new and changed messages."""
    removed: frozenset[str] = frozenset()
    states: States = field(default_factory=dict)
    touched: bool = True
    """Whether messages were added; this updates the chat's time of change."""
    note_written: bool = False
    """Whether the note was just written: then it has all shown messages except `missing_in_note`."""
    missing_in_note: tuple[str, ...] = ()


class ChatPassage(Struct, frozen=True):
    """A message that matches a search."""

    key: str
    """Key of its chat."""
    title: str
    text: str
    """Part of the message on one line, around the first match. Plain text, no markup."""
    message_id: str = ""
    line: int = 0
    """Its line in the note, for a chat that is only a note."""


class ChatMessageText(Struct, frozen=True):
    """The text of one message of a chat."""

    chat_id: str
    title: str
    text: str
    """The whole text of the message."""
    modified: datetime
    """Time of change of its chat."""
    sources: tuple[str, ...] = ()
    """Paths of the notes whose text is in the chat."""
    project: str = ""
    note: str = ""
    """The note that the chat is also saved in; empty if there is none."""


class ChatStore:
    """The file of one vault. Calls block on disk access and must all be made on the same thread."""

    def __init__(self, file: Path) -> None:
        self.path = file
        self._database: sqlite3.Connection | None = None
        self._deleted: dict[str, int] = {}
        """The chats deleted here, by id, with the time of their deletion in microseconds: they are removed on closing
        and can be restored until then.
        """

    def close(self) -> None:
        """Remove the deleted chats, and close the file. May be called twice."""
        database, self._database = self._database, None
        if database is not None:
            with (
                closing(database),
                suppress(sqlite3.Error),
            ):  # Chats that are not removed now are removed on the next closing.
                _purge(database, self._deleted)

    def write(self, change: ChatChange) -> int:
        """Write *change* in one transaction and return the chat's new revision: it is on disk when this returns.

        New and changed messages restore a deleted chat, whoever deleted it: a message that was written is not removed.

        Raises `StoreConflict`, `ChatStoreFailed`.
        """
        with self._transaction() as database:
            chat = change.conversation
            row = database.execute("SELECT revision FROM chats WHERE id = ?", (chat.id,)).fetchone()
            if (row[0] if row is not None else 0) != change.revision:
                raise StoreConflict(chat.id)
            _write_head(database, change, is_new=row is None)
            for message in change.messages:
                database.execute(UPSERT_MESSAGE, (chat.id, message.id, encode_message(message), search_text(message)))
            if change.order is not None:
                _write_order(database, change)
            if change.note_written:
                database.execute("UPDATE messages SET in_note = 1 WHERE chat = ? AND in_note = 0", (chat.id,))
                database.executemany(
                    "UPDATE messages SET in_note = 0 WHERE chat = ? AND id = ?",
                    [(chat.id, message_id) for message_id in change.missing_in_note],
                )
            database.executemany(
                "DELETE FROM messages WHERE chat = ? AND id = ?",
                [(chat.id, message_id) for message_id in change.removed],
            )
            database.executemany(
                "INSERT OR REPLACE INTO states VALUES (?, ?, ?)",
                [(chat.id, name, json.dumps(value)) for name, value in change.states.items()],
            )
            return change.revision + 1

    def read(self, chat_id: str) -> StoredChat | None:
        """Return a chat, including a deleted one that is not removed yet; None if there is none.

        Raises `ChatStoreFailed`.
        """
        if not self._exists():
            return None
        with self._reading() as database:
            row = database.execute(
                f"SELECT {HEAD_COLUMNS}, origin, checkpoints, generated_title, note_digest, note_mode, revision"  # noqa: S608 - ours
                " FROM chats WHERE id = ?",
                (chat_id,),
            ).fetchone()
            if row is None:
                return None
            order, branches = database.execute(
                "SELECT messages, branches FROM orders WHERE chat = ?", (chat_id,)
            ).fetchone() or ("[]", "[]")
            found = database.execute("SELECT id, body, in_note FROM messages WHERE chat = ?", (chat_id,)).fetchall()
            states = database.execute("SELECT name, value FROM states WHERE chat = ?", (chat_id,)).fetchall()
        head = _Head(*row[: len(_HEAD_FIELDS)])
        origin, checkpoints, generated, digest, mode, revision = row[len(_HEAD_FIELDS) :]
        bodies = {message_id: body for message_id, body, _ in found}
        conversation = Conversation(
            title=head.title,
            id=head.id,
            created=datetime.fromisoformat(head.created),
            choices=decode_choices(head.choices),
            pinned=bool(head.pinned),
            parent=head.parent,
            parent_id=head.parent_id,
            origin=origin,
            checkpoints=_decode_checkpoints(checkpoints),
            branches=tuple(
                Branch(after, messages)
                for after, ids in json.loads(branches)
                if (messages := _decode_messages(ids, bodies))
            ),
        )
        conversation.extend(_decode_messages(json.loads(order), bodies))
        return StoredChat(
            conversation,
            generated,
            NoteLink(head.note, digest, mode),
            frozenset(message_id for message_id, _, in_note in found if in_note),
            {name: json.loads(value) for name, value in states},
            revision,
            _from_microseconds(head.modified),
        )

    def revision(self, chat_id: str) -> int:
        """Return how often a chat was written; 0 if there is none. Raises `ChatStoreFailed`."""
        if not self._exists():
            return 0
        with self._reading() as database:
            row = database.execute("SELECT revision FROM chats WHERE id = ?", (chat_id,)).fetchone()
        return int(row[0]) if row is not None else 0

    def entries(self) -> list[ChatEntry]:
        """Return all chats that are not deleted, unordered. Raises `ChatStoreFailed`."""
        if not self._exists():
            return []
        with self._reading() as database:
            rows = database.execute(f"SELECT {HEAD_COLUMNS} FROM chats WHERE deleted = 0").fetchall()  # noqa: S608 - ours
        return [_entry(_Head(*row)) for row in rows]

    def entry(self, chat_id: str) -> ChatEntry | None:
        """Return the entry of one chat; None if there is none or it is deleted. Raises `ChatStoreFailed`."""
        if not self._exists():
            return None
        with self._reading() as database:
            row = database.execute(
                f"SELECT {HEAD_COLUMNS} FROM chats WHERE id = ? AND deleted = 0",  # noqa: S608 - ours
                (chat_id,),
            ).fetchone()
        return _entry(_Head(*row)) if row is not None else None

    def find(self, key: str) -> str:
        """Return the id of the chat with the id *key*, or whose note has the path *key*.

        Empty if there is none. Raises `ChatStoreFailed`.
        """
        if not key or not self._exists():
            return ""
        with self._reading() as database:
            row = database.execute(FIND_CHAT, (key, key)).fetchone()
        return str(row[0]) if row is not None else ""

    def search(self, query: str, limit: int) -> list[ChatPassage]:
        """Return the passages with all words of *query*, one for each chat, best first. Raises `ChatStoreFailed`."""
        match = match_expression(query)
        if not match or not self._exists():
            return []
        with self._reading() as database:
            # Only the newest messages are ranked: computing bm25 for every message with a common word is slow.
            rows = database.execute(
                "SELECT messages.chat, messages.id, messages.body, chats.title FROM ("
                "  SELECT rowid AS number, rank FROM ("
                "    SELECT rowid, bm25(message_words) AS rank FROM message_words WHERE message_words MATCH ?"
                "    ORDER BY rowid DESC LIMIT ?)"
                "  ) AS found"
                " JOIN messages ON messages.number = found.number"
                " JOIN chats ON chats.id = messages.chat AND chats.deleted = 0"
                " ORDER BY found.rank, messages.number DESC LIMIT ?",
                (match, MAX_PASSAGES, 8 * limit),
            )
            found: dict[str, ChatPassage] = {}
            words = query_words(query)
            for chat, message_id, body, title in rows:
                if chat not in found:
                    text = _words(_decode_message(body))
                    found[chat] = ChatPassage(chat, title, passage_around(text, words), message_id)
                    if len(found) == limit:
                        break
        return list(found.values())

    def recall(self, query: str, limit: int) -> list[ChatMessageText]:
        """Return messages that contain some words of *query*, one for each chat; those with more and rarer words first.

        Raises `ChatStoreFailed`.
        """
        match = match_expression(query, any_word=True)
        if not match or not self._exists():
            return []
        with self._reading() as database:
            rows = database.execute(
                "SELECT messages.chat, messages.body FROM (SELECT rowid, bm25(message_words) AS rank"
                "  FROM message_words WHERE message_words MATCH ? ORDER BY rank LIMIT ?) AS found"
                " JOIN messages ON messages.number = found.rowid"
                " JOIN chats ON chats.id = messages.chat AND chats.deleted = 0 ORDER BY found.rank",
                (match, 8 * limit),
            ).fetchall()
        texts: dict[str, str] = {}
        for chat_id, body in rows:
            if chat_id not in texts and len(texts) < limit:
                texts[chat_id] = _words(_decode_message(body))
        passages: list[ChatMessageText] = []
        for chat_id, text in texts.items():
            stored = self.read(chat_id)
            if stored is not None:
                sources = dict.fromkeys(
                    source.path for message in stored.conversation.messages for source in message.sources
                )
                project = stored.conversation.choices.project or ""
                passages.append(
                    ChatMessageText(
                        chat_id, stored.conversation.title, text, stored.modified, tuple(sources), project,
                        stored.note.path,
                    )
                )  # fmt: skip
        return passages

    def set_deleted(self, chat_id: str, *, deleted: bool) -> bool:
        """Delete or restore a chat; return whether it exists. Raises `ChatStoreFailed`."""
        if not self._exists():
            return False
        now = _to_microseconds(datetime.now(UTC))
        with self._transaction() as database:
            done = database.execute("UPDATE chats SET deleted = ? WHERE id = ?", (now if deleted else 0, chat_id))
        if deleted:
            self._deleted[chat_id] = now
        else:
            self._deleted.pop(chat_id, None)
        return done.rowcount > 0

    def _exists(self) -> bool:
        return self._database is not None or self.path.exists()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        with self._reading() as database:
            database.execute("BEGIN IMMEDIATE")
            try:
                yield database
                database.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # On a full disk SQLite may have rolled back already.
                    database.execute("ROLLBACK")
                raise

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        try:
            yield self._open()
        except (sqlite3.Error, OSError) as error:
            raise ChatStoreFailed(
                Phrase("Chats cannot be saved on this computer: {0}.", error),
                hint=Phrase("Free some space or check the folder's permissions."),
                path=str(self.path),
            ) from error

    def _open(self) -> sqlite3.Connection:
        if self._database is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            file = database_for_version(self.path, VERSION)
            try:
                self._database = _connect(file)
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError):
                    raise  # Busy, full or not permitted: the file itself is not damaged.
                _rename_damaged(file)
                self._database = _connect(file)
            _purge(self._database, {})
        return self._database


UPSERT_MESSAGE = (
    "INSERT INTO messages (chat, id, body, words) VALUES (?, ?, ?, ?)"
    " ON CONFLICT (chat, id) DO UPDATE SET body = excluded.body, words = excluded.words, in_note = 0"
)

FIND_CHAT = "SELECT id FROM chats WHERE deleted = 0 AND (id = ? OR (note = ? AND note != '' AND note_mode != 'off'))"

IS_DELETED = "SELECT 1 FROM chats WHERE id = ? AND deleted = ?"
"""Whether a chat is still deleted since that time: not restored, and not deleted again by another process."""

_HEAD_FIELDS = (
    "id", "title", "created", "modified", "pinned", "parent", "parent_id", "choices", "preview", "note", "note_mode",
)  # fmt: skip
HEAD_COLUMNS = ", ".join(_HEAD_FIELDS)


class _Head(NamedTuple):
    """The columns of a chat that a list needs."""

    id: str
    title: str
    created: str
    modified: int
    pinned: int
    parent: str
    parent_id: str
    choices: str
    preview: str
    note: str
    note_mode: str


def _entry(head: _Head) -> ChatEntry:
    return ChatEntry(
        path=head.note if head.note_mode != "off" else "",
        title=head.title,
        created=datetime.fromisoformat(head.created),
        modified=_from_microseconds(head.modified),
        pinned=bool(head.pinned),
        parent=head.parent,
        model=decode_choices(head.choices).model or "",
        preview=head.preview,
        id=head.id,
        is_stored=True,
    )


def _write_head(database: sqlite3.Connection, change: ChatChange, *, is_new: bool) -> None:
    chat, note = change.conversation, change.note
    values: dict[str, object] = {
        "revision": change.revision + 1,
        "title": without_surrogates(chat.title),
        "generated_title": without_surrogates(change.generated_title),
        "pinned": int(chat.pinned),
        "parent": without_surrogates(chat.parent),
        "parent_id": chat.parent_id,
        "origin": without_surrogates(chat.origin),
        "choices": json.dumps(asdict(chat.choices)),
        "checkpoints": json.dumps([_encode_checkpoint(point) for point in chat.checkpoints]),
        "preview": without_surrogates(change.preview),
        "note": note.path,
        "note_digest": note.digest,
        "note_mode": note.mode,
    }
    if change.touched or is_new:
        values["modified"] = _to_microseconds(datetime.now(UTC))
    if change.messages:
        values["deleted"] = 0
    if is_new:
        values.update(id=chat.id, created=chat.created.isoformat())
        names = ", ".join(values)
        placeholders = ", ".join("?" for _ in values)
        database.execute(f"INSERT INTO chats ({names}) VALUES ({placeholders})", tuple(values.values()))  # noqa: S608 - ours
    else:
        sets = ", ".join(f"{name} = ?" for name in values)
        database.execute(f"UPDATE chats SET {sets} WHERE id = ?", (*values.values(), chat.id))  # noqa: S608 - ours


def _write_order(database: sqlite3.Connection, change: ChatChange) -> None:
    chat_id = change.conversation.id
    row = database.execute("SELECT messages FROM orders WHERE chat = ?", (chat_id,)).fetchone()
    known = set(json.loads(row[0])) if row is not None else set()
    # A message of a branch that is shown again is not in the note yet.
    shown_again = [(chat_id, message_id) for message_id in change.order or () if message_id not in known]
    database.executemany("UPDATE messages SET in_note = 0 WHERE chat = ? AND id = ?", shown_again)
    database.execute(
        "INSERT OR REPLACE INTO orders VALUES (?, ?, ?)",
        (chat_id, json.dumps(change.order), json.dumps(change.branches or ())),
    )


def _connect(file: Path) -> sqlite3.Connection:
    if not file.exists():
        os.close(os.open(file, os.O_CREAT | os.O_WRONLY, 0o600))
    database = sqlite3.connect(file, timeout=LOCK_TIMEOUT, isolation_level=None, check_same_thread=False)
    try:
        use_write_ahead_log(database)
        # A message that is shown as complete must survive a power failure.
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA foreign_keys = ON")
        # Deleted data is overwritten, not only unlinked.
        database.execute("PRAGMA secure_delete = ON")
        if database.execute("PRAGMA user_version").fetchone()[0] < VERSION:
            migrate(database, file, VERSION, STEPS)
    except BaseException:
        database.close()
        raise
    return database


def _rename_damaged(file: Path) -> None:
    """Rename a damaged *file*, so that a new one can be created; its contents are not deleted."""
    stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%S%fZ")
    log.error(
        "%s is damaged; it was renamed to %s.damaged-%s and replaced by an empty one", file.name, file.stem, stamp
    )
    for suffix in ("", "-wal", "-shm"):
        part = file.with_name(file.name + suffix)
        if part.exists():
            part.rename(file.with_name(f"{file.stem}.damaged-{stamp}{file.suffix}{suffix}"))


def _purge(database: sqlite3.Connection, deleted: Mapping[str, int]) -> None:
    """Remove chats permanently, also from the search index: those still *deleted* since these times, in microseconds,
    and those whose `UNDO_PERIOD` is over.
    """
    if not _purgeable(database, deleted):
        return
    database.execute("BEGIN IMMEDIATE")
    try:
        # Selected again within the transaction: another process may have restored a chat by a new message.
        purged = _purgeable(database, deleted)
        database.executemany("DELETE FROM messages WHERE chat = ?", [(chat_id,) for chat_id in purged])
        database.executemany("DELETE FROM chats WHERE id = ?", [(chat_id,) for chat_id in purged])
        # Otherwise the words stay in index segments until those are merged.
        database.execute("INSERT INTO message_words (message_words) VALUES ('optimize')")
        database.execute("COMMIT")
    except BaseException:
        database.execute("ROLLBACK")
        raise
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _purgeable(database: sqlite3.Connection, deleted: Mapping[str, int]) -> set[str]:
    """Return the ids of the chats that `_purge` removes."""
    cutoff = _to_microseconds(datetime.now(UTC) - UNDO_PERIOD)
    expired = database.execute("SELECT id FROM chats WHERE deleted > 0 AND deleted < ?", (cutoff,)).fetchall()
    requested = (item[0] for item in deleted.items() if database.execute(IS_DELETED, item).fetchone())
    return {*(chat_id for (chat_id,) in expired), *requested}


# Messages as JSON. Unpaired surrogates, which models do send, are escaped, because UTF-8 cannot represent them.


def encode_message(message: Message) -> str:
    """Return *message* as stored."""
    # Older versions reject a message with this field, so it is written only if set.
    unknown_before = None if message.refused else {"refused"}
    return json.dumps(message.model_dump(mode="json", exclude_defaults=False, exclude=unknown_before))


def _decode_message(body: str) -> Message:
    return Message.model_validate(json.loads(body))


def _decode_messages(ids: Iterable[str], bodies: Mapping[str, str]) -> tuple[Message, ...]:
    """Return the messages with these *ids*; one that cannot be read is left out, and stays in the file."""
    messages: list[Message] = []
    for message_id in ids:
        try:
            messages.append(_decode_message(bodies[message_id]))
        except (KeyError, ValueError, ValidationError) as error:
            log.error("a message of a chat cannot be read: %s", type(error).__name__)
    return tuple(messages)


@lru_cache(maxsize=256)
def decode_choices(text: str) -> ChatChoices:
    """Return the choices of a chat; fields unknown to this version are ignored."""
    values = json.loads(text)
    known = {choice.name for choice in fields(ChatChoices)}
    return ChatChoices(**{name: value for name, value in values.items() if name in known})


def _encode_checkpoint(point: Checkpoint) -> dict[str, JsonValue]:
    return {
        "message_id": point.message_id,
        "summary": point.summary,
        "created": point.created.isoformat(),
        "model": point.model,
    }


def _decode_checkpoints(text: str) -> tuple[Checkpoint, ...]:
    return tuple(
        Checkpoint(entry["message_id"], entry["summary"], datetime.fromisoformat(entry["created"]), entry["model"])
        for entry in json.loads(text)
    )


def _to_microseconds(time: datetime) -> int:
    return round(time.timestamp() * 1_000_000)


def _from_microseconds(microseconds: int) -> datetime:
    return datetime.fromtimestamp(microseconds / 1_000_000, UTC)


# Search. FTS5's tokenizer treats a run of Chinese or Japanese as one word; with spaces between the characters, a part
# of it is found as a phrase.

_UNSPACED = re.compile(r"([\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])")
"""A character of a script that is written without spaces."""

_WORD = re.compile(r"\w+")


def _words(message: Message) -> str:
    """Return the text of *message* by the user or the assistant; nothing of a tool result."""
    if message.role == "tool":
        return ""
    return "\n".join(part.text for part in message.parts if isinstance(part, TextPart) and not part.hidden)


def search_text(message: Message) -> str:
    """Return the searchable text of *message*."""
    return _UNSPACED.sub(r" \1 ", without_surrogates(_words(message)))


def query_words(query: str) -> list[str]:
    return _WORD.findall(without_surrogates(query))[:MAX_QUERY_WORDS]


def match_expression(query: str, *, any_word: bool = False) -> str:
    """Return *query* as an FTS5 expression: all words, or any of them, each as a prefix; empty if there are none."""
    terms = []
    for word in query_words(query):
        spaced = " ".join(_UNSPACED.sub(r" \1 ", word).split()).replace('"', "")
        terms.append(f'"{spaced}"*')
    return (" OR " if any_word else " ").join(terms)


def passage_around(text: str, words: Sequence[str]) -> str:
    """Return the part of *text* around the first of *words*, on one line."""
    folded = text.casefold()
    positions = [position for word in words if (position := folded.find(word.casefold())) >= 0]
    start = max(0, (min(positions) if positions else 0) - PASSAGE_CHARACTERS // 4)
    if start:
        start = text.rfind(" ", 0, start) + 1 or start
    line = one_line(text[start : start + 4 * PASSAGE_CHARACTERS], PASSAGE_CHARACTERS)
    return f"…{line}" if start else line
