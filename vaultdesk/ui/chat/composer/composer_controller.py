"""Controller of the composer: connects drafts, context items, completion and measurement to the vault."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from msgspec import Struct
from PySide6.QtCore import QCoreApplication, QMimeData, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QGuiApplication, QImage

from vaultdesk.agent.context.context_attacher import ContextSize
from vaultdesk.agent.context.context_reader import Attachment, ContextReach, offered_reach
from vaultdesk.agent.context.conversation_summary import compacted_beginning
from vaultdesk.agent.instructions.quick_commands import CommandContext, QuickCommand
from vaultdesk.agent.instructions.vault_instructions import InstructionText
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.agent.question import Question
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import ContextItem, ImagePart, Message, TextPart
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.composer.answerer_choice import AgentSelection, ChatSelections
from vaultdesk.ui.chat.composer.completion import (
    CommandCompletionSource,
    LinkCompletionSource,
    MentionCompletionSource,
    QuestionCompletion,
)
from vaultdesk.ui.chat.composer.composer import Composer
from vaultdesk.ui.chat.composer.context_meter import ContextWindowMeter, LongConversationBanner
from vaultdesk.ui.chat.composer.context_tray import CHECK_INTERVAL, LinkedNotesCheck, ReachText, reach_text
from vaultdesk.ui.chat.composer.question_field import dragged_items, files_in, image_in, image_part
from vaultdesk.ui.chat.open_conversations import ConversationController, OpenConversations
from vaultdesk.ui.chat.vault_protocols import ChatVault, SavedChats
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.banner import Banner

# The summary is the one the model received in place of the oldest messages. It is shown at the top of the new chat and
# replaces no messages there; the model receives it as before, with the notes it is based on.

Branch = Callable[[Conversation, str], Conversation]
"""Returns a new conversation of all messages up to and including one of them, linked to the original."""


def continued_from_summary(conversation: Conversation, branch: Branch) -> Conversation | None:
    """Return a new conversation of the newest summary and the messages after it; None if there is no summary."""
    beginning = compacted_beginning(conversation, conversation.messages)
    if not beginning.summarized_count:
        return None
    last_id = conversation.messages[beginning.summarized_count - 1].id
    checkpoint = next(point for point in reversed(conversation.checkpoints) if point.message_id == last_id)
    sources = tuple(source for part in beginning.parts for source in part.sources)
    # Shown to the user only: the model receives the summary from the checkpoint.
    heading = QCoreApplication.translate("ComposerController", "Summary of the earlier conversation:")
    summary_part = TextPart(text=f"{heading}\n\n{checkpoint.summary}", hidden=True, sources=sources)
    summary = Message(role="user", parts=(summary_part,))
    continued = branch(conversation, conversation.messages[-1].id)
    remaining = continued.messages[beginning.summarized_count :]
    continued.reset((summary, *remaining))
    continued.checkpoints = (replace(checkpoint, message_id=summary.id),)
    continued.title = conversation.title
    return continued


MAX_BANNER_NAME = 60
"""Maximum number of characters of a skill's name in the message."""


class VaultInstructions(Protocol):
    """AGENTS.md and the skills of a vault."""

    @property
    def changes(self) -> Feed[None]:
        """Published when `list` changed."""
        ...

    def list(self) -> tuple[InstructionText, ...]:
        """Return all instruction texts as last read."""
        ...


class InstructionBanner(Banner):
    """Reports one changed text at a time; a closed banner does not report this version again in this session."""

    read_requested = Signal(str)
    """Path of a text that should be shown for review."""

    def __init__(self, instructions: VaultInstructions) -> None:
        super().__init__("info", "", closable=True)
        self._instructions = instructions
        self._postponed: set[str] = set()
        """Digests of texts that the user postponed."""
        self._shown: InstructionText | None = None
        self.set_actions([(self.tr("Read…"), self._read)])
        # Queued: the next text is shown after this banner is hidden.
        self.closed.connect(self.dismiss, Qt.ConnectionType.QueuedConnection)
        bridge.follow(instructions.changes, lambda _: self.refresh(), owner=self)
        self.refresh()

    def refresh(self) -> None:
        """Show the first text that waits for review."""
        waiting = (text for text in self._instructions.list() if not text.is_used and not text.problem)
        self._shown = next((text for text in waiting if text.digest not in self._postponed), None)
        if self._shown is not None:
            self.set_text(self._banner_text(self._shown))
        self.setVisible(self._shown is not None)

    def dismiss(self) -> None:
        """Postpone the shown text and show the next one that waits."""
        if self._shown is not None:
            self._postponed.add(self._shown.digest)
        self.refresh()

    def _banner_text(self, text: InstructionText) -> str:
        if text.kind == "instructions":
            if text.status == "changed":
                message = self.tr("The instructions for assistants ({0}) changed since you accepted them.")
                return message.format(text.name)
            return self.tr("This vault has instructions for assistants ({0}).").format(text.name)
        name = sanitize_line(text.name, MAX_BANNER_NAME)
        if text.status == "changed":
            return self.tr("The skill “{0}” changed since you accepted it.").format(name)
        return self.tr("This vault has a skill for assistants: “{0}”.").format(name)

    def _read(self) -> None:
        if self._shown is not None:
            self.read_requested.emit(self._shown.path)


