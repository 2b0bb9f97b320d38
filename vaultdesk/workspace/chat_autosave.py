"""Autosave of one conversation to the store and its note, also while an answer streams; outside changes are merged."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from vaultdesk.agent.run import MessageAdded, RunCancelled, RunEvent, RunFailed, RunFinished, RunStarted
from vaultdesk.agent.run_loop import AnswerAssembler
from vaultdesk.chat.chat_format import CONFLICTING_EDIT_LABEL, ChatFormat, ChatState, merge_chats
from vaultdesk.chat.chat_store import NoteMode, StoreConflict, StoredChat
from vaultdesk.chat.conversation import Conversation, conversation_title, repair_messages
from vaultdesk.chat.messages import Message, TextPart, new_id
from vaultdesk.core.errors import ChatStoreFailed, NoteConflict, NoteNotFound, VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.values import replace
from vaultdesk.providers.provider import ReasoningArrived, TextArrived, TextReclassified
from vaultdesk.vault.note_text import NoteText
from vaultdesk.vault.transactions.file_edits import CHANGE_TITLES, Origin
from vaultdesk.vault.transactions.writer import CHAT_GROUP_PREFIX
from vaultdesk.workspace.chat_note import ChatNote
from vaultdesk.workspace.chat_note_access import ChatNoteAccess
from vaultdesk.workspace.chat_storage import (
    NOTE_FILE,
    ChatStorage,
    PendingWrite,
    StoredForm,
    note_file_value,
    stored_note_file,
)


class StreamedAnswer:
    """The answer that is being streamed, if any; one at a time."""

    def __init__(self) -> None:
        self.run: RunStarted | None = None
        """The run of the answer; None if there is none."""
        self._assembler: AnswerAssembler | None = None
        self._message: Message | None = None
        self._user_edits: tuple[TextPart, ...] = ()
        """Text added to it by hand in the note."""

    @property
    def active(self) -> bool:
        """Whether an answer is being streamed."""
        return self._assembler is not None

    def add(self, event: TextArrived | ReasoningArrived | TextReclassified) -> None:
        """Add one event of the answer."""
        if self._assembler is None:
            mode, model = (self.run.question.mode, self.run.model) if self.run is not None else ("", "")
            self._assembler = AnswerAssembler()
            self._message = Message(id=new_id("msg"), role="assistant", parts=(), model=model, mode=mode, cut=True)
        self._assembler.feed(event)

    def end(self) -> None:
        """End the answer: it is in the conversation now, or never will be."""
        self._assembler = self._message = None

    def with_answer(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """Return *messages* with the partial answer, marked as cut."""
        if self._assembler is None or self._message is None:
            return messages
        partial = self._assembler.message(self._message.model, cut=True)
        if partial is None:
            return messages
        identity = {"id": self._message.id, "created": self._message.created, "mode": self._message.mode}
        self._message = partial.model_copy(update={**identity, "parts": (*partial.parts, *self._user_edits)})
        return (*messages, self._message)

    def without_answer(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """Return *messages*, merged with the note's, without the partial answer; text added to it by hand is stored."""
        answer = self._message
        for message in messages:
            if answer is not None and message.id == answer.id:
                hidden = (part for part in message.parts if isinstance(part, TextPart) and part.hidden)
                self._user_edits = tuple(part for part in hidden if part.text.startswith(CONFLICTING_EDIT_LABEL))
        return tuple(message for message in messages if answer is None or message.id != answer.id)

    def move_edits_into(self, conversation: Conversation, message: Message) -> None:
        """Add the text written by hand to *message*, the final answer."""
        if self._user_edits and message.role == "assistant":
            conversation.replace(message.model_copy(update={"parts": (*message.parts, *self._user_edits)}))
            self._user_edits = ()


# A streaming answer is written more than twice a second, marked as cut, so that it survives the end of the program. The
# chat's note in the vault, if any, follows at a slower pace. An error is published as `problem`, and saving is tried
# again with the next event; nothing is lost in between.

STREAMING_SAVE_INTERVAL = 0.4
"""Seconds between two writes of a streaming answer: with a slow write, less than a second of it is lost."""

MAX_SAVE_ATTEMPTS = 5
"""Maximum number of attempts if others write the chat at the same time, before that is reported as a problem."""

log = logging.getLogger(__name__)


