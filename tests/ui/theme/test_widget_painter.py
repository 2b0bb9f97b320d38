"""Tests of ui/theme/widget_painter.py."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QCheckBox, QLineEdit, QListWidget, QMenu, QRadioButton, QScrollBar, QWidget
from pytestqt.qtbot import QtBot

from tests.support.drawing import drawn, has
from vaultdesk.ui.theme import widget_painter
from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.theme.widget_painter import mask_corners
from vaultdesk.ui.widgets.buttons import LinkButton, PlainButton, PrimaryButton
from vaultdesk.ui.widgets.menu import Menu

# Draw buttons: what can be pressed or ticked shows its kind and its state.


def test_primary_button_is_accent_until_it_is_disabled(qtbot: QtBot, look: Theme) -> None:
    button = PrimaryButton("Send 2 notes")
    qtbot.addWidget(button)
    assert has(drawn(button), look.color("accent"))

    button.setEnabled(False)

    image = drawn(button)
    assert not has(image, look.color("accent"))
    assert has(image, look.color("hover"))


def test_plain_button_is_raised_and_sinks(qtbot: QtBot, look: Theme) -> None:
    button = PlainButton("Cancel")
    qtbot.addWidget(button)
    image = drawn(button)
    assert image.pixelColor(6, image.height() // 2) == look.color("raised")

    button.setDown(True)

    assert drawn(button).pixelColor(6, image.height() // 2) == look.color("pressed")


def test_link_has_no_box(qtbot: QtBot, look: Theme) -> None:
    link = LinkButton("Select All")
    qtbot.addWidget(link)
    image = drawn(link)

    assert image.pixelColor(0, image.height() // 2) == look.color("background")
    assert not has(image, look.color("control"))


@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
def test_mark_is_outlined_when_off_and_accent_when_on(
    qtbot: QtBot, look: Theme, kind: type[QCheckBox] | type[QRadioButton]
) -> None:
    box = kind("Boiler")
    qtbot.addWidget(box)
    assert not has(drawn(box), look.color("accent"))

    box.setChecked(True)

    assert has(drawn(box), look.color("accent"))


def test_partly_ticked_box_is_accent_too(qtbot: QtBot, look: Theme) -> None:
    box = QCheckBox("All")
    qtbot.addWidget(box)
    box.setCheckState(Qt.CheckState.PartiallyChecked)

    assert has(drawn(box), look.color("accent"))


# Draw fields: a field shows by its border what is the matter.


def test_wrong_field_has_a_red_border(qtbot: QtBot, look: Theme) -> None:
    field = QLineEdit("sk-ant-123")
    field.setProperty("problem", True)
    qtbot.addWidget(field)

    assert has(drawn(field), look.color("danger"))


def test_disabled_field_has_the_window_s_ground(qtbot: QtBot, look: Theme) -> None:
    field = QLineEdit("x")
    field.setEnabled(False)
    qtbot.addWidget(field)
    image = drawn(field)

    assert image.pixelColor(image.width() - 8, image.height() // 2) == look.color("background")


# Draw views: rows, tabs and scroll bars.


def test_selected_row_is_tinted_and_its_text_keeps_its_colour(qtbot: QtBot, look: Theme) -> None:
    rows = QListWidget()
    rows.addItems(["Plain", "Selected"])
    rows.setCurrentRow(1)
    qtbot.addWidget(rows)

    assert has(drawn(rows), look.color("accent_tint"))
    assert not has(drawn(rows), look.color("accent"))


def test_scroll_bar_is_a_thumb_without_arrows(qtbot: QtBot, look: Theme) -> None:
    bar = QScrollBar(Qt.Orientation.Vertical)
    bar.setRange(0, 100)
    bar.setPageStep(50)
    qtbot.addWidget(bar)
    bar.resize(bar.sizeHint().width(), 200)
    image = bar.grab().toImage()

    assert image.pixelColor(image.width() // 2, 40) == look.color("control")
    assert image.pixelColor(image.width() // 2, 190) == look.color("background")


def test_scroll_bar_can_be_dragged_over_its_whole_length(qtbot: QtBot) -> None:
    bar = QScrollBar(Qt.Orientation.Horizontal)
    bar.setRange(0, 1000)
    bar.setPageStep(10)
    qtbot.addWidget(bar)
    bar.resize(300, bar.sizeHint().height())
    bar.show()
    middle = bar.height() // 2

    qtbot.mousePress(bar, Qt.MouseButton.LeftButton, pos=QPoint(10, middle))
    qtbot.mouseMove(bar, QPoint(299, middle))
    qtbot.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=QPoint(299, middle))

    assert bar.value() == 1000


# Corners: pop-ups lose their corners where these would be black, and nowhere else.


def test_where_translucent_corners_can_be_seen_through_nothing_is_cut(qtbot: QtBot) -> None:
    popup = QWidget()
    qtbot.addWidget(popup)
    popup.resize(60, 40)
    mask_corners(popup, 8)
    assert popup.mask().isEmpty()


def test_a_menu_loses_its_corners_at_its_size(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(widget_painter, "needs_corner_mask", lambda: True)
    menu = Menu("Kinds")
    qtbot.addWidget(menu)
    menu.add("Ollama", lambda: None)
    menu.popup(QPoint(0, 0))
    assert not menu.mask().contains(QPoint(0, 0))
    assert menu.mask().contains(menu.rect().center())
    assert menu.mask().boundingRect().size() == menu.size()
    menu.close()


# Draw menus: rows are tinted, keys stand at the right.


def test_menu_row_under_the_pointer_is_tinted(qtbot: QtBot, look: Theme) -> None:
    menu = QMenu()
    first = menu.addAction("Insert at the cursor")
    qtbot.addWidget(menu)
    menu.popup(QPoint(0, 0))
    menu.setActiveAction(first)
    QApplication.processEvents()

    assert has(menu.grab().toImage(), look.color("accent_tint"))
    menu.close()
