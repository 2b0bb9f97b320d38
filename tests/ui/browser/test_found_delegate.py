from PySide6.QtWidgets import QListView
from pytestqt.qtbot import QtBot

from tests.ui.browser.hits import hit
from vaultdesk.ui.browser.found_delegate import FoundDelegate
from vaultdesk.ui.browser.found_model import FoundModel
from vaultdesk.ui.theme.theme import Theme


def grabbed(qtbot: QtBot, *hits: object) -> tuple[QListView, set[str]]:
    view = QListView()
    qtbot.addWidget(view)
    model = FoundModel(view)
    model.show(list(hits))  # type: ignore[arg-type]  # hits, as the callers give them
    view.setModel(model)
    view.setItemDelegate(FoundDelegate(view))
    view.resize(300, 200)
    view.show()
    image = view.grab().toImage()
    return view, {image.pixelColor(x, y).name() for x in range(image.width()) for y in range(0, image.height(), 2)}


def test_found_words_are_marked(qtbot: QtBot, dressed: Theme) -> None:
    _, colours = grabbed(qtbot, hit("a.md", "the flow temperature", (4, 8)))
    assert dressed.color("mark").name() in colours


def test_a_found_word_far_inside_is_brought_into_sight(qtbot: QtBot, dressed: Theme) -> None:
    _, colours = grabbed(qtbot, hit("a.md", "word " * 60 + "flow", (300, 304)))
    assert dressed.color("mark").name() in colours


def test_a_row_is_as_high_as_its_lines(qtbot: QtBot) -> None:
    view, _ = grabbed(qtbot, hit("a.md", "short"), hit("b.md", "long " * 60), hit("c.md", ""))
    heights = [view.visualRect(view.model().index(number, 0)).height() for number in range(3)]
    assert heights[1] > heights[0] > heights[2]


def test_a_canvas_has_its_own_picture(qtbot: QtBot) -> None:
    note, _ = grabbed(qtbot, hit("a", "x"))
    canvas, _ = grabbed(qtbot, hit("a", "x", kind="canvas"))
    assert note.grab().toImage() != canvas.grab().toImage()


def test_hostile_words_are_drawn_and_stop_nothing(qtbot: QtBot) -> None:
    view, _ = grabbed(qtbot, hit("x" * 3_000 + "\u202e<b>.md", "y" * 9_000, (8_000, 8_010)))
    assert view.visualRect(view.model().index(0, 0)).height() < 120
