"""Query chips: what is understood of a search is seen, and each part can be taken out."""

from pytestqt.qtbot import QtBot

from vaultdesk.ui.browser.query_chips import QueryChips
from vaultdesk.ui.widgets.buttons import IconButton
from vaultdesk.ui.widgets.chips import MentionChip


def chips(made: QueryChips) -> list[MentionChip]:
    return [chip for chip in made.findChildren(MentionChip) if not chip.isHidden()]


def test_the_cross_takes_a_part_out(qtbot: QtBot) -> None:
    made = QueryChips()
    qtbot.addWidget(made)
    made.show_query("path:Projects tag:#heating pump")
    assert [chip.accessibleName() for chip in chips(made)] == ["in Projects", "tag heating", "pump"]
    with qtbot.waitSignal(made.changed) as told:
        chips(made)[1].findChildren(IconButton)[0].click()
    assert told.args == ["path:Projects pump"]


def test_plain_words_need_none_and_what_chips_cannot_say_has_none(qtbot: QtBot) -> None:
    made = QueryChips()
    qtbot.addWidget(made)
    for query in ("pump boiler", "pump OR boiler", "line:(pump cost) tag:#x", ""):
        made.show_query(query)
        assert made.isHidden()
        assert chips(made) == []
