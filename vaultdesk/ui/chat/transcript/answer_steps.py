"""Steps of an answer as expandable lines: reasoning, tool calls, failures."""

import json
from typing import Literal

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPalette, QShowEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from vaultdesk.agent.transcript_blocks import ReasoningBlock, StepBlock
from vaultdesk.agent.transcript_blocks import ToolStepState as CallState
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.phrases import Phrase, Sentences, verbatim
from vaultdesk.ui.chat.tool_text import StepText, duration_text, step_text
from vaultdesk.ui.review.text_box import BlankFolds
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.painting import box, chevron, draw_upright_pixmap, draw_upright_text, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.banner import Action, Banner
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel, as_tooltip, safe_label_text
from vaultdesk.ui.widgets.layouts import column_layout, row_layout


class StepBody(QWidget):
    """Draws a vertical line beside its contents."""

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        painter.fillRect(QRect(theme().px(9), 0, 1, self.height()), theme().color("border"))


class StepDetailLine(QWidget):
    """One detail line of a step: icon, name, and result."""

    def __init__(
        self, icon_name: str, text: str, result: str = "", role: str = "muted", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        px = theme().px
        row = row_layout(self, 6)
        row.addWidget(Glyph(icon_name, role, 14))
        muted = icon_name == "minus"
        name = ElidedLabel(text, Qt.TextElideMode.ElideMiddle, "muted" if muted else "text", "small")
        row.addWidget(name, 1)
        if result:
            end = ElidedLabel(result, Qt.TextElideMode.ElideRight, "muted", "small")
            end.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            row.addWidget(end)
        self.setFixedHeight(px(22))


StepState = Literal["running", "waiting", "done", "changed", "unsure", "refused", "failed"]
"""The state of a step, shown by the icon and in words (vaultdesk/ui/theme/README.md, "States")."""

STATE_ICONS: dict[StepState, tuple[str, str]] = {
    "running": ("spinner", "muted"),
    "waiting": ("clock", "warning"),
    "done": ("", "muted"),
    "changed": ("check", "success"),
    "unsure": ("warning", "warning"),
    "refused": ("minus", "muted"),
    "failed": ("warning", "danger"),
}
"""Icon and color of each state; a completed step shows its own."""

ROTATION_INTERVAL = 80
"""Milliseconds between two positions of the spinner: twelve per rotation, about one rotation per second."""


class _StepHeader(QToolButton):
    """The line itself, painted as one widget."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.icon_name, self.verb, self.object, self.result = "", "", "", ""
        self.state: StepState = "done"
        self.angle = 0
        self.setCheckable(True)
        self.setProperty(CORNER_RADIUS, 5)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(theme().px(200), theme().px(24))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme().px(80), theme().px(24))

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        mirror_painting(painter, self.rect())
        if self.underMouse():
            box(painter, self.rect(), values.px(5), values.color("hover"))
        height = self.height()
        side = values.px(12)
        arrow = QRectF(values.px(4) - 1, (height - side) / 2, side, side)
        if self.isEnabled():
            chevron(painter, arrow, values.color("muted"), "down" if self.isChecked() else "right")
        self._draw_icon(painter, values.px(23), height)
        right = self.width() - values.px(1)
        center = int(Qt.AlignmentFlag.AlignVCenter)
        painter.setFont(values.font("small"))
        metrics = painter.fontMetrics()
        result = metrics.elidedText(self.result, Qt.TextElideMode.ElideRight, self.width() // 2)
        width = metrics.horizontalAdvance(result)
        painter.setPen(values.color("muted"))
        draw_upright_text(painter, QRect(right - width, 0, width + 1, height), center, result)
        left = values.px(42)
        end = right - width - values.px(10)
        painter.setFont(values.font("strong"))
        painter.setPen(values.color("text"))
        metrics = painter.fontMetrics()
        verb = metrics.elidedText(self.verb, Qt.TextElideMode.ElideRight, max(0, end - left))
        draw_upright_text(painter, QRect(left, 0, max(0, end - left), height), center, verb)
        left += metrics.horizontalAdvance(verb) + values.px(7)
        if left < end and self.object:
            painter.setFont(values.font("interface"))
            painter.setPen(values.color("muted"))
            object_text = painter.fontMetrics().elidedText(self.object, Qt.TextElideMode.ElideRight, end - left)
            draw_upright_text(painter, QRect(left, 0, end - left, height), center, object_text)

    def _draw_icon(self, painter: QPainter, left: int, height: int) -> None:
        name, role = STATE_ICONS[self.state]
        side = theme().px(14)
        picture = pixmap(name or self.icon_name, role, side, self.devicePixelRatioF())
        if self.state != "running":
            draw_upright_pixmap(painter, QPoint(left, (height - side) // 2), picture)
            return
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.translate(left + side / 2, height / 2)
        painter.rotate(self.angle)
        painter.drawPixmap(QPoint(-side // 2, -side // 2), picture)
        painter.restore()


class StepLine(QWidget):
    """One step: chevron, icon, verb and count, object, and at the right result and time. Expands to its details."""

    toggled = Signal(bool)

    def __init__(self, icon_name: str, verb: str, object_text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme().px
        column = column_layout(self)
        self._header = _StepHeader(self)
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._header, 1)
        self._body = StepBody()
        self._inner = QVBoxLayout(self._body)
        begin, end = (0, px(24)) if self.isRightToLeft() else (px(24), 0)
        self._inner.setContentsMargins(begin, px(2), end, px(4))
        self._inner.setSpacing(0)
        self._body.hide()
        column.addLayout(row)
        column.addWidget(self._body)
        self._animation = QTimer(self)
        self._animation.setInterval(ROTATION_INTERVAL)
        self._animation.timeout.connect(self._rotate)
        self._header.toggled.connect(self._show_body)
        self.show_step(icon_name, verb, object_text)
        theme().changed.connect(self.update)

    def show_step(self, icon_name: str, verb: str, object_text: str = "") -> None:
        self._header.icon_name = icon_name
        self._header.verb = safe_label_text(verb).replace("\n", " ")
        self._header.object = safe_label_text(object_text).replace("\n", " ")
        self._update_accessible_name()

    def set_state(self, state: StepState, result: str = "") -> None:
        """Set the state and, at the right, the result."""
        self._header.state = state
        self._header.result = safe_label_text(result).replace("\n", " ")
        self._update_animation()
        self._update_accessible_name()

    def state(self) -> StepState:
        return self._header.state

    def add_body(self, widget: QWidget) -> None:
        """Add a widget to the details."""
        self._inner.addWidget(widget)

    def is_open(self) -> bool:
        """Return whether the details are shown."""
        return self._header.isChecked()

    def set_open(self, is_open: bool) -> None:
        """Show or hide the details."""
        self._header.setChecked(is_open)

    def showEvent(self, event: QShowEvent) -> None:
        """Animate the spinner while it is visible."""
        super().showEvent(event)
        self._update_animation()

    def hideEvent(self, event: QHideEvent) -> None:
        """Stop the animation."""
        super().hideEvent(event)
        self._animation.stop()

    def _show_body(self, opened: bool) -> None:
        self._body.setVisible(opened)
        self._update_accessible_name()
        self.toggled.emit(opened)

    def _update_animation(self) -> None:
        if self._header.state == "running" and self.isVisible() and theme().motion:
            self._animation.start()
        else:
            self._animation.stop()

    def _rotate(self) -> None:
        self._header.angle = (self._header.angle + 30) % 360
        self._header.update()

    def _update_accessible_name(self) -> None:
        header = self._header
        text = " ".join(part for part in (header.verb, header.object, header.result) if part)
        self._header.setAccessibleName(text)
        self._header.setToolTip(as_tooltip(text))
        self._header.update()


MAX_STEP_TEXT = 100_000
"""Maximum number of characters shown; tool results are cut for the model at 60,000 by default (setting
result_limit).
"""

MAX_STEP_LINES = 12
"""Visible lines before it scrolls, so that the answer stays visible."""


class StepTextBox(QPlainTextEdit):
    """Read-only text box, as high as its text up to `MAX_STEP_LINES` lines."""

    def __init__(
        self, name: str, *, fixed: bool = True, background: str = "sunken", parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._fixed, self._background = fixed, background
        self.setReadOnly(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(True)
        self.setAccessibleName(name)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setMaximumBlockCount(0)
        self.document().setDocumentMargin(theme().px(8))
        self.folds = BlankFolds(self)
        self.document().documentLayout().documentSizeChanged.connect(self._fit)
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    def show_text(self, text: str) -> None:
        """Show *text* from its start."""
        self.folds.show_text(safe_label_text(text, MAX_STEP_TEXT))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open folded blank lines with Space."""
        if not self.folds.handle_key(event):
            super().keyPressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open folded blank lines on a click."""
        if not self.folds.handle_click(event):
            super().mouseReleaseEvent(event)

    def _apply_theme(self) -> None:
        palette = QPalette(self.palette())
        palette.setColor(QPalette.ColorRole.Base, theme().color(self._background))
        palette.setColor(QPalette.ColorRole.Text, theme().color("text2"))
        self.setPalette(palette)
        self.setFont(theme().font("fixed" if self._fixed else "small"))
        self._fit()

    def _fit(self) -> None:
        lines = min(max(1, round(self.document().size().height())), MAX_STEP_LINES)
        self.setFixedHeight(lines * self.fontMetrics().lineSpacing() + 2 * theme().px(8) + 2)


class ReasoningLine(StepLine):
    """`Thinking` with a rotating arc, then `Thought` and the duration; expanded, the reasoning text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("bulb", "", parent=parent)
        self._block: ReasoningBlock | None = None
        self._is_finished = False
        self._text = StepTextBox(self.tr("Reasoning of the model"), fixed=False, background="background")
        self.add_body(self._text)
        self.show_step("spinner", self.tr("Thinking"))
        self.set_state("running")
        self.toggled.connect(self._opened)

    def show_block(self, block: ReasoningBlock) -> None:
        """Update the line to *block*."""
        self._block = block
        if not block.open and not self._is_finished:
            self._is_finished = True
            self.show_step("bulb", self.tr("Thought"))
            self.set_state("done", duration_text(block.seconds) if block.seconds else "")
            self._opened(self.is_open())

    def _opened(self, opened: bool) -> None:
        # Filled when expanded: text that is not read should cost nothing.
        if opened and self._block is not None:
            self._text.show_text(self._block.text.strip())


STEP_STATES: dict[CallState, StepState] = {
    "preparing": "running",
    "waiting": "waiting",
    "running": "running",
    "done": "done",
    "refused": "refused",
    "cancelled": "refused",
    "failed": "failed",
}


class ToolLine(StepLine):
    """Verb, object and result on one line; expanded, a line for each note, and the call as plain text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("bolt", "", parent=parent)
        self.shown_step = StepText("bolt", "muted", "", "", "")
        """The text currently shown."""
        self._block: StepBlock | None = None
        self._lines: list[QWidget] = []
        self._details = LinkButton(self.tr("Show arguments and result"), small=True)
        self._details.clicked.connect(self._show_details)
        self._arguments_box = StepTextBox(self.tr("Arguments"))
        self._result_box = StepTextBox(self.tr("Result"))
        self._problem = PlainLabel("", role="text2", font="small", wrap=True)
        notes = QWidget()
        self._notes = column_layout(notes)
        for widget in (self._problem, notes, self._details, self._arguments_box, self._result_box):
            self.add_body(widget)
        self._problem.hide()
        self._arguments_box.hide()
        self._result_box.hide()
        self.toggled.connect(self._opened)

    def show_block(self, block: StepBlock, left_out: int = 0) -> None:
        """Update the line to *block*; *left_out* is the number of notes the user excluded from its changes."""
        previous, self._block = self._block, block
        shown_step = step_text(block, left_out)
        if previous is not None and (previous.state, self.shown_step) == (block.state, shown_step):
            return  # Only its arguments grew.
        self.shown_step = shown_step
        self.show_step(shown_step.icon, shown_step.verb, shown_step.object)
        self.set_state(shown_step.state or STEP_STATES[block.state], shown_step.result)
        self._opened(self.is_open())

    def _opened(self, opened: bool) -> None:
        if not opened:
            return
        self._show_problem()
        for old_line in self._lines:
            old_line.hide()
            old_line.deleteLater()
        self._lines.clear()
        for line in self.shown_step.lines:
            widget = StepDetailLine(line.icon, line.name, line.result, line.icon_role)
            widget.setToolTip(as_tooltip(line.path))
            self._lines.append(widget)
            self._notes.addWidget(widget)
        if not self._arguments_box.isHidden():
            self._show_details()

    def _show_problem(self) -> None:
        """Show why the call failed or was denied. A reason given by the user is shown as plain text."""
        problem = self._block.problem if self._block is not None else ""
        is_shown = isinstance(problem, Phrase) and bool(problem)
        self._problem.setText(safe_label_text(translate(problem)) if is_shown else "")
        self._problem.setVisible(is_shown)

    def _show_details(self) -> None:
        if self._block is None:
            return
        self._details.hide()
        # Unparsed: parsing would merge two keys of the same name.
        self._arguments_box.show_text(self._block.arguments_json or self.tr("Nothing yet."))
        self._arguments_box.show()
        self._result_box.setVisible(bool(self._block.result))
        self._result_box.show_text(_indented(self._block.result))


def _indented(text: str) -> str:
    """Return JSON with one value per line; return anything else unchanged."""
    try:
        return json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    except (ValueError, RecursionError):
        return text


class FailureBanner(QWidget):
    """Error message with Try Again and, if available, another model."""

    retry_requested = Signal()
    other_model_requested = Signal()

    def __init__(self, error: VaultDeskError, other_model: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        question_text = verbatim(self.tr("Your question is kept."))
        sentence = translate(Sentences(error.title, error.hint, question_text))
        actions: list[Action] = [(self.tr("Try Again"), self.retry_requested.emit)]
        if other_model:
            actions.append((self.tr("Ask {0} instead").format(translate(other_model)), self.other_model_requested.emit))
        self.banner = Banner("danger", sentence, actions)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.banner)
