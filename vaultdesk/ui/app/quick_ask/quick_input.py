"""Question field of quick ask, and the footer with model, egress and key hints."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.providers.provider import Effort
from vaultdesk.ui.chat.composer.context_tray import ReachText
from vaultdesk.ui.chat.composer.model_menu import AnswerSettings, ModelButton
from vaultdesk.ui.chat.composer.question_field import ENTER_KEYS, PromptField, broken_lines
from vaultdesk.ui.chat.vault_protocols import NamedModel
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.accessibility import announce
from vaultdesk.ui.widgets.buttons import IconButton, LinkButton
from vaultdesk.ui.widgets.glyphs import Glyph, KeyCap, native_keys
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel, as_tooltip
from vaultdesk.ui.widgets.layouts import row_layout
from vaultdesk.ui.widgets.toast import TOAST_DURATION_MS

MAX_LINES = 3
"""Maximum number of lines before the field scrolls (vaultdesk/ui/app/README.md, "Quick ask")."""


class QuickField(PromptField):
    """Enter asks; Ctrl+Enter opens the main window, Alt+Enter adds to today's note; Esc hides, Down goes to the
    notes.
    """

    opened = Signal()
    """Ctrl+Enter."""
    note_requested = Signal()
    """Alt+Enter."""
    moved_down = Signal()
    """Down was pressed in the last line."""
    paged = Signal(int)
    """Page Up (-1) or Page Down (+1), for the pane below."""
    new_chat_requested = Signal()
    """Ctrl+N: start a new chat."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("headline", "raised", MAX_LINES, parent)
        self.setPlaceholderText(self.tr("Ask about your notes, or find one…"))
        self.setAccessibleName(self.tr("Quick ask"))
        self.setAccessibleDescription(
            self.tr("Enter asks, Shift+Enter starts a new line, {0} goes to the chat, Esc hides this window.").format(
                native_keys("Ctrl+Return")
            )
        )

    @property
    def text(self) -> str:
        """The text without surrounding whitespace."""
        return self.toPlainText().strip()

    def show_text(self, text: str) -> None:
        """Insert *text* and select all of it, so that typing replaces it."""
        if text != self.toPlainText():
            self.setPlainText(broken_lines(text))
        self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle the keys of the window; everything else is text."""
        if self.composing or not self.handle_key(event):
            super().keyPressEvent(event)
        else:
            event.accept()

    def handle_key(self, event: QKeyEvent) -> bool:
        """Handle *event* as a key of the window; return False if it is not one."""
        modifiers = event.modifiers()
        shift, alt, control = (
            bool(modifiers & modifier)
            for modifier in (
                Qt.KeyboardModifier.ShiftModifier,
                Qt.KeyboardModifier.AltModifier,
                Qt.KeyboardModifier.ControlModifier,
            )
        )
        match event.key():
            case key if key in ENTER_KEYS:
                self._enter(shift=shift, alt=alt, control=control)
            case Qt.Key.Key_Escape:
                self.escaped.emit()
            case Qt.Key.Key_Down if not (shift or alt or control) and self._on_last_line():
                self.moved_down.emit()
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown as key if not shift:
                self.paged.emit(-1 if key == Qt.Key.Key_PageUp else 1)
            case Qt.Key.Key_N if control and not (shift or alt):
                self.new_chat_requested.emit()
            case _:
                return False
        return True

    def _enter(self, *, shift: bool, alt: bool, control: bool) -> None:
        if shift:
            self.insert_line_break()
        elif control:
            self.opened.emit()
        elif alt:
            self.note_requested.emit()
        else:
            self.entered.emit()

    def _on_last_line(self) -> bool:
        cursor = self.textCursor()
        return not cursor.movePosition(cursor.MoveOperation.Down)


HEIGHT = 36
"""Height in design pixels."""


class KeyHint(QWidget):
    """A key and its effect."""

    def __init__(self, keys: str, effect: str) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        row = row_layout(self, 6)
        row.addWidget(KeyCap(keys))
        row.addWidget(PlainLabel(effect, role="muted", font="small"))


class QuickFoot(QWidget):
    """The footer; emits a signal for each control."""

    note_requested = Signal()
    """The text, or the answer, should be added to today's note."""
    new_chat_requested = Signal()
    private_toggled = Signal(bool)
    """Whether the following questions are not stored on this computer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = ModelButton()
        self._egress_icon = Glyph("shield-check", "muted", 14)
        self._egress_text = PlainLabel("", role="muted", font="small")
        self.new_chat = IconButton("plus", self.tr("New question"), keys=native_keys("Ctrl+N"), size=14, side=24)
        self.private = IconButton("chat-private", self.tr("Private: the chat is not saved"), size=14, side=24)
        self.private.setCheckable(True)
        self.private_mark = PlainLabel(self.tr("Private"), role="warning", font="small")
        self.private_mark.hide()
        self.note = IconButton("calendar", "", size=14, side=24)
        self.ask = KeyHint("Enter", self.tr("ask"))
        self.notes = KeyHint("↓", self.tr("notes"))
        self.chat = KeyHint("Ctrl+Enter", self.tr("open in chat"))
        self.hides = KeyHint("Esc", self.tr("hide"))
        self._withheld = ReachText()
        self._is_local: bool | None = None
        """Whether the model is local; None if none is known."""
        self._effective: dict[KeyHint, bool] = {}
        self._notice = ElidedLabel("", role="text2", font="small")
        self._notice_action = LinkButton("", small=True)
        self._perform_action: Callable[[], object] | None = None
        self._stack = QStackedWidget()
        self._stack.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._notice_timer = QTimer(self)
        self._notice_timer.setSingleShot(True)
        self._notice_timer.timeout.connect(self.end_notice)
        self._build_layout()
        self.note.clicked.connect(self.note_requested)
        self.new_chat.clicked.connect(self.new_chat_requested)
        self.private.clicked.connect(self.private_toggled)
        self._notice_action.clicked.connect(self._run_notice_action)
        self.set_note_target(answered=False)

    @property
    def notice(self) -> str:
        """The temporary notice, while it is shown."""
        return self._notice.text() if self._stack.currentIndex() else ""

    def set_models(
        self, models: Sequence[NamedModel], current: str, effort: Effort, answers: AnswerSettings | None = None
    ) -> None:
        """Show the model and whether it is local; *answers* are the settings of the chat."""
        self.model.set_choices(models, current, effort, answers=answers)
        chosen = next((model for model in models if model.label == current), None)
        self._is_local = chosen.local if chosen is not None else None
        self._show_egress()

    def show_withheld(self, withheld: ReachText) -> None:
        """Show that a linked note will not be sent; an empty text restores the usual line."""
        if withheld != self._withheld:
            self._withheld = withheld
            self._show_egress()
            if withheld.sentence:
                announce(self, withheld.sentence)

    def _show_egress(self) -> None:
        local, withheld = bool(self._is_local), self._withheld
        if withheld.short:
            role = "warning" if withheld.is_warning else "text2"
            self._egress_icon.show_icon("lock", role)
            self._egress_text.setText(withheld.short)
            self._egress_text.set_role(role)
        else:
            self._egress_icon.show_icon("shield-check" if local else "arrow-up-right", "muted" if local else "warning")
            self._egress_text.setText(
                self.tr("stays on this computer") if local else self.tr("asks before notes are sent")
            )
            self._egress_text.set_role("muted" if local else "text2")
        self._egress_text.setToolTip(as_tooltip(withheld.sentence))
        for widget in (self._egress_icon, self._egress_text):
            widget.setVisible(self._is_local is not None)
        self._show_fitting_hints()

    def set_private(self, private: bool) -> None:
        """Show whether the chat is private."""
        self.private.setChecked(private)
        self.private_mark.setVisible(private)
        self._show_fitting_hints()

    def set_keys(self, *, can_ask: bool, has_notes: bool, has_answer: bool) -> None:
        """Set which keys have an effect."""
        self.new_chat.setVisible(has_answer)
        self._effective = {self.ask: can_ask, self.notes: has_notes, self.chat: has_answer and not can_ask}
        self._show_fitting_hints()

    def set_note_target(self, *, answered: bool) -> None:
        """Show what would be added to today's note."""
        name = self.tr("Add the answer to today’s note") if answered else self.tr("Add the text to today’s note")
        self.note.set_name(name, native_keys("Alt+Enter"))

    def notify(self, text: str, action: str = "", perform_action: Callable[[], object] | None = None) -> None:
        """Show a notice for some seconds, with an action to undo it."""
        self._notice.set_text(text)
        self._notice_action.setText(action)
        self._notice_action.setVisible(bool(action))
        self._perform_action = perform_action
        self._stack.setCurrentIndex(1)
        self._notice_timer.start(TOAST_DURATION_MS)
        announce(self, text)

    def end_notice(self) -> None:
        """Restore the usual line."""
        self._notice_timer.stop()
        self._stack.setCurrentIndex(0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_fitting_hints()

    def _show_fitting_hints(self) -> None:
        """Show the useful hints that fit; the egress text has priority."""
        px = theme().px
        items = [
            item
            for item in (
                self._egress_icon,
                self._egress_text,
                self.private_mark,
                self.private,
                self.new_chat,
                self.note,
            )
            if not item.isHidden()
        ]
        available_width = self.width() - px(20) - self.model.minimumSizeHint().width()
        available_width -= sum(item.sizeHint().width() + px(4) for item in items)
        for hint in (self.ask, self.chat, self.notes, self.hides):
            available_width -= hint.sizeHint().width() + 3 * px(4) if self._effective.get(hint, True) else 0
            hint.setVisible(self._effective.get(hint, True) and available_width >= 0)

    def _run_notice_action(self) -> None:
        self.end_notice()
        if self._perform_action is not None:
            self._perform_action()

    def _build_layout(self) -> None:
        px = theme().px
        self.setFixedHeight(px(HEIGHT))
        usual_line, notice_line = QWidget(), QWidget()
        row = row_layout(usual_line, 4, margins=(8, 0, 12, 0))
        for widget in (self.model, self._egress_icon, self._egress_text):
            row.addWidget(widget)
        row.addStretch(1)
        for action in (self.private_mark, self.private, self.new_chat, self.note):
            row.addWidget(action)
        for hint in (self.ask, self.notes, self.chat, self.hides):
            row.addSpacing(px(4))
            row.addWidget(hint)
        notice_row = row_layout(notice_line, 8, margins=(16, 0, 12, 0))
        notice_row.addWidget(Glyph("check", "success", 14))
        notice_row.addWidget(self._notice, 1, Qt.AlignmentFlag.AlignVCenter)
        notice_row.addWidget(self._notice_action)
        self._stack.addWidget(usual_line)
        self._stack.addWidget(notice_line)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._stack)