class ChatAutosave:
    """Saves one conversation: receives its events and requests to be saved; `Chats` saves one at a time."""

    def __init__(
        self,
        conversation: Conversation,
        storage: ChatStorage,
        note_access: ChatNoteAccess,
        chat_format: ChatFormat,
        request_save: Callable[["ChatAutosave"], None],
    ) -> None:
        self.problem = NO_PHRASE
        self.changes: Feed[None] = Feed()
        self.conversation = conversation
        self.generated_title = ""
        """The title made from the first question; empty if the user or an earlier session named the chat."""
        self.refusal_reason: Callable[[str, tuple[Message, ...]], Phrase] = lambda _path, _messages: NO_PHRASE
        """Why these messages must not be written into the note at a path, in a sentence; empty if they may."""
        self._storage = storage
        self._note = ChatNote(conversation, note_access, chat_format)
        self._request_save = request_save
        self._stored = StoredForm()
        self._unstored = False
        """Whether the store is out of date."""
        self._storing = False
        """Whether a write to the store is in progress."""
        self._states_known = False
        """Whether the records besides the messages are stored, as far as they can have changed."""
        self._store_problem = NO_PHRASE
        self._answer = StreamedAnswer()
        self._group = "edit"
        """The run whose answer is saved: one change in the journal, including later changes of the chat by the user."""
        self._timer: asyncio.TimerHandle | None = None
        self._lock = asyncio.Lock()
        self._waiters: list[asyncio.Future[None]] = []
        self._store_waiters: list[asyncio.Future[None]] = []

    @property
    def path(self) -> str:
        """Path of its note in the vault; empty if there is none."""
        return self._note.path

    @property
    def note_mode(self) -> NoteMode:
        """The user's choice whether it is a note too; empty for that of the settings."""
        return self._note.mode

    @property
    def dirty(self) -> bool:
        """Whether there are unsaved changes."""
        return self._unstored or self._note.is_outdated

    @property
    def stored(self) -> bool:
        """Whether it is in the program's own store."""
        return self._stored.revision > 0

    @property
    def key(self) -> str:
        """The key for opening the chat: the id of a stored one, the path of one that is a note only."""
        return self.conversation.id if self.stored or not self.path else self.path

    @property
    def saves_note(self) -> bool:
        """Whether it is to be saved as a note of the vault too."""
        return not self.conversation.private and self._note.is_wanted

    @property
    def running(self) -> bool:
        """Whether an answer is being generated."""
        return self._answer.run is not None

    def attach(self, path: str, note: NoteText, state: ChatState, chat_format: ChatFormat | None = None) -> None:
        """Continue with the note at *path*, whose content is *state*."""
        self._note.attach(path, note, state, chat_format)
        self._record_note_messages(self._stored.state.messages, state.messages)

    def attach_stored(self, stored: StoredChat) -> None:
        """Continue with the stored chat."""
        self._stored.record_stored(stored)
        self.generated_title = stored.generated_title
        self._note.restore(stored.note, stored_note_file(stored))

    def merge(self, base: ChatState, theirs: ChatState) -> None:
        """Merge *theirs*, the note's new content since *base*, into the conversation."""
        merged = self._note.chat_format.merge(base, ChatState.of(self.conversation), theirs)
        self._record_note_messages(self.conversation.messages, merged.messages)
        self._adopt(merged)
        self._mark_unsaved()

    def handle_event(self, event: RunEvent) -> None:
        """Process one event of a run."""
        match event:
            case RunStarted():
                self._answer.end()
                self._answer.run, self._group = event, event.run_id
            case TextArrived() | ReasoningArrived() | TextReclassified():
                self._answer.add(event)
                self._mark_unsaved()
                self._save_later(STREAMING_SAVE_INTERVAL)
                return
            case MessageAdded(message):
                self._answer.end()
                self._answer.move_edits_into(self.conversation, message)
            case RunFinished() | RunFailed() | RunCancelled():
                self._answer.end()
                self._answer.run = None
            case _:
                return
        self.save_soon()

    def save_soon(self) -> None:
        """Request a save: the user changed the title, a pin, a choice, a message or the waiting questions."""
        self._states_known = False
        self._mark_unsaved()
        self._stop_timer()
        self._request_save(self)

    async def commit(self) -> None:
        """Return when everything is in the store, or `problem` has the reason why not; the note may come later."""
        if (self._unstored or self._storing) and not self.conversation.private:
            await self._wait_in(self._store_waiters)

    async def flush(self) -> None:
        """Return when everything is on disk, or `problem` has the reason why not."""
        self._stop_timer()
        await self._wait_in(self._waiters)

    def detach(self) -> None:
        """Release the note after its deletion. A continued conversation gets a new one."""
        self._note.detach()
        self._unstored = self.stored
        self._stop_timer()
        if self._unstored:
            self._request_save(self)
        self.changes.publish(None)

    def forget(self) -> None:
        """Release note and store after the deletion of the chat. A continued conversation is saved again."""
        self._stored.forget()
        self.detach()

    def set_path(self, path: str) -> None:
        """Record the new path of the note."""
        self._note.path = path
        self._record_path_change()

    async def move_note(self, move: Callable[[str], Awaitable[str]]) -> str:
        """Move the note with *move*, which takes its path and returns the new one; return the former path.

        The path is empty if there is no note. The note is not written meanwhile. Raises what *move* raises.
        """
        async with self._lock:
            if path := self.path:
                self.set_path(await move(path))
            return path

    async def release_deleted(self, path: str) -> None:
        """Release the note at *path*, whose deletion was reported, unless it will be written again. Raises nothing."""
        async with self._lock:
            if self.path != path or self.running or self._note.is_outdated:
                return
            try:
                exists = await self._note.exists(path)
            except VaultDeskError as error:
                log.info("the note of a chat could not be looked for: %s", error.title)
                return
            # A question may have been asked while the file was looked for.
            if not exists and not await self._continue_moved() and not self.running and not self._note.is_outdated:
                self.detach()

    def stop_note(self) -> None:
        """Stop writing the note; it stays in the vault unchanged."""
        self._note.stop()
        self._publish_problem()
        self.save_soon()
        self.changes.publish(None)

    async def follow_note(self, path: str) -> None:
        """Continue with the note at *path*, the only one of this conversation, if the file of its own note is gone.

        A note that may be a copy is not continued. Raises nothing.
        """
        async with self._lock:
            try:
                if self.path and (await self._note.exists(self.path) or await self._continue_moved()):
                    return
                if not self._note.may_continue(await self._note.read(path)):
                    return
            except VaultDeskError as error:
                log.info("the note of a chat could not be looked for: %s", error.title)
                return
            if not self.path:  # The file may be older than the latest messages: none counts as removed in it.
                self._note.forget_content()
            await self._take_note(path)
        self._request_save(self)
        self.changes.publish(None)

    async def keep_note(self) -> None:
        """Save as a note from now on: the earlier one, if it still exists. Raises nothing."""
        async with self._lock:
            if former_path := self._note.keep():
                await self._take_note(former_path)
        self.save_soon()
        await self.flush()
        self.changes.publish(None)

    async def save(self) -> bool:
        """Write unsaved changes; return whether something was written. Called by one task only. Raises nothing."""
        waiting, self._waiters = self._waiters, []
        store_waiting, self._store_waiters = self._store_waiters, []
        try:
            async with self._lock:
                stored = await self._save_to_store()
                _release(store_waiting)
                note_saved = await self._save_note(at_once=bool(waiting))
                if note_saved:
                    await self._save_to_store(note_written=True)
                return stored or note_saved
        finally:
            _release([*waiting, *store_waiting])

    def release_waiters(self) -> None:
        """Release all that wait for a save, because there will be none."""
        waiting = [*self._waiters, *self._store_waiters]
        self._waiters, self._store_waiters = [], []
        _release(waiting)

    async def refresh(self) -> bool:
        """Merge changes by others in store and note; return whether there were any. Raises nothing."""
        async with self._lock:
            store_changed = await self._refresh_stored()
            note_changed = await self._refresh_note()
        if note_changed and self.stored:
            self._unstored = True
            self._request_save(self)
        return store_changed or note_changed

    async def _take_note(self, path: str) -> None:
        """Continue with the note at *path*, and merge its content."""
        try:
            if not await self._note.exists(path):
                path = await self._note.find_moved() or path
            note = await self._note.read(path)
            if await self._note.is_replaced(note):
                self._note.release()
                return
            self._note.path = path
            await self._merge_note(note)
        except VaultDeskError as error:
            log.info("the note of a chat cannot be continued: %s", error.title)
            self._note.release()

    async def _continue_moved(self) -> bool:
        """Continue with the note where it was moved; return whether it was. Raises `VaultError`."""
        path = self.path
        moved_path = await self._note.find_moved()
        if self.path != path:
            return True  # It was moved, and that was reported in the meantime.
        if moved_path:
            self.set_path(moved_path)
            self._request_save(self)
        return bool(moved_path)

    async def _refresh_stored(self) -> bool:
        """Merge what another process wrote into the store; return whether it wrote something."""
        if not self.stored or self.running:
            return False
        chat_id, revision = self.conversation.id, self._stored.revision
        try:
            stored = await self._storage.run(
                lambda store: store.read(chat_id) if store.revision(chat_id) != revision else None
            )
        except ChatStoreFailed as error:
            log.info("a chat could not be read again: %s", error.title)
            return False
        if stored is None:
            return False
        self._merge_stored(stored)
        return True

    async def _refresh_note(self) -> bool:
        """Merge what others wrote into the note; return whether there was a change."""
        if not self.path:
            return False
        try:
            note = await self._note.read()
            if note.digest == self._note.content.digest:
                return False
            if await self._note.is_replaced(note):
                if not await self._continue_moved():
                    self._note.release()
                    self._record_path_change()
                return False
            await self._merge_note(note)
        except VaultDeskError as error:
            # A note that is not found may have been renamed just now: moves and deletions are reported separately.
            log.info("a chat could not be read again: %s", error.title)
            return False
        return True

    async def _save_to_store(self, *, note_written: bool = False) -> bool:
        """Write unsaved changes to the store; return whether something was written. Raises nothing.

        *note_written*: the note was just written, which the store records too.
        """
        if self.conversation.private or not self.conversation.messages or not (self._unstored or note_written):
            return False
        self._unstored, self._storing = False, True
        try:
            return await self._write_to_store(note_written=note_written)
        except ChatStoreFailed as error:
            self._unstored, self._states_known = True, False
            self._store_problem = error.message
            self._publish_problem()
            log.error("a chat could not be stored: %s", error.title)
            return False
        finally:
            self._storing = False

    async def _write_to_store(self, *, note_written: bool) -> bool:
        """Write what is not in the store, merged with what others wrote. Raises `ChatStoreFailed`."""
        for _ in range(MAX_SAVE_ATTEMPTS):
            pending = self._pending_write(note_written=note_written)
            if pending is None:
                return False
            change = pending.change
            try:
                revision = await self._storage.run(lambda store: store.write(change))  # noqa: B023 - awaited here
            except StoreConflict:
                await self._merge_conflicting()
                if not (self.stored or change.messages):
                    return False  # It was deleted elsewhere, and no message of it is lost.
                continue
            self._stored.record_written(pending, revision)
            self._store_problem = NO_PHRASE
            self._publish_problem()
            return True
        raise ChatStoreFailed(
            Phrase("The chat is being written by another program"), hint=Phrase("VaultDesk tries again soon.")
        )

    def _pending_write(self, *, note_written: bool) -> PendingWrite | None:
        """Return what is not in the store; None if everything is. A conversation without a title gets one."""
        chat = self.conversation
        if not chat.title:
            chat.title = self.generated_title = conversation_title(chat.messages)
        state, states = self._state(), {} if self._states_known else self._storage.states(chat)
        states[NOTE_FILE] = note_file_value(self._note.content.file)
        self._states_known = True
        pending = self._stored.difference(chat, state, self.generated_title, self._note.link, states)
        if pending is None or not note_written:
            return pending
        in_note = {message.id: message for message in self._note.content.state.messages}
        missing = tuple(message.id for message in state.messages if in_note.get(message.id) is not message)
        return replace(pending, change=replace(pending.change, note_written=True, missing_in_note=missing))

    async def _merge_conflicting(self) -> None:
        """Merge the chat that another process wrote into the store, or deleted there."""
        stored = await self._storage.run(lambda store: store.read(self.conversation.id))
        if stored is None:
            self._stored.forget()
        else:
            self._merge_stored(stored)
        self._states_known = False

    def _merge_stored(self, stored: StoredChat) -> None:
        """Merge what another process wrote into the conversation."""
        theirs = ChatState.of(stored.conversation)
        merged = merge_chats(self._stored.state, self._state(), theirs)
        known = {branch.messages[0].id for branch in self.conversation.branches}
        known |= {message.id for message in merged.messages}
        new = (branch for branch in stored.conversation.branches if branch.messages[0].id not in known)
        self.conversation.branches = (*self.conversation.branches, *new)
        self._storage.restore_states(stored, self.conversation)
        self._stored.record_stored(stored)
        self._adopt(merged)
        self._mark_unsaved()

    async def _save_note(self, *, at_once: bool) -> bool:
        """Write unsaved changes to the note, if the chat is to have one; return whether something was written."""
        if not (self._note.is_outdated and self.saves_note and self.conversation.messages):
            return False
        loop = asyncio.get_running_loop()
        delay = self._note.remaining_delay(loop.time())
        if self._answer.active and delay > 0 and not at_once:
            self._save_later(delay)
            return False
        self._note.is_outdated = False
        try:
            await self._write_note()
        except VaultDeskError as error:
            self._note.is_outdated, self._note.problem = True, error.message
            self._publish_problem()
            log.info("a chat could not be written: %s", error.title)
            return False
        self._note.record_written(loop.time())
        self._publish_problem()
        return True

    async def _write_note(self) -> None:
        """Write the note, merged with changes by others. Raises `VaultDeskError`."""
        for _ in range(MAX_SAVE_ATTEMPTS):
            messages = self._answer.with_answer(self.conversation.messages)
            self._require_permission(messages)
            state, path = ChatState.of(self.conversation, messages), self.path
            text = await self._note.rendered(messages, self._origin())
            try:
                if await self._note.write(text, state, self._origin()):
                    if self.path != path:
                        self._record_path_change()
                    return
            except NoteConflict:
                await self._merge_current_note()
            except NoteNotFound:
                if self.path == path and not await self._continue_moved():
                    # Deleted by others while the conversation continues: write it again, so that the messages are not
                    # lost.
                    self._note.forget_file()
        raise NoteConflict(
            Phrase("The chat's note changes faster than it can be written"), hint=Phrase("VaultDesk tries again soon.")
        )

    async def _merge_current_note(self) -> None:
        """Merge the note as others wrote it, or continue elsewhere if it is another chat's. Raises `VaultDeskError`."""
        note = await self._note.read()
        if not await self._note.is_replaced(note):
            await self._merge_note(note)
        elif not await self._continue_moved():
            self._note.release()

    def _require_permission(self, messages: tuple[Message, ...]) -> None:
        """Raise `NoteConflict` if *messages* must not be written into the note."""
        if reason := self.refusal_reason(self.path, messages):
            hint = Phrase("It is not written there. Use a separate chat to save such answers as a note.")
            raise NoteConflict(reason, hint=hint)

    def _record_path_change(self) -> None:
        """Record in the store that the note has another path, if the conversation is stored."""
        self._unstored = self._unstored or self.stored
        self.changes.publish(None)

    async def _merge_note(self, note: NoteText) -> None:
        """Merge the note's current content into the conversation."""
        merged = await self._note.merged(note, self._state)
        self._unstored = True
        self._record_note_messages(self._state().messages, merged.messages)
        self._adopt(merged)

    def _record_note_messages(self, own: Iterable[Message], read: Iterable[Message]) -> None:
        """Record those of the messages *read* from the note that differ from *own* as text of the note."""
        if self._storage.note_messages.record(self.conversation.id, self.path, own, read):
            self._states_known = False

    def _state(self) -> ChatState:
        """Return the conversation with the partial answer."""
        return ChatState.of(self.conversation, self._answer.with_answer(self.conversation.messages))

    def _adopt(self, merged: ChatState) -> None:
        """Replace the conversation by *merged*."""
        messages = self._answer.without_answer(merged.messages)
        # Others may have removed a result or its call; while an answer is generated, results may still follow.
        self.conversation.reset(messages if self.running else repair_messages(messages))
        self.conversation.title, self.conversation.choices = merged.title, merged.choices
        self.conversation.pinned, self.conversation.parent = merged.pinned, merged.parent
        self.conversation.checkpoints = merged.checkpoints
        self.changes.publish(None)

    async def _wait_in(self, waiters: list[asyncio.Future[None]]) -> None:
        """Request a save and wait for it among *waiters*."""
        waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        waiters.append(waiter)
        self._request_save(self)
        await waiter

    def _mark_unsaved(self) -> None:
        self._unstored = self._note.is_outdated = True

    def _save_later(self, seconds: float) -> None:
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(seconds, self._save_now)

    def _save_now(self) -> None:
        self._timer = None
        self._request_save(self)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    @property
    def only_note_failed(self) -> bool:
        """Whether the chat is stored, and `problem` is about its note."""
        return bool(self._note.problem) and not self._store_problem

    def _publish_problem(self) -> None:
        problem = self._store_problem or self._note.problem
        if problem != self.problem:
            self.problem = problem
            self.changes.publish(None)

    def _origin(self) -> Origin:
        title = CHANGE_TITLES.phrase("chat-saved", self.conversation.title)
        return Origin(
            f"{CHAT_GROUP_PREFIX}{self.conversation.id}:{self._group}", title, conversation_id=self.conversation.id
        )


def _release(waiters: Iterable[asyncio.Future[None]]) -> None:
    for waiter in waiters:
        if not waiter.done():
            waiter.set_result(None)