DRAFT_SAVE_DELAY = 700
"""Milliseconds after a key press before a draft is saved, also during continuous typing: the most that can be lost."""

NEW_CHAT_KEY = "new"
"""Key of the draft of a chat without questions: the id of such a chat differs after each start."""


class ComposerDrafts(QObject):
    """Saves and restores the draft of the conversation shown in the composer."""

    def __init__(self, chats: SavedChats, composer: Composer, controller: ConversationController) -> None:
        super().__init__(composer)
        self._chats = chats
        self._composer = composer
        self._key = _draft_key(controller)
        self._saved: dict[str, str] = {}
        self._save_timer = QTimer(self)
        self._save_timer.setSingleShot(True)
        self._save_timer.setInterval(DRAFT_SAVE_DELAY)
        self._save_timer.timeout.connect(self.save)
        composer.field.textChanged.connect(self._typed)

    def load(self, controller: ConversationController) -> Question:
        """Return the draft of *controller* from this or an earlier session."""
        key = _draft_key(controller)
        self._saved[key] = self._chats.draft(key)
        return Question(self._saved[key])

    def show_conversation(self, controller: ConversationController) -> None:
        """Switch to *controller*, which is about to be shown in the composer."""
        self.save()
        self._key = _draft_key(controller)

    def save(self) -> None:
        """Save the current draft."""
        self._save_timer.stop()
        text = self._composer.text
        if self._saved.get(self._key, "") != text:
            self._saved[self._key] = text
            self._chats.set_draft(self._key, text)

    def _typed(self) -> None:
        if not self._save_timer.isActive():
            self._save_timer.start()
        if not self._composer.text:
            # Sent or discarded: it must not reappear if the program ends right after.
            self.save()


def _draft_key(controller: ConversationController) -> str:
    # A private chat has its own draft from the start: that draft is not written to disk.
    return controller.conversation.id if controller.exchanges or controller.private else NEW_CHAT_KEY


# The size of each item is requested when it is added, and all sizes again when notes changed; a late result for a
# removed chip is ignored.

MAX_ATTACHED_FILES = 20
"""Maximum number of files accepted from one drop; more are probably a mistake."""


MEASURE_DELAY = 700
"""Milliseconds without note changes before sizes are requested again: a scan reports thousands of changes."""


class ContextSource(Protocol):
    """Looks up context items."""

    async def reach(self, attachment: Attachment, destination: Destination, active: str = "") -> ContextReach:
        """Return which part of *attachment* may be sent to *destination* under the current rules. Raises nothing."""
        ...

    async def size(self, item: ContextItem, destination: Destination) -> ContextSize:
        """Return the current size of *item* for *destination*. Raises `VaultDeskError`."""
        ...

    async def dropped_item(self, file: Path) -> ContextItem | ImagePart:
        """Read a file of this computer. Raises `VaultDeskError` with a user-visible message if it cannot be used."""
        ...


LOCAL_DESTINATION = Destination("This computer", "", local=True)
"""Destination of a question while no model is known."""


