"""Request head: what will happen, by which tool, in whose words, with which arguments. All of it plain text."""

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.tools.runtime.approvals import ApprovalRequest, CallReview
from vaultdesk.tools.text_sanitizer import sanitize_line, sanitize_text
from vaultdesk.tools.tool import Effect
from vaultdesk.ui.approval.arguments import ArgumentList
from vaultdesk.ui.approval.text_box import TextBox
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel, safe_label_text

TOOL_ICONS = {"vault_search": "search", "local_search": "search", "file_read": "file"}
"""The icon of each tool that has its own."""

EFFECT_ICONS: dict[Effect, str] = {"write": "pencil", "delete": "close", "network": "globe"}
"""The icon of the others, by what they do; a general one for the rest."""

NAMED_NOTES = 3
"""Notes a warning names before it counts the rest."""

SHORT_WORDS = 400
"""Characters of the model's words that stand open; longer ones scroll."""

WORDS_LINES = 5
"""Lines of the model's words in sight where they scroll."""

LONGEST_WORDS = 200_000
"""Characters of the model's words that can be scrolled through; nobody reads more before saying yes."""


class RequestHead(QWidget):
    """The upper part of a request. In the card the model's words and arguments stand below one another."""

    def __init__(self, request: ApprovalRequest, *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        step = theme().step
        self._headline = PlainLabel(request.headline, font="heading" if compact else "headline", wrap=True)
        self.arguments = ArgumentList(request.calls, compact=compact, reviewed=bool(request.changes))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(step(6))
        column.addWidget(self._headline)
        for call in {call.tool: call for call in request.calls}.values():
            column.addLayout(self._tool_line(call))
        warnings = [sanitize_text(warning) for warning in dict.fromkeys(self._warnings(request))]
        if warnings:
            column.addWidget(Banner("warning", "\n".join(warnings)))
        upright = compact or bool(request.changes)
        details: QVBoxLayout | QHBoxLayout = QVBoxLayout() if upright else QHBoxLayout()
        details.setContentsMargins(0, step(8), 0, 0)
        details.setSpacing(step(8) if upright else step(48))
        if request.model_words.strip():
            details.addWidget(self._model_words(request.model_words), 1)
        details.addWidget(self.arguments, 1)
        column.addLayout(details)

    def set_headline(self, text: str) -> None:
        """Say anew what will happen, after a tick changed."""
        self._headline.setText(text)

    def headline(self) -> str:
        """Return the sentence shown."""
        return self._headline.text()

    def _warnings(self, request: ApprovalRequest) -> Iterator[str]:
        """Yield what is to be known of the calls, then of the changes, one that holds for many notes once."""
        for call in request.calls:
            yield from call.warnings
        for one in request.results:
            name = sanitize_line(one.title or one.address, 80)
            yield from (f"“{name}”: {warning}" for warning in one.warnings)
        notes: dict[str, list[str]] = {}
        for change in request.changes.changes:
            for warning in change.warnings:
                notes.setdefault(warning, []).append(sanitize_line(change.final_path.rpartition("/")[2], 80))
        for warning, names in notes.items():
            rest = len(names) - NAMED_NOTES
            more = [self.tr("{0} more").format(format_number(rest))] if rest > 0 else []
            yield f"{', '.join([*names[:NAMED_NOTES], *more])}: {warning}"

    def _tool_line(self, call: CallReview) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(theme().step(8))
        icon = TOOL_ICONS.get(call.tool) or EFFECT_ICONS.get(call.effect, "bolt")
        line.addWidget(Glyph(icon, "text2"), 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(PlainLabel(sanitize_text(call.display_name), font="strong"), 0, Qt.AlignmentFlag.AlignTop)
        purpose = PlainLabel(f"— {sanitize_text(call.purpose)}", role="muted", wrap=True)
        line.addWidget(purpose, 1, Qt.AlignmentFlag.AlignTop)
        return line

    def _model_words(self, words: str) -> QWidget:
        section = QWidget()
        column = QVBoxLayout(section)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().step(4))
        title = self.tr("In the model’s words, not checked")
        column.addWidget(PlainLabel(title, role="muted", font="caption"))
        column.addWidget(_Quote(f"“{sanitize_text(words.strip(), kept=chr(10))}”", title))
        column.addStretch(1)
        return section


class _Quote(QWidget):
    """Somebody else's words, with a rule at their left; long ones scroll."""

    def __init__(self, words: str, name: str) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(theme().step(12), 0, 0, 0)
        if len(words) <= SHORT_WORDS and words.count("\n") <= WORDS_LINES:
            row.addWidget(PlainLabel(words, role="text2", wrap=True))
            return
        box = TextBox(name, "interface", "text2")
        box.document().setDocumentMargin(theme().step(2))
        box.setPlainText(safe_label_text(words, LONGEST_WORDS))
        box.show_lines(WORDS_LINES)
        row.addWidget(box)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, 0, 2, self.height(), theme().color("control"))
