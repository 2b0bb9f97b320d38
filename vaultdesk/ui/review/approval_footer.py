"""Footer of an approval request: what is sent, details, duration, reason for a denial, and the buttons."""

from collections.abc import Sequence
from functools import partial
from typing import Literal, get_args

from PySide6.QtCore import QEvent, QObject, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QSizePolicy, QToolButton, QWidget

from vaultdesk.tools.runtime.approvals import AnswerScope, ApprovalRequest
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.review.approve_delay import ApproveDelay, RingDelay
from vaultdesk.ui.review.change_choices import ReviewChoices
from vaultdesk.ui.review.consent_text import (
    NO_PARTS,
    Parts,
    Sentence,
    approve_button,
    disclosure_sentence,
    notes_button,
    passages_button,
    refuse_button,
    results_button,
    scope_labels,
)
from vaultdesk.ui.review.passage_choices import PassageChoices
from vaultdesk.ui.theme.painting import chevron, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.widgets.accessibility import set_tab_order
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import IconButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout, row_layout
from vaultdesk.ui.widgets.menu import CHOICE_EDGE, Menu, MenuButton, literal_menu_text
from vaultdesk.ui.widgets.text_fields import TextField

FOOTER_OVERHANG = CHOICE_EDGE
"""Distance in design pixels by which the background of a flat button extends left of the contents."""

PressedButton = Literal["approve", "cancel"]
"""The button that was pressed."""


