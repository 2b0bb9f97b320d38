"""Tests of context_words.py."""

import pytest

from vaultdesk.chat.messages import ContextItem, ContextKind, ImagePart
from vaultdesk.ui.chat.context_words import note_called, picture_size, short_count, size_words, words_for


@pytest.mark.parametrize(
    ("kind", "target", "said"),
    [
        ("note", "Projects/House/Boiler.md", ("file", "Boiler", "")),
        ("note", "Boiler#Why#Cost", ("file", "Boiler", "› Why › Cost")),
        ("note", "Boiler#^a1", ("file", "Boiler", "› a1")),
        ("active", "Projects/Boiler.md", ("book", "Boiler", "open note")),
        ("folder", "Projects/House/", ("folder", "House", "")),
        ("folder", "", ("folder", "Whole vault", "")),
        ("tag", "heating/old", ("tag", "#heating/old", "")),
        ("file", "quotes.pdf", ("download", "quotes.pdf", "")),
        ("web", "https://example.org/a/b?c", ("globe", "example.org", "")),
        ("web", "no address", ("globe", "no address", "")),
    ],
)
def test_each_kind_is_called_by_its_own_name(kind: ContextKind, target: str, said: tuple[str, str, str]) -> None:
    words = words_for(ContextItem(kind=kind, target=target))
    assert (words.icon, words.name, words.detail) == said


def test_a_selection_is_named_by_its_first_words_on_one_line() -> None:
    words = words_for(ContextItem(kind="selection", target="Boiler.md", text="The boiler\nleaks " + "again " * 30))
    assert words.name.startswith("“The boiler leaks again")
    assert words.name.endswith("…”")
    assert words.detail == "Boiler"


def test_a_picture_has_its_name_or_is_called_one() -> None:
    picture = ImagePart(media_type="image/png", data="")
    assert words_for(picture).name == "Picture"
    assert words_for(picture.model_copy(update={"name": "Plan.png"})).name == "Plan.png"
    assert picture_size() == "1.6k tokens"


def test_sizes_are_short() -> None:
    assert [short_count(count) for count in (0, 940, 1_249, 9_960, 48_400, 999_600, 2_340_000)] == [
        "0", "940", "1.2k", "10k", "48k", "1.0M", "2.3M",
    ]  # fmt: skip
    assert size_words(412, 1) == "412 tokens"
    assert size_words(1, 0) == "1 token"
    assert size_words(5_400, 12) == "12 notes · 5.4k"


def test_a_target_is_a_note_and_a_place() -> None:
    assert note_called("A/B.md") == ("B", "")
    assert note_called("A/B#C") == ("B", "C")
