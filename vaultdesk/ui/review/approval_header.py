"""Header of an approval request, and its details: tool, purpose, quoted text, arguments and the editable query."""

import json
from collections.abc import Iterator, Sequence

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QTextCharFormat, QTextLayout, QTextOption
from PySide6.QtWidgets import QAbstractButton, QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from vaultdesk.core.phrases import comma_list
from vaultdesk.tools.runtime.approvals import ApprovalRequest, CallReview
from vaultdesk.tools.text_sanitizer import sanitize_line, sanitize_text
from vaultdesk.tools.tool import Effect
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.review.consent_text import Sentence, found_sentence, model_sentence, quoted_words, search_sentence
from vaultdesk.ui.review.text_box import NumberedText, TextBox
from vaultdesk.ui.theme.painting import is_right_to_left
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.translation import translate
from vaultdesk.ui.widgets.accessibility import focus_later
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel, safe_label_text
from vaultdesk.ui.widgets.layouts import column_layout, row_layout, wrapping_policy
from vaultdesk.ui.widgets.text_fields import TextField

MAX_QUERY_CHARACTERS = 300
"""Maximum number of characters of the query shown in the sentence; the field contains all of it."""


class SearchSentence(QAbstractButton):
    """`Found for “heating decision”. …` with the query underlined; a press or a typed character starts editing."""

    typed = Signal(str)
    """A typed character."""

    def __init__(self, query: str, *, found: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._template = search_sentence(found=found)
        self._layout = QTextLayout()
        self._width = -1
        self._height = 0.0
        self._query = ""
        self.setProperty(CORNER_RADIUS, 4)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(wrapping_policy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred))
        self.set_query(query)
        theme().changed.connect(self._apply_theme)

    def set_query(self, query: str) -> None:
        """Show *query* in the sentence."""
        self._query = sanitize_line(query, MAX_QUERY_CHARACTERS)
        self.setText(self._template.format(words=self._query))
        self.setAccessibleName(self.text())
        self.setAccessibleDescription(self.tr("Click to search with other words"))
        self.setToolTip(self.tr("Click to search with other words"))
        self._apply_theme()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Start editing with Enter, F2 or Space; a character starts editing with that character."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_F2):
            self.click()
        elif event.text().isprintable() and event.text().strip() and not event.modifiers() & _COMMAND:
            self.typed.emit(event.text())
        else:
            super().keyPressEvent(event)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        self._break(max(width, 1))
        return round(self._height) + 1

    def sizeHint(self) -> QSize:
        text_width = theme().metrics("interface").horizontalAdvance(self.text()) + 2
        width = min(text_width, theme().px(560))
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme().px(120), theme().line_height("interface"))

    def paintEvent(self, _event: QPaintEvent) -> None:
        self._break(max(self.width(), 1))
        painter = QPainter(self)
        painter.setPen(theme().color("text2"))
        query_range = QTextLayout.FormatRange()
        query_range.start = _units(self._template.partition("{words}")[0])
        query_range.length = _units(self._query)
        char_format = QTextCharFormat()
        char_format.setForeground(theme().color("accent_hover" if self.underMouse() else "accent"))
        char_format.setFontUnderline(True)
        char_format.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
        query_range.format = char_format
        self._layout.draw(painter, QPointF(0, 0), [query_range])

    def _apply_theme(self) -> None:
        self._layout = QTextLayout(self.text(), theme().font("interface"))
        self._width = -1
        self.updateGeometry()
        self.update()

    def _break(self, width: int) -> None:
        if width == self._width:
            return
        self._width = width
        right_to_left = is_right_to_left(self.text(), otherwise=self.isRightToLeft())
        option = QTextOption(Qt.AlignmentFlag.AlignRight if self.isRightToLeft() else Qt.AlignmentFlag.AlignLeft)
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        option.setTextDirection(Qt.LayoutDirection.RightToLeft if right_to_left else Qt.LayoutDirection.LeftToRight)
        self._layout.setTextOption(option)
        line_height = theme().line_height("interface")
        self._layout.beginLayout()
        bottom = 0.0
        while (line := self._layout.createLine()).isValid():
            line.setLineWidth(width)
            if bottom:
                bottom += max(0.0, line_height - line.height())
            line.setPosition(QPointF(0, bottom))
            bottom += line.height()
        self._layout.endLayout()
        self._height = QRectF(self._layout.boundingRect()).bottom() if bottom else 0.0


_COMMAND = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier


