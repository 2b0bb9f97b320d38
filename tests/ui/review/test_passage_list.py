"""The list of notes and passages: rows, ticks, opening in place, keys, and its speed."""

import time

import pytest
from PySide6.QtCore import QModelIndex, QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QWidget
from pytestqt.qtbot import QtBot

from tests.support.passages import HEATING, found_request, passage
from vaultdesk.tools.runtime.approvals import ApprovalRequest
from vaultdesk.ui.review.approval_view import ApprovalDialog, passage_choices
from vaultdesk.ui.review.passage_list import PassageChecklist
from vaultdesk.ui.review.passage_model import COLLAPSED_LINES, PassageRow
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.lists.row_list import CheckListHeader

EDGE = 28


def checklist(qtbot: QtBot, request: ApprovalRequest | None = None, *, compact: bool = False) -> PassageChecklist:
    choices = passage_choices(request or found_request())
    assert choices is not None
    made = PassageChecklist(choices, EDGE, compact=compact)
    qtbot.addWidget(made)
    made.resize(720, 900)
    made.show()
    qtbot.waitUntil(lambda: not made.list.visualRect(made.model.index(made.model.rowCount() - 1)).isEmpty())
    return made


def rows(made: PassageChecklist) -> list[PassageRow]:
    return [made.model.row(made.model.index(number)) for number in range(made.model.rowCount())]


def index_of(made: PassageChecklist, passage_id: str) -> QModelIndex:
    number = next(place for place, row in enumerate(rows(made)) if row.passage and row.passage.id == passage_id)
    return made.model.index(number)


def test_t2_each_note_has_one_row_and_each_passage_its_text(qtbot: QtBot) -> None:
    made = checklist(qtbot)

    assert [row.kind for row in rows(made)] == [
        *("note", "text", "text"),
        *("note", "text"),
        *("note", "text"),
        *("note", "text", "text"),
        *("note", "text"),
        "withheld",
    ]
    assert [made.model.size_text(row) for row in rows(made) if row.kind != "text"] == [
        "1 of 2 passages",
        f"{HEATING[2].tokens} tokens",
        f"{HEATING[3].tokens} tokens",
        "2 of 2 passages",
        f"{HEATING[6].tokens} tokens",
        "private: never sent",
    ]
    captions = [made.model.caption(row.passage) for row in rows(made) if row.passage is not None]
    assert captions[:3] == ["Decision · lines 9–10", "Quotes · lines 12–18", "Result · lines 5–13"]


