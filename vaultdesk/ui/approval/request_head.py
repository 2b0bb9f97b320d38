"""Request head: what will happen, by which tool, in whose words, with which arguments. All of it plain text."""

import json
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from vaultdesk.tools.approvals import ApprovalRequest, CallReview
from vaultdesk.tools.visible import visible
from vaultdesk.ui.parts.banner import Banner
from vaultdesk.ui.parts.glyph import Glyph
from vaultdesk.ui.parts.labels import PlainLabel
from vaultdesk.ui.theme.theme import theme

TOOL_ICONS = {"vault_search": "search", "file_read": "file"}
"""The icon of each tool; others get a general one."""

SHORT_ARGUMENTS = 8
"""Lines of arguments that stand open; longer ones scroll, so that the buttons stay in sight."""


def argument_rows(call: CallReview, listed: str) -> list[tuple[str, str]]:
    """Return each argument as (name, text); *listed* stands for paths that the checklist shows."""
    paths = [choice.path for choice in call.files]
    rows: list[tuple[str, str]] = []
    for name, value in call.arguments.items():
        same = isinstance(value, list) and len(value) > 1 and sorted(map(str, value)) == sorted(paths)
        rows.append((name, listed if same else as_words(value)))
    return rows


def as_words(value: object) -> str:
    """Return an argument's value as a person reads it: a text in quotes, anything else as JSON."""
    if isinstance(value, str):
        return f"“{visible(value, kept=chr(10))}”"
    return visible(json.dumps(value, ensure_ascii=False))


class RequestHead(QWidget):
    """The upper part of a request. In the card the model's words and arguments stand below one another."""

    def __init__(self, request: ApprovalRequest, *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._compact = compact
        step = theme().step
        self._headline = PlainLabel(request.headline, font="heading" if compact else "headline", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(step(6))
        column.addWidget(self._headline)
        for call in _one_of_each_tool(request.calls):
            column.addLayout(self._tool_line(call))
        for warning in dict.fromkeys(warning for call in request.calls for warning in call.warnings):
            column.addWidget(Banner("warning", warning))
        details: QVBoxLayout | QHBoxLayout = QVBoxLayout() if compact else QHBoxLayout()
        details.setContentsMargins(0, step(8), 0, 0)
        details.setSpacing(step(8) if compact else step(48))
        if request.model_words.strip():
            details.addWidget(self._model_words(request.model_words), 1)
        details.addWidget(self._arguments(request.calls), 1)
        column.addLayout(details)

    def set_headline(self, text: str) -> None:
        """Say anew what will happen, after a tick changed."""
        self._headline.setText(text)

    def headline(self) -> str:
        """Return the sentence shown."""
        return self._headline.text()

    def _tool_line(self, call: CallReview) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(theme().step(8))
        line.addWidget(Glyph(TOOL_ICONS.get(call.tool, "bolt"), "text2"), 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(PlainLabel(call.display_name, font="strong"), 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(PlainLabel(f"— {call.purpose}", role="muted", wrap=True), 1, Qt.AlignmentFlag.AlignTop)
        return line

    def _model_words(self, words: str) -> QWidget:
        quoted = PlainLabel(f"“{visible(words.strip(), kept=chr(10))}”", role="text2", wrap=True)
        return self._section(self.tr("In the model’s words, not checked"), _Quote(quoted))

    def _arguments(self, calls: Sequence[CallReview]) -> QWidget:
        grid_host = QWidget()
        grid = QGridLayout(grid_host)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme().step(16))
        grid.setVerticalSpacing(theme().step(2))
        grid.setColumnStretch(1, 1)
        rows: list[tuple[str, str]] = []
        for call in calls:
            rows += argument_rows(call, self.tr("%n paths, listed below", "", len(call.files)))
        for number, (name, text) in enumerate(rows):
            grid.addWidget(PlainLabel(visible(name), role="muted"), number, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(PlainLabel(text, wrap=True, selectable=True), number, 1)
        grid.addWidget(PlainLabel(self.tr("nothing else"), role="muted"), len(rows), 0, 1, 2)
        long = len(rows) > SHORT_ARGUMENTS or sum(len(text) + text.count("\n") * 60 for _, text in rows) > 600
        return self._section(self.tr("Arguments"), _scrolling(grid_host, self.tr("Arguments")) if long else grid_host)

    def _section(self, title: str, contents: QWidget) -> QWidget:
        section = QWidget()
        column = QVBoxLayout(section)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().step(4))
        column.addWidget(PlainLabel(title, role="muted", font="caption"))
        column.addWidget(contents)
        column.addStretch(1)
        return section


class _Quote(QWidget):
    """Somebody else's words, with a rule at their left; long ones scroll."""

    def __init__(self, words: PlainLabel) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(theme().step(12), 0, 0, 0)
        row.addWidget(_scrolling(words, self.tr("The model’s words")) if len(words.text()) > 400 else words)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, 0, 2, self.height(), theme().color("control"))


def _scrolling(contents: QWidget, name: str) -> QScrollArea:
    area = QScrollArea()
    area.setFrameShape(QScrollArea.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setWidget(contents)
    area.setAccessibleName(name)
    area.viewport().setAutoFillBackground(False)
    contents.setAutoFillBackground(False)
    area.setFixedHeight(theme().step(120))
    return area


def _one_of_each_tool(calls: Sequence[CallReview]) -> list[CallReview]:
    return list({call.tool: call for call in calls}.values())
