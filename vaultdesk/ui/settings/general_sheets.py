"""Settings pages of the program: general, appearance, desktop with the quick ask hotkey, and about with update
checks."""

import platform
from collections.abc import Callable, Sequence

from PySide6.QtCore import QDate, QLocale, Qt, QUrl, Signal, qVersion
from PySide6.QtGui import QDesktopServices, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QSystemTrayIcon, QVBoxLayout, QWidget

from vaultdesk import __version__
from vaultdesk.agent.answer_modes import MODES
from vaultdesk.core.errors import SettingsError, VaultDeskError, WebError
from vaultdesk.core.platform.autostart import Autostart, AutostartStatus, system_autostart
from vaultdesk.core.platform.paths import AppFolders, app_folders, resource_path
from vaultdesk.core.platform.program_file import JsonStore
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.privacy.ledger import LedgerFiles
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.vault_protocols import SavedChats
from vaultdesk.ui.editor.spell_checker import SpellChecker, dictionary_summary, shared_spell_checker
from vaultdesk.ui.hotkey.hotkeys import Hotkeys, hotkeys
from vaultdesk.ui.hotkey.key_combination import parse_key_combination
from vaultdesk.ui.notes.reading_view import open_web
from vaultdesk.ui.settings.sheet import LABEL_WIDTH, GroupForm, SettingsWriter, Sheet
from vaultdesk.ui.settings.shortcuts_sheet import KeyCapture
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import INVALID_VALUE
from vaultdesk.ui.translation import WindowLanguage, translate, translate_error
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton
from vaultdesk.ui.widgets.form_controls import Switch, field_label
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.web.ssrf_guard import WebAddress
from vaultdesk.web.update_check import UpdateChecker, UpdateCheckResult, update_source


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


SPELLING_GAP = 16
"""Gap in design pixels between the labels of a form and its fields."""


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
        self.state.setContentsMargins(theme().px(LABEL_WIDTH + SPELLING_GAP), 0, 0, 0)
        self.content.addWidget(PlainLabel(self.tr("Spelling"), font="heading"))
        self.content.addWidget(self.form)
        self.content.addWidget(self.state)
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