class DetailsButton(QToolButton):
    """Expands the details of a request: a chevron and one word."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(self.tr("Details"))
        self.setAccessibleName(self.tr("Details"))
        self.setCheckable(True)
        self.setProperty(CORNER_RADIUS, 5)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        px = theme().px
        return QSize(theme().metrics("small").horizontalAdvance(self.text()) + px(12 + 6) + 1, px(24))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, _event: QPaintEvent) -> None:
        values, painter = theme(), QPainter(self)
        mirror_painting(painter, self.rect())
        icon_size, height = values.px(12), self.height()
        icon_rect = QRectF(0, (height - icon_size) / 2, icon_size, icon_size)
        chevron(painter, icon_rect, values.color("muted"), "down" if self.isChecked() else "right")
        painter.setFont(values.font("small"))
        painter.setPen(values.color("text" if self.underMouse() else "text2"))
        text_left = icon_size + values.px(6)
        text_rect = QRect(text_left, 0, self.width() - text_left, height)
        draw_upright_text(
            painter, text_rect, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft), self.text()
        )


class ApprovalFooter(QWidget):
    """Lower part of a request. Add widgets above the buttons to `above`, and left of them with `add_left`."""

    answered = Signal(str, str)
    """`PressedButton`, and the user's reason for a denial."""
    details_toggled = Signal(bool)
    """Whether the details should be shown."""

    def __init__(self, refuse: str = "", *, compact: bool, parent: QWidget | None = None) -> None:
        """*refuse* is the label of the button that denies."""
        super().__init__(parent)
        px = theme().px
        self._left_row: QWidget | None = None
        self._compact = compact
        self._reason = TextField(self.tr("Reason"), placeholder=self.tr("Reason for the model (optional)"))
        self._reason.hide()
        self.reason_button = IconButton("more", self.tr("Refuse with a Reason…"))
        self.cancel_button = PlainButton(refuse or self.tr("Refuse"))
        self.approve_button = PrimaryButton(self.tr("Approve"))
        self.cancel_button.setDefault(True)
        self.approve_button.setDefault(False)
        self.approve_delay = ApproveDelay(self.approve_button, self)
        self.refuse_delay = RingDelay(self.cancel_button)
        self.details_button = DetailsButton()
        self._icon = Glyph("arrow-up-right", "warning")
        self._notice = PlainLabel(wrap=True)
        self.cancel_button.clicked.connect(lambda: self.answered.emit("cancel", self._reason_text()))
        self.approve_button.clicked.connect(lambda: self.answered.emit("approve", ""))
        self.reason_button.clicked.connect(self._show_reason_field)
        self.details_button.toggled.connect(self.details_toggled)
        self._reason.edit.installEventFilter(self)
        column = column_layout(self, 12)
        self.above = column_layout(spacing=8)
        reason_row = QHBoxLayout()
        reason_row.addWidget(self._reason)
        notice_row = self._notice_row()
        self._row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._row.setSpacing(px(8))
        for layout in (self.above, notice_row, reason_row, self._row):
            layout.setContentsMargins(px(FOOTER_OVERHANG), 0, 0, 0)
        column.addLayout(self.above)
        column.addLayout(notice_row)
        column.addLayout(reason_row)
        self._row.addLayout(self._button_row(), 1)
        column.addLayout(self._row)
        self.show_notice(None)
        # Less than the row needs: a narrow row is split in two, see `resizeEvent`.
        self.setMinimumWidth(px(200 if compact else 300))

    def add_left(self, widget: QWidget, overhang: int = 0) -> None:
        """Add *widget* left of the buttons so that its content, *overhang* pixels from its edge, is left-aligned."""
        self._left_row = widget
        self._row.setContentsMargins(theme().px(FOOTER_OVERHANG) - overhang, 0, 0, 0)
        self._row.insertWidget(0, widget, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def show_notice(self, sentence: Sentence | None, *, is_remote: bool = True) -> None:
        """Show what leaves this computer, or that nothing does; None shows no notice."""
        if sentence is None:
            self._notice.setText("")
        else:
            self._notice.set_sentence(sentence.template, **sentence.values)
        self._icon.show_icon("arrow-up-right" if is_remote else "chip", "warning" if is_remote else "muted")
        self._icon.setVisible(sentence is not None)
        self._notice.setVisible(sentence is not None)

    def notice_text(self) -> str:
        """Return the text about what leaves this computer; empty if there is none."""
        return self._notice.text() if self._notice.isVisibleTo(self) else ""

    def set_stops_before_buttons(self, stops: Sequence[QWidget]) -> None:
        """Insert *stops* into the tab order between the details button and the buttons that answer."""
        set_tab_order((self.details_button, *stops, self.reason_button, self.cancel_button, self.approve_button))

    def reserve_button_width(self, labels: tuple[str, ...]) -> None:
        """Make Approve as wide as the widest of *labels*, so that the buttons do not move when its label changes."""
        widths = []
        for label in labels:
            self.approve_button.setText(label)
            widths.append(self.approve_button.sizeHint().width())
        self.approve_button.setMinimumWidth(max(widths))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow chat or window, put the buttons below the widgets left of them."""
        super().resizeEvent(event)
        buttons = self._row.itemAt(self._row.count() - 1)
        if self._left_row is not None and buttons is not None:
            needed_width = self._left_row.sizeHint().width() + self._row.spacing() + buttons.sizeHint().width()
            direction = (
                QBoxLayout.Direction.TopToBottom
                if needed_width > event.size().width()
                else QBoxLayout.Direction.LeftToRight
            )
            if direction != self._row.direction():
                self._row.setDirection(direction)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Submit the reason with Enter in its field; Esc closes the field, not the request."""
        key = event.key() if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress else None
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.answered.emit("cancel", self._reason_text())
            return True
        return super().eventFilter(watched, event)

    def _notice_row(self) -> QHBoxLayout:
        row = row_layout(spacing=8)
        # As high as the button at the other end, so that the icon is beside the first line.
        self._icon.setFixedHeight(self.details_button.sizeHint().height())
        row.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self._notice, 1, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(0)
        row.addWidget(self.details_button, 0, Qt.AlignmentFlag.AlignTop)
        return row

    def _button_row(self) -> QHBoxLayout:
        row = QHBoxLayout()
        # Space for the focus ring around the button.
        row.setSpacing(theme().px(10 if self._compact else 16))
        row.addWidget(self.reason_button, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)
        for button in (self.cancel_button, self.approve_button):
            row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        return row

    def _show_reason_field(self) -> None:
        self._reason.show()
        self.reason_button.setEnabled(False)
        # Deferred: a field that is not laid out yet cannot take the focus.
        QTimer.singleShot(0, self._reason.edit, self._reason.edit.setFocus)

    def _reason_text(self) -> str:
        return self._reason.text().strip() if self._reason.isVisibleTo(self) else ""


class ScopeChoice(QWidget):
    """Menu for the duration of an approval. Only reads inside one folder can be approved for longer than once."""

    def __init__(self, folder: str, *, searching: bool) -> None:
        super().__init__()
        self._labels = scope_labels(folder, searching=searching)
        self._scope: AnswerScope = "once"
        name = self.tr("Duration of this permission")
        self.button = MenuButton(self._labels["once"].short, name, self._fill_scopes, font="interface")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self.button)

    def scope(self) -> AnswerScope:
        """Return the chosen duration."""
        return self._scope

    def _fill_scopes(self, menu: Menu) -> None:
        for scope in get_args(AnswerScope):
            menu.add(self._labels[scope].full, partial(self._choose, scope), checked=scope == self._scope)

    def _choose(self, scope: AnswerScope) -> None:
        self._scope = scope
        self.button.set_shown_text(self._labels[scope].short)
        self.button.setToolTip(literal_menu_text(self._labels[scope].full).replace("&&", "&"))


