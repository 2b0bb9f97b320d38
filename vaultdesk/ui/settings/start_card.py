"""Start card: whether the program starts when the person logs in. Shows the system's own entry, and keeps no copy."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.core.errors import SettingsError
from vaultdesk.core.platform.autostart import Autostart, AutostartStatus
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.form_controls import Switch
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel


class StartCard(Card):
    """Two switches: whether it starts, and whether a window is shown then."""

    def __init__(self, autostart: Autostart, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._autostart = autostart
        self._in_tray = False
        self.standing = AutostartStatus()
        """What was found last."""
        self.switch = Switch(self.tr("Start VaultDesk when you log in"))
        self.words = PlainLabel("", role="muted", font="small", wrap=True)
        self.problem = Banner("danger", "")
        self.problem.hide()
        self.hidden = Switch(self.tr("Start it without a window"))
        self.hidden_words = PlainLabel("", role="muted", font="small", wrap=True)
        for widget in (self.switch, self.words, self.problem, self.hidden, self.hidden_words):
            if widget is self.hidden:
                # What is said stands nearer to its own switch than to the next one.
                self.content.addSpacing(theme().step(8))
            self.content.addWidget(widget)
        self.switch.toggled.connect(lambda _on: self._keep())
        self.hidden.toggled.connect(lambda _on: self._keep())
        self._look()

    def refresh(self, *, in_tray: bool) -> None:
        """Show what holds now; *in_tray* tells whether the program stays in a tray without a window."""
        self._in_tray = in_tray
        self._look()

    def showEvent(self, event: QShowEvent) -> None:
        """Look again: the entry is the system's, and others change it too."""
        super().showEvent(event)
        self._look()

    def _look(self) -> None:
        self.standing = self._autostart.standing()
        on, may = self.standing.state == "on", not self.standing.barrier
        for switch, checked in ((self.switch, on), (self.hidden, on and self.standing.hidden)):
            switch.blockSignals(True)
            switch.setChecked(checked)
            switch.blockSignals(False)
        self.switch.setEnabled(may)
        self.hidden.setEnabled(may and on)
        self.words.setText(self._said())
        self.hidden_words.setText(
            self.tr("It waits in the tray.")
            if self._in_tray
            else self.tr("It starts minimised: without an icon in the tray, nothing else would lead to it.")
        )

    def _said(self) -> str:
        program = sanitize_text(self.standing.program)
        match (self.standing.barrier, self.standing.state):
            case ("flatpak", _):
                return self.tr(
                    "In a Flatpak, VaultDesk cannot arrange this itself. Add it to the programs your desktop starts."
                )
            case ("home", _):
                return self.tr("Not for a VaultDesk that was given a folder of its own by VAULTDESK_HOME.")
            case ("moved", _):
                return self.tr("Move VaultDesk into the folder of programs first, and open it from there.")
            case (_, "other"):
                return self.tr("Another one is started so far: {0}. Switched on, this one takes its place.").format(
                    program
                )
            case (_, "gone"):
                return self.tr(
                    "What would be started is not there any more: {0}. Switched on, this program takes its place."
                ).format(program)
            case _:
                return self.tr("It opens what was open last. Nothing is sent or asked by itself.")

    def _keep(self) -> None:
        try:
            self._autostart.switch(self.switch.isChecked(), self.hidden.isChecked())
        except SettingsError as problem:
            self.problem.set_text(str(problem))
            self.problem.show()
        else:
            self.problem.hide()
        self._look()
