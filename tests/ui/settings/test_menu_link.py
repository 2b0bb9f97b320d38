"""Menu link: says what holds in the sentence, and its menu exchanges it."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.ui.settings.menu_link import MenuLink

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
    assert (link.words(), link.value()) == ("asks me each time", "ask")
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
