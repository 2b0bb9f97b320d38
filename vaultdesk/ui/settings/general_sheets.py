"""Settings pages of chats and spelling, and of the appearance."""

from collections.abc import Sequence

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.agent.answer_modes import MODES
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.vault_protocols import SavedChats
from vaultdesk.ui.editor.spell_checker import SpellChecker, dictionary_summary, shared_spell_checker
from vaultdesk.ui.settings.sheet import GroupForm, SettingsWriter, Sheet
from vaultdesk.ui.translation import WindowLanguage, translate, translate_error
from vaultdesk.ui.widgets.form_controls import Switch
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel


class ChatSavingCard(Card):
    """One switch: whether chats are also notes of the vault."""

    def __init__(self, chats: SavedChats, writer: SettingsWriter, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._chats = chats
        self._writer = writer
        self.switch = Switch(self.tr("Save chats as notes in this vault too"))
        text = self.tr(
            "Chats are stored on this computer, outside the vault. If this is on, each chat is also "
            "saved as a note in the chat folder. Turning it off does not delete existing notes."
        )
        self.content.addWidget(self.switch)
        self.content.addWidget(PlainLabel(text, role="muted", font="small", wrap=True))
        self.refresh()
        self.switch.toggled.connect(self._save)

    def refresh(self) -> None:
        self.switch.blockSignals(True)
        self.switch.setChecked(self._chats.save_mode == "keep")
        self.switch.blockSignals(False)

    def _save(self, on: bool) -> None:
        try:
            self._chats.set_save_mode("keep" if on else "off")
        except VaultDeskError as error:
            self._writer.show_problem(translate_error(error))
            self.refresh()


class SpellingCard(Card):
    """Check box, languages, and a sentence. Searches for dictionaries when shown, as one may have been installed."""

    def __init__(
        self, writer: SettingsWriter, spell_checker: SpellChecker | None = None, parent: QWidget | None = None
    ) -> None:
        """*spell_checker* defaults to the application's instance."""
        super().__init__(parent=parent)
        self._spelling = spell_checker or shared_spell_checker()
        self.form = GroupForm(writer, "editor", ("spelling", "spelling_languages"))
        self.state = PlainLabel("", role="muted", font="small", wrap=True, selectable=True)
        self.form.add_below(self.state)
        self.content.addWidget(PlainLabel(self.tr("Spelling"), font="heading"))
        self.content.addWidget(self.form)
        self._spelling.changed.connect(self._show)
        self._settings = writer.store.settings
        self.refresh(self._settings)

    def refresh(self, settings: Settings) -> None:
        self._settings = settings
        self.form.refresh(settings)
        self._spelling.choose(settings.editor.spelling_languages)
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Search for dictionaries."""
        super().showEvent(event)
        bridge.start(self._load_dictionaries(), owner=self)

    async def _load_dictionaries(self) -> None:
        await self._spelling.load_dictionaries(again=True)
        self._show()

    def _show(self) -> None:
        enabled = self._settings.editor.spelling
        has_speller = bool(self._spelling.found)
        # A setting made where there is a speller can be undone where there is none.
        self.form.field("spelling").setEnabled(has_speller or enabled)
        self.form.field("spelling_languages").setEnabled(has_speller and enabled)
        self.state.setText(dictionary_summary(self._spelling))
        self.state.set_role("muted" if self._spelling.languages or not self._spelling.dictionaries_loaded else "danger")
        self.state.setHidden(not self.state.text())


class AppearanceSheet(Sheet):
    """Appearance and language of the window."""

    def __init__(
        self, store: SettingsStore, languages: Sequence[WindowLanguage] = (), parent: QWidget | None = None
    ) -> None:
        """*languages* are the available languages of the window."""
        super().__init__(
            self.tr("Appearance"), self.tr("How the window looks and where approval requests appear."), parent=parent
        )
        writer = SettingsWriter(store, self.problem)
        choice_texts = {
            "dock": self.tr("Beside the note"),
            "tab": self.tr("As a tab among the notes"),
            "window": self.tr("In its own window"),
        }
        names = ("theme", "contrast", "motion", "chat", "approval")
        self.form = self._add(GroupForm(writer, "appearance", names, choice_texts))
        language_choices = [
            ("", self.tr("Same as this computer")),
            *((language.code, language.name) for language in languages),
        ]
        self.language = self._add(
            GroupForm(writer, "appearance", ("language",), choices={"language": language_choices})
        )
        remark = self.tr("A change of language takes effect after a restart.")
        self.content.addWidget(PlainLabel(remark, role="muted", font="small", wrap=True))

    def refresh(self, settings: Settings) -> None:
        self.form.refresh(settings)
        self.language.refresh(settings)

    def _add(self, form: GroupForm) -> GroupForm:
        card = Card()
        card.content.addWidget(form)
        self.content.addWidget(card)
        return form


class GeneralSheet(Sheet):
    """Settings of chats and spelling."""

    def __init__(self, store: SettingsStore, chats: SavedChats | None = None, parent: QWidget | None = None) -> None:
        """*chats* are those of the open vault; None if none is open."""
        super().__init__(self.tr("General"), self.tr("How chats work and where they are stored."), parent=parent)
        writer = SettingsWriter(store, self.problem)
        names = ("mode", "folder", "titles", "compact", "max_rounds", "result_limit")
        choice_texts: dict[str, str] = {mode.name: translate(mode.title) for mode in MODES}
        choice_texts |= {"question": self.tr("The first question"), "model": self.tr("A title by the model")}
        self.form = GroupForm(writer, "chat", names, choice_texts)
        card = Card()
        card.content.addWidget(self.form)
        self.content.addWidget(card)
        self.spelling = SpellingCard(writer)
        self.content.addWidget(self.spelling)
        self.chat_saving = ChatSavingCard(chats, writer) if chats is not None else None
        if self.chat_saving is not None:
            self.content.addWidget(self.chat_saving)

    def refresh(self, settings: Settings) -> None:
        self.form.refresh(settings)
        self.spelling.refresh(settings)
        if self.chat_saving is not None:
            self.chat_saving.refresh()
