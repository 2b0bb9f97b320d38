"""Empty state of a view: what is missing, why, and the next step."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.glyphs import Glyph, KeyCap
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout

MAX_TEXT_WIDTH = 400
"""Maximum width of a sentence in design pixels before it wraps."""


class NextStep(NamedTuple):
    """A possible next action: a button, or with keys a command in the list below."""

    text: str
    do: Callable[[], object]
    kind: str = "plain"
    """primary, plain or link."""
    keys: str = ""
    name: str = ""
    """Identifies it in `EmptyState.show_step`, in every language."""


class EmptyState(QWidget):
    """An icon, a title, a sentence, and a button or a few commands, centered in the empty view."""

    def __init__(
        self,
        icon_name: str,
        title: str,
        text: str,
        steps: Sequence[NextStep] = (),
        *,
        icon_role: str = "muted",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._named: dict[str, PlainButton] = {}
        """The buttons of the steps with a name."""
        px = theme().px
        column = column_layout(self, 8, margins=(24, 24, 24, 24))
        column.addStretch(1)
        center = Qt.AlignmentFlag.AlignHCenter
        column.addWidget(Glyph(icon_name, icon_role, 26), 0, center)
        self._title = PlainLabel(title, "text", "title", wrap=True)
        self._text = PlainLabel(text, "muted", wrap=True)
        for label in (self._title, self._text):
            label.setAlignment(center)
            label.setMaximumWidth(px(MAX_TEXT_WIDTH))
            # A wrapping label uses height-for-width only when it is stretched; spacers on both sides center it.
            row = QHBoxLayout()
            row.addStretch(1)
            row.addWidget(label, 1000)
            row.addStretch(1)
            column.addLayout(row)
        self._steps(column, steps)
        column.addStretch(1)

    def show_step(self, name: str, *, possible: bool) -> None:
        """Show or hide the button of the step with this *name*. Raises KeyError if there is none."""
        self._named[name].setVisible(possible)

    def set_text(self, title: str, text: str) -> None:
        """Show another title and text."""
        self._title.setText(title)
        self._text.setText(text)

    def _steps(self, column: QVBoxLayout, steps: Sequence[NextStep]) -> None:
        buttons = [step for step in steps if not step.keys and step.kind != "link"]
        links = [step for step in steps if not step.keys and step.kind == "link"]
        commands = [step for step in steps if step.keys]
        px = theme().px
        if buttons or links or commands:
            column.addSpacing(px(8))
        if buttons:
            column.addLayout(self._row([self._button(step) for step in buttons], px(8)))
        if links:
            column.addLayout(self._row([self._button(step) for step in links], px(16)))
        for step in commands:
            line = QHBoxLayout()
            line.setContentsMargins(0, 0, 0, 0)
            line.addStretch(1)
            container = QWidget()
            container.setMinimumWidth(px(260))
            inner = QHBoxLayout(container)
            inner.setContentsMargins(0, 0, 0, 0)
            inner.addWidget(self._button(step))
            inner.addStretch(1)
            inner.addWidget(KeyCap(step.keys))
            line.addWidget(container)
            line.addStretch(1)
            column.addLayout(line)

    def _row(self, widgets: Sequence[QWidget], spacing: int) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(spacing)
        row.addStretch(1)
        for widget in widgets:
            row.addWidget(widget)
        row.addStretch(1)
        return row

    def _button(self, step: NextStep) -> PlainButton:
        kinds: dict[str, type[PlainButton]] = {"primary": PrimaryButton, "plain": PlainButton, "link": LinkButton}
        button = LinkButton(step.text) if step.keys else kinds[step.kind](step.text)
        button.clicked.connect(lambda _checked=False: step.do())
        if step.name:
            self._named[step.name] = button
        return button
