from PySide6.QtWidgets import QLineEdit, QListView, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.browser.choice_popup import ChoicePopup
from vaultdesk.ui.browser.completing import Choice


def popup_in_window(qtbot: QtBot) -> tuple[QWidget, ChoicePopup]:
    window = QWidget()
    qtbot.addWidget(window)
    field = QLineEdit()
    column = QVBoxLayout(window)
    column.addWidget(field)
    column.addStretch(1)
    window.resize(300, 400)
    window.show()
    return window, ChoicePopup(field)


def test_names_are_stepped_through_round_the_ends_and_chosen(qtbot: QtBot) -> None:
    window, popup = popup_in_window(qtbot)
    assert popup.count() == 0
    popup.show_choices([Choice("a"), Choice("b & <i>", 1200), Choice("c")], "tag")
    assert popup.count() == 3
    assert popup.window() is window
    assert popup.grab().toImage().height() > 0
    chosen: list[str] = []
    popup.chosen.connect(chosen.append)
    popup.step(-1)
    popup.step(-1)
    popup.choose()
    assert chosen == ["b & <i>"]
    assert popup.count() == 0


def test_a_press_chooses_and_nothing_to_offer_hides_it(qtbot: QtBot) -> None:
    _window, popup = popup_in_window(qtbot)
    popup.show_choices([Choice("a"), Choice("b")], "tag")
    view = popup.findChildren(QListView)[0]
    view.setCurrentIndex(view.model().index(1, 0))
    with qtbot.waitSignal(popup.chosen) as told:
        view.clicked.emit(view.currentIndex())
    assert told.args == ["b"]
    popup.show_choices([Choice("a")], "tag")
    popup.show_choices([], "tag")
    assert not popup.isVisible()