class ContextController(QObject):
    """Shows on the composer's chips the size of each attachment and which part of it a rule withholds from the
    model.
    """

    def __init__(self, composer: Composer, contexts: ContextSource) -> None:
        super().__init__(composer)
        self._destination = LOCAL_DESTINATION
        self._checks = 0
        """Number of attachment checks started; results of earlier checks are ignored."""
        self._composer = composer
        self._contexts = contexts
        self._available_items: tuple[ContextItem, ...] = ()
        self._model_takes_images: bool | None = None
        self._measure_timer = QTimer(self)
        self._measure_timer.setSingleShot(True)
        self._measure_timer.setInterval(MEASURE_DELAY)
        self._measure_timer.timeout.connect(self._measure_all)
        # A throttle, not a debounce: checks are limited during typing or note changes, but still run.
        self._check_timer = QTimer(self, singleShot=True, interval=CHECK_INTERVAL)
        self._check_timer.timeout.connect(self._check_all)
        composer.tray.added.connect(self._attachment_added)
        composer.tray.changed.connect(self._warn_about_images)
        self._links = LinkedNotesCheck(contexts, self)
        self._links.found.connect(composer.tray.set_linked)
        composer.field.textChanged.connect(self._check_links)
        composer.attachments_dropped.connect(self._attach)

    @property
    def available_items(self) -> tuple[ContextItem, ...]:
        """The open note and the text selected in it."""
        return self._available_items

    def set_open_note(self, note: str, selected: str = "", keys: str = "", heading: str = "") -> None:
        """Offer the open note and its selected text, also by *keys*; offer nothing if *note* is empty.

        *heading* is the heading above the selection; empty above the first heading.
        """
        target = f"{note}#{heading}" if heading else note
        items = [ContextItem(kind="selection", target=target, text=selected)] if note and selected.strip() else []
        items += [ContextItem(kind="active", target=note)] if note else []
        changed = tuple(items) != self._available_items
        self._available_items = tuple(items)
        self._composer.tray.set_offered(self._available_items, keys)
        if changed:
            self._check_all()

    def set_destination(self, destination: Destination) -> None:
        """Set the destination of the next question."""
        if destination != self._destination:
            self._destination = destination
            self._check_all()
            self._measure_all()

    def rules_changed(self) -> None:
        """Check the attachments again: privacy rules, or notes they apply to, changed."""
        self._check_soon()

    def set_model_takes_images(self, accepted: bool | None) -> None:
        """Set whether the selected model accepts images; None if unknown."""
        self._model_takes_images = accepted
        self._warn_about_images()

    def measure_again(self) -> None:
        """Request all sizes again once note changes pause."""
        self._measure_timer.start()

    def _attachment_added(self, attachment: Attachment) -> None:
        if isinstance(attachment, ContextItem):
            self._measure(attachment)
        bridge.start(self._check(attachment, self._checks), owner=self)

    def _measure_all(self) -> None:
        for item in self._composer.tray.items:
            self._measure(item)

    def _measure(self, item: ContextItem) -> None:
        bridge.start(self._size_of(item, self._destination), owner=self)

    async def _size_of(self, item: ContextItem, destination: Destination) -> None:
        try:
            size = await self._contexts.size(item, destination)
        except VaultDeskError as problem:
            self._composer.tray.show_problem(item, translate_error(problem))
        else:
            if destination == self._destination:
                self._composer.tray.show_size(item, size)

    def _check_soon(self) -> None:
        if not self._check_timer.isActive():
            self._check_timer.start()

    def _check_all(self) -> None:
        self._checks += 1
        tray = self._composer.tray
        attachments: list[Attachment] = [*tray.items, *tray.images, *self._available_items]
        for attachment in dict.fromkeys(attachments):
            bridge.start(self._check(attachment, self._checks), owner=self)
        self._check_links()

    async def _check(self, attachment: Attachment, check: int) -> None:
        reach = await self._contexts.reach(attachment, self._destination, self._open_note)
        if check == self._checks:
            self._composer.tray.show_reach(attachment, reach_text(reach, self._destination))

    def _check_links(self) -> None:
        """Warn about private notes linked in the typed text: they are sent with the question as well."""
        self._links.check(self._composer.text, self._destination, self._open_note)

    @property
    def _open_note(self) -> str:
        return next((item.target for item in self._available_items if item.kind == "active"), "")

    def _warn_about_images(self) -> None:
        problem = self.tr("The chosen model cannot see pictures.") if self._model_takes_images is False else ""
        for image in self._composer.tray.images:
            self._composer.tray.show_problem(image, problem)

    def _attach(self, data: QMimeData) -> None:
        # Extracted immediately: the mime data is only valid during the drop.
        attachments, files, picture = dragged_items(data), files_in(data), image_in(data)
        if len(attachments) + len(files) > MAX_ATTACHED_FILES:
            message = self.tr("You dropped {0} files. Drop at most {1} at once.")
            self._composer.refused.emit(message.format(len(attachments) + len(files), MAX_ATTACHED_FILES))
            return
        for attachment in attachments:
            self._composer.tray.add(attachment)
        if files:
            bridge.start(self._attach_files(files), owner=self)
        elif picture is not None and not attachments:
            bridge.start(self._attach_image(picture), owner=self)

    async def _attach_files(self, files: tuple[Path, ...]) -> None:
        refused: list[str] = []
        for file in files:
            try:
                self._composer.tray.add(await self._contexts.dropped_item(file))
            except VaultDeskError as problem:
                refused.append(translate_error(problem))
        if refused:
            self._composer.refused.emit("\n".join(refused))

    async def _attach_image(self, picture: QImage) -> None:
        count = len(self._composer.tray.images)
        name = self.tr("Pasted picture {0}").format(count + 1) if count else self.tr("Pasted picture")
        self._composer.tray.add(await asyncio.to_thread(image_part, picture, name))


