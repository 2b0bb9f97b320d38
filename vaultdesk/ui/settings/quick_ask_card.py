"""Quick ask card: the keys that open quick ask from any program: pressed to set them, and whether they can be had."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.ui.hotkey.combination import combination
from vaultdesk.ui.hotkey.hotkeys import Hotkeys, hotkeys
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.key_capture import KeyCapture
from vaultdesk.ui.theme.control_painter import PROBLEM
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton
from vaultdesk.ui.widgets.form_controls import field_label
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel


class QuickAskCard(Card):
    """The field, its state in a sentence, and a way to try."""

    tried = Signal()

    def __init__(self, keeper: Keeper, keys: Hotkeys | None = None, parent: QWidget | None = None) -> None:
        """*keys* are the program's, unless told."""
        super().__init__(parent=parent)
        self._keeper = keeper
        self._keys = keys or hotkeys()
        self._refused = ""
        """Why what was pressed last cannot be had anywhere; it is not kept."""
        self.field = KeyCapture(self.tr("Keys for quick ask"))
        self.field.setPlaceholderText(self.tr("None: press keys to set"))
        self.clear = LinkButton(self.tr("Remove"), small=True)
        self.try_it = PlainButton(self.tr("Try It"))
        self.sign = Glyph("", "muted", 14)
        self.state = PlainLabel("", role="muted", font="small", wrap=True, selectable=True)
        self._lay_out()
        self.field.captured.connect(self._take)
        self.field.given_up.connect(self._show)
        self.clear.clicked.connect(lambda: self._take(""))
        self.try_it.clicked.connect(self.tried)
        self._keys.changed.connect(self._show)
        self._show()

    def refresh(self, settings: Settings) -> None:
        """Show what holds now."""
        self._show()

    def _lay_out(self) -> None:
        step = theme().step
        self.content.addWidget(PlainLabel(self.tr("Quick ask"), font="heading"))
        words = self.tr(
            "A small window over whatever you work in: find a note, ask, or put a line into today\u2019s note. "
            "Its answer goes on when the window is hidden, and stands in the list of chats."
        )
        self.content.addWidget(PlainLabel(words, role="muted", font="small", wrap=True))
        row = QHBoxLayout()
        row.setSpacing(step(8))
        label = field_label(self.tr("Keys"))
        label.setBuddy(self.field)
        for widget in (label, self.field, self.clear):
            row.addWidget(widget)
        row.addStretch(1)
        row.addWidget(self.try_it)
        self.content.addLayout(row)
        line = QHBoxLayout()
        line.setSpacing(step(8))
        line.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self.state, 1)
        self.content.addLayout(line)

    def _take(self, keys: str) -> None:
        wanted = combination(keys) if keys else ""
        self._refused = wanted if isinstance(wanted, str) else ""

        def changed(settings: Settings) -> Settings:
            desktop = settings.desktop.model_copy(update={"quick_ask_keys": keys})
            return settings.model_copy(update={"desktop": desktop})

        if not self._refused:
            self._keeper.keep(changed)
        self._show()

    def _show(self) -> None:
        keys = self._keeper.store.settings.desktop.quick_ask_keys
        problem = self._refused or (self._keys.problem if keys == self._keys.keys else "")
        self.field.show_keys(keys)
        self.field.setProperty(PROBLEM, bool(problem))
        self.field.update()
        self.clear.setVisible(bool(keys))
        self.state.setText(problem or self._keys.available())
        self.state.set_role("danger" if problem else "muted")
        self.sign.show_icon("warning" if problem else "check" if keys else "info", "danger" if problem else "muted")
        self.field.setAccessibleDescription(self.state.text())