class RequestFooter(ApprovalFooter):
    """Lower part of a request to read."""

    def __init__(
        self,
        request: ApprovalRequest,
        choices: PassageChoices | None = None,
        *,
        compact: bool,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(refuse_button(request), compact=compact, parent=parent)
        self._request = request
        self._choices = choices
        self._scope = self._scope_choice()
        if self._scope is not None:
            self.add_left(self._scope, theme().px(FOOTER_OVERHANG))
        self.set_stops_before_buttons(() if self._scope is None else (self._scope.button,))
        destination = request.destination
        if choices is not None:
            labels = [passages_button(count, destination) for count in (0, 1, len(choices.passages))]
        elif request.results:
            labels = [results_button(count, destination) for count in (0, 1, len(request.results))]
        elif request.files:
            labels = [notes_button(count, destination) for count in (0, 1, len(request.files))]
        else:
            labels = [approve_button(request, (), None)]
        self.reserve_button_width(tuple(labels))

    def show_ticked(self, request: ApprovalRequest, ticked: tuple[str, ...], parts: Parts = NO_PARTS) -> None:
        """Update the texts about what is sent and what Approve does, for the current selection.

        *request* is the shown request, with the sizes of the shared parts of its files.
        """
        sentence = disclosure_sentence(request, ticked, self._choices)
        is_sending = bool(ticked) or (self._choices is not None and bool(self._choices.ticked_passages))
        self.show_notice(sentence, is_remote=(is_sending and not self._request.destination.local) or not self._has_list)
        self.approve_button.setText(approve_button(request, ticked, self._choices, parts))

    def scope(self) -> AnswerScope:
        """Return the duration of the answer."""
        return self._scope.scope() if self._scope is not None else "once"

    @property
    def _has_list(self) -> bool:
        return self._choices is not None or bool(self._request.files or self._request.results)

    def _scope_choice(self) -> ScopeChoice | None:
        if self._request.folder is None:
            return None
        return ScopeChoice(self._request.folder, searching=not self._request.files)


class ChangeFooter(ApprovalFooter):
    """Lower part of a request to change notes."""

    show_unseen_requested = Signal()
    """Show the folded parts that must be seen before Apply."""

    def __init__(self, choices: ReviewChoices, *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(compact=compact, parent=parent)
        self._review_choices = choices
        self._unseen_banner = Banner("warning", "")
        self._unseen_banner.set_actions([(self.tr("Show"), self.show_unseen_requested.emit)])
        self._unseen_banner.hide()
        text = self.tr(
            "All changes can be undone in one step, from the notification or in Activity. If a note "
            "changes before you answer, you are asked again."
        )
        self.undo = Banner("undo", self.tr("All changes can be undone in one step.") if compact else text)
        self.above.addWidget(self._unseen_banner)
        self.above.addWidget(self.undo)
        self.show_notice(
            Sentence(self.tr("Changes need your approval each time. This choice cannot be remembered.")),
            is_remote=False,
        )
        self._icon.hide()
        self._notice.set_role("muted")
        self.set_stops_before_buttons(self._unseen_banner.stops)
        total = choices.total_count().total
        self.reserve_button_width(
            tuple(self._approve_text(count, delete) for count in (1, total) for delete in (0, total))
        )

    def show_choices(self, unseen: int, *, editing: bool) -> None:
        """Update Apply. It is disabled with nothing ticked, with *unseen* folds, or while a hunk is being edited."""
        selected = self._review_choices.total_count().selected
        self.approve_button.setText(self._approve_text(selected, self._deletions()))
        self._unseen_banner.setVisible(bool(unseen))
        if unseen:
            self._unseen_banner.set_text(self._unseen_text(unseen))
        reason = self.tr("Finish editing first.") if editing else self.tr("Nothing is ticked.") if not selected else ""
        self.approve_button.setToolTip(reason or (self._unseen_text(unseen) if unseen else ""))
        self.approve_delay.set_allowed(not reason and not unseen)

    def unseen_text(self) -> str:
        """Return the message about collapsed parts that must be viewed before Apply; empty if there are none."""
        return self._unseen_banner.text() if self._unseen_banner.isVisibleTo(self) else ""

    def _unseen_text(self, unseen: int) -> str:
        if unseen == 1:
            return self.tr("1 collapsed part removes or hides text. Review it before you apply.")
        return self.tr("{0} collapsed parts remove or hide text. Review them before you apply.").format(
            format_number(unseen)
        )

    def _approve_text(self, selected: int, deletions: int) -> str:
        if not selected:
            return self.tr("Apply nothing")
        number = format_number(selected)
        if deletions == selected:
            return self.tr("Delete 1 note") if selected == 1 else self.tr("Delete {n} notes").format(n=number)
        return self.tr("Apply 1 change") if selected == 1 else self.tr("Apply {n} changes").format(n=number)

    def _deletions(self) -> int:
        changes = self._review_choices.changes.changes
        return sum(change.kind == "delete" and self._review_choices.is_note_selected(change.id) for change in changes)
