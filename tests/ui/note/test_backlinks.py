from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from vaultdesk.index.results import Backlink
from vaultdesk.ui.note.backlinks import MOST_SHOWN, Backlinks
from vaultdesk.ui.parts.labels import ElidedLabel, PlainLabel


def test_links_are_counted_and_opened(qtbot: QtBot) -> None:
    made = Backlinks()
    qtbot.addWidget(made)
    assert made.isHidden()
    links = [
        Backlink("A.md", "A & <b>", 3, "see [[x]]"),
        Backlink("A.md", "A", 9, "again"),
        Backlink("B.md", "B", 0, "b"),
    ]
    made.show_links(links)
    assert not made.isHidden()
    assert made.findChildren(QToolButton)[0].text() == "Linked from 2 notes"
    chosen: list[Backlink] = []
    made.chosen.connect(lambda link, _new: chosen.append(link))
    made.set_open(True)
    assert "see [[x]]" in [label.text() for label in made.findChildren(ElidedLabel)]
    made.findChildren(QToolButton)[1].click()
    assert chosen == links[:1]
    made.show_links([])
    assert made.isHidden()


def test_a_hub_is_cut_and_says_so(qtbot: QtBot) -> None:
    made = Backlinks()
    qtbot.addWidget(made)
    made.show_links([Backlink(f"{n}.md", str(n), 0, "x") for n in range(MOST_SHOWN + 7)])
    made.set_open(True)
    assert "and 7 more" in [label.text() for label in made.findChildren(PlainLabel)]
