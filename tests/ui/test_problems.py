"""Problems: one sentence about each thing, gone when it is mended."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from vaultdesk.ui.problems import Problems
from vaultdesk.ui.widgets.buttons import IconButton


def test_a_newer_sentence_about_the_same_replaces_the_last(qtbot: QtBot) -> None:
    problems = Problems()
    qtbot.addWidget(problems)

    problems.show_problem("index", "warning", "The index is slow.")
    problems.show_problem("vault", "danger", "The folder is gone.")
    problems.show_problem("index", "danger", "The index cannot be used.", [("Rebuild", lambda: None)])

    assert problems.texts() == {"vault": "The folder is gone.", "index": "The index cannot be used."}


def test_what_is_mended_or_closed_is_gone(qtbot: QtBot) -> None:
    problems = Problems()
    qtbot.addWidget(problems)
    problems.show_problem("vault", "danger", "The folder is gone.")
    banner = problems.show_problem("index", "danger", "The index cannot be used.")

    problems.clear("vault")
    cross = banner.findChild(IconButton)
    assert cross is not None
    qtbot.mouseClick(cross, Qt.MouseButton.LeftButton)

    assert problems.texts() == {}
    assert problems.isHidden()


def test_all_can_be_cleared(qtbot: QtBot) -> None:
    problems = Problems()
    qtbot.addWidget(problems)
    problems.show_problem("a", "info", "A")
    problems.show_problem("b", "info", "B")

    problems.clear_all()

    assert problems.texts() == {}
