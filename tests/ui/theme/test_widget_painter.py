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

# Buttons: they show their kind and their state.


def test_a_primary_button_has_the_accent_color_unless_disabled(qtbot: QtBot, each_theme: Theme) -> None:
    button = PrimaryButton("Send 2 notes")
    qtbot.addWidget(button)
    assert has(drawn(button), each_theme.color("accent"))

    button.setEnabled(False)

    image = drawn(button)
    assert not has(image, each_theme.color("accent"))
    assert has(image, each_theme.color("hover"))


def test_a_plain_button_is_raised_unless_pressed(qtbot: QtBot, each_theme: Theme) -> None:
    button = PlainButton("Cancel")
    qtbot.addWidget(button)
    image = drawn(button)
    assert image.pixelColor(6, image.height() // 2) == each_theme.color("raised")

    button.setDown(True)

    assert drawn(button).pixelColor(6, image.height() // 2) == each_theme.color("pressed")


def test_a_link_button_has_no_box(qtbot: QtBot, each_theme: Theme) -> None:
    link = LinkButton("Select All")
    qtbot.addWidget(link)
    image = drawn(link)

    assert image.pixelColor(0, image.height() // 2) == each_theme.color("background")
    assert not has(image, each_theme.color("control"))


@pytest.mark.parametrize("kind", [QCheckBox, QRadioButton])
def test_a_mark_is_outlined_when_off_and_has_the_accent_color_when_on(
    qtbot: QtBot, each_theme: Theme, kind: type[QCheckBox] | type[QRadioButton]
) -> None:
    box = kind("Boiler")
    qtbot.addWidget(box)
    assert not has(drawn(box), each_theme.color("accent"))

    box.setChecked(True)

    assert has(drawn(box), each_theme.color("accent"))


def test_a_partially_checked_box_has_the_accent_color(qtbot: QtBot, each_theme: Theme) -> None:
    box = QCheckBox("All")
    qtbot.addWidget(box)
    box.setCheckState(Qt.CheckState.PartiallyChecked)

    assert has(drawn(box), each_theme.color("accent"))


# Fields: the border shows the state.


def test_an_invalid_field_has_a_red_border(qtbot: QtBot, each_theme: Theme) -> None:
    field = QLineEdit("sk-ant-123")
    field.setProperty("problem", True)
    qtbot.addWidget(field)

    assert has(drawn(field), each_theme.color("danger"))


def test_a_disabled_field_has_the_window_background(qtbot: QtBot, each_theme: Theme) -> None:
    field = QLineEdit("x")
    field.setEnabled(False)
    qtbot.addWidget(field)
    image = drawn(field)

    assert image.pixelColor(image.width() - 8, image.height() // 2) == each_theme.color("background")


# Views: rows and scroll bars.


def test_a_selected_row_is_tinted_and_its_text_keeps_its_color(qtbot: QtBot, each_theme: Theme) -> None:
    rows = QListWidget()
    rows.addItems(["Plain", "Selected"])
    rows.setCurrentRow(1)
    qtbot.addWidget(rows)

    assert has(drawn(rows), each_theme.color("accent_tint"))
    assert not has(drawn(rows), each_theme.color("accent"))


def test_a_scroll_bar_has_a_thumb_and_no_arrows(qtbot: QtBot, each_theme: Theme) -> None:
    bar = QScrollBar(Qt.Orientation.Vertical)
    bar.setRange(0, 100)
    bar.setPageStep(50)
    qtbot.addWidget(bar)
    bar.resize(bar.sizeHint().width(), 200)
    image = bar.grab().toImage()

    assert image.pixelColor(image.width() // 2, 40) == each_theme.color("control")
    assert image.pixelColor(image.width() // 2, 190) == each_theme.color("background")


def test_a_scroll_bar_can_be_dragged_over_its_full_length(qtbot: QtBot) -> None:
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


# Corners: pop-ups are masked only where their corners would be black.


def test_a_popup_is_not_masked_where_corners_are_translucent(qtbot: QtBot) -> None:
    popup = QWidget()
    qtbot.addWidget(popup)
    popup.resize(60, 40)
    mask_corners(popup, 8)
    assert popup.mask().isEmpty()


def test_a_menu_is_masked_at_its_size(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(widget_painter, "needs_corner_mask", lambda: True)
    menu = Menu("Kinds")
    qtbot.addWidget(menu)
    menu.add("Ollama", lambda: None)
    menu.popup(QPoint(0, 0))
    assert not menu.mask().contains(QPoint(0, 0))
    assert menu.mask().contains(menu.rect().center())
    assert menu.mask().boundingRect().size() == menu.size()
    menu.close()


# Menus.


def test_the_menu_row_under_the_pointer_is_tinted(qtbot: QtBot, each_theme: Theme) -> None:
    menu = QMenu()
    first = menu.addAction("Insert at the cursor")
    qtbot.addWidget(menu)
    menu.popup(QPoint(0, 0))
    menu.setActiveAction(first)
    QApplication.processEvents()

    assert has(menu.grab().toImage(), each_theme.color("accent_tint"))
    menu.close()
