"""Pick popup: opens where there is room, finds by typing, chooses by Enter, closes at Esc."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.lists.entry_list import ListEntry
from vaultdesk.ui.widgets.lists.picker_popup import PickerPopup

NAMES = [f"Folder {number}" for number in range(40)]


def offer(wanted: str) -> Sequence[ListEntry]:
    return [ListEntry(name, name, detail=f"All of {name}") for name in NAMES if wanted in name]


class Scene:
    """A pop-up at a button of a window."""

    def __init__(self, at: QPoint) -> None:
        self.window = QWidget()
        self.window.resize(700, 600)
        self.button = PlainButton("Choose", parent=self.window)
        self.button.move(at)
        self.window.show()
        # Not the scene itself: what the pop-up's end lets go of must not be its own window.
        pressed = self.pressed = list[str]()
        chosen = self.chosen = list[str]()
        links = [("Set up…", lambda: pressed.append("set up"))]
        self.popup = PickerPopup("Choose", "Find", offer, links, over=self.button)
        self.popup.chosen.connect(chosen.append)
        self.popup.open_at("Folder 7")


def test_it_opens_below_with_what_holds_ticked_and_inside_the_window() -> None:
    scene = Scene(QPoint(650, 10))
    popup = scene.popup
    window = scene.window
    assert popup.y() > window.mapToGlobal(QPoint(0, 10)).y()
    assert popup.frameGeometry().right() <= window.mapToGlobal(QPoint(700, 0)).x()
    entry = popup.list.current()
    assert entry is not None
    assert entry.key == "Folder 7"
    assert popup.detail.text() == "All of Folder 7"
    popup.close()


def test_at_the_bottom_it_opens_above() -> None:
    scene = Scene(QPoint(10, 560))
    popup = scene.popup
    bottom = scene.button.mapToGlobal(QPoint(0, 0)).y()
    assert popup.geometry().bottom() <= bottom
    popup.close()


def test_typing_finds_and_enter_chooses() -> None:
    scene = Scene(QPoint(10, 10))
    popup = scene.popup
    QTest.keyClicks(popup.search, "Folder 3")
    assert popup.list.count() == 11
    QTest.keyClick(popup.search, Qt.Key.Key_Down)
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert scene.chosen == ["Folder 30"]
    assert not popup.isVisible()


def test_nothing_found_is_said_and_enter_does_nothing() -> None:
    scene = Scene(QPoint(10, 10))
    popup = scene.popup
    QTest.keyClicks(popup.search, "nowhere")
    assert popup.detail.text() == "Nothing is called that."
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert (scene.chosen, popup.isVisible()) == ([], True)
    popup.close()


def test_esc_empties_the_field_and_then_closes() -> None:
    scene = Scene(QPoint(10, 10))
    popup = scene.popup
    QTest.keyClicks(popup.search, "x")
    QTest.keyClick(popup.search, Qt.Key.Key_Escape)
    assert (popup.search.text(), popup.isVisible()) == ("", True)
    QTest.keyClick(popup.search, Qt.Key.Key_Escape)
    assert not popup.isVisible()


def test_a_link_closes_it_and_does_its_thing() -> None:
    scene = Scene(QPoint(10, 10))
    popup = scene.popup
    popup.links[0].click()
    assert (scene.pressed, popup.isVisible()) == (["set up"], False)


def test_pages_are_gone_through_from_the_field() -> None:
    scene = Scene(QPoint(10, 10))
    popup = scene.popup
    QTest.keyClick(popup, Qt.Key.Key_PageDown)
    entry = popup.list.current()
    assert entry is not None
    assert NAMES.index(entry.key) > 10
    popup.refresh()
    assert popup.list.current() == entry
    popup.close()
