"""Help in place of search results: recent searches and operators for an empty field, and other searches if nothing was
found."""

import re
from collections.abc import Sequence
from functools import partial

from msgspec import Struct
from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolButton, QWidget

from vaultdesk.index.index_results import Hit
from vaultdesk.index.query_syntax.query_parser import parse_query
from vaultdesk.index.search_query import SearchWord, Within
from vaultdesk.ui.browser.query_field import Operator, operators
from vaultdesk.ui.browser.query_parts import QueryPart
from vaultdesk.ui.formatting import plural_text
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel, as_tooltip
from vaultdesk.ui.widgets.layouts import column_layout
from vaultdesk.ui.widgets.lists.list_row import ListRow, RowStyle
from vaultdesk.ui.widgets.lists.row_list import RowList
from vaultdesk.ui.widgets.menu import Menu, literal_menu_text
from vaultdesk.vault.note_path import printable

SHOWN_OPERATORS = {
    "path:|": "path:",
    "tag:#|": "tag:",
    "file:|": "file:",
    "line:(|)": "line:",
    '"|"': '"…"',
    "-|": "-word",
    "in:chats |": "in:chats",
}
"""Inserted text of each operator, and its label."""

BAR_HEIGHT = 36
"""Height in design pixels."""


class OperatorBar(QWidget):
    """Row of buttons for the most useful operators; a click inserts one into the field."""

    inserted = Signal(object)
    """An `Operator`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        px = theme().px
        row = QHBoxLayout(self)
        row.setContentsMargins(px(16), 1, px(8), 0)
        row.setSpacing(0)
        row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)  # What does not fit is hidden.
        self._name = PlainLabel(self.tr("Operators"), "muted", "small")
        row.addWidget(self._name)
        row.addSpacing(px(4))
        operators_by_text = {operator.insert: operator for operator in operators()}
        self.buttons = [self._button(operators_by_text[insert], label) for insert, label in SHOWN_OPERATORS.items()]
        for button in self.buttons:
            row.addWidget(button)
        row.addStretch(1)
        self.setFixedHeight(px(BAR_HEIGHT))
        theme().changed.connect(self._apply_theme)
        self._apply_theme()

    def minimumSizeHint(self) -> QSize:
        """Return a size that does not constrain the width of the pane; what does not fit is cut off at the right."""
        return QSize(theme().px(120), theme().px(BAR_HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the label, then the last operators, if they do not fit; all operators are also in the help."""
        super().resizeEvent(event)
        available_width = self.width() - theme().px(28)
        for button in self.buttons:
            available_width -= button.width()
            button.setVisible(available_width >= 0)
        self._name.setVisible(available_width > self._name.sizeHint().width() + theme().px(4))

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(0, 0, self.width(), 1, theme().color("border"))

    def _button(self, operator: Operator, label: str) -> QToolButton:
        button = QToolButton()
        button.setText(label)
        button.setAutoRaise(True)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setAccessibleName(operator.example)
        button.setAccessibleDescription(operator.description)
        button.setToolTip(as_tooltip(f"{operator.example}\n{operator.description}"))
        button.clicked.connect(partial(self._insert, operator))
        return button

    def _insert(self, operator: Operator, _checked: bool = False) -> None:
        self.inserted.emit(operator)

    def _apply_theme(self) -> None:
        for button in self.buttons:
            button.setFont(theme().font("fixed"))
            text_width = theme().metrics("fixed").horizontalAdvance(button.text())
            button.setFixedSize(text_width + theme().px(10), theme().px(24))
            palette = QPalette(button.palette())
            palette.setColor(QPalette.ColorRole.ButtonText, theme().color("text2"))
            button.setPalette(palette)


HINT_STYLE = RowStyle(two_lines=40, text_top=20, top=3, chevrons=False, background="background")


