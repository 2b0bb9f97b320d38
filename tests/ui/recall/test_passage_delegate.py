from dataclasses import replace

from pytestqt.qtbot import QtBot

from tests.ui.recall.passages import found
from vaultdesk.ui.recall.passage_delegate import headings_below
from vaultdesk.ui.recall.passage_list import PassageList
from vaultdesk.ui.theme.theme import Theme


def heights(qtbot: QtBot, *texts: str) -> tuple[list[int], set[str]]:
    made = PassageList()
    qtbot.addWidget(made)
    made.resize(600, 700)
    made.show()
    made.show_passages([found(f"{n}.md", text, (4, 10)) for n, text in enumerate(texts)])
    image = made.grab().toImage()
    colours = {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(0, image.height(), 2)}
    return [made.visualRect(made.passages.index(row, 0)).height() for row in range(len(texts))], colours


def test_a_card_grows_with_its_text_up_to_three_lines(qtbot: QtBot, dressed: Theme) -> None:
    (short, long, longer), colours = heights(qtbot, "The boiler leaks.", "The boiler " * 30, "The boiler " * 900)
    assert short < long == longer
    assert dressed.color("mark").name() in colours


def test_hostile_text_is_drawn_as_it_is(qtbot: QtBot) -> None:
    (height,), _ = heights(qtbot, "The <b>boiler</b>\x02\x03 \u202e" + "x" * 9_000)
    assert height < 200


def test_a_heading_that_is_the_title_is_not_said_twice() -> None:
    passage = found("Heat loss.md")
    assert headings_below(passage) == "House › Result"
    assert headings_below(replace(passage, heading="Heat-loss › Result")) == "Result"
    assert headings_below(replace(passage, heading="Heat loss")) == ""
