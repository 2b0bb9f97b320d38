"""Autosave of one conversation to its note, also while an answer streams, with merging of outside changes."""

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import replace

from vaultdesk.agent.run import MessageAdded, RunCancelled, RunEvent, RunFailed, RunFinished, RunStarted
from vaultdesk.agent.run_loop import AnswerAssembler
from vaultdesk.chat.chat_format import CONFLICTING_EDIT_LABEL, ChatFormat, ChatState
from vaultdesk.chat.conversation import Conversation, chat_file_name, conversation_title, repair_messages
from vaultdesk.chat.messages import ImagePart, Message, TextPart, new_id
from vaultdesk.core.errors import NoteConflict, NoteNotConfirmed, NoteNotFound, VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.providers.model_events import ReasoningArrived, TextArrived
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath
from vaultdesk.vault.note_text import NoteText
from vaultdesk.vault.transactions.file_edits import Origin
from vaultdesk.vault.transactions.writer import CHAT_GROUP_PREFIX
from vaultdesk.workspace.chat_note_access import ChatNoteAccess


class StreamedAnswer:
    """One after the other; between two there is none."""

    def __init__(self) -> None:
        self.run: RunStarted | None = None
        """The run it is an answer of; None where none goes on."""
        self._assembler: AnswerAssembler | None = None
        self._message: Message | None = None
        self._user_edits: tuple[TextPart, ...] = ()
        """What was written into it by hand in the note."""

    @property
    def active(self) -> bool:
        """Whether there is one."""
        return self._assembler is not None

    def add(self, event: TextArrived | ReasoningArrived) -> None:
        """Take in one more piece."""
        if self._assembler is None:
            mode, model = (self.run.question.mode, self.run.model) if self.run is not None else ("", "")
            self._assembler = AnswerAssembler()
            self._message = Message(id=new_id("msg"), role="assistant", parts=(), model=model, mode=mode, cut=True)
        self._assembler.feed(event)

    def end(self) -> None:
        """Know that it is over: it is in the conversation now, or never will be."""
        self._assembler = self._message = None

    def with_answer(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """Return *messages* and this one as far as it came, marked as cut."""
        if self._assembler is None or self._message is None:
            return messages
        partial = self._assembler.message(self._message.model, cut=True)
        if partial is None:
            return messages
        same = {"id": self._message.id, "created": self._message.created, "mode": self._message.mode}
        self._message = partial.model_copy(update={**same, "parts": (*partial.parts, *self._user_edits)})
        return (*messages, self._message)

    def without_answer(self, messages: tuple[Message, ...]) -> tuple[Message, ...]:
        """Return *messages*, put together with the note's, without this one; what somebody wrote into it is kept."""
        answer = self._message
        for message in messages:
            if answer is not None and message.id == answer.id:
                hidden = (part for part in message.parts if isinstance(part, TextPart) and part.hidden)
                self._user_edits = tuple(part for part in hidden if part.text.startswith(CONFLICTING_EDIT_LABEL))
        return tuple(message for message in messages if answer is None or message.id != answer.id)

    def move_edits_into(self, conversation: Conversation, message: Message) -> None:
        """Put what somebody wrote into the note of it into *message*, which it became."""
        if self._user_edits and message.role == "assistant":
            conversation.replace(message.model_copy(update={"parts": (*message.parts, *self._user_edits)}))
            self._user_edits = ()


# An answer that streams is written every other second, as cut: if the program is ended in the middle of it, so it
# stays.
# Whatever stands in the way is told as `problem`, and tried again with the next step; nothing is forgotten meanwhile.

STREAMING_SAVE_INTERVAL = 1.5
"""Seconds between two writes of an answer that streams: with the write itself, at most two seconds of it are lost."""

MAX_SAVE_ATTEMPTS = 5
"""How often a note is read anew because somebody else wrote it in between, before that is told as a problem."""

log = logging.getLogger(__name__)


class ChatAutosave:
    """Keeps one conversation: told what happens, it says when it is to be saved; `Chats` saves one after the other."""

    def __init__(
        self,
        conversation: Conversation,
        note_access: ChatNoteAccess,
        chat_format: ChatFormat,
        request_save: Callable[["ChatAutosave"], None],
    ) -> None:
        self.path = ""
        self.problem = NO_PHRASE
        self.changes: Feed[None] = Feed()
        self.conversation = conversation
        self.dirty = False
        """Whether there is something that is not on the disk."""
        self.generated_title = ""
        """The title made of the first question; empty where the person or an earlier session named the chat."""
        self.always_save = False
        """Whether it is kept whatever the settings say: the person went on with a chat that is a note."""
        self.refusal_reason: Callable[[str, tuple[Message, ...]], Phrase] = lambda _path, _messages: NO_PHRASE
        """Why these messages must not be written into the note at a path, in a sentence; empty where they may."""
        self._note_access = note_access
        self._format = chat_format
        self._request_save = request_save
        self._saved_text = ""
        self._saved_digest: str | None = None
        self._saved_state = ChatState()
        """What the note says, as far as is known."""
        self._answer = StreamedAnswer()
        self._group = "edit"
        """The run whose answer is kept: one change in the journal, with what the person does to the chat after it."""
        self._timer: asyncio.TimerHandle | None = None
        self._lock = asyncio.Lock()
        self._waiters: list[asyncio.Future[None]] = []

    def attach(self, path: str, note: NoteText, state: ChatState) -> None:
        """Go on with the note at *path*, which says *state*."""
        self.path, self._saved_text, self._saved_digest, self._saved_state = path, note.text, note.digest, state

    @property
    def running(self) -> bool:
        """Whether an answer is being made."""
        return self._answer.run is not None

    def handle_event(self, event: RunEvent) -> None:
        """Take in one event of a run."""
        match event:
            case RunStarted():
                self._answer.end()
                self._answer.run, self._group = event, event.run_id
            case TextArrived() | ReasoningArrived():
                self._answer.add(event)
                self.dirty = True
                if self._timer is None:
                    self._timer = asyncio.get_running_loop().call_later(
                        STREAMING_SAVE_INTERVAL, self._request_save, self
                    )
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
        """Save soon: the person changed the title, a pin, a choice or a message."""
        self.dirty = True
        self._stop_timer()
        self._request_save(self)

    async def flush(self) -> None:
        """Return when everything is on the disk, or `problem` says why it is not."""
        self._stop_timer()
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiters.append(done)
        self._request_save(self)
        await done

    def detach(self) -> None:
        """Let go of the note: it was deleted. A conversation that goes on gets a new one."""
        self.path, self._saved_text, self._saved_digest, self._saved_state = "", "", None, ChatState()
        self.dirty = False
        self._stop_timer()
        self.changes.publish(None)

    def set_path(self, path: str) -> None:
        """Know that the note is at *path* now."""
        self.path = path
        self.changes.publish(None)

    async def save(self) -> bool:
        """Write what is not on the disk yet; whether something was written. Called by one task only. Raises nothing."""
        waiting, self._waiters = self._waiters, []
        try:
            async with self._lock:
                return await self._save()
        finally:
            self.release_waiters(waiting)

    def release_waiters(self, waiting: Iterable[asyncio.Future[None]] | None = None) -> None:
        """Release *waiting*; release all waiters once saving has ended."""
        if waiting is None:
            waiting, self._waiters = self._waiters, []
        for done in waiting:
            if not done.done():
                done.set_result(None)

    async def refresh(self) -> bool:
        """Take in what others wrote into the note; whether there was something. Raises nothing."""
        async with self._lock:
            return await self._refresh()

    async def _refresh(self) -> bool:
        if not self.path:
            return False
        try:
            note = await self._note_access.vault.read(NotePath(self.path))
            if note.digest == self._saved_digest:
                return False
            await self._merge_note(note)
        except NoteNotFound:
            if not self.running and not self.dirty:
                self.detach()
        except VaultDeskError as trouble:
            log.info("a chat could not be read again: %s", trouble.title)
            return False
        return True

    async def _save(self) -> bool:
        if (
            not self.dirty
            or not (self.always_save or self._note_access.saving_enabled())
            or not self.conversation.messages
        ):
            return False
        self.dirty = False
        self._stop_timer()
        try:
            await self._write()
        except VaultDeskError as trouble:
            self.dirty = True
            self._set_problem(trouble.message)
            log.info("a chat could not be written: %s", trouble.title)
            return False
        self._set_problem(NO_PHRASE)
        return True

    async def _write(self) -> None:
        if not self.conversation.title:
            self.conversation.title = self.generated_title = conversation_title(self.conversation.messages)
        for _ in range(MAX_SAVE_ATTEMPTS):
            messages = self._answer.with_answer(self.conversation.messages)
            if why := self.refusal_reason(self.path, messages):
                raise NoteConflict(
                    why, hint=Phrase("It is not written there. Ask in a chat of its own to keep such answers.")
                )
            mine = ChatState.of(self.conversation, messages)
            for part in (part for message in messages for part in message.parts if isinstance(part, ImagePart)):
                await self._note_access.store_picture(part, self._origin())
            snapshot = replace(self.conversation, _messages=[])  # its head is written by another thread
            before = self._saved_text
            text = await self._note_access.off_loop(lambda: self._format.write(snapshot, messages, before))  # noqa: B023 - awaited here
            if text == before and self.path:
                self._saved_state = mine
                return
            try:
                if await self._write_note(text):
                    self._saved_state = mine
                    return
            except NoteConflict:
                await self._merge_note(await self._note_access.vault.read(NotePath(self.path)))
            except NoteNotFound:
                # Somebody deleted it while it goes on here: what is said is not lost with it.
                self._saved_digest = None
        raise NoteConflict(
            Phrase("The chat's note changes faster than it can be written"), hint=Phrase("It is tried again soon.")
        )

    async def _write_note(self, text: str) -> bool:
        """Write *text*; False where a new note's name was taken. Raises `VaultError`."""
        vault, new = self._note_access.vault, self._saved_digest is None
        path = self.path or await self._free_name()
        try:
            note = await vault.write(NotePath(path), text, self._saved_digest, self._origin())
        except NoteConflict:
            if new:
                return False
            raise
        except NoteNotConfirmed:
            # It is in place; that the disk did not confirm it is told, and written once more with the next step.
            read = await vault.read(NotePath(path))
            self._saved_text, self._saved_digest = read.text, read.digest
            raise
        self._saved_text, self._saved_digest = note.text, note.digest
        if path != self.path:
            self.set_path(path)
        return True

    async def _free_name(self) -> str:
        """Return a path for a new note: no other file has its name."""
        folder, name = self._note_access.folder(), chat_file_name(self.conversation.title)
        number = 1
        while True:
            numbered = name if number == 1 else f"{name} {number}"
            path = f"{folder}/{numbered}{NOTE_SUFFIX}" if folder else f"{numbered}{NOTE_SUFFIX}"
            if await self._note_access.vault.find(NotePath.parse(path)) is None:
                return path
            number += 1

    async def _merge_note(self, note: NoteText) -> None:
        """Put what the note says now together with the conversation."""
        path = self.path
        theirs = await self._note_access.off_loop(lambda: self._format.read(note.text, path))
        # What was said while it was read is in it too: from here on nothing waits.
        mine = ChatState.of(self.conversation, self._answer.with_answer(self.conversation.messages))
        merged = self._format.merge(self._saved_state, mine, theirs)
        messages = self._answer.without_answer(merged.messages)
        # Somebody may have taken out a result, or its call; while an answer is made, results are still to come.
        self.conversation.reset(messages if self.running else repair_messages(messages))
        self.conversation.title, self.conversation.choices = merged.title, merged.choices
        self.conversation.pinned, self.conversation.parent = merged.pinned, merged.parent
        self.conversation.checkpoints = merged.checkpoints
        self._saved_text, self._saved_digest, self._saved_state = note.text, note.digest, theirs
        self.changes.publish(None)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _set_problem(self, problem: Phrase) -> None:
        if problem != self.problem:
            self.problem = problem
            self.changes.publish(None)

    def _origin(self) -> Origin:
        title = f"Chat “{self.conversation.title}” kept"
        return Origin(
            f"{CHAT_GROUP_PREFIX}{self.conversation.id}:{self._group}", title, conversation_id=self.conversation.id
        )
