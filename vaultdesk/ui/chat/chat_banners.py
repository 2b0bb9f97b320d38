"""Banners above the composer: whether and how chats are saved, and answer options set by the note of a chat."""

from collections.abc import Callable

from PySide6.QtCore import Signal

from vaultdesk.agent.instructions.vault_instructions import ChatNoteSettings, ChatNoteSettingsCatalog
from vaultdesk.chat.chatgpt_md import NoteSettings
from vaultdesk.core.errors import NoteConflict, UsageError, VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.ui import bridge
from vaultdesk.ui.agents.grant_dialog import InstructionSource, InstructionVersion, read_and_accept
from vaultdesk.ui.chat.open_conversations import ConversationController, OpenConversations
from vaultdesk.ui.chat.vault_protocols import SavedChats
from vaultdesk.ui.formatting import decimal_text, format_number
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.labels import safe_label_text

MAX_FOLDER_NAME = 80
"""Maximum number of characters of the chats' folder in a message."""


class SaveNotice(Banner):
    """Banner above the composer that asks whether chats are saved as notes, and reports a chat that could not be saved.

    Follows the shown conversation.
    """

    refused = Signal(str)
    """Message explaining why the choice could not be saved."""

    def __init__(self, chats: SavedChats, current: Callable[[], ConversationController]) -> None:
        """*current* returns the shown conversation."""
        super().__init__("info", "", closable=True)
        self._chats = chats
        self._current = current
        self._shown_notice: tuple[object, ...] = ()
        self._dismissed: set[tuple[object, ...]] = set()
        self.closed.connect(lambda: self._dismissed.add(self._shown_notice))
        bridge.follow(chats.changes, lambda _: self.refresh(), owner=self)
        self.refresh()

    def refresh(self) -> None:
        """Update the banner for the shown conversation."""
        controller = self._current()
        problem = controller.autosave.problem if controller.autosave is not None else ""
        if controller.note_lost:
            self._show_notice((controller, "lost"))
        elif problem:
            self._show_notice(
                (controller, problem, controller.autosave is not None and controller.autosave.only_note_failed)
            )
        elif self._chats.save_mode == "" and not controller.private and _has_answer(controller):
            self._show_notice(("ask",))
        else:
            self._shown_notice = ()
            self.hide()

    def _show_notice(self, notice: tuple[object, ...]) -> None:
        if notice != self._shown_notice:
            self._shown_notice = notice
            match notice:
                case ("ask",):
                    self._ask()
                case (ConversationController(), "lost"):
                    self.set_kind("warning")
                    self.set_text(self.tr("The note of this chat was deleted. The chat is still here."))
                    self.set_actions([(self.tr("Save It Again"), self._save_again)])
                case (ConversationController(), str(problem), bool(only_note_failed)):
                    note_template = self.tr(
                        "The note of this chat could not be saved. {0} The chat itself is stored on this computer."
                    )
                    template = note_template if only_note_failed else self.tr("This chat could not be saved. {0}")
                    self.set_kind("warning")
                    self.set_text(template.format(translate(problem)))
                    self.set_actions([(self.tr("Retry"), self._retry)])
        self.setVisible(notice not in self._dismissed)

    def _ask(self) -> None:
        folder = safe_label_text(self._chats.folder, MAX_FOLDER_NAME)
        yes = self.tr("Yes, in {folder}/").format(folder=folder) if folder else self.tr("Yes")
        self.set_kind("info")
        self.set_text(
            self.tr("Your chats are stored on this computer, outside the vault. Save them as notes in the vault too?")
        )
        self.set_actions([(yes, lambda: self._choose(save=True)), (self.tr("No"), lambda: self._choose(save=False))])

    def _choose(self, *, save: bool) -> None:
        try:
            self._chats.set_save_mode("keep" if save else "off")
        except VaultDeskError as problem:
            self.refused.emit(translate_error(problem))
        self.refresh()

    def _retry(self) -> None:
        controller = self._current()
        if controller.autosave is not None:
            controller.autosave.save_soon()

    def _save_again(self) -> None:
        controller = self._current()
        controller.note_lost = False
        self._retry()
        self.refresh()


def _has_answer(controller: ConversationController) -> bool:
    return any(exchange.is_finished and exchange.text for exchange in controller.exchanges)


_tr = translator("NoteSettingsBanner")

MAX_MODEL_NAME = 80
"""Maximum number of characters of a model's name in a message; the note may come from an unknown author."""


