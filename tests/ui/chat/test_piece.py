"""Tests of piece.py."""

from PySide6.QtWidgets import QScrollArea, QVBoxLayout
from pytestqt.qtbot import QtBot

from tests.support.chats import led
from vaultdesk.ui.chat.column import MessageColumn
from vaultdesk.ui.chat.kept_exchanges import kept_exchanges
from vaultdesk.ui.chat.piece import Piece


def shown_piece(qtbot: QtBot) -> tuple[QScrollArea, Piece]:
    area, column = QScrollArea(), MessageColumn()
    qtbot.addWidget(area)
    area.setWidgetResizable(True)
    rows = QVBoxLayout(column)
    rows.addStretch(1)
    area.setWidget(column)
    area.resize(400, 400)
    area.show()
    piece = Piece(area, column, rows)
    words = [word for number in range(50) for word in (f"Question {number}", f"Answer {number}.")]
    piece.reset(kept_exchanges(led("Long", *words).messages))
    return area, piece


def test_a_piece_stands_between_the_rooms_of_the_rest_and_grows_at_both_ends(qtbot: QtBot) -> None:
    area, piece = shown_piece(qtbot)
    piece.begin(20)
    piece.lay_out()
    before = area.verticalScrollBar().maximum()
    assert before > 1_000
    assert piece.top > 500
    piece.grow(up=True)
    piece.grow(up=False)
    piece.lay_out()
    assert (piece.first, piece.end) == (19, 22)
    assert [view.exchange for view in piece.views] == piece.exchanges[19:22]
    assert piece.views[0].y() < piece.views[1].y() < piece.views[2].y()


def test_what_should_stand_somewhere_is_told_by_where_it_is_reckoned(qtbot: QtBot) -> None:
    _, piece = shown_piece(qtbot)
    piece.begin(20)
    piece.lay_out()
    assert piece.place_at(piece.top)[0] == 20
    assert piece.place_at(0)[0] == 0
    assert piece.place_at(10_000_000)[0] == 49


def test_ends_are_dropped_and_what_is_gone_is_forgotten(qtbot: QtBot) -> None:
    _, piece = shown_piece(qtbot)
    piece.begin(20)
    piece.grow(up=False)
    piece.drop(piece.views[0])
    assert (piece.first, piece.end) == (21, 22)
    del piece.exchanges[:10]
    assert piece.forget_missing() == []
    piece.renumber()
    assert (piece.first, piece.end) == (11, 12)
    del piece.exchanges[5:]
    assert piece.forget_missing() == piece.views
