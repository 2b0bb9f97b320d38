"""Switcher popup: the newest text wins, Enter means what is typed, other keys say how."""

from collections.abc import Iterator

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.switcher.choices import Choice, Offered, create_choice
from vaultdesk.ui.switcher.popup import SwitcherPopup
from vaultdesk.ui.widgets.lists.fold_list import FoldRow


def note(path: str) -> Offered:
    return Offered(FoldRow(f"note {path}", path.removesuffix(".md")), Choice("open", path))


OFFERED = [note("Boiler.md"), note("Budget.md"), create_choice("bo", "bo.md", ruled=True)]


@pytest.fixture
def popup(qtbot: QtBot) -> Iterator[SwitcherPopup]:
    window = QWidget()
    window.resize(900, 600)
    qtbot.addWidget(window)
    window.show()
    made = SwitcherPopup(window, 50, side=True)
    made.open()
    yield made
    window.close()


def told(popup: SwitcherPopup) -> list[tuple[str, str]]:
    chosen: list[tuple[str, str]] = []
    popup.chosen.connect(lambda choice, how: chosen.append((choice.path, how)))
    return chosen


@pytest.mark.parametrize(
    ("held", "wanted"),
    [
        (Qt.KeyboardModifier.NoModifier, ("Boiler.md", "here")),
        (Qt.KeyboardModifier.ControlModifier, ("Boiler.md", "tab")),
        (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier, ("Boiler.md", "side")),
        (Qt.KeyboardModifier.ShiftModifier, ("bo.md", "create")),
    ],
)
def test_enter_with_other_keys_says_how(
    popup: SwitcherPopup, held: Qt.KeyboardModifier, wanted: tuple[str, str]
) -> None:
    chosen = told(popup)
    popup.show_offered("", OFFERED, "2 of 9")
    QTest.keyClick(popup.field, Qt.Key.Key_Return, held)
    assert chosen == [wanted]


def test_an_old_answer_is_not_shown_and_enter_waits_for_the_new_one(popup: SwitcherPopup) -> None:
    chosen = told(popup)
    popup.show_offered("", OFFERED[:1], "")
    QTest.keyClicks(popup.field, "bud")
    popup.show_offered("b", OFFERED[:1], "")
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    assert chosen == []
    popup.show_offered("bud", [note("Budget.md")], "1 of 9")
    assert chosen == [("Budget.md", "here")]


def test_nothing_is_said_where_nothing_fits_and_esc_closes(popup: SwitcherPopup, qtbot: QtBot) -> None:
    popup.show_offered("", [], "")
    assert popup.field.accessibleDescription() == "There is no other note yet. Type a name to make one."
    QTest.keyClicks(popup.field, "bud")
    popup.show_offered("bud", [], "")
    assert popup.field.accessibleDescription() == "Nothing fits."
    chosen = told(popup)
    QTest.keyClick(popup.field, Qt.Key.Key_Return)
    assert chosen == []
    QTest.keyClick(popup.field, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: not shiboken6.isValid(popup))