class NoteSettingsBanner(Banner):
    """Shown above the composer until the note's settings are accepted or declined; follows the shown conversation."""

    refused = Signal(str)
    """Message explaining why the choice could not be saved."""

    def __init__(
        self, catalog: ChatNoteSettingsCatalog, store: SettingsStore, conversations: OpenConversations
    ) -> None:
        super().__init__(
            "info", self.tr("The properties of this note contain settings for this chat. They are not used yet.")
        )
        self._catalog = catalog
        self._conversations = conversations
        self._changes: Feed[None] = Feed()
        self._found: ChatNoteSettings | None = None
        """Settings in the note of the shown conversation, whether decided on or not."""
        self.set_actions([(self.tr("Read…"), self._read), (self.tr("Don’t Use"), self._decline)])
        conversations.shown.connect(lambda _before, _controller: self.refresh())
        conversations.changed.connect(lambda _controller: self.refresh())
        bridge.follow(store.changes, lambda _: self.refresh(), owner=self)
        self.hide()
        self.refresh()

    def refresh(self) -> None:
        """Check again whether the shown conversation's note has settings to decide on."""
        controller = self._conversations.current
        if not controller.note:
            self._show(None)
        else:
            bridge.start(self._load_settings(controller.note), owner=self)

    async def _load_settings(self, path: str) -> None:
        found = await self._catalog.of(self._conversations.current.conversation)
        if self._conversations.current.note == path:  # A different chat may be shown by now.
            self._show(found)

    def _show(self, settings: ChatNoteSettings | None) -> None:
        changed = settings != self._found
        self._found = settings
        self.setVisible(settings is not None and settings.status == "new")
        if changed:
            self._changes.publish(None)

    def _read(self) -> None:
        if self._found is not None:
            bridge.start(self._read_and_accept(self._found.path), owner=self)

    async def _read_and_accept(self, path: str) -> None:
        try:
            source = InstructionSource(self._load, self._newest, self._accept, self._changes)
            await read_and_accept(source, path, self.window())
        except VaultDeskError as problem:
            self.refused.emit(translate_error(problem))

    async def _load(self, path: str) -> InstructionVersion:
        found = await self._catalog.of(self._conversations.current.conversation)
        if found is None or found.path != path:
            raise UsageError(
                Phrase("The properties of {0} no longer contain settings", path), hint=Phrase("The note has changed.")
            )
        return note_settings_version(found)

    def _newest(self, path: str) -> str:
        found = self._found
        return found.settings.digest if found is not None and found.path == path else ""

    async def _accept(self, path: str, digest: str) -> None:
        found = await self._catalog.of(self._conversations.current.conversation)
        if found is None or found.path != path or found.settings.digest != digest:
            raise NoteConflict(
                Phrase("{0} changed while you were reading it", path),
                hint=Phrase("Open it again to read it."),
                path=path,
            )
        self._catalog.answer(found.settings, accept=True)

    def _decline(self) -> None:
        if self._found is None:
            return
        try:
            self._catalog.answer(self._found.settings, accept=False)
        except VaultDeskError as problem:
            self.refused.emit(translate_error(problem))


def note_settings_version(found: ChatNoteSettings) -> InstructionVersion:
    """Return the frontmatter settings of a note in the form the review dialog takes."""
    settings = found.settings
    return InstructionVersion(
        found.path,
        _tr("Use the settings in the note of this chat?"),
        tuple(_sentences(settings)),
        settings.instructions or _tr("There are no instructions, only the values above."),
        settings.digest,
    )


def _sentences(settings: NoteSettings) -> list[str]:
    sentences = []
    if settings.instructions:
        sentences.append(_tr("The text below is sent to the model before your questions in this chat."))
    if settings.temperature is not None:
        sentences.append(_tr("Temperature: {0}.").format(decimal_text(settings.temperature)))
    if settings.max_tokens is not None:
        sentences.append(_tr("At most {0} tokens an answer.").format(format_number(settings.max_tokens)))
    if settings.model:
        sentences.append(_tr("Model: {0}.").format(sanitize_line(settings.model, MAX_MODEL_NAME)))
    if settings.ignored:
        sentences.append(_tr("Not used: {0}.").format(", ".join(settings.ignored)))
    sentences.append(_tr("They cannot change permissions or private notes."))
    sentences.append(_tr("You are not asked again about notes with the same settings."))
    return sentences