class UpdateCard(Card):
    """The switch; if on, a button and its result. Makes no request before the button is pressed."""

    def __init__(self, writer: SettingsWriter, updates: UpdateChecker | None, parent: QWidget | None = None) -> None:
        """*updates* makes the request; None for a build without an update source."""
        super().__init__(parent=parent)
        self._updates = updates
        self._page = ""
        self._asking = False
        self.form = GroupForm(writer, "desktop", ("updates",))
        self.disclosure = PlainLabel("", role="muted", font="small", wrap=True, selectable=True)
        self.check = PlainButton(self.tr("Check Now"))
        self.glyph = Glyph("", "muted", 14)
        self.result = PlainLabel("", wrap=True, selectable=True)
        self.notes = PlainLabel("", role="muted", wrap=True, selectable=True)
        self.download_button = PlainButton(self.tr("Open Download Page"), icon_name="globe")
        self.browser_hint = PlainLabel("", role="muted", font="small", wrap=True)
        self.details = QWidget()
        """Shown only if the switch is on."""
        self._answer = QWidget()
        self._build_layout()
        self.check.clicked.connect(self._check_now)
        self.download_button.clicked.connect(lambda: open_web(self._page))
        self.refresh(writer.store.settings)

    def refresh(self, settings: Settings) -> None:
        enabled = settings.desktop.updates
        self.form.refresh(settings)
        self.details.setVisible(enabled)
        self.check.setVisible(self._updates is not None)
        self.disclosure.setText(self._disclosure_text())
        if not enabled:
            self._answer.hide()

    def _disclosure_text(self) -> str:
        if self._updates is None:
            return self.tr(
                "Only released builds can check for updates. Look for a newer version where you got this "
                "one; update a checkout with git pull."
            )
        text = self.tr(
            "Check Now fetches only {address} and downloads no program. The request is the same for "
            "every user and contains nothing about you, your notes or your version. The site sees "
            "your IP address."
        )
        return text.format(address=self._updates.source.address.url)

    def _build_layout(self) -> None:
        px = theme().px
        self.content.addWidget(PlainLabel(self.tr("Updates"), font="heading"))
        self.content.addWidget(self.form)
        line = QHBoxLayout()
        line.setSpacing(px(8))
        line.addWidget(self.glyph, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self.result, 1)
        footer = QHBoxLayout()
        footer.setSpacing(px(8))
        footer.addWidget(self.download_button)
        footer.addWidget(self.browser_hint, 1)
        answer = QVBoxLayout(self._answer)
        answer.setContentsMargins(0, px(4), 0, 0)
        answer.setSpacing(px(8))
        answer.addLayout(line)
        answer.addWidget(self.notes)
        answer.addLayout(footer)
        self._answer.hide()
        details = QVBoxLayout(self.details)
        details.setContentsMargins(0, px(4), 0, 0)
        details.setSpacing(px(8))
        details.addWidget(self.disclosure)
        details.addWidget(self.check)
        details.addWidget(self._answer)
        self.content.addWidget(self.details)

    def _check_now(self) -> None:
        if self._updates is not None and not self._asking:
            self._asking = True
            self._show("refresh", "muted", self.tr("Asking {host}…").format(host=self._updates.source.address.host))
            bridge.start(self._ask(self._updates), owner=self)

    async def _ask(self, updates: UpdateChecker) -> None:
        try:
            answer = await updates.check()
        except WebError as error:
            text = self.tr("VaultDesk could not check for a newer version.")
            self._show("warning", "danger", text, translate_error(error))
        else:
            self._show_answer(answer)
        finally:
            self._asking = False

    def _show_answer(self, answer: UpdateCheckResult) -> None:
        file = answer.file
        date = QDate(file.date.year, file.date.month, file.date.day)
        day = QLocale().toString(date, QLocale.FormatType.LongFormat)
        if not answer.newer:
            text = self.tr("VaultDesk {version} is up to date. The newest version is {newest}, released on {day}.")
            self._show("check", "muted", text.format(version=__version__, newest=file.version, day=day))
            return
        text = self.tr("VaultDesk {newest} was released on {day}. You have {version}.")
        message = text.format(version=__version__, newest=file.version, day=day)
        self._show("info", "accent", message, file.notes, page=file.page)

    def _show(self, icon_name: str, role: str, text: str, notes: str = "", page: str = "") -> None:
        """Show the result: an icon with a sentence, release notes, and a *page* to open."""
        self._page = page
        self.glyph.show_icon(icon_name, role)
        self.result.setText(text)
        self.notes.setText(notes)
        self.notes.setVisible(bool(notes))
        self.download_button.setVisible(bool(page))
        self.browser_hint.setVisible(bool(page))
        if page:
            self.browser_hint.setText(self.tr("In your browser, at {host}").format(host=WebAddress.parse(page).host))
        self._answer.show()
        self.check.setAccessibleDescription(self.result.text())


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


PROJECT_URL = "https://github.com/vaultdesk/vaultdesk"
"""Project page; the packages for each system link to it too."""


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


class AboutSheet(Sheet):
    """Version, data folders and updates of the program."""

    def __init__(self, store: SettingsStore, folders: AppFolders | None = None, parent: QWidget | None = None) -> None:
        """*folders* default to the program's own."""
        super().__init__(
            self.tr("About"), self.tr("A local-first assistant for a folder of Markdown notes."), parent=parent
        )
        folders = folders or app_folders()
        lines = (
            f"VaultDesk {__version__}",
            f"Python {platform.python_version()}, Qt {qVersion()}, {platform.system()} {platform.release()}",
            self.tr("Settings: {0}").format(store.file),
            self.tr("Data: {0}").format(folders.data),
            self.tr("Logs: {0}").format(folders.logs),
            self.tr("MIT licence"),
        )
        card = Card()
        for line in lines:
            card.content.addWidget(PlainLabel(line, wrap=True, selectable=True))
        self.content.addWidget(card)
        row = QHBoxLayout()
        row.setSpacing(theme().px(8))
        self.project = PlainButton(self.tr("Project Page"), icon_name="globe")
        self.project.setToolTip(PROJECT_URL)
        self.licences = PlainButton(self.tr("Licences of Components"), icon_name="folder")
        texts = resource_path("..", "licences")
        self.licences.setVisible(texts.is_dir())
        for button in (self.project, self.licences):
            row.addWidget(button)
        row.addStretch(1)
        card.content.addLayout(row)
        self.project.clicked.connect(lambda: open_web(PROJECT_URL))
        self.licences.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(texts.resolve()))))
        source = update_source()
        log = LedgerFiles(folders.data).connection_log
        updates = (
            UpdateChecker(source, JsonStore(folders.data / "updates.json"), log=log) if source is not None else None
        )
        self.updates = UpdateCard(SettingsWriter(store, self.problem), updates)
        self.content.addWidget(self.updates)

    def refresh(self, settings: Settings) -> None:
        self.updates.refresh(settings)


