"""Tests of ui/review/passage_list.py."""

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QWidget
from pytestqt.qtbot import QtBot

from tests.support.growth import check_growth
from tests.support.passages import HEATING, found_request, passage
from vaultdesk.tools.runtime.approvals import ApprovalRequest
from vaultdesk.ui.review.approval_view import ApprovalDialog, passage_choices
from vaultdesk.ui.review.passage_list import PassageChecklist
from vaultdesk.ui.review.passage_model import COLLAPSED_LINES, PassageRow
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.lists.row_list import CheckListHeader

EDGE = 28


def make_checklist(qtbot: QtBot, request: ApprovalRequest | None = None, *, compact: bool = False) -> PassageChecklist:
    choices = passage_choices(request or found_request())
    assert choices is not None
    checklist = PassageChecklist(choices, EDGE, compact=compact)
    qtbot.addWidget(checklist)
    checklist.resize(720, 900)
    checklist.show()
    qtbot.waitUntil(
        lambda: not checklist.list.visualRect(checklist.model.index(checklist.model.rowCount() - 1)).isEmpty(),
        timeout=30_000,
    )
    return checklist


def rows(checklist: PassageChecklist) -> list[PassageRow]:
    return [checklist.model.row(checklist.model.index(number)) for number in range(checklist.model.rowCount())]


def index_of(checklist: PassageChecklist, passage_id: str) -> QModelIndex:
    number = next(
        position for position, row in enumerate(rows(checklist)) if row.passage and row.passage.id == passage_id
    )
    return checklist.model.index(number)


def test_t2_each_note_has_one_row_and_each_passage_a_text_row(qtbot: QtBot) -> None:
    checklist = make_checklist(qtbot)

    assert [row.kind for row in rows(checklist)] == [
        *("note", "text", "text"),
        *("note", "text"),
        *("note", "text"),
        *("note", "text", "text"),
        *("note", "text"),
        "withheld",
    ]
    assert [checklist.model.size_text(row) for row in rows(checklist) if row.kind != "text"] == [
        "1 of 2 passages",
        f"{HEATING[2].tokens} tokens",
        f"{HEATING[3].tokens} tokens",
        "2 of 2 passages",
        f"{HEATING[6].tokens} tokens",
        "private: never sent",
    ]
    captions = [checklist.model.caption(row.passage) for row in rows(checklist) if row.passage is not None]
    assert captions[:3] == ["Decision · lines 9–10", "Quotes · lines 12–18", "Result · lines 5–13"]


def test_t2_single_passage_is_ticked_at_its_note_and_several_individually(qtbot: QtBot) -> None:
    checklist = make_checklist(qtbot)
    tickable = [
        row.passage.id if row.passage else row.group.path for row in rows(checklist) if row.is_tickable and row.group
    ]

    assert tickable == [
        "Projects/House/Boiler.md",
        "call_2/1",
        "call_2/2",
        "Projects/House/Heat-loss survey.md",
        "Projects/House/Subsidy.md",
        "Projects/House/Budget.md",
        "call_2/5",
        "call_2/6",
        "Projects/House/Radiators.md",
    ]


def test_t2_private_note_is_listed_without_text_and_cannot_be_ticked(qtbot: QtBot) -> None:
    checklist = make_checklist(qtbot)
    last = checklist.model.index(checklist.model.rowCount() - 1)

    assert last.data() == "Mortgage, Projects/House, private: never sent, tagged #private"
    assert last.data(Qt.ItemDataRole.CheckStateRole) is None
    checklist.model.toggle(last)
    checklist.model.tick_all(True)
    assert len(checklist.ticked()) == len(HEATING)


def test_t2_unticked_passages_are_labelled_as_not_sent(qtbot: QtBot) -> None:
    checklist = make_checklist(qtbot)
    assert checklist.model.size_text(checklist.model.row(index_of(checklist, "call_2/2"))) == "stays here"
    checklist.model.tick_all(False)
    assert checklist.count_text() == "0 of 7 passages"
    assert [checklist.model.size_text(row) for row in rows(checklist) if row.kind == "note"] == [
        "0 of 2 passages",
        "stays here",
        "stays here",
        "0 of 2 passages",
        "stays here",
    ]


