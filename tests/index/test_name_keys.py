"""NameKeys: names and aliases by how they fit, in the order they are shown."""

from collections.abc import Iterator

from vaultdesk.index.name_keys import NameKeys

KEYS = NameKeys(
    [
        (1, "Old plan", ("Planning",), "Work/Old plan.md"),
        (2, "Plan", (), "Plan.md"),
        (3, "Garden-Plan", ("Über",), "Home/Garden-Plan.md"),
        (4, "Explanation", (), "Explanation.md"),
        (5, "", ("a\0b",), "Home/.md"),
    ]
)


def _shown(slots: Iterator[int]) -> list[str]:
    return [KEYS.shown[slot] for slot in slots]


def test_names_come_before_aliases_and_the_short_before_the_long() -> None:
    assert KEYS.shown == ["", "Plan", "Old plan", "Garden-Plan", "Explanation", "a\0b", "Über", "Planning"]
    assert KEYS.names == 5
    assert [KEYS.notes[slot] for slot in range(KEYS.names, len(KEYS.shown))] == [5, 3, 1]


def test_each_way_to_fit_has_its_own_question() -> None:
    assert _shown(KEYS.is_one("plan")) == ["Plan"]
    assert _shown(KEYS.begin("plan")) == ["Plan", "Planning"]
    assert _shown(KEYS.begin_word("plan")) == ["Old plan", "Garden-Plan"]
    assert _shown(KEYS.have(["plan"])) == ["Plan", "Old plan", "Garden-Plan", "Explanation", "Planning"]
    assert _shown(KEYS.have(["plan", "g"])) == ["Garden-Plan", "Planning"]
    assert _shown(KEYS.have(["uber"])) == ["Über"]
    assert KEYS.has(1, "lan")
    assert not KEYS.has(1, "old")
    assert _shown(KEYS.lie_in(["home", "plan"])) == ["Garden-Plan"]


def test_names_are_found_by_the_beginnings_of_their_words_with_their_capitals() -> None:
    def begun(letter: str) -> list[tuple[bytes, str]]:
        run, places = KEYS.with_word(letter)
        return [(run.text(slot), KEYS.shown[place]) for slot, place in enumerate(places)]

    assert begun("p") == [(b"Plan", "Plan"), (b"Old plan", "Old plan"), (b"Garden-Plan", "Garden-Plan")]
    assert begun("o") == [(b"Old plan", "Old plan")]
    assert begun("l") == []
    humps = NameKeys([(1, "readMe Überall", (), "x.md")])
    assert [len(humps.with_word(letter)[1]) for letter in "rmue"] == [1, 1, 1, 0]


def test_every_word_is_there_once() -> None:
    assert {letter: sorted(words) for letter, words in KEYS.words.items()} == {
        "a": ["a"], "b": ["b"], "e": ["explanation"], "g": ["garden"], "o": ["old"], "p": ["plan", "planning"],
        "u": ["uber"],
    }  # fmt: skip


def test_without_names_nothing_fits() -> None:
    none = NameKeys([])
    assert [*none.is_one("a"), *none.begin("a"), *none.begin_word("a"), *none.have(["a"]), *none.lie_in(["a"])] == []
    assert none.words == {}
