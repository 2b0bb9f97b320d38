"""Foot of an approval request: buttons, reason for a denial, duration, and undo or privacy notice."""

from collections.abc import Sequence
from functools import partial
from typing import Literal

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QBoxLayout, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from vaultdesk.tools.runtime.approval_text import privacy_notice, results_notice
from vaultdesk.tools.runtime.approvals import AnswerScope, ApprovalRequest
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.review.approve_delay import ApproveDelay
from vaultdesk.ui.review.change_choices import ReviewChoices
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translator
from vaultdesk.ui.widgets.accessibility import set_tab_order
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import IconButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.menu import Menu, MenuButton, literal_menu_text
from vaultdesk.ui.widgets.text_fields import TextField

_tr = translator("ApprovalFooter")

PressedButton = Literal["approve", "cancel"]
"""Which button was pressed."""


class ApprovalFooter(QWidget):
    """Put what stands above the buttons into `above`, and what stands left of them with `add_left`."""

    answered = Signal(str, str)
    """`PressedButton`, and the reason the person gave when refusing."""

    def __init__(self, *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme().px
        self._left_row: QWidget | None = None
        self._reason = TextField(self.tr("Reason"), placeholder=self.tr("Why not? The model reads this."))
        self._reason.hide()
        self.reason_button = self._reason_button(compact)
        self.cancel_button = PlainButton(self.tr("Cancel"))
        self.approve_button = PrimaryButton(self.tr("Approve"))
        self.approve_button.setToolTip(self.tr("Press Space to agree. Enter does nothing here."))
        self.cancel_button.setDefault(True)
        self.approve_button.setDefault(False)
        self.arming = ApproveDelay(self.approve_button, self)
        self.cancel_button.clicked.connect(lambda: self.answered.emit("cancel", self._reason_text()))
        self.approve_button.clicked.connect(lambda: self.answered.emit("approve", ""))
        self.reason_button.clicked.connect(self._ask_why)
        self._reason.edit.installEventFilter(self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(12))
        self.above = QVBoxLayout()
        self.above.setSpacing(px(8))
        column.addLayout(self.above)
        column.addWidget(self._reason)
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(px(12))
        self._row.addLayout(self._button_row(), 0 if compact else 1)
        column.addLayout(self._row)
        # Less than the row needs: where it has no room it breaks, see `resizeEvent`.
        self.setMinimumWidth(px(200 if compact else 400))

    def add_left(self, widget: QWidget, stretch: int = 0) -> None:
        """Put *widget* left of the buttons."""
        self._left_row = widget
        self._row.insertWidget(0, widget, stretch)

    def read_from(self, stops: Sequence[QWidget]) -> None:
        """Let Tab go through *stops*, which were made after the buttons, before it comes to them."""
        set_tab_order((*stops, self.reason_button, self.cancel_button, self.approve_button))

    def reserve_width(self, words: tuple[str, ...]) -> None:
        """Make Approve as wide as the widest of *words*: buttons that move under the pointer are pressed by mistake."""
        widths = []
        for text in words:
            self.approve_button.setText(text)
            widths.append(self.approve_button.sizeHint().width())
        self.approve_button.setMinimumWidth(max(widths))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow chat or window, put the buttons under what is left of them."""
        super().resizeEvent(event)
        buttons = self._row.itemAt(self._row.count() - 1)
        if self._left_row is not None and buttons is not None:
            wanted = self._left_row.sizeHint().width() + self._row.spacing() + buttons.sizeHint().width()
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

    def _button_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        # Room for the ring around the button with the keyboard.
        row.setSpacing(theme().px(16))
        row.addStretch(1)
        for button in (self.reason_button, self.cancel_button, self.approve_button):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
        return row

    def _reason_button(self, compact: bool) -> QAbstractButton:
        words = self.tr("Cancel with a Reason…")
        if compact:
            return IconButton("more", words)
        button = PlainButton(words)
        button.setFlat(True)
        return button

    def _ask_why(self) -> None:
        self._reason.show()
        self.reason_button.setEnabled(False)
        # One turn of the loop: a field that is not laid out yet cannot take the focus.
        QTimer.singleShot(0, self._reason.edit, self._reason.edit.setFocus)

    def _reason_text(self) -> str:
        return self._reason.text().strip() if self._reason.isVisibleTo(self) else ""


class ScopeChoice(QWidget):
    """How long a yes holds: only reads inside one folder may hold longer than once. Radios, or a menu where narrow."""

    def __init__(self, folder: str, searching: bool, *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        where = sanitize_text(folder) if folder else self.tr("this vault")
        doing = (self.tr("Searching {0}") if searching else self.tr("Reading inside {0}")).format(where)
        self._scope_texts: dict[AnswerScope, str] = {
            "once": self.tr("This time only"),
            "conversation": self.tr("{0}, until this chat ends").format(doing),
            "always": self.tr("{0}, always").format(doing),
        }
        self._scope: AnswerScope = "once"
        self._menu: MenuButton | None = None
        self.stops: list[QWidget] = []
        """Where Tab stops, in order."""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(6))
        name = self.tr("How long this answer holds")
        if compact:
            self._menu = MenuButton(self._scope_texts["once"], name, self._fill, font="interface", role="muted")
            # As wide as its words: its arrow would stand alone at the far end.
            column.addWidget(self._menu, 0, Qt.AlignmentFlag.AlignLeft)
            self.stops.append(self._menu)
        else:
            column.addWidget(PlainLabel(name, role="muted", font="caption"))
            self._add_radios(column)

    def scope(self) -> AnswerScope:
        """Return the chosen length."""
        return self._scope

    def _add_radios(self, column: QVBoxLayout) -> None:
        for scope, text in self._scope_texts.items():
            button = QRadioButton(literal_menu_text(text))
            button.setChecked(scope == "once")
            button.clicked.connect(partial(self._choose, scope))
            column.addWidget(button)
            self.stops.append(button)

    def _fill(self, menu: Menu) -> None:
        for scope, text in self._scope_texts.items():
            menu.add(text, partial(self._choose, scope), checked=scope == self._scope)

    def _choose(self, scope: AnswerScope, _checked: bool = False) -> None:
        self._scope = scope
        if self._menu is not None:
            self._menu.set_shown_text(self._scope_texts[scope])


class RequestFooter(ApprovalFooter):
    """The lower part of a request that reads."""

    def __init__(self, request: ApprovalRequest, *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(compact=compact, parent=parent)
        self._request = request
        self._notice = Banner("leaves", "")
        self.above.addWidget(self._notice)
        self._scope = self._scope_choice(compact)
        if self._scope is not None:
            self.add_left(self._scope, 1 if compact else 0)
            self.read_from(self._scope.stops)
        most = len(request.results) or len(request.files)
        self.reserve_width(tuple(self._approve_text(number) for number in (0, 1, most)))

    def show_ticked(self, ticked: tuple[str, ...]) -> None:
        """Say anew what leaves, and what Approve does, for the ticked files."""
        if self._request.results:
            words = results_notice(self._request, ticked)
        else:
            words = privacy_notice(self._request.calls, self._request.destination, ticked)
        self._notice.set_text(translate(words))
        self._notice.setVisible(bool(words) and (bool(ticked) or not self._request.files))
        self.approve_button.setText(self._approve_text(len(ticked)))

    def notice_text(self) -> str:
        """Return the privacy notice shown; empty where nothing leaves."""
        return self._notice.text() if self._notice.isVisibleTo(self) else ""

    def scope(self) -> AnswerScope:
        """Return how long the answer shall hold."""
        return self._scope.scope() if self._scope is not None else "once"

    def _scope_choice(self, compact: bool) -> ScopeChoice | None:
        if self._request.folder is None:
            return None
        return ScopeChoice(self._request.folder, not self._request.files, compact=compact, parent=self)

    def _approve_text(self, ticked: int) -> str:
        local = self._request.destination.local
        if self._request.results:
            results = _result_count(ticked) if ticked else self.tr("nothing")
            return (self.tr("Let It Read {0}") if local else self.tr("Send {0}")).format(results)
        if self._request.files:
            # Ampersands would be access keys: Approve has none (vaultdesk/tools/README.md, "Approval rules", 3).
            notes = _note_count(ticked) if ticked else self.tr("nothing")
            return (self.tr("Read {0}") if local else self.tr("Send {0}")).format(notes)
        if all(call.tool in ("vault_search", "local_search") for call in self._request.calls):
            return self.tr("Search") if local else self.tr("Search and Send")
        return self.tr("Approve and Execute")


class ChangeFooter(ApprovalFooter):
    """The lower part of a request that changes notes."""

    show_unseen_requested = Signal()
    """The person wants to see what is folded and must be seen."""

    def __init__(self, choices: ReviewChoices, *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(compact=compact, parent=parent)
        self._choices = choices
        self._unseen_button = Banner("warning", "")
        self._unseen_button.set_actions([(self.tr("Show"), self.show_unseen_requested.emit)])
        self._unseen_button.hide()
        words = self.tr(
            "All of it can be undone in one step, from the notice that follows or from Activity. "
            "If a note changes before you answer, you are asked again."
        )
        self.undo = Banner("undo", self.tr("All of it can be undone in one step.") if compact else words)
        self.above.addWidget(self._unseen_button)
        self.above.addWidget(self.undo)
        always = self.tr("Changes are asked every time; this cannot be remembered.")
        self.add_left(PlainLabel(always, role="muted", font="small", wrap=compact), 1 if compact else 0)
        self.read_from(self._unseen_button.stops)
        total = choices.total_parts()[1]
        self.reserve_width(tuple(self._approve_text(number, delete) for number in (1, total) for delete in (0, total)))

    def show_choices(self, unseen: int, *, editing: bool) -> None:
        """Say what Apply does now; it stays dead with nothing ticked, *unseen* folds, or while a hunk is *editing*."""
        taken = self._choices.total_parts()[0]
        self.approve_button.setText(self._approve_text(taken, self._deletions()))
        self._unseen_button.setVisible(bool(unseen))
        if unseen:
            self._unseen_button.set_text(self._unseen_text(unseen))
        why = self.tr("Finish editing first.") if editing else self.tr("Nothing is ticked.") if not taken else ""
        usual = self.tr("Press Space to agree. Enter does nothing here.")
        self.approve_button.setToolTip(why or (self._unseen_text(unseen) if unseen else usual))
        self.arming.set_allowed(not why and not unseen)

    def unseen_text(self) -> str:
        """Return what must be looked at first; empty where nothing must."""
        return self._unseen_button.text() if self._unseen_button.isVisibleTo(self) else ""

    def _unseen_text(self, unseen: int) -> str:
        if unseen == 1:
            return self.tr("1 folded part removes or hides text. Look at it before you apply.")
        return self.tr("{0} folded parts remove or hide text. Look at them before you apply.").format(
            format_number(unseen)
        )

    def _approve_text(self, taken: int, deletions: int) -> str:
        if not taken:
            return self.tr("Apply nothing")
        if deletions == taken:
            return self.tr("Delete {0}").format(_note_count(taken))
        return self.tr("Apply {0}").format(_change_count(taken))

    def _deletions(self) -> int:
        changes = self._choices.changes.changes
        return sum(change.kind == "delete" and self._choices.note_taken(change.id) for change in changes)


def _note_count(count: int) -> str:
    return _tr("1 note") if count == 1 else _tr("{n} notes").format(n=format_number(count))


def _change_count(count: int) -> str:
    return _tr("1 change") if count == 1 else _tr("{n} changes").format(n=format_number(count))


def _result_count(count: int) -> str:
    return _tr("1 result") if count == 1 else _tr("{n} results").format(n=format_number(count))
