import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from vaultdesk.ui.browser.bookmark_list import MAX_VISIBLE_ROWS, BookmarkView, bookmark_name
from vaultdesk.vault.obsidian.vault_config import Bookmark

INNER = Bookmark("file", "", "Deep/Gone.md")
BOOKMARKS = (
    Bookmark("file", "", "A/Boiler.md", "Costs", own=True),
    Bookmark("group", "House", items=(INNER,)),
    Bookmark("search", "", "tag:#x"),
)


@pytest.fixture
def view(qtbot: QtBot) -> BookmarkView:
    made = BookmarkView()
    qtbot.addWidget(made)
    made.resize(240, 400)
    made.show_bookmarks(BOOKMARKS, lambda path: path != "Deep/Gone.md", folded=False)
    return made


def test_a_press_or_enter_opens_a_bookmark(view: BookmarkView, qtbot: QtBot) -> None:
    opened: list[tuple[str, bool]] = []
    view.opened.connect(lambda bookmark, new_tab: opened.append((bookmark.target, new_tab)))
    heading = view.model().index(0, 0)
    first, group, search = (view.model().index(row, 0, heading) for row in range(3))
    middle, left = Qt.MouseButton.MiddleButton, Qt.MouseButton.LeftButton
    qtbot.mouseClick(view.viewport(), left, pos=view.visualRect(first).center())
    qtbot.mouseClick(view.viewport(), middle, pos=view.visualRect(search).center())
    qtbot.mouseClick(view.viewport(), left, pos=view.visualRect(group).center())
    view.setCurrentIndex(first)
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert opened == [("A/Boiler.md", False), ("tag:#x", True), ("A/Boiler.md", False)]
    assert not view.isExpanded(group)


def test_what_leads_nowhere_says_so_and_the_section_folds(view: BookmarkView, qtbot: QtBot) -> None:
    folded: list[bool] = []
    view.folded.connect(folded.append)
    heading = view.model().index(0, 0)
    gone = view.model().index(0, 0, view.model().index(1, 0, heading))
    assert "not there any more" in str(gone.data(Qt.ItemDataRole.AccessibleTextRole))
    assert not view.grab().isNull()
    high = view.height()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(heading).center())
    assert folded == [True]
    assert view.height() < high
    view.show_bookmarks(BOOKMARKS, lambda _path: True, folded=True)
    assert not view.isExpanded(view.model().index(0, 0))


def test_many_bookmarks_leave_room_for_the_tree_and_none_take_none(view: BookmarkView) -> None:
    few = view.height()
    view.show_bookmarks([Bookmark("file", "", f"{n}.md") for n in range(200)], lambda _path: True, folded=False)
    assert view.height() <= few * MAX_VISIBLE_ROWS / 4
    view.show_bookmarks((), lambda _path: True, folded=False)
    assert view.isHidden()


def test_a_bookmark_goes_by_its_title_its_place_or_its_name() -> None:
    assert [bookmark_name(one) for one in BOOKMARKS] == ["Boiler › Costs", "House", "tag:#x"]
    assert bookmark_name(Bookmark("folder", "", "A/House.old")) == "House.old"