def test_t2_a_note_of_one_passage_has_one_tick_and_one_of_more_has_one_for_each(qtbot: QtBot) -> None:
    made = checklist(qtbot)
    tickable = [
        row.passage.id if row.passage else row.group.path for row in rows(made) if row.is_tickable and row.group
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


def test_t2_a_private_note_is_listed_without_text_and_cannot_be_ticked(qtbot: QtBot) -> None:
    made = checklist(qtbot)
    last = made.model.index(made.model.rowCount() - 1)

    assert last.data() == "Mortgage, Projects/House, private: never sent, tagged #private"
    assert last.data(Qt.ItemDataRole.CheckStateRole) is None
    made.model.toggle(last)
    made.tick_all(True)
    assert len(made.ticked()) == len(HEATING)


def test_t2_what_is_unticked_says_that_it_stays_here(qtbot: QtBot) -> None:
    made = checklist(qtbot)
    assert made.model.size_text(made.model.row(index_of(made, "call_2/2"))) == "stays here"
    made.tick_all(False)
    assert made.count_text() == "0 of 7 passages"
    assert [made.model.size_text(row) for row in rows(made) if row.kind == "note"] == [
        "0 of 2 passages",
        "stays here",
        "stays here",
        "0 of 2 passages",
        "stays here",
    ]


def test_all_and_none_tick_and_the_box_above_has_three_states(qtbot: QtBot) -> None:
    made = checklist(qtbot)
    box = made.findChildren(QCheckBox)[0]
    links = {link.accessibleName(): link for link in made.findChildren(LinkButton)}
    assert box.checkState() == Qt.CheckState.PartiallyChecked
    links["Select All"].click()
    assert (box.checkState(), len(made.ticked())) == (Qt.CheckState.Checked, 7)
    links["Select None"].click()
    assert (box.checkState(), made.ticked()) == (Qt.CheckState.Unchecked, ())
    box.click()
    assert len(made.ticked()) == 7


@pytest.mark.parametrize("way", ["space", "mouse"])
def test_a_note_is_ticked_by_key_and_click(qtbot: QtBot, way: str) -> None:
    made = checklist(qtbot)
    index = made.model.index(3)
    if way == "space":
        made.list.setCurrentIndex(index)
        QTest.keyClick(made.list, Qt.Key.Key_Space)
    else:
        place = made.list.visualRect(index).topLeft() + QPoint(EDGE + 6, theme().px(17))
        QTest.mouseClick(made.list.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert "call_2/3" not in made.ticked()


@pytest.mark.parametrize("way", ["enter", "right", "link"])
def test_t2_a_passage_opens_in_its_place_and_shows_all_of_its_text(qtbot: QtBot, way: str) -> None:
    made = checklist(qtbot)
    index = index_of(made, "call_2/3")
    before = made.list.visualRect(index).height()
    if way == "link":
        painter, rect = made.list.row_delegate, made.list.visualRect(index)
        (link,) = painter.link_rects(made.model.row(index), rect)
        assert link[0] == "open"
        QTest.mouseClick(made.list.viewport(), Qt.MouseButton.LeftButton, pos=link[1].center())
    else:
        made.list.setCurrentIndex(index)
        QTest.keyClick(made.list, Qt.Key.Key_Return if way == "enter" else Qt.Key.Key_Right)
    opened = made.model.row(index_of(made, "call_2/3"))
    assert (opened.is_opened, "".join(piece.text for piece in opened.parts)) == (True, HEATING[2].text)
    qtbot.waitUntil(lambda: made.list.visualRect(index_of(made, "call_2/3")).height() > before, timeout=5000)
    QTest.keyClick(made.list, Qt.Key.Key_Left)
    assert not made.model.row(index_of(made, "call_2/3")).is_opened


def test_a_closed_passage_shows_the_lines_with_the_words_that_were_found(qtbot: QtBot) -> None:
    text = "---\ntags: [a]\n---\n# Boiler\n\nThe heat pump.\nMore."
    made = checklist(qtbot, found_request((passage(1, "a.md", text, "heat pump"),), withheld=()))
    row = made.model.row(made.model.index(1))

    assert ["".join(piece.text[slice(*mark)] for mark in piece.marks) for piece in row.parts] == ["heat pump"]
    assert (row.parts[0].text, row.has_more) == ("The heat pump.\nMore.", True)
    made.list.setCurrentIndex(made.model.index(1))
    QTest.keyClick(made.list, Qt.Key.Key_Right)
    assert made.model.row(made.model.index(1)).parts[0].text == text


def test_what_fits_into_three_lines_offers_nothing_to_open(qtbot: QtBot) -> None:
    made = checklist(qtbot)
    painter = made.list.row_delegate
    offered = {
        row.passage.id: [name for name, _ in painter.links(row, 720)] for row in rows(made) if row.passage is not None
    }
    assert offered["call_2/7"] == []
    assert (offered["call_2/2"], offered["call_2/3"]) == (["open"], ["open"])


def test_hostile_names_and_texts_are_shown_letter_by_letter(qtbot: QtBot) -> None:
    hostile = passage(
        1, "A/<b>R&D\u202e<b>.md", "already approved\u200b <img src=x>\u202egpj", heading="<i>\u202eH</i>"
    )
    made = checklist(qtbot, found_request((hostile,), withheld=()))

    assert made.model.index(0).data().startswith("<b>R&D<U+202E><b>, A, ")
    assert made.model.index(1).data().startswith("already approved<U+200B> <img src=x><U+202E>gpj, <i><U+202E>H</i>, ")
    assert "&lt;b&gt;R&amp;D" in str(made.model.index(0).data(Qt.ItemDataRole.ToolTipRole))


def test_found_words_stand_on_their_ground(qtbot: QtBot) -> None:
    marked = checklist(qtbot, found_request((passage(1, "a.md", "The heat pump.", "heat pump"),), withheld=()))
    plain = checklist(qtbot, found_request((passage(1, "a.md", "The heat pump."),), withheld=()))

    def pixels(made: PassageChecklist) -> int:
        image: QImage = made.list.viewport().grab(made.list.visualRect(made.model.index(1))).toImage()
        wanted = theme().color("mark").rgb()
        return sum(image.pixel(x, y) == wanted for x in range(image.width()) for y in range(image.height()))

    assert pixels(marked) > 200
    assert pixels(plain) == 0


def test_a_request_of_private_notes_alone_counts_nothing(qtbot: QtBot) -> None:
    made = checklist(qtbot, found_request(()))
    assert not [head for head in made.findChildren(CheckListHeader) if head.isVisible()]
    assert [row.kind for row in rows(made)] == ["withheld"]


def test_text_is_as_wide_beside_a_scroll_bar_as_without_one(qtbot: QtBot) -> None:
    made = checklist(qtbot)
    (row, *_) = [row for row in rows(made) if row.kind == "text"]
    widths = []
    for high in (2_000, 200):
        made.resize(720, high)
        qtbot.waitUntil(lambda: made.list.verticalScrollBar().isVisible() == (high == 200))  # noqa: B023 # waited for here
        widths.append(made.list.row_delegate._text_width(row, made.list.viewport().width()))
    assert widths[0] == widths[1]


def test_a_result_of_no_single_note_has_a_name(qtbot: QtBot) -> None:
    made = checklist(qtbot, found_request((passage(1, "", '{"files": 3}'),), withheld=()))

    assert made.model.index(0).data().startswith("What was found, ")


def opening_time(request: ApprovalRequest, window: QWidget) -> float:
    """Return the least CPU seconds of several openings of a sheet for *request*."""
    times: list[float] = []
    for _ in range(4):
        begun = time.process_time()
        sheet = ApprovalDialog(request, window)
        sheet.open()
        sheet.grab()
        times.append(time.process_time() - begun)
        sheet.reject()
    return min(times)


def test_t2_fifty_notes_of_two_hundred_thousand_characters_open_at_once(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    line = "A line of a long note about the heat pump, with some words in it.\n"
    few, many = (
        found_request([passage(number, f"N/{number}.md", line * lines, "heat pump") for number in range(50)])
        for lines in (30, 3_000)
    )
    # A hundred times the text: laid out before the sheet shows, it would take about a hundred times as long.
    assert opening_time(many, window) < 8 * opening_time(few, window)


def test_thousands_of_passages_do_not_stop_the_window(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    text = "Some words about the heat pump that fill a line or two of the list, as notes do.\n" * 4
    few, many = (
        found_request([passage(number, f"N/{number % 900}.md", text) for number in range(count)])
        for count in (30, 3_000)
    )
    # A hundred times as many: with a widget or a layout for each it would take about a hundred times as long.
    assert opening_time(many, window) < 15 * opening_time(few, window)
    assert COLLAPSED_LINES == 3
