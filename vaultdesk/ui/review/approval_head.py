"""Head of an approval request, and its details: tool, purpose, quoted text and arguments."""

import json
from collections.abc import Iterator, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.core.phrases import comma_list
from vaultdesk.tools.runtime.approvals import ApprovalRequest, CallReview
from vaultdesk.tools.text_sanitizer import sanitize_line, sanitize_text
from vaultdesk.tools.tool import Effect
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.review.consent_text import Sentence, found_sentence, model_sentence, quoted_words
from vaultdesk.ui.review.numbered_text import NumberedText
from vaultdesk.ui.review.search_words import SearchWords
from vaultdesk.ui.review.text_box import TextBox
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel, safe_label_text

SHORT_LINES, SHORT_TEXT = 8, 600
"""Lines and characters of arguments shown in full; longer ones scroll, so that the buttons stay visible."""

VISIBLE_LINES, LINES_IN_CARD = 7, 4
"""Visible lines of scrolling arguments, in the dialog and in the card."""

ROOMY_LINES, ROOMY_TEXT, ROOMY_VISIBLE_LINES = 20, 1_600, 16
"""The same in a dialog without files, which has more height: many calls can be read without scrolling."""

MAX_ARGUMENT_CHARACTERS = 9_000_000
"""Maximum number of characters that can be scrolled through: 1 MB, the maximum of a call (vaultdesk/tools/README.md,
"Approval rules", 1), with all of them escaped.
"""


def argument_text(value: object) -> str:
    """Return the display text of an argument: a string in quotes, anything else as JSON."""
    if isinstance(value, str):
        return f"“{sanitize_text(value, kept=chr(10))}”"
    return sanitize_text(json.dumps(value, ensure_ascii=False))


def is_listed(value: object, call: CallReview) -> bool:
    """Return whether *value* consists only of paths that the checklist shows."""
    paths = sorted(choice.path for choice in call.files)
    return isinstance(value, list) and len(value) > 1 and sorted(map(str, value)) == paths