class SearchWords(QWidget):
    """The query of a request, shown as a sentence or edited in a field.

    Enter in the field searches again; it does not approve the request.
    """

    submitted = Signal(str)
    """Search again for this query."""
    editing_changed = Signal(bool)

    def __init__(self, query: str, *, found: bool = True, parent: QWidget | None = None) -> None:
        """*found*: whether there are results for *query*."""
        super().__init__(parent)
        px = theme().px
        self._query = query
        self.sentence = SearchSentence(query, found=found)
        self.field = TextField(self.tr("Words to search for"), query)
        self.search_button = LinkButton(self.tr("Search Again"), small=True)
        self.searching = PlainLabel(self.tr("Searching again on this computer…"), role="muted", wrap=True)
        self._editor = QWidget()
        row = QHBoxLayout(self._editor)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(px(8))
        row.addWidget(self.field, 1)
        row.addWidget(self.search_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for page in (self.sentence, self._editor, self.searching):
            column.addWidget(page)
        self._show_page(self.sentence)
        self.sentence.clicked.connect(lambda: self.edit())
        self.sentence.typed.connect(self._type)
        self.field.submitted.connect(self._submit)
        self.search_button.clicked.connect(self._submit)
        self.field.edit.installEventFilter(self)

    @property
    def is_editing(self) -> bool:
        """Return whether the field is shown."""
        return self._editor.isVisibleTo(self)

    def edit(self, query: str | None = None) -> None:
        """Show the field with *query*, or with the current query."""
        self.field.set_text(self._query if query is None else query)
        self._show_page(self._editor)
        if query is None:
            self.field.edit.selectAll()
        focus_later(self.field.edit)
        self.editing_changed.emit(True)

    def leave(self) -> None:
        """Show the sentence again with the unchanged query."""
        self._show_page(self.sentence)
        focus_later(self.sentence)
        self.editing_changed.emit(False)

    def show_searching(self) -> None:
        """Show that a new search is running."""
        self._show_page(self.searching)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Close the field with Esc, not the whole request; keep Enter in the field."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            if event.key() == Qt.Key.Key_Escape:
                self.leave()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self._submit()
                return True
        return super().eventFilter(watched, event)

    def _show_page(self, page: QWidget) -> None:
        for widget in (self.sentence, self._editor, self.searching):
            widget.setVisible(widget is page)

    def _type(self, character: str) -> None:
        self.edit(character)

    def _submit(self) -> None:
        query = self.field.text().strip()
        if not query or query == self._query.strip():
            self.leave()
        else:
            self.submitted.emit(query)


def _units(text: str) -> int:
    """Return the number of characters of *text* as counted by Qt (UTF-16 code units)."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


SHORT_LINES, SHORT_CHARACTERS = 8, 600
"""Lines and characters of arguments shown in full; longer ones scroll, so that the buttons stay visible."""

VISIBLE_LINES, LINES_IN_CARD = 7, 4
"""Visible lines of scrolling arguments, in the dialog and in the card."""

TALL_LINES, TALL_CHARACTERS, TALL_VISIBLE_LINES = 20, 1_600, 16
"""The same in a dialog without files, which has more height: many calls can be read without scrolling."""

MAX_ARGUMENT_CHARACTERS = 9_000_000
"""Maximum number of characters that can be scrolled through: 1 MB, the maximum of a call (vaultdesk/tools/README.md,
"Approval rules", 1), with all of them escaped.
"""


def argument_text(value: object) -> str:
    """Return the display text of an argument: a string in the quotation marks of the language, other
    values as JSON.
    """
    if isinstance(value, str):
        return quoted_words(sanitize_text(value, allowed=chr(10)))
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
                text = self.tr("%n paths, as listed", "", len(call.files)) if listed else argument_text(value)
                rows.append((sanitize_text(name), text))
        self.lines = sum(1 + text.count("\n") for _, text in rows)
        is_tall = not compact and not any(call.files for call in calls)
        max_lines, max_characters = (TALL_LINES, TALL_CHARACTERS) if is_tall else (SHORT_LINES, SHORT_CHARACTERS)
        scrolls = self.lines > max_lines or sum(len(text) for _, text in rows) > max_characters
        visible_lines = LINES_IN_CARD if compact else TALL_VISIBLE_LINES if is_tall else VISIBLE_LINES
        self.box = self._box(rows, visible_lines) if scrolls else None
        """The scrolling box; None if all arguments are visible."""
        body = self.box or self._grid(rows)
        column = column_layout(self, 4)
        title = self.tr("Arguments, {0} lines").format(format_number(self.lines)) if scrolls else self.tr("Arguments")
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
        for row, (name, text) in enumerate(rows):
            grid.addWidget(PlainLabel(name, role="muted"), row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(PlainLabel(text, wrap=True, selectable=True), row, 1)
        if not rows:
            grid.addWidget(PlainLabel(self.tr("none"), role="muted"), 0, 0, 1, 2)
        return host

    def _box(self, rows: Sequence[tuple[str, str]], visible_lines: int) -> NumberedText:
        box = NumberedText(theme().px(8), self.tr("Arguments"))
        full_text = "\n".join(f"{name}: {text}" for name, text in rows)
        box.show_text(safe_label_text(full_text, MAX_ARGUMENT_CHARACTERS))
        box.show_lines(visible_lines)
        return box


TOOL_ICONS = {"vault_search": "search", "local_search": "search", "file_read": "file"}
"""Icons of specific tools."""

EFFECT_ICONS: dict[Effect, str] = {"write": "pencil", "delete": "close", "network": "globe"}
"""Icons of other tools by effect; the rest have a general one."""

MAX_NOTES_IN_WARNING = 3
"""Number of notes a warning names; further ones are counted."""

MAX_FIXED_QUOTE = 400
"""Characters of the model's text shown in full; longer ones scroll."""

QUOTE_LINES = 5
"""Visible lines of the model's text if it scrolls."""

MAX_QUOTE_CHARACTERS = 200_000
"""Maximum number of characters of the model's text that can be scrolled through."""


class RequestHeader(QWidget):
    """Upper part of a request: headline, second line, and warnings."""

    def __init__(self, request: ApprovalRequest, *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme().px
        self._headline = PlainLabel(translate(request.headline), font="title" if compact else "headline", wrap=True)
        self.search = SearchWords(request.query, found=bool(request.passages)) if request.query else None
        column = column_layout(self, 4 if compact else 6)
        column.addWidget(self._headline)
        if self.search is not None:
            column.addWidget(self.search)
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
        for result in request.results:
            name = sanitize_line(result.title or result.address, 80)
            for warning in result.warnings:
                yield self.tr("“{name}”: {warning}").format(name=name, warning=translate(warning))
        notes: dict[str, list[str]] = {}
        for change in request.changes.changes:
            for warning in change.warnings:
                notes.setdefault(translate(warning), []).append(sanitize_line(change.final_path.rpartition("/")[2], 80))
        for text, names in notes.items():
            omitted = len(names) - MAX_NOTES_IN_WARNING
            more = [self.tr("{0} more").format(format_number(omitted))] if omitted > 0 else []
            name_list = translate(comma_list([*names[:MAX_NOTES_IN_WARNING], *more]))
            yield self.tr("{names}: {warning}").format(names=name_list, warning=text)


class QuoteLine(QWidget):
    """One-line sentence that ends with the model's own words, in italics, elided if too long."""

    def __init__(self, sentence: Sentence, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        before, _, after = sentence.template.partition("{words}")
        row = row_layout(self, 4)
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
        column = column_layout(self, 6)
        for call in {call.tool: call for call in request.calls}.values():
            column.addLayout(self._tool_line(call))
        is_vertical = compact or bool(request.changes)
        parts: QVBoxLayout | QHBoxLayout = QVBoxLayout() if is_vertical else QHBoxLayout()
        parts.setContentsMargins(0, px(8), 0, 0)
        parts.setSpacing(px(8) if is_vertical else px(48))
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
        line = row_layout(spacing=8)
        icon = TOOL_ICONS.get(call.tool) or EFFECT_ICONS.get(call.effect, "bolt")
        line.addWidget(Glyph(icon, "text2"), 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(
            PlainLabel(sanitize_text(translate(call.display_name)), font="strong"), 0, Qt.AlignmentFlag.AlignTop
        )
        purpose = PlainLabel(f"— {sanitize_text(translate(call.purpose))}", role="muted", wrap=True)
        line.addWidget(purpose, 1, Qt.AlignmentFlag.AlignTop)
        return line

    def _model_words(self, text: str) -> QWidget:
        section = QWidget()
        column = column_layout(section, 4)
        title = self.tr("Written by the model, not checked")
        column.addWidget(PlainLabel(title, role="muted", font="caption"))
        column.addWidget(_Quote(quoted_words(sanitize_text(text.strip(), allowed=chr(10))), title))
        column.addStretch(1)
        return section


class _Quote(QWidget):
    """Quoted text with a rule at its left; long text scrolls."""

    def __init__(self, text: str, name: str) -> None:
        super().__init__()
        row = QHBoxLayout(self)
        row.setContentsMargins(theme().px(12), 0, 0, 0)
        if len(text) <= MAX_FIXED_QUOTE and text.count("\n") <= QUOTE_LINES:
            row.addWidget(PlainLabel(text, role="text2", wrap=True))
            return
        box = TextBox(name, "interface", "text2")
        box.document().setDocumentMargin(theme().px(2))
        box.show_text(safe_label_text(text, MAX_QUOTE_CHARACTERS))
        box.show_lines(QUOTE_LINES)
        row.addWidget(box)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, 0, 2, self.height(), theme().color("control"))
