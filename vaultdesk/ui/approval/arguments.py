"""Arguments: every argument of a request, letter by letter. What is long scrolls and is counted, never cut away."""

import json
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from vaultdesk.tools.runtime.approvals import CallReview
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.approval.numbered_text import NumberedText
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import PlainLabel, safe_label_text
from vaultdesk.ui.widgets.step_line import StepLine

SHORT_LINES, SHORT_TEXT = 8, 600
"""Lines and characters of arguments that stand open; more of them scroll, so that the buttons stay in sight."""

LINES_IN_SIGHT, LINES_IN_CARD = 7, 4
"""Lines in sight where arguments scroll, in the dialog and in the card."""

ROOMY_LINES, ROOMY_TEXT, ROOMY_IN_SIGHT = 20, 1_600, 16
"""The same in a dialog without files, which leaves them its height: many calls are all read without scrolling."""

LONGEST_ARGUMENTS = 9_000_000
"""Characters that can be scrolled through: 1 MB, the most a call may have (THREATS 2.3.1), all of it spelled out."""


def as_words(value: object) -> str:
    """Return an argument's value as a person reads it: a text in quotes, anything else as JSON."""
    if isinstance(value, str):
        return f"“{sanitize_text(value, kept=chr(10))}”"
    return sanitize_text(json.dumps(value, ensure_ascii=False))


def is_listed(value: object, call: CallReview) -> bool:
    """Tell whether *value* is nothing but the paths that the checklist shows one by one."""
    paths = sorted(choice.path for choice in call.files)
    return isinstance(value, list) and len(value) > 1 and sorted(map(str, value)) == paths


class ArgumentList(QWidget):
    """All arguments under a heading. In the card they fold, but only where the checklist shows all there is.

    Where what they come to is shown hunk by hunk, they fold too, and can be opened.
    """

    def __init__(
        self, calls: Sequence[CallReview], *, compact: bool, reviewed: bool = False, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        rows: list[tuple[str, str]] = []
        hidden = False
        for call in calls:
            for name, value in call.arguments.items():
                listed = is_listed(value, call)
                hidden = hidden or not listed
                words = self.tr("%n paths, listed below", "", len(call.files)) if listed else as_words(value)
                rows.append((sanitize_text(name), words))
        self.lines = sum(1 + words.count("\n") for _, words in rows)
        roomy = not compact and not any(call.files for call in calls)
        lines, text = (ROOMY_LINES, ROOMY_TEXT) if roomy else (SHORT_LINES, SHORT_TEXT)
        long = self.lines > lines or sum(len(words) for _, words in rows) > text
        seen = LINES_IN_CARD if compact else ROOMY_IN_SIGHT if roomy else LINES_IN_SIGHT
        body = self._box(rows, seen) if long else self._grid(rows, ending=not compact)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().step(4))
        if compact or reviewed:
            column.addWidget(self._folding(rows, body, opened=hidden and not reviewed))
        else:
            title = self.tr("Arguments, {0} lines").format(format_number(self.lines)) if long else self.tr("Arguments")
            column.addWidget(PlainLabel(title, role="muted", font="caption"))
            column.addWidget(body)
        column.addStretch(1)

    def _folding(self, rows: Sequence[tuple[str, str]], body: QWidget, *, opened: bool) -> StepLine:
        count = self.tr("1 argument") if len(rows) == 1 else self.tr("{0} arguments").format(len(rows))
        fold = StepLine("list", count, self._short(rows))
        fold.add_body(body)
        fold.toggled.connect(lambda now: fold.show_step("list", count, "" if now else self._short(rows)))
        fold.set_open(opened)
        return fold

    def _short(self, rows: Sequence[tuple[str, str]]) -> str:
        return ", ".join(f"{name}: {words[:80]}" for name, words in rows[:4]).replace("\n", " ")

    def _grid(self, rows: Sequence[tuple[str, str]], *, ending: bool) -> QWidget:
        host = QWidget()
        grid = QGridLayout(host)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme().step(16))
        grid.setVerticalSpacing(theme().step(4))
        grid.setColumnStretch(1, 1)
        for row, (name, words) in enumerate(rows):
            grid.addWidget(PlainLabel(name, role="muted"), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(PlainLabel(words, wrap=True, selectable=True), row, 1)
        if ending:
            words = self.tr("nothing else") if rows else self.tr("none")
            grid.addWidget(PlainLabel(words, role="muted"), len(rows), 0, 1, 2)
        return host

    def _box(self, rows: Sequence[tuple[str, str]], seen: int) -> QWidget:
        box = NumberedText(theme().step(8), self.tr("Arguments"))
        text = "\n".join(f"{name}: {words}" for name, words in rows)
        box.setPlainText(safe_label_text(text, LONGEST_ARGUMENTS))
        box.show_lines(seen)
        return box
