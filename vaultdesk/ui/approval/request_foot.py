"""Request foot: what leaves this computer, how long the answer holds, and the buttons. Cancel is the default."""

from functools import partial
from typing import Literal

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from vaultdesk.tools.approvals import AnswerScope, ApprovalRequest
from vaultdesk.tools.preview import counted, notice
from vaultdesk.tools.visible import visible
from vaultdesk.ui.approval.arming import Arming
from vaultdesk.ui.parts.banner import Banner
from vaultdesk.ui.parts.buttons import IconButton, PlainButton, PrimaryButton
from vaultdesk.ui.parts.fields import TextField
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.parts.menu import Menu, MenuButton, literal
from vaultdesk.ui.theme.theme import theme

Ending = Literal["approve", "cancel"]
"""Which button was pressed."""


class ScopeChoice(QWidget):
    """How long a yes holds: only reads inside one folder may hold longer than once. Radios, or a menu where narrow."""

    def __init__(self, folder: str, searching: bool, *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        where = visible(folder) if folder else self.tr("this vault")
        doing = (self.tr("Searching {0}") if searching else self.tr("Reading inside {0}")).format(where)
        self._words: dict[AnswerScope, str] = {
            "once": self.tr("This time only"),
            "conversation": self.tr("{0}, until this chat ends").format(doing),
            "always": self.tr("{0}, always").format(doing),
        }
        self._scope: AnswerScope = "once"
        self._menu: MenuButton | None = None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().step(6))
        name = self.tr("How long this answer holds")
        if compact:
            self._menu = MenuButton(self._words["once"], name, self._fill, font="interface", role="muted")
            column.addWidget(self._menu)
        else:
            column.addWidget(PlainLabel(name, role="muted", font="caption"))
            self._add_radios(column)

    def scope(self) -> AnswerScope:
        """Return the chosen length."""
        return self._scope

    def _add_radios(self, column: QVBoxLayout) -> None:
        for scope, text in self._words.items():
            button = QRadioButton(literal(text))
            button.setChecked(scope == "once")
            button.clicked.connect(partial(self._choose, scope))
            column.addWidget(button)

    def _fill(self, menu: Menu) -> None:
        for scope, text in self._words.items():
            menu.add(text, partial(self._choose, scope), checked=scope == self._scope)

    def _choose(self, scope: AnswerScope, _checked: bool = False) -> None:
        self._scope = scope
        if self._menu is not None:
            self._menu.set_words(self._words[scope])


class RequestFoot(QWidget):
    """The lower part of a request."""

    answered = Signal(str, str)
    """`Ending`, and the reason the person gave when refusing."""

    def __init__(self, request: ApprovalRequest, *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._request = request
        step = theme().step
        self._notice = Banner("leaves", "")
        self._scope = self._scope_choice(compact)
        self._reason = TextField(self.tr("Reason"), placeholder=self.tr("Why not? The model reads this."))
        self._reason.hide()
        self.reason_button = self._reason_button(compact)
        self.cancel_button = PlainButton(self.tr("Cancel"))
        self.approve_button = PrimaryButton(self.tr("Approve"))
        self.approve_button.setToolTip(self.tr("Press Space to agree. Enter does nothing here."))
        self.cancel_button.setDefault(True)
        self.approve_button.setDefault(False)
        self._reserve_width()
        self.arming = Arming(self.approve_button, self)
        self.cancel_button.clicked.connect(lambda: self.answered.emit("cancel", self._reason_text()))
        self.approve_button.clicked.connect(lambda: self.answered.emit("approve", ""))
        self.reason_button.clicked.connect(self._ask_why)
        self._reason.edit.installEventFilter(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(step(12))
        column.addWidget(self._notice)
        column.addWidget(self._reason)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(step(12))
        if self._scope is not None:
            self._row.addWidget(self._scope, 1 if compact else 0)
        self._row.addLayout(self._button_row(), 0 if compact else 1)
        column.addLayout(self._row)
        # Less than the row needs: where it has no room it breaks, see `resizeEvent`.
        self.setMinimumWidth(step(200 if compact else 400))

    def show_ticked(self, ticked: tuple[str, ...]) -> None:
        """Say anew what leaves, and what Approve does, for the ticked files."""
        words = notice(self._request.calls, self._request.destination, ticked)
        self._notice.set_text(words)
        self._notice.setVisible(bool(words) and (bool(ticked) or not self._request.files))
        self.approve_button.setText(self._approve_words(len(ticked)))

    def notice_text(self) -> str:
        """Return the privacy notice shown; empty where nothing leaves."""
        return self._notice.text() if self._notice.isVisibleTo(self) else ""

    def scope(self) -> AnswerScope:
        """Return how long the answer shall hold."""
        return self._scope.scope() if self._scope is not None else "once"

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow chat or window, put the buttons under the length of the answer."""
        super().resizeEvent(event)
        buttons = self._row.itemAt(self._row.count() - 1)
        if self._scope is not None and buttons is not None:
            wanted = self._scope.sizeHint().width() + self._row.spacing() + buttons.sizeHint().width()
            way = (
                QBoxLayout.Direction.TopToBottom if wanted > event.size().width() else QBoxLayout.Direction.LeftToRight
            )
            if way != self._row.direction():
                self._row.setDirection(way)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Send the reason by Enter in its field."""
        key = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.answered.emit("cancel", self._reason_text())
            return True
        return super().eventFilter(watched, event)

    def _reserve_width(self) -> None:
        """Make Approve as wide as its widest words: buttons that move under the pointer are pressed by mistake."""
        widths = []
        for number in (0, 1, len(self._request.files)):
            self.approve_button.setText(self._approve_words(number))
            widths.append(self.approve_button.sizeHint().width())
        self.approve_button.setMinimumWidth(max(widths))

    def _button_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(theme().step(8))
        row.addStretch(1)
        for button in (self.reason_button, self.cancel_button, self.approve_button):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        return row

    def _scope_choice(self, compact: bool) -> ScopeChoice | None:
        if self._request.folder is None:
            return None
        return ScopeChoice(self._request.folder, not self._request.files, compact=compact, parent=self)

    def _reason_button(self, compact: bool) -> QAbstractButton:
        words = self.tr("Cancel with a Reason…")
        if compact:
            return IconButton("more", words)
        button = PlainButton(words)
        button.setFlat(True)
        return button

    def _approve_words(self, ticked: int) -> str:
        local = self._request.destination.local
        if self._request.files:
            # Ampersands would be access keys: Approve has none (THREATS 2.3.3).
            notes = counted(ticked, "note") if ticked else self.tr("nothing")
            return (self.tr("Read {0}") if local else self.tr("Send {0}")).format(notes)
        if all(call.tool == "vault_search" for call in self._request.calls):
            return self.tr("Search") if local else self.tr("Search and Send")
        return self.tr("Approve and Execute")

    def _ask_why(self) -> None:
        self._reason.show()
        self.reason_button.setEnabled(False)
        # One turn of the loop: a field that is not laid out yet cannot take the focus.
        QTimer.singleShot(0, self._reason.edit, self._reason.edit.setFocus)

    def _reason_text(self) -> str:
        return self._reason.text().strip() if self._reason.isVisibleTo(self) else ""
