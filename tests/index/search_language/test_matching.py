"""Matching: one note, looked at with what is known of it."""

import pytest

from vaultdesk.index.haystack import Straw
from vaultdesk.index.search_language.matching import Match, required
from vaultdesk.index.search_language.nodes import HasProperty, Within, Word
from vaultdesk.index.search_language.page import Page
from vaultdesk.index.search_language.parsing import understand

TEXT = "one two\ntwo three\n"
STRAW = Straw(note=7, path="Folder/Note.md", name="Note", aliases=(), excluded=False)
FACTS = {
    (HasProperty(Word("a", phrase=True)), False): {7},
    (HasProperty(Word("b", phrase=True)), False): {8},
    (Within("tag", Word("t")), False): {7},
}


@pytest.mark.parametrize(
    ("query", "fits"),
    [
        ("one three", True),
        ("line:(one three)", False),
        ("line:(one two)", True),
        ("line:(two -one)", True),
        ("-line:(two -one)", False),
        ("[a] one", True),
        ("[b] OR nothing", False),
        ("line:([a] tag:t one)", True),
        ("line:([b] one)", False),
        ("file:(note -one)", True),
        ("path:folder/note", True),
        ("match-case:(Note two)", True),
        ("match-case:NOTE", False),
    ],
)
def test_a_note_fits(query: str, fits: bool) -> None:
    root = understand(query + " ").root
    assert root is not None
    assert Match(Page(STRAW, TEXT.encode()), FACTS).fits(root) == fits


def test_places_come_in_order_and_never_over_each_other() -> None:
    root = understand("two OR wo OR three").root
    assert root is not None
    assert Match(Page(STRAW, TEXT.encode()), FACTS).places(root) == ((4, 7), (8, 11), (12, 17))


@pytest.mark.parametrize(
    ("query", "word"),
    [
        ("a", "a"),
        ("a bcd e", "bcd"),
        ("a OR b", None),
        ("-a", None),
        ("-a b", "b"),
        ("match-case:ab", "ab"),
        ("line:(a (b OR c))", "a"),
        ("file:a", None),
        ("/a/", None),
        ('task:""', None),
    ],
)
def test_a_word_without_which_nothing_fits(query: str, word: str | None) -> None:
    root = understand(query).root
    assert root is not None
    found = required(root)
    assert (found.text if found else None) == word
