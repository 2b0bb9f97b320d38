"""Tests of ui/widgets/banner.py."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QTextEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from tests.support.drawing import drawn, has
from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.banner import BANNER_STYLES, Banner, BannerKind
from vaultdesk.ui.widgets.buttons import IconButton, LinkButton
from vaultdesk.ui.widgets.labels import PlainLabel


def links(banner: Banner) -> list[LinkButton]:
    return [link for link in banner.findChildren(LinkButton) if link.isVisibleTo(banner)]


@pytest.mark.parametrize("kind", BANNER_STYLES)
def test_kind_determines_the_background(qtbot: QtBot, app_theme: Theme, kind: BannerKind) -> None:
    banner = Banner(kind, "3 notes leave this computer.")
    qtbot.addWidget(banner)

    assert has(drawn(banner), app_theme.color(BANNER_STYLES[kind][2]))
    assert banner.accessibleName() == "3 notes leave this computer."


def test_banner_height_fits_its_lines(qtbot: QtBot) -> None:
    container = QWidget()
    qtbot.addWidget(container)
    banner = Banner(
        "warning", "\n".join(["A warning of many words that needs more than one line where it is narrow."] * 3)
    )
    column = QVBoxLayout(container)
    column.addWidget(banner)
    column.addWidget(QTextEdit(), 1)
    container.resize(900, 240)
    container.show()

    assert banner.height() == banner.heightForWidth(banner.width()) < banner.sizeHint().height()


def test_actions_call_their_functions(qtbot: QtBot) -> None:
    calls: list[str] = []
    banner = Banner("danger", "It failed.", [("Try Again", lambda: calls.append("again")), ("Details", lambda: None)])
    qtbot.addWidget(banner)
    banner.show()

    qtbot.mouseClick(links(banner)[0], Qt.MouseButton.LeftButton)

    assert [link.text() for link in links(banner)] == ["Try Again", "Details"]
    assert calls == ["again"]


def test_actions_can_be_replaced(qtbot: QtBot) -> None:
    banner = Banner("info", "x", [("One", lambda: None), ("Two", lambda: None)])
    qtbot.addWidget(banner)

    banner.set_actions([("Three", lambda: None)])
    banner.set_actions([])
    banner.show()

    assert not banner.findChildren(LinkButton) or not any(link.isVisible() for link in banner.findChildren(LinkButton))


def test_close_button_hides_the_banner_and_emits_closed(qtbot: QtBot) -> None:
    banner = Banner("info", "x", closable=True)
    qtbot.addWidget(banner)
    banner.show()
    closed: list[int] = []
    banner.closed.connect(lambda: closed.append(1))
    close_button = banner.findChild(IconButton)
    assert close_button is not None

    qtbot.mouseClick(close_button, Qt.MouseButton.LeftButton)

    assert closed == [1]
    assert banner.isHidden()


def test_kind_and_text_can_be_replaced(qtbot: QtBot, app_theme: Theme) -> None:
    banner = Banner("info", "Testing…")
    qtbot.addWidget(banner)

    banner.set_kind("success")
    banner.set_text("The key works.")

    assert banner.text() == "The key works."
    assert has(drawn(banner), app_theme.color("success_tint"))


def test_links_wrap_when_they_do_not_fit(qtbot: QtBot) -> None:
    banner = Banner("info", "Something.", [(f"A rather long link {number}", lambda: None) for number in range(3)])
    qtbot.addWidget(banner)
    banner.show()
    heights = []
    for width in (900, 220):
        heights.append(banner.heightForWidth(width))
        banner.resize(width, heights[-1])
        QApplication.sendPostedEvents()
        assert all(link.mapTo(banner, link.rect().topRight()).x() <= width for link in banner.links)
    assert heights[1] > heights[0]


def test_single_link_is_beside_the_text_when_it_fits_and_below_otherwise(qtbot: QtBot) -> None:
    banner = Banner("danger", "The folder on the other disk cannot be read.", [("Try Again", lambda: None)])
    qtbot.addWidget(banner)
    banner.show()
    label = banner.findChild(PlainLabel)
    assert label is not None
    (link,) = banner.links

    def places(width: int) -> tuple[int, int]:
        banner.resize(width, banner.heightForWidth(width))
        QApplication.sendPostedEvents()
        return link.mapTo(banner, link.rect().topLeft()).y(), label.geometry().bottom()

    beside, end = places(900)
    assert beside < end
    below, end = places(300)
    assert below > end


def test_longer_text_moves_the_link_below(qtbot: QtBot) -> None:
    banner = Banner("info", "Short.", [("Undo", lambda: None)], closable=True)
    qtbot.addWidget(banner)
    before = banner.heightForWidth(400)
    banner.set_text("A sentence that is so long that it cannot stand on one line beside anything. " * 2)
    assert banner.heightForWidth(400) > 2 * before


def test_tab_order_is_links_then_close_button(qtbot: QtBot) -> None:
    banner = Banner("info", "It runs.", [("Add", lambda: None)], closable=True)
    qtbot.addWidget(banner)
    assert [type(stop).__name__ for stop in banner.stops] == ["LinkButton", "IconButton"]
    banner.set_actions([("Undo", lambda: None), ("Forget", lambda: None)])
    assert [stop.accessibleName() or getattr(stop, "text", str)() for stop in banner.stops] == [
        "Undo",
        "Forget",
        "Close this message",
    ]
    assert Banner("info", "It runs.").stops == ()