class _DraftRequest(Struct, frozen=True):
    """The request that would be sent now; see context_meter.py."""

    conversation: Conversation
    question: Question
    model: str | None
    controller: ConversationController
    agents: AgentSelection

    async def profile(self) -> AgentProfile:
        """Return the agent profile of the request."""
        return await self.agents.profile(self.controller)


class ComposerController(QObject):
    """Controls the composer for the shown conversation."""

    new_command_requested = Signal(str)
    """A quick command with this name should be created; the name may be empty."""

    def __init__(
        self, vault: ChatVault, composer: Composer, conversations: OpenConversations, selections: ChatSelections
    ) -> None:
        super().__init__(composer)
        self._vault = vault
        self._composer = composer
        self._conversations = conversations
        self._selections = selections
        self.context = ContextController(composer, vault.context_attacher)
        self.long_banner = LongConversationBanner()
        self.instructions = InstructionBanner(vault.instructions)
        self.meter = ContextWindowMeter(vault.context_meter, self._draft_request, composer.meter, self.long_banner)
        mentions, links = (
            MentionCompletionSource(vault.mention_completion, self, self._offered_reach),
            LinkCompletionSource(vault.mention_completion, self, self._offered_reach),
        )
        commands = CommandCompletionSource(vault.quick_commands, self)
        self.completion = QuestionCompletion(composer.field, {"@": mentions, "[[": links, "/": commands})
        mentions.available_items = lambda: self.context.available_items
        mentions.tools = selections.modes.at_commands
        mentions.item_chosen.connect(composer.tray.add)
        commands.command_chosen.connect(self.use_command)
        commands.new_requested.connect(self.new_command_requested)
        self.long_banner.new_chat_requested.connect(self._continue_in_new_chat)
        composer.field.textChanged.connect(self.meter.measure_soon)
        composer.tray.changed.connect(self.meter.measure_soon)
        for signal in (selections.models.changed, selections.agents.changed, selections.modes.changed):
            signal.connect(self.refresh)
        bridge.follow(vault.privacy.changes, lambda _: self.context.rules_changed(), owner=self)
        conversations.shown.connect(lambda _before, _controller: self.refresh())
        conversations.changed.connect(
            lambda controller: self.meter.measure_soon() if controller is conversations.current else None
        )
        self.refresh()

    def refresh(self) -> None:
        """Update to the current model, agent and mode."""
        model = self._selections.models.shown
        self.context.set_model_takes_images(model.images if model is not None else None)
        self.context.set_destination(self.destination())
        self.meter.measure_soon()

    def destination(self) -> Destination:
        """Return the destination of the next question; if it is unknown, a remote destination."""
        model = self._selections.models.current(self._conversations.current)
        try:
            return self._vault.model_destination(model)
        except VaultDeskError:
            return Destination(model.partition("/")[0], "", local=False)

    def _offered_reach(self, item: ContextItem) -> ReachText:
        destination = self.destination()
        return reach_text(offered_reach(item, self._vault.privacy, destination), destination)

    def _continue_in_new_chat(self) -> None:
        """Continue in a new chat: from the summary of the shown one if there is one, else empty."""
        conversation = continued_from_summary(self._conversations.current.conversation, self._vault.chats.branch)
        if conversation is None:
            self._conversations.show_empty()
        else:
            controller = self._conversations.add(conversation)
            if controller.autosave is not None:
                controller.autosave.save_soon()
            self._conversations.show_conversation(controller)
        self._composer.field.setFocus()

    def use_command(self, command: QuickCommand) -> None:
        """Expand a quick command into the composer."""
        bridge.start(self._expand(command), owner=self)

    def _draft_request(self) -> _DraftRequest:
        controller, selections = self._conversations.current, self._selections
        model = selections.models.chosen(controller)
        return _DraftRequest(controller.conversation, self._composer.question, model, controller, selections.agents)

    async def _expand(self, command: QuickCommand) -> None:
        """Insert the expanded text of *command* as if it had been typed; attachments are kept."""
        composer = self._composer
        available = {item.kind: item for item in self.context.available_items}
        command_context = CommandContext(
            selection=available["selection"].text if "selection" in available else "",
            active=available["active"].target if "active" in available else "",
            clipboard=QGuiApplication.clipboard().text(),
            typed_text=composer.text,
        )
        try:
            question = await self._vault.quick_commands.expand(command, command_context)
        except VaultDeskError as problem:
            composer.refused.emit(translate_error(problem))
            return
        draft = composer.question
        context = tuple(dict.fromkeys((*draft.context, *question.context)))
        composer.set_question(replace(question, context=context, images=draft.images, plan_first=draft.plan_first))
        if command.model:
            controller = self._conversations.current
            controller.change(choices=replace(controller.conversation.choices, model=command.model))
            self._selections.models.changed.emit()
        composer.field.setFocus()
