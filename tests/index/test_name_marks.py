"""NameMarks: what was typed is marked on the name as it is shown, whatever its letters are folded to."""

import pytest

from vaultdesk.index.folding import bare
from vaultdesk.index.name_marks import marks_of, marks_of_words, scattered


def _shown(name: str, marks: tuple[tuple[int, int], ...]) -> list[str]:
    return [name[start:end] for start, end in marks]


@pytest.mark.parametrize(
    ("name", "typed", "shown"),
    [
        ("Garden plan", "plan", ["plan"]),
        ("Straße nach Łódź", "STRASSE", ["Straße"]),
        ("Straße nach Łódź", "lodz", ["Łódź"]),
        ("Cafe\u0301s", "cafe", ["Cafe\u0301"]),
        ("ﬁne ﬁsh", "fish", ["ﬁsh"]),
        ("Plan for Ann", "ann plan", ["Plan", "Ann"]),
        ("Plan for Ann", "planfor", []),
        ("Plan", "plan la", []),
        ("漢字メモ", "字メ", ["字メ"]),
    ],
)
def test_the_whole_is_marked_or_its_words_where_they_stand_apart(name: str, typed: str, shown: list[str]) -> None:
    assert _shown(name, marks_of(name, bare(typed))) == shown


def test_of_several_words_those_there_are_marked() -> None:
    assert _shown("Boiler manual", marks_of_words("Boiler manual", ("manual", "attic"))) == ["manual"]
    assert _shown("Boiler", marks_of_words("Boiler", ("boil", "boiler"))) == ["Boil"]


@pytest.mark.parametrize(
    ("name", "letters", "shown"),
    [
        ("Meeting with Ann", "mtg", ["M", "t", "g"]),
        ("NewMeetingNotes", "mn", ["M", "n"]),
        ("Garden plan", "gplan", ["G", "plan"]),
        ("Ärger im Büro", "abu", ["Ä", "Bü"]),
        ("Recovery codes", "vec", []),
        ("a" + " x" * 30 + " b", "ab", []),
        ("one two", "xy", []),
        ("", "a", []),
    ],
)
def test_scattered_letters_begin_a_word_and_stay_close(name: str, letters: str, shown: list[str]) -> None:
    assert _shown(name, scattered(name, letters)) == shown
