"""Foot words: names with counts, and a sentence for each empty list."""

from vaultdesk.ui.note.beside import MOST
from vaultdesk.ui.note.foot_words import nothing, title


def test_counts_stand_with_the_names() -> None:
    assert [title("links", n) for n in (None, 0, 1, 4)] == [
        "Linked from no note", "Linked from no note", "Linked from 1 note", "Linked from 4 notes",
    ]  # fmt: skip
    assert title("related", None) == "Related"
    assert title("mentions", MOST + 1).endswith("+")


def test_each_empty_list_has_its_own_sentence() -> None:
    assert len({nothing(tab) for tab in ("links", "related", "mentions", "similar")}) == 4
