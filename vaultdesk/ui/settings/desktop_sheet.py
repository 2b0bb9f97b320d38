"""Settings page of the desktop: tray and notifications, start at login, and the quick ask hotkey."""

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QSystemTrayIcon, QWidget

from vaultdesk.core.errors import SettingsError
from vaultdesk.core.platform.autostart import Autostart, AutostartStatus, system_autostart
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.hotkey.hotkeys import Hotkeys, hotkeys
from vaultdesk.ui.hotkey.key_combination import parse_key_combination
from vaultdesk.ui.settings.sheet import GroupForm, SettingsWriter, Sheet
from vaultdesk.ui.settings.shortcuts_sheet import KeyCapture
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import INVALID_VALUE
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton
from vaultdesk.ui.widgets.form_controls import Switch, field_label
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import row_layout


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
            else self.tr("It starts minimized, because there is no tray icon to open it from.")
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
        self.content.addWidget(PlainLabel(self.tr("Quick ask"), font="heading"))
        text = self.tr(
            "A small window over other programs: find a note, ask a question, or add a line to "
            "today’s note. An answer continues when the window is hidden and is listed among the "
            "chats."
        )
        self.content.addWidget(PlainLabel(text, role="muted", font="small", wrap=True))
        row = row_layout(spacing=8)
        label = field_label(self.tr("Shortcut"))
        label.setBuddy(self.field)
        for widget in (label, self.field, self.clear):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.try_button)
        self.content.addLayout(row)
        line = row_layout(spacing=8)
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
        self.tray.add_below(self.tray_hint)
        self.form = GroupForm(writer, "desktop", ("notify", "sound"))
        card = Card()
        for widget in (self.tray, self.form):
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