class AutostartCard(Card):
    """Two switches: whether the program starts at login, and whether it then shows a window."""

    def __init__(self, autostart: Autostart, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._autostart = autostart
        self._in_tray = False
        self.status = AutostartStatus()
        """The last detected status."""
        self.switch = Switch(self.tr("Start VaultDesk when you log in"))
        self.status_label = PlainLabel("", role="muted", font="small", wrap=True)
        self.problem = Banner("danger", "")
        self.problem.hide()
        self.hidden = Switch(self.tr("Start it without a window"))
        self.hidden_hint = PlainLabel("", role="muted", font="small", wrap=True)
        for widget in (self.switch, self.status_label, self.problem, self.hidden, self.hidden_hint):
            if widget is self.hidden:
                # The text is closer to its own switch than to the next one.
                self.content.addSpacing(theme().px(8))
            self.content.addWidget(widget)
        self.switch.toggled.connect(lambda _on: self._save())
        self.hidden.toggled.connect(lambda _on: self._save())
        self._update()

    def refresh(self, *, in_tray: bool) -> None:
        """Update the card; *in_tray*: whether the program stays in the tray without a window."""
        self._in_tray = in_tray
        self._update()

    def showEvent(self, event: QShowEvent) -> None:
        """Detect the status again: the entry belongs to the system, and other programs change it too."""
        super().showEvent(event)
        self._update()

    def _update(self) -> None:
        self.status = self._autostart.status()
        on, allowed = self.status.state == "on", not self.status.obstacle
        for switch, checked in ((self.switch, on), (self.hidden, on and self.status.hidden)):
            switch.blockSignals(True)
            switch.setChecked(checked)
            switch.blockSignals(False)
        self.switch.setEnabled(allowed)
        self.hidden.setEnabled(allowed and on)
        self.status_label.setText(self._status_text())
        self.hidden_hint.setText(
            self.tr("It starts in the tray.")
            if self._in_tray
            else self.tr("It starts minimised, because there is no tray icon to open it from.")
        )

    def _status_text(self) -> str:
        program = sanitize_text(self.status.program)
        match (self.status.obstacle, self.status.state):
            case ("flatpak", _):
                return self.tr(
                    "In a Flatpak, VaultDesk cannot set this up itself. Add VaultDesk to the startup "
                    "programs in your desktop settings."
                )
            case ("home", _):
                return self.tr("Not available while VAULTDESK_HOME sets the folder of VaultDesk.")
            case ("moved", _):
                return self.tr("Move VaultDesk to the Applications folder first, and open it from there.")
            case (_, "other"):
                return self.tr(
                    "Another copy is set to start: {0}. If you turn this on, this copy starts instead."
                ).format(program)
            case (_, "missing"):
                return self.tr(
                    "The program set to start no longer exists: {0}. If you turn this on, this copy starts instead."
                ).format(program)
            case _:
                return self.tr("It reopens what was open last. Nothing is sent automatically.")

    def _save(self) -> None:
        try:
            self._autostart.switch(self.switch.isChecked(), self.hidden.isChecked())
        except SettingsError as error:
            self.problem.set_text(translate_error(error))
            self.problem.show()
        else:
            self.problem.hide()
        self._update()


class QuickAskCard(Card):
    """Hotkey field, its state as a sentence, and a button to try it."""

    tried = Signal()

    def __init__(
        self, writer: SettingsWriter, global_hotkeys: Hotkeys | None = None, parent: QWidget | None = None
    ) -> None:
        """*global_hotkeys* defaults to the application's instance."""
        super().__init__(parent=parent)
        self._writer = writer
        self._hotkeys = global_hotkeys or hotkeys()
        self._refused = ""
        """Why the hotkey entered last cannot be used; it is not saved."""
        self.field = KeyCapture(self.tr("Shortcut for quick ask"))
        self.field.setPlaceholderText(self.tr("None. Press keys to set one"))
        self.clear = LinkButton(self.tr("Remove"), small=True)
        self.try_button = PlainButton(self.tr("Try It"))
        self.glyph = Glyph("", "muted", 14)
        self.state = PlainLabel("", role="muted", font="small", wrap=True, selectable=True)
        self._build_layout()
        self.field.captured.connect(self._set_keys)
        self.field.cancelled.connect(self._show)
        self.clear.clicked.connect(lambda: self._set_keys(""))
        self.try_button.clicked.connect(self.tried)
        self._hotkeys.changed.connect(self._show)
        self._show()

    def refresh(self, settings: Settings) -> None:
        self._show()

    def _build_layout(self) -> None:
        px = theme().px
        self.content.addWidget(PlainLabel(self.tr("Quick ask"), font="heading"))
        text = self.tr(
            "A small window over other programs: find a note, ask a question, or add a line to "
            "today’s note. An answer continues when the window is hidden and is listed among the "
            "chats."
        )
        self.content.addWidget(PlainLabel(text, role="muted", font="small", wrap=True))
        row = QHBoxLayout()
        row.setSpacing(px(8))
        label = field_label(self.tr("Shortcut"))
        label.setBuddy(self.field)
        for widget in (label, self.field, self.clear):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.try_button)
        self.content.addLayout(row)
        line = QHBoxLayout()
        line.setSpacing(px(8))
        line.addWidget(self.glyph, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self.state, 1)
        self.content.addLayout(line)

    def _set_keys(self, keys: str) -> None:
        combination = parse_key_combination(keys) if keys else ""
        self._refused = combination if isinstance(combination, str) else ""

        def changed(settings: Settings) -> Settings:
            desktop = settings.desktop.model_copy(update={"quick_ask_keys": keys})
            return settings.model_copy(update={"desktop": desktop})

        if not self._refused:
            self._writer.save(changed)
        self._show()

    def _show(self) -> None:
        keys = self._writer.store.settings.desktop.quick_ask_keys
        problem = self._refused or (self._hotkeys.problem if keys == self._hotkeys.keys else "")
        self.field.show_keys(keys)
        self.field.setProperty(INVALID_VALUE, bool(problem))
        self.field.update()
        self.clear.setVisible(bool(keys))
        self.state.setText(problem or self._hotkeys.available())
        self.state.set_role("danger" if problem else "muted")
        self.glyph.show_icon("warning" if problem else "check" if keys else "info", "danger" if problem else "muted")
        self.field.setAccessibleDescription(self.state.text())