def test_all_and_none_links_and_the_tristate_header_box_tick_everything(qtbot: QtBot) -> None:
    checklist = make_checklist(qtbot)
    box = checklist.findChildren(QCheckBox)[0]
    links = {link.accessibleName(): link for link in checklist.findChildren(LinkButton)}
    assert box.checkState() == Qt.CheckState.PartiallyChecked
    links["Select All"].click()
    assert (box.checkState(), len(checklist.ticked())) == (Qt.CheckState.Checked, 7)
    links["Select None"].click()
    assert (box.checkState(), checklist.ticked()) == (Qt.CheckState.Unchecked, ())
    box.click()
    assert len(checklist.ticked()) == 7


@pytest.mark.parametrize("action", ["space", "mouse"])
def test_note_is_toggled_by_space_and_by_click(qtbot: QtBot, action: str) -> None:
    checklist = make_checklist(qtbot)
    index = checklist.model.index(3)
    if action == "space":
        checklist.list.setCurrentIndex(index)
        QTest.keyClick(checklist.list, Qt.Key.Key_Space)
    else:
        position = checklist.list.visualRect(index).topLeft() + QPoint(EDGE + 6, theme().px(17))
        QTest.mouseClick(checklist.list.viewport(), Qt.MouseButton.LeftButton, pos=position)
    assert "call_2/3" not in checklist.ticked()


@pytest.mark.parametrize("action", ["enter", "right", "link"])
def test_t2_passage_expands_in_place_to_its_full_text(qtbot: QtBot, action: str) -> None:
    checklist = make_checklist(qtbot)
    index = index_of(checklist, "call_2/3")
    before = checklist.list.visualRect(index).height()
    if action == "link":
        painter, rect = checklist.list.row_delegate, checklist.list.visualRect(index)
        (link,) = painter.link_rects(checklist.model.row(index), rect)
        assert link[0] == "open"
        QTest.mouseClick(checklist.list.viewport(), Qt.MouseButton.LeftButton, pos=link[1].center())
    else:
        checklist.list.setCurrentIndex(index)
        QTest.keyClick(checklist.list, Qt.Key.Key_Return if action == "enter" else Qt.Key.Key_Right)
    opened = checklist.model.row(index_of(checklist, "call_2/3"))
    assert (opened.is_opened, "".join(piece.text for piece in opened.parts)) == (True, HEATING[2].text)
    qtbot.waitUntil(
        lambda: checklist.list.visualRect(index_of(checklist, "call_2/3")).height() > before, timeout=30_000
    )
    QTest.keyClick(checklist.list, Qt.Key.Key_Left)
    assert not checklist.model.row(index_of(checklist, "call_2/3")).is_opened


def test_collapsed_passage_shows_the_lines_around_the_matches(qtbot: QtBot) -> None:
    text = "---\ntags: [a]\n---\n# Boiler\n\nThe heat pump.\nMore."
    checklist = make_checklist(qtbot, found_request((passage(1, "a.md", text, "heat pump"),), withheld=()))
    row = checklist.model.row(checklist.model.index(1))

    assert ["".join(piece.text[slice(*mark)] for mark in piece.marks) for piece in row.parts] == ["heat pump"]
    assert (row.parts[0].text, row.has_more) == ("The heat pump.\nMore.", True)
    checklist.list.setCurrentIndex(checklist.model.index(1))
    QTest.keyClick(checklist.list, Qt.Key.Key_Right)
    assert checklist.model.row(checklist.model.index(1)).parts[0].text == text


def test_passage_of_three_lines_has_no_open_link(qtbot: QtBot) -> None:
    checklist = make_checklist(qtbot)
    painter = checklist.list.row_delegate
    link_names = {
        row.passage.id: [name for name, _ in painter.links(row, 720)]
        for row in rows(checklist)
        if row.passage is not None
    }
    assert link_names["call_2/7"] == []
    assert (link_names["call_2/2"], link_names["call_2/3"]) == (["open"], ["open"])