class ArgumentList(QWidget):
    """All arguments below a heading."""

    def __init__(self, calls: Sequence[CallReview], *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        rows: list[tuple[str, str]] = []
        for call in calls:
            for name, value in call.arguments.items():
                if value is None:
                    continue  # Argument not given.
                listed = is_listed(value, call)
                words = self.tr("%n paths, as listed", "", len(call.files)) if listed else argument_text(value)
                rows.append((sanitize_text(name), words))
        self.lines = sum(1 + words.count("\n") for _, words in rows)
        roomy = not compact and not any(call.files for call in calls)
        lines, text = (ROOMY_LINES, ROOMY_TEXT) if roomy else (SHORT_LINES, SHORT_TEXT)
        long = self.lines > lines or sum(len(words) for _, words in rows) > text
        visible_lines = LINES_IN_CARD if compact else ROOMY_VISIBLE_LINES if roomy else VISIBLE_LINES
        self.box = self._box(rows, visible_lines) if long else None
        """The scrolling box; None if all arguments are visible."""
        body = self.box or self._grid(rows)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(4))
        title = self.tr("Arguments, {0} lines").format(format_number(self.lines)) if long else self.tr("Arguments")
        column.addWidget(PlainLabel(title, role="muted", font="caption"))
        column.addWidget(body)
        column.addStretch(1)

    def _grid(self, rows: Sequence[tuple[str, str]]) -> QWidget:
        host = QWidget()
        grid = QGridLayout(host)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(theme().px(16))
        grid.setVerticalSpacing(theme().px(4))
        grid.setColumnStretch(1, 1)
        for row, (name, words) in enumerate(rows):
            grid.addWidget(PlainLabel(name, role="muted"), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(PlainLabel(words, wrap=True, selectable=True), row, 1)
        if not rows:
            grid.addWidget(PlainLabel(self.tr("none"), role="muted"), 0, 0, 1, 2)
        return host

    def _box(self, rows: Sequence[tuple[str, str]], visible_lines: int) -> NumberedText:
        box = NumberedText(theme().px(8), self.tr("Arguments"))
        text = "\n".join(f"{name}: {words}" for name, words in rows)
        box.show_text(safe_label_text(text, MAX_ARGUMENT_CHARACTERS))
        box.show_lines(visible_lines)
        return box


TOOL_ICONS = {"vault_search": "search", "local_search": "search", "file_read": "file"}
"""Icons of specific tools."""

EFFECT_ICONS: dict[Effect, str] = {"write": "pencil", "delete": "close", "network": "globe"}
"""Icons of other tools by effect; the rest have a general one."""

MAX_NOTES_IN_WARNING = 3
"""Number of notes a warning names; further ones are counted."""

SHORT_WORDS = 400
"""Characters of the model's text shown in full; longer ones scroll."""

WORDS_LINES = 5
"""Visible lines of the model's text if it scrolls."""

MAX_QUOTE_CHARACTERS = 200_000
"""Maximum number of characters of the model's text that can be scrolled through."""


class RequestHeader(QWidget):
    """Upper part of a request: headline, second line, and warnings."""

    def __init__(self, request: ApprovalRequest, *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme().px
        self._headline = PlainLabel(translate(request.headline), font="title" if compact else "headline", wrap=True)
        self.words = SearchWords(request.query, found=bool(request.passages)) if request.query else None
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(4 if compact else 6))
        column.addWidget(self._headline)
        if self.words is not None:
            column.addWidget(self.words)
        elif request.passages or request.withheld_notes:
            column.addWidget(PlainLabel(found_sentence(), role="text2", wrap=True))
        elif (sentence := model_sentence(request)) is not None:
            column.addWidget(QuoteLine(sentence))
        warnings = [sanitize_text(warning) for warning in dict.fromkeys(self._warnings(request))]
        if warnings:
            column.addSpacing(px(4))
            column.addWidget(Banner("warning", "\n".join(warnings)))

    def set_headline(self, text: str) -> None:
        """Update the headline after the selection changed."""
        self._headline.setText(text)

    def headline(self) -> str:
        return self._headline.text()

    def _warnings(self, request: ApprovalRequest) -> Iterator[str]:
        """Yield the warnings about the calls, then about the changes; a warning about many notes occurs once."""
        for call in request.calls:
            yield from map(translate, call.warnings)
        for one in request.results:
            name = sanitize_line(one.title or one.address, 80)
            for warning in one.warnings:
                yield self.tr("“{name}”: {warning}").format(name=name, warning=translate(warning))
        notes: dict[str, list[str]] = {}
        for change in request.changes.changes:
            for warning in change.warnings:
                notes.setdefault(translate(warning), []).append(sanitize_line(change.final_path.rpartition("/")[2], 80))
        for text, names in notes.items():
            rest = len(names) - MAX_NOTES_IN_WARNING
            more = [self.tr("{0} more").format(format_number(rest))] if rest > 0 else []
            named = translate(comma_list([*names[:MAX_NOTES_IN_WARNING], *more]))
            yield self.tr("{names}: {warning}").format(names=named, warning=text)


class QuoteLine(QWidget):
    """One-line sentence that ends with the model's own words, in italics, elided if too long."""

    def __init__(self, sentence: Sentence, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        before, _, after = sentence.template.partition("{words}")
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme().px(4))
        if "words" not in sentence.values:
            row.addWidget(PlainLabel(sentence.text, role="text2", wrap=True), 1)
            return
        if before.strip():
            row.addWidget(PlainLabel(before.strip(), role="text2"))
        row.addWidget(ElidedLabel(sentence.values["words"], role="text2", italic=True), 1)
        if after.strip():
            row.addWidget(PlainLabel(after.strip(), role="text2"))


class RequestDetails(QWidget):
    """Details of a request: tool and purpose, the model's text, arguments, the full privacy notice."""

    def __init__(
        self, request: ApprovalRequest, *, compact: bool, notice: bool = True, parent: QWidget | None = None
    ) -> None:
        """Without *notice* the privacy notice is left out, because it is shown elsewhere."""
        super().__init__(parent)
        px = theme().px
        self.arguments = ArgumentList(request.calls, compact=compact)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(px(6))
        for call in {call.tool: call for call in request.calls}.values():
            column.addLayout(self._tool_line(call))
        upright = compact or bool(request.changes)
        parts: QVBoxLayout | QHBoxLayout = QVBoxLayout() if upright else QHBoxLayout()
        parts.setContentsMargins(0, px(8), 0, 0)
        parts.setSpacing(px(8) if upright else px(48))
        if request.model_text.strip():
            parts.addWidget(self._model_words(request.model_text), 1)
        parts.addWidget(self.arguments, 1)
        column.addLayout(parts)
        self._notice = PlainLabel("", role="text2", font="small", wrap=True)
        column.addSpacing(px(4))
        column.addWidget(self._notice)
        self._notice.setVisible(notice)

    def set_notice(self, text: str) -> None:
        """Update the privacy notice after the selection changed."""
        self._notice.setText(text)

    def _tool_line(self, call: CallReview) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(theme().px(8))
        icon = TOOL_ICONS.get(call.tool) or EFFECT_ICONS.get(call.effect, "bolt")
        line.addWidget(Glyph(icon, "text2"), 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(
            PlainLabel(sanitize_text(translate(call.display_name)), font="strong"), 0, Qt.AlignmentFlag.AlignTop
        )
        purpose = PlainLabel(f"— {sanitize_text(translate(call.purpose))}", role="muted", wrap=True)
        line.addWidget(purpose, 1, Qt.AlignmentFlag.AlignTop)
        return line

    def _model_words(self, words: str) -> QWidget:
        section = QWidget()
        column = QVBoxLayout(section)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(4))
        title = self.tr("In the model’s words, not checked")
        column.addWidget(PlainLabel(title, role="muted", font="caption"))
        column.addWidget(_Quote(quoted_words(sanitize_text(words.strip(), kept=chr(10))), title))
        column.addStretch(1)
        return section


class _Quote(QWidget):
    """Quoted text with a rule at its left; long text scrolls."""

    def __init__(self, words: str, name: str) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(theme().px(12), 0, 0, 0)
        if len(words) <= SHORT_WORDS and words.count("\n") <= WORDS_LINES:
            row.addWidget(PlainLabel(words, role="text2", wrap=True))
            return
        box = TextBox(name, "interface", "text2")
        box.document().setDocumentMargin(theme().px(2))
        box.show_text(safe_label_text(words, MAX_QUOTE_CHARACTERS))
        box.show_lines(WORDS_LINES)
        row.addWidget(box)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, 0, 2, self.height(), theme().color("control"))
