"""Banner: a sentence, and what can be done about it."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.support.drawing import drawn, has
from vaultdesk.ui.parts.banner import LOOKS, Banner, BannerKind
from vaultdesk.ui.parts.buttons import IconButton, LinkButton
from vaultdesk.ui.theme.theme import Theme


def links(banner: Banner) -> list[LinkButton]:
    return [link for link in banner.findChildren(LinkButton) if link.isVisibleTo(banner)]


@pytest.mark.parametrize("kind", LOOKS)
def test_kind_decides_the_ground(qtbot: QtBot, dressed: Theme, kind: BannerKind) -> None:
    banner = Banner(kind, "3 notes leave this computer.")
    qtbot.addWidget(banner)

    assert has(drawn(banner), dressed.color(LOOKS[kind][2]))
    assert banner.accessibleName() == "3 notes leave this computer."


def test_actions_do_what_they_say(qtbot: QtBot) -> None:
    done: list[str] = []
    banner = Banner("danger", "It failed.", [("Try Again", lambda: done.append("again")), ("Details", lambda: None)])
    qtbot.addWidget(banner)
    banner.show()

    qtbot.mouseClick(links(banner)[0], Qt.MouseButton.LeftButton)

    assert [link.text() for link in links(banner)] == ["Try Again", "Details"]
    assert done == ["again"]


def test_actions_can_be_replaced(qtbot: QtBot) -> None:
    banner = Banner("info", "x", [("One", lambda: None), ("Two", lambda: None)])
    qtbot.addWidget(banner)

    banner.set_actions([("Three", lambda: None)])
    banner.set_actions([])
    banner.show()

    assert not banner.findChildren(LinkButton) or not any(link.isVisible() for link in banner.findChildren(LinkButton))


def test_cross_closes_and_tells(qtbot: QtBot) -> None:
    banner = Banner("info", "x", closable=True)
    qtbot.addWidget(banner)
    banner.show()
    closed: list[int] = []
    banner.closed.connect(lambda: closed.append(1))
    cross = banner.findChild(IconButton)
    assert cross is not None

    qtbot.mouseClick(cross, Qt.MouseButton.LeftButton)

    assert closed == [1]
    assert banner.isHidden()


def test_kind_and_text_can_change(qtbot: QtBot, dressed: Theme) -> None:
    banner = Banner("info", "Testing…")
    qtbot.addWidget(banner)

    banner.set_kind("success")
    banner.set_text("The key works.")

    assert banner.text() == "The key works."
    assert has(drawn(banner), dressed.color("success_tint"))
