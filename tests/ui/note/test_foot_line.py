from PySide6.QtWidgets import QApplication, QMenu, QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.ui.note.foot_line import FootLine
from vaultdesk.ui.note.foot_tab import FootTab
from vaultdesk.ui.theme.theme import Theme
from vaultdesk.ui.widgets.buttons import IconButton

NAMES = ("Linked from 4 notes", "Related", "Mentions", "Much alike")


def made(qtbot: QtBot, width: int, opened: str = "") -> FootLine:
    tabs = {}
    for name in NAMES:
        tabs[name] = FootTab()
        tabs[name].name(name, on=name == opened, opened=name == opened)
    outline = FootTab()
    outline.name("Outline", on=False, opened=False)
    aside: dict[QWidget, int] = {outline: 0}
    line = FootLine(IconButton("chevron-right", "Show"), tuple(tabs.values()), aside)
    qtbot.addWidget(line)
    line.show()
    line.resize(width, 30)
    QApplication.processEvents()
    return line


def names(line: FootLine) -> list[str]:
    return [tab.text() for tab in line.shown()]


def test_all_names_are_seen_where_there_is_room(qtbot: QtBot, dressed: Theme) -> None:
    line = made(qtbot, 900)
    assert names(line) == list(NAMES)
    assert line.more.isHidden()


def test_what_has_no_room_is_in_the_menu_and_no_name_is_cut(qtbot: QtBot, dressed: Theme) -> None:
    line = made(qtbot, 330)
    seen = names(line)
    assert 1 <= len(seen) < len(NAMES)
    assert all(tab.width() >= tab.sizeHint().width() for tab in line.shown())
    pressed: list[str] = []
    for tab in line.tabs:
        tab.clicked.connect(lambda _on=False, tab=tab: pressed.append(tab.text()))
    line.more.click()
    (menu,) = line.more.findChildren(QMenu)
    offered = [action.text() for action in menu.actions()]
    assert offered == [name for name in NAMES if name not in seen]
    menu.actions()[-1].trigger()
    assert pressed == ["Much alike"]
    menu.close()


def test_the_open_one_stays_in_sight(qtbot: QtBot, dressed: Theme) -> None:
    assert "Much alike" in names(made(qtbot, 330, "Much alike"))


def test_names_come_back_with_the_room(qtbot: QtBot, dressed: Theme) -> None:
    line = made(qtbot, 250)
    line.resize(900, 30)
    QApplication.processEvents()
    assert names(line) == list(NAMES)
