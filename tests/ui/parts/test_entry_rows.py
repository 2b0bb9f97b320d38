"""Entry rows: what Qt and a voice are told of a row; hostile names stay one line."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QListView, QStyle, QStyleOptionViewItem, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.parts.entry_rows import HEADING, LINE, ROW, Entry, EntryPainter, EntryRows
from vaultdesk.ui.theme.theme import theme

ENTRIES = (
    Entry("", "Ours", heading=True),
    Entry("a", "Alpha", "the first", "All of it", mark="lock"),
    Entry("b", "B\u202ed\n<b>x</b>", icon="folder"),
)


@pytest.fixture
def rows() -> Iterator[EntryRows]:
    owner = QWidget()
    made = EntryRows(owner)
    made.set_entries(ENTRIES, "a")
    yield made
    owner.deleteLater()


@pytest.fixture
def view(qtbot: QtBot) -> QListView:
    made = QListView()
    qtbot.addWidget(made)
    return made


def test_a_heading_cannot_be_chosen(rows: EntryRows) -> None:
    assert rows.flags(rows.index(0)) == Qt.ItemFlag.NoItemFlags
    assert rows.flags(rows.index(1)) & Qt.ItemFlag.ItemIsSelectable


def test_a_voice_is_told_the_name_that_it_is_chosen_and_what_it_is(rows: EntryRows) -> None:
    assert rows.data(rows.index(1), Qt.ItemDataRole.AccessibleTextRole) == "Alpha, chosen, the first"
    assert rows.data(rows.index(1), Qt.ItemDataRole.AccessibleDescriptionRole) == "All of it"


def test_a_hostile_name_is_one_visible_line(rows: EntryRows) -> None:
    assert rows.data(rows.index(2)) == "BU+202Ed <b>x</b>"
    assert "&lt;b&gt;" in str(rows.data(rows.index(2), Qt.ItemDataRole.ToolTipRole))


def test_rows_are_as_high_as_their_lines(view: QListView) -> None:
    step = theme().step
    assert [EntryPainter(view).high(entry) for entry in ENTRIES] == [step(HEADING), step(ROW), step(LINE)]


def test_every_kind_of_row_is_drawn(rows: EntryRows, view: QListView) -> None:
    painter_of_rows = EntryPainter(view)
    picture = QPixmap(300, 200)
    picture.fill(theme().color("surface"))
    before = picture.toImage()
    painter = QPainter(picture)
    option = QStyleOptionViewItem()
    for row in range(3):
        option.rect = picture.rect()
        option.state = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_HasFocus
        painter_of_rows.paint(painter, option, rows.index(row))
        assert painter_of_rows.sizeHint(option, rows.index(row)).height() > 0
    painter.end()
    assert picture.toImage() != before