DESKTOP_FORM_GAP = 16
"""Gap in design pixels between the labels of a form and its fields."""


class DesktopSheet(Sheet):
    """Three cards: the form, autostart, and quick ask."""

    tried = Signal()
    """Quick ask should be shown."""

    def __init__(
        self,
        store: SettingsStore,
        has_tray: Callable[[], bool] = QSystemTrayIcon.isSystemTrayAvailable,
        autostart: Autostart | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """*has_tray* returns whether this desktop shows a tray; *autostart* defaults to this system's own."""
        super().__init__(
            self.tr("Desktop"), self.tr("What VaultDesk does outside its windows."),
            parent=parent,
        )  # fmt: skip
        writer = SettingsWriter(store, self.problem)
        self._has_tray = has_tray
        self.tray = GroupForm(writer, "desktop", ("tray",))
        self.tray_hint = PlainLabel("", role="muted", font="small", wrap=True)
        # Aligned with the field it describes.
        self.tray_hint.setContentsMargins(theme().px(LABEL_WIDTH + DESKTOP_FORM_GAP), 0, 0, 0)
        self.form = GroupForm(writer, "desktop", ("notify", "sound"))
        card = Card()
        for widget in (self.tray, self.tray_hint, self.form):
            card.content.addWidget(widget)
        self.quick_ask = QuickAskCard(writer)
        self.start = AutostartCard(autostart or system_autostart())
        self.content.addWidget(card)
        self.content.addWidget(self.start)
        self.content.addWidget(self.quick_ask)
        self.quick_ask.tried.connect(self.tried)
        self.refresh(store.settings)

    def refresh(self, settings: Settings) -> None:
        self.tray.refresh(settings)
        self.form.refresh(settings)
        self.quick_ask.refresh(settings)
        has_tray = self._has_tray()
        self.start.refresh(in_tray=has_tray and settings.desktop.tray)
        # A setting made where there is a tray can be undone where there is none.
        self.tray.field("tray").setEnabled(has_tray or settings.desktop.tray)
        self.form.field("sound").setEnabled(settings.desktop.notify)
        self.tray_hint.setText(
            self.tr("This desktop shows a tray.")
            if has_tray
            else self.tr("This desktop shows no tray, so closing the last window ends VaultDesk.")
        )