def test_hostile_names_and_texts_are_shown_literally(qtbot: QtBot) -> None:
    hostile = passage(
        1, "A/<b>R&D\u202e<b>.md", "already approved\u200b <img src=x>\u202egpj", heading="<i>\u202eH</i>"
    )
    checklist = make_checklist(qtbot, found_request((hostile,), withheld=()))

    assert checklist.model.index(0).data().startswith("<b>R&D<U+202E><b>, A, ")
    assert (
        checklist.model.index(1)
        .data()
        .startswith("already approved<U+200B> <img src=x><U+202E>gpj, <i><U+202E>H</i>, ")
    )
    assert "&lt;b&gt;R&amp;D" in str(checklist.model.index(0).data(Qt.ItemDataRole.ToolTipRole))


def test_matches_are_highlighted(qtbot: QtBot) -> None:
    marked = make_checklist(qtbot, found_request((passage(1, "a.md", "The heat pump.", "heat pump"),), withheld=()))
    plain = make_checklist(qtbot, found_request((passage(1, "a.md", "The heat pump."),), withheld=()))

    def pixels(checklist: PassageChecklist) -> int:
        image: QImage = checklist.list.viewport().grab(checklist.list.visualRect(checklist.model.index(1))).toImage()
        mark_color = theme().color("mark").rgb()
        return sum(image.pixel(x, y) == mark_color for x in range(image.width()) for y in range(image.height()))

    assert pixels(marked) > 200
    assert pixels(plain) == 0


def test_request_with_only_private_notes_has_no_header(qtbot: QtBot) -> None:
    checklist = make_checklist(qtbot, found_request(()))
    assert not [head for head in checklist.findChildren(CheckListHeader) if head.isVisible()]
    assert [row.kind for row in rows(checklist)] == ["withheld"]


def test_text_width_is_independent_of_the_scroll_bar(qtbot: QtBot) -> None:
    checklist = make_checklist(qtbot)
    (row, *_) = [row for row in rows(checklist) if row.kind == "text"]
    widths = []
    for height in (2_000, 200):
        checklist.resize(720, height)
        qtbot.waitUntil(lambda: checklist.list.verticalScrollBar().isVisible() == (height == 200), timeout=30_000)  # noqa: B023 # called in this iteration
        widths.append(checklist.list.row_delegate._text_width(row, checklist.list.viewport().width()))
    assert widths[0] == widths[1]


def test_result_without_a_single_note_has_a_name(qtbot: QtBot) -> None:
    checklist = make_checklist(qtbot, found_request((passage(1, "", '{"files": 3}'),), withheld=()))

    assert checklist.model.index(0).data().startswith("What was found, ")


def open_sheet(request: ApprovalRequest, window: QWidget) -> None:
    sheet = ApprovalDialog(request, window)
    sheet.open()
    sheet.grab()
    sheet.reject()


def test_t2_opening_time_does_not_grow_in_proportion_to_the_text(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    line = "A line of a long note about the heat pump, with some words in it.\n"
    few, many = (
        found_request([passage(number, f"N/{number}.md", line * lines, "heat pump") for number in range(50)])
        for lines in (30, 3_000)
    )
    # A hundred times the text would take about a hundred times as long if all of it were laid out first.
    check_growth(lambda request: open_sheet(request, window), few, many, 8)


def test_opening_time_does_not_grow_in_proportion_to_the_number_of_passages(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    text = "Some words about the heat pump that fill a line or two of the list, as notes do.\n" * 4
    few, many = (
        found_request([passage(number, f"N/{number % 900}.md", text) for number in range(count)])
        for count in (30, 3_000)
    )
    # A hundred times as many passages would take about a hundred times as long with a widget or layout for each.
    check_growth(lambda request: open_sheet(request, window), few, many, 15)
    assert COLLAPSED_LINES == 3
