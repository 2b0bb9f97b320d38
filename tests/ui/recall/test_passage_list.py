from itertools import pairwise

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication, QLabel, QStackedWidget
from pytestqt.qtbot import QtBot

from tests.ui.recall.passages import found
from vaultdesk.index.search.passage_search import MatchReasons
from vaultdesk.ui.recall.passage_list import PassageList, PassageRole


def shown_list(qtbot: QtBot) -> PassageList:
    made = PassageList()
    qtbot.addWidget(made)
    made.resize(600, 400)
    made.show()
    made.show_passages([found("House/A.md"), found("B.md")])
    return made


def test_rows_say_what_was_found_and_why(qtbot: QtBot) -> None:
    made = shown_list(qtbot)
    tester = QAbstractItemModelTester(made.passages, QAbstractItemModelTester.FailureReportingMode.Fatal)
    index = made.passages.index(0, 0)
    assert index.data(PassageRole.FOUND) == found("House/A.md")
    assert index.data(PassageRole.REASONS) == "by words: no. 1 (boiler)"
    assert str(index.data()).startswith("Number 1, A, House › Result, by words")
    assert "House/A.md, lines 3 to 9" in str(index.data(Qt.ItemDataRole.ToolTipRole))
    tester.deleteLater()


def test_keys_choose_and_lead_back(qtbot: QtBot) -> None:
    made = shown_list(qtbot)
    chosen: list[tuple[str, bool]] = []
    made.chosen.connect(lambda one, new_tab: chosen.append((one.path, new_tab)))
    made.enter()
    QTest.keyClick(made, Qt.Key.Key_Return)
    QTest.keyClick(made, Qt.Key.Key_Down)
    QTest.keyClick(made, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert chosen == [("House/A.md", False), ("B.md", True)]
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Escape):
        made.enter()
        with qtbot.waitSignal(made.left_upwards):
            QTest.keyClick(made, key)


def test_rows_stay_whole_where_the_bar_takes_of_their_width(qtbot: QtBot) -> None:
    """Filled while something else is in front, as on the page: the bar then comes after the rows were measured."""
    why = MatchReasons(4, ("heats",), 3, 0.38, 3, 0.4)
    for width in range(300, 640, 10):
        pages, made = QStackedWidget(), PassageList()
        qtbot.addWidget(pages)
        pages.addWidget(QLabel("Nothing yet"))
        pages.addWidget(made)
        pages.resize(width, 200)
        pages.show()
        made.show_passages([found(f"House/{row}.md", "The boiler leaks. " * 20, reasons=why) for row in range(9)])
        pages.setCurrentWidget(made)
        for _ in range(4):
            QApplication.processEvents()
        rows = [made.passages.index(row, 0) for row in range(9)]
        tops = [made.visualRect(row).top() for row in rows]
        high = [made.sizeHintForIndex(row).height() for row in rows]
        assert [after - before for before, after in pairwise(tops)] == high[:-1], width
