"""Letters: occurrences, previews and offsets when casefolding changes a text's length."""

from pathlib import Path

import pytest

from tests.index.scene import filled
from vaultdesk.index.haystack import Haystack
from vaultdesk.index.letters import containing, spans, substring
from vaultdesk.index.query import folded
from vaultdesk.index.results import SubstringHit


@pytest.mark.parametrize(
    ("text", "sought", "found"),
    [
        ("one Two two", "TWO", ["Two", "two"]),
        ("Die Straße lang", "strasse", ["Straße"]),
        ("ﬁsh and ﬁnd", "fi", ["ﬁ", "ﬁ"]),
        ("ΣΊΣΥΦΟΣ", "σίσυφος", ["ΣΊΣΥΦΟΣ"]),
        ("İstanbul", "stanbul", ["stanbul"]),
        ("aaa", "aa", ["aa"]),
        ("abc", "x", []),
        ("abc", "", []),
    ],
)
def test_spans_are_offsets_of_the_text_as_written(text: str, sought: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in spans(text, folded(sought), 9)] == found


def test_a_preview_is_100_characters_each_side_and_says_where_it_was_cut(tmp_path: Path) -> None:
    notes = {
        "Long.md": "a" * 150 + "NEEDLE" + "b" * 150,
        "Short.md": "a needle",
        "Needle.md": "only its name fits " * 20,
    }
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        assert substring(Haystack(), connection, "needle", 10) == [
            SubstringHit("Needle.md", "Needle", 1, notes["Needle.md"][:200]),
            SubstringHit("Long.md", "Long", 1, "..." + "a" * 100 + "NEEDLE" + "b" * 100 + "..."),
            SubstringHit("Short.md", "Short", 1, "a needle"),
        ]
    index.close()


def test_decomposed_letters_are_found_by_composed_ones(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"Menu.md": "cre\u0300me bru\u0302le\u0301e"})
    with index.reading() as connection:
        assert [hit.path for hit in substring(Haystack(), connection, "CRÈME BRÛLÉE", 10)] == ["Menu.md"]
        assert [hit.path for hit in substring(Haystack(), connection, "cre\u0300me", 10)] == ["Menu.md"]
    index.close()


def test_every_needle_must_stand_in_name_or_text(tmp_path: Path) -> None:
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", {"Red.md": "roses", "Blue.md": "roses and red"})
    with index.reading() as connection:
        found = containing(Haystack(), connection, ("red", "rose"), 10)
    assert [one.straw.path for one in found] == ["Blue.md", "Red.md"]
    index.close()
