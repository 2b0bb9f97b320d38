"""NodeCard: what can be done with a node depends on its kind."""

from PySide6.QtWidgets import QWidget

from tests.ui.graph.scenes import HOUSE
from vaultdesk.ui.graph.node_card import LONGEST, NodeCard, around


def test_a_tag_is_searched_for_and_an_unwritten_note_created() -> None:
    held = QWidget()
    held.resize(600, 400)
    card = NodeCard(held)
    _, survey, _, tag, roof = HOUSE.nodes
    said: list[tuple[str, bool, bool]] = []
    for node in (survey, tag, roof):
        card.show_node(node, "", private=False, centre=True)
        said.append((card.open.text(), card.centre.isVisibleTo(card), card.chat.isVisibleTo(card)))
    assert said == [("Open", True, True), ("Search for it", False, True), ("Create the note", False, False)]
    assert card.geometry().bottom() < 400
    assert card.accessibleName() == "Roof"


def test_a_long_passage_is_cut_to_what_stands_around_the_name() -> None:
    passage = "word " * 100 + "the Boiler decides " + "word " * 100
    cut = around(passage, "boiler")
    assert "Boiler decides" in cut
    assert cut.startswith("…word")
    assert cut.endswith("…")
    assert len(cut) <= LONGEST + 2
    assert around("short", "x") == "short"
