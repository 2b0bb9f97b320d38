"""Tests of ui/settings/sentence_row.py."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.words import words_of
from vaultdesk.ui.settings.sentence_row import MenuLink, SentenceRow, StrongText
from vaultdesk.ui.widgets.buttons import LinkButton

# Menu link: says what holds in the sentence, and its menu exchanges it.

OPTIONS = (("allow", "needs no question"), ("ask", "asks me each time"), ("deny", "is never allowed"))


class Scene:
    """A link in a window, which owns it as the page does."""

    def __init__(self, value: str = "ask") -> None:
        self.window = QWidget()
        self.link = MenuLink("Reading notes", OPTIONS, value)
        QVBoxLayout(self.window).addWidget(self.link)
        self.window.show()
        self.chosen: list[str] = []
        self.link.chosen.connect(self.chosen.append)


def test_it_says_what_holds_also_to_a_voice() -> None:
    scene = Scene()
    link = scene.link
    assert (link.shown_text(), link.value()) == ("asks me each time", "ask")
    assert link.accessibleName() == "Reading notes: asks me each time"


def test_what_ends_the_sentence_belongs_to_it() -> None:
    scene = Scene()
    link = scene.link
    before = link.sizeHint().width()
    link.set_after(".")
    assert link.sentence() == "asks me each time."
    assert link.sizeHint().width() > before


def test_another_one_is_chosen_by_the_keyboard_and_the_same_one_is_no_choice() -> None:
    scene = Scene()
    link, chosen = scene.link, scene.chosen
    link.setFocus()
    menu = link.open()
    assert [action.isChecked() for action in menu.actions()] == [False, True, False]
    QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    assert chosen == ["allow"]
    again = link.open()
    again.actions()[1].trigger()
    again.close()
    assert chosen == ["allow"]


def test_it_is_drawn_otherwise_when_it_says_something_else() -> None:
    one, other = Scene(), Scene("deny")
    assert one.link.grab().toImage() != other.link.grab().toImage()


# Sentence: reads aloud as it stands, whatever it is put together from; no full stop begins a line.


def test_words_alone_are_one_label(qtbot: QtBot) -> None:
    row = SentenceRow("info", ["Everything is asked."], "Fixed.")
    qtbot.addWidget(row)
    assert words_of(row) == "Everything is asked.\nFixed."
    assert row.accessibleName() == "Everything is asked."


def test_pieces_read_as_one_sentence_with_its_full_stop_at_the_word(qtbot: QtBot) -> None:
    link = MenuLink("x", [("a", "needs no question")], "a")
    row = SentenceRow("chip", ["Reading", link, "."])
    qtbot.addWidget(row)
    assert row.text() == "Reading needs no question."
    strong = SentenceRow("x", ["Deleting notes", StrongText("always asks"), ","])
    qtbot.addWidget(strong)
    assert words_of(strong).split("\n") == ["Deleting", "notes", "always", "asks,"]


def test_the_full_stop_is_that_of_the_script(qtbot: QtBot) -> None:
    link = MenuLink("x", [("a", "无需询问")], "a")
    rows = [SentenceRow("chip", ["搜索笔记", link, "."]), SentenceRow("chip", [StrongText("无需询问"), "."])]
    for row in rows:
        qtbot.addWidget(row)
    assert [row.text() for row in rows] == ["搜索笔记 无需询问。", "无需询问。"]


def test_a_narrow_row_wraps_and_grows(qtbot: QtBot) -> None:
    link = MenuLink("x", [("a", "needs no question")], "a")
    row = SentenceRow("chip", ["Searching and reading notes for a model on this computer", link, "."])
    qtbot.addWidget(row)
    assert row.heightForWidth(260) > row.heightForWidth(900) > 0


def test_what_can_be_done_stands_in_the_row(qtbot: QtBot) -> None:
    link = LinkButton("Forget")
    row = SentenceRow("check", ["A rule."], links=[link])
    qtbot.addWidget(row)
    row.resize(500, 60)
    row.show()
    assert link.isVisible()
    assert link.x() > 300