class SearchHints(RowList):
    """Saved and recent searches, and operators. Up from the first row and Esc return to the field."""

    searched = Signal(str)
    """An earlier search should be repeated."""
    inserted = Signal(object)
    """An `Operator` to insert into the field."""
    save_requested = Signal(str)
    rename_requested = Signal(str)
    remove_requested = Signal(str)
    """The query of the search to save, rename or remove."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", HINT_STYLE, parent=parent)
        self._recent: Sequence[str] = ()
        self._saved: Sequence[tuple[str, str]] = ()
        self._queries: dict[str, str] = {}
        """Query of each row of a search."""
        self._operators: dict[str, Operator] = {}
        self.setAccessibleName(self.tr("Recent searches and search operators"))
        self.chosen.connect(self._choose)
        self.menu_requested.connect(self._open_menu)
        self.show_recent(())

    def show_recent(self, searches: Sequence[str]) -> None:
        """Show recent searches, the last one first, above the operators."""
        self._recent = tuple(searches)
        self._update_rows()

    def show_saved(self, saved: Sequence[tuple[str, str]]) -> None:
        """Show saved searches, as name and query, above all others."""
        self._saved = tuple(saved)
        self._update_rows()

    def _update_rows(self) -> None:
        saved = [
            ListRow(f"saved {query}", name, icon="star", description=query if name != query else "")
            for name, query in self._saved
        ]
        saved_queries = {query for _, query in self._saved}
        recent = [
            ListRow(f"recent {words}", words, icon="clock") for words in self._recent if words not in saved_queries
        ]
        self._queries = {row.key: row.key.partition(" ")[2] for row in (*saved, *recent)}
        self._operators = {f"operator {operator.insert}": operator for operator in operators()}
        operator_rows = [
            ListRow(key, operator.example, text=operator.description, font="fixed")
            for key, operator in self._operators.items()
        ]
        groups = (
            (self.tr("Saved searches"), saved),
            (self.tr("Recent searches"), recent),
            (self.tr("Search operators"), operator_rows),
        )
        self.show_rows(
            [row for title, rows in groups if rows for row in (ListRow(f"heading {title}", title, heading=True), *rows)]
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove or rename a saved search."""
        row = self.current()
        query = self._queries[row.key] if row is not None and row.key.startswith("saved ") else ""
        if query and event.key() == Qt.Key.Key_Delete:
            self.remove_requested.emit(query)
        elif query and event.key() == Qt.Key.Key_F2:
            self.rename_requested.emit(query)
        else:
            super().keyPressEvent(event)

    def _choose(self, key: str, _new_tab: bool) -> None:
        if key in self._operators:
            self.inserted.emit(self._operators[key])
        else:
            self.searched.emit(self._queries[key])

    def _open_menu(self, key: str, position: QPoint) -> None:
        query = self._queries.get(key)
        if query is None:
            return
        menu = Menu(self.tr("Search"), self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if key.startswith("saved "):
            menu.add(self.tr("Rename…"), partial(self.rename_requested.emit, query), icon_name="pencil")
            menu.add(self.tr("Remove"), partial(self.remove_requested.emit, query), icon_name="trash")
        else:
            menu.add(self.tr("Save"), partial(self.save_requested.emit, query), icon_name="star")
        menu.popup(position)


MAX_PART_LENGTH = 40
"""Maximum number of characters shown of a part."""

MAX_QUERY_LENGTH = 80
"""Maximum number of characters of a query shown if nothing was found."""

MAX_NAME_LENGTH = 30
"""Maximum number of characters shown of a note's name."""

_LONG_WORD = re.compile(r"(\S{24})\S+")
"""A word that does not fit in a line; labels do not break words."""


class CountedPart(Struct, frozen=True):
    """A part of a query with the number of matching notes."""

    part: QueryPart
    notes: int


class NoResultsPage(QWidget):
    """Page shown if a search has no results, with suggestions for other searches."""

    search_requested = Signal(str)
    """Another query to search for."""
    embeddings_requested = Signal()
    note_requested = Signal(object)
    """The `Hit` of a note with a similar name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._alternative_query = ""
        px = theme().px
        column = column_layout(self, 8, margins=(20, 48, 20, 24))
        center = Qt.AlignmentFlag.AlignHCenter
        self._title = PlainLabel("", "text", "title", wrap=True)
        self._text = PlainLabel("", "muted", wrap=True)
        self.only_button = PlainButton("")
        self.semantic_search_button = LinkButton(self.tr("Search by meaning"))
        self._similar_label = PlainLabel(self.tr("Notes with similar names"), "muted", "small", wrap=True)
        self.names: list[LinkButton] = []
        """The buttons of the offered notes."""
        self._names = column_layout(spacing=4)
        self._names.setContentsMargins(0, 0, 0, px(12))
        column.addWidget(Glyph("search", "muted", 26), 0, center)
        for label in (self._title, self._text, self._similar_label):
            label.setAlignment(center)
        column.addWidget(self._title)
        column.addWidget(self._text)
        column.addSpacing(px(8))
        column.addWidget(self._similar_label)
        column.addLayout(self._names)
        column.addWidget(self.only_button, 0, center)
        column.addWidget(self.semantic_search_button, 0, center)
        column.addStretch(1)
        self.only_button.clicked.connect(lambda: self.search_requested.emit(self._alternative_query))
        self.semantic_search_button.clicked.connect(self.embeddings_requested)

    def title(self) -> str:
        return self._title.text()

    def text(self) -> str:
        """Return the sentence below the title."""
        return self._text.text()

    def show_message(self, title: str, text: str, *, offer_semantic_search: bool = False) -> None:
        """Show only this message; *offer_semantic_search* adds a button for a semantic search."""
        self._title.setText(title)
        self._text.setText(text)
        self.only_button.hide()
        self.semantic_search_button.setVisible(offer_semantic_search)
        self.offer(())

    def offer(self, notes: Sequence[Hit]) -> None:
        """Offer to open these notes, whose names are similar to the query."""
        while self.names:
            self.names.pop().deleteLater()
        self._similar_label.setVisible(bool(notes))
        for note in notes:
            button = LinkButton(literal_menu_text(_shortened(note.title, MAX_NAME_LENGTH)))
            button.setToolTip(as_tooltip(note.path))
            button.clicked.connect(lambda _=False, note=note: self.note_requested.emit(note))
            self._names.addWidget(button, 0, Qt.AlignmentFlag.AlignHCenter)
            self.names.append(button)

    def show_no_match(self, query: str) -> None:
        """Show that no note matches *query*."""
        template = self.tr(
            "No note contains “{words}”. Try fewer words, or click the question mark to see the search operators."
        )
        shown_query = printable(_shortened(query.strip(), MAX_QUERY_LENGTH))
        self.show_message(self.tr("Nothing found"), template.format(words=shown_query), offer_semantic_search=True)

    def explain(self, counted: Sequence[CountedPart]) -> None:
        """Show how many notes match each part of the query, and offer to search for a part with matches.

        Nothing is shown for a query without parts.
        """
        if not counted:
            return
        unmatched = [item for item in counted if not item.notes]
        if unmatched:
            title = self.tr("Nothing found")
        elif len(counted) == 2:
            title = self.tr("No note matches both")
        else:
            title = self.tr("No note matches everything")
        sentences = [self._sentence(item) for item in counted]
        if not unmatched:
            sentences.append(
                self.tr("No note matches both.") if len(counted) == 2 else self.tr("No note matches all of them.")
            )
        self.show_message(title, " ".join(sentences), offer_semantic_search=True)
        matched = [item for item in counted if item.notes]
        if matched:
            # Text is more specific than a folder or tag, and the rarer the better.
            best = min(matched, key=lambda item: (not _is_text(item.part), item.notes))
            self._alternative_query = best.part.text
            self.only_button.setText(
                literal_menu_text(self.tr("Search “{words}” only").format(words=_shortened(_part_name(best.part))))
            )
            self.only_button.show()

    def _sentence(self, counted: CountedPart) -> str:
        text, count = _shortened(_part_name(counted.part)), counted.notes
        scope = _scope(counted.part)
        if scope == "tag":
            text = f"#{text.removeprefix('#')}"
            singular, plural = self.tr("1 note is tagged {words}."), self.tr("{n} notes are tagged {words}.")
            return plural_text(count, singular, plural if count else self.tr("No note is tagged {words}."), words=text)
        if scope == "path":
            singular, plural = self.tr("1 note is in {words}."), self.tr("{n} notes are in {words}.")
            return plural_text(count, singular, plural if count else self.tr("No note is in {words}."), words=text)
        if _is_text(counted.part):
            singular, plural = self.tr("1 note contains “{words}”."), self.tr("{n} notes contain “{words}”.")
            return plural_text(count, singular, plural if count else self.tr("No note contains “{words}”."), words=text)
        singular, plural = self.tr("1 note matches {words}."), self.tr("{n} notes match {words}.")
        plural = plural if count else self.tr("No note matches {words}.")
        return plural_text(count, singular, plural, words=_shortened(counted.part.text))


def _scope(part: QueryPart) -> str:
    root = parse_query(part.text).root
    return root.scope if isinstance(root, Within) and isinstance(root.node, SearchWord) else ""


def _is_text(part: QueryPart) -> bool:
    return isinstance(parse_query(part.text).root, SearchWord)


def _part_name(part: QueryPart) -> str:
    return part.operand if _is_text(part) or _scope(part) in ("tag", "path") else part.text


def _shortened(text: str, max_length: int = MAX_PART_LENGTH) -> str:
    """Return *text* with at most *max_length* characters, and with words that do not fit in a line truncated."""
    text = _LONG_WORD.sub(r"\1…", text)
    return text if len(text) <= max_length else f"{text[: max_length - 1]}…"
