"""Found list: passages are gone through and opened; the place stays while answers take each other's."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from tests.ui.browser.hits import hit
from vaultdesk.index.index_results import Hit, NotePassage, NotePassages
from vaultdesk.ui.browser.found_list import FoundList


def two(path: str) -> NotePassages:
    return NotePassages(4, tuple(NotePassage(f"{path} {n}", (), n, "") for n in range(4)))


def shown_list(qtbot: QtBot, count: int = 30) -> FoundList:
    made = FoundList()
    qtbot.addWidget(made)
    made.resize(260, 300)
    made.show()
    made.show_hits([hit(f"{n}.md", "text") for n in range(count)], {}, same_question=False)
    return made


def test_another_question_begins_at_the_top_and_the_same_one_keeps_the_scroll(qtbot: QtBot) -> None:
    made = shown_list(qtbot)
    made.doItemsLayout()
    made.verticalScrollBar().setValue(200)
    made.show_hits([hit(f"{n}.md", "text") for n in range(29)], {}, same_question=True)
    assert made.verticalScrollBar().value() == 200
    made.show_hits([hit(f"x{n}.md", "text") for n in range(30)], {}, same_question=False)
    assert made.verticalScrollBar().value() == 0


def test_each_passage_is_opened_by_itself(qtbot: QtBot) -> None:
    made = shown_list(qtbot, 2)
    made.learn({"0.md": two("0.md")})
    opened: list[tuple[str, str, bool]] = []
    made.opened.connect(lambda found, tab: opened.append((found.path, found.snippet, tab)))
    made.enter()
    QTest.keyClick(made, Qt.Key.Key_Down)
    QTest.keyClick(made, Qt.Key.Key_Return)
    QTest.keyClick(made, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert opened == [("0.md", "0.md 1", False), ("0.md", "0.md 1", True)]
    current = made.current_hit()
    assert isinstance(current, Hit)
    assert current.snippet == "0.md 1"
    assert made.passages() == 4


def test_more_of_a_note_is_shown_and_asked_for(qtbot: QtBot) -> None:
    made = shown_list(qtbot, 1)
    made.learn({"0.md": two("0.md")})
    made.go_to("more 0.md")
    with qtbot.waitSignal(made.more_asked) as told:
        QTest.keyClick(made, Qt.Key.Key_Return)
    assert told.args == ["0.md"]
    assert made.shown.place_of("passage 3 0.md") == 4


def test_left_hides_the_passages_of_a_note_and_right_shows_them(qtbot: QtBot) -> None:
    made = shown_list(qtbot, 2)
    made.go_to("passage 0 1.md")
    QTest.keyClick(made, Qt.Key.Key_Left)
    assert [row.key for row in made.shown.rows] == ["note 0.md", "passage 0 0.md", "note 1.md"]
    row = made.current()
    assert row is not None
    assert row.key == "note 1.md"
    QTest.keyClick(made, Qt.Key.Key_Right)
    assert len(made.shown.rows) == 4
    made.fold_all(folded=True)
    assert len(made.shown.rows) == 2
