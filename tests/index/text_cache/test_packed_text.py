"""Tests of index/text_cache/packed_text.py."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.index import engines
from tests.support.campaigns import campaign_count
from vaultdesk.index.text_cache import packed_text
from vaultdesk.index.text_cache.packed_text import DENSE_RATIO, SAMPLE_MATCHES, PackedTexts, TextBuffer
from vaultdesk.index.text_folding import byte_pattern

# TextRun: where texts have something and how often, the same as looking at each, with and without stringzilla.

LETTERS = st.text("abßsſKkσςΣ\u0307\u0301éıİﬁ日👩 \n\t\u2028", max_size=12).map(lambda text: text.casefold().encode())
NEEDLES = st.text("abßsſkσ\u0307éı日👩 ", min_size=1, max_size=3).map(lambda text: text.casefold().encode())


@pytest.mark.parametrize("engine", engines.ENGINES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(LETTERS, max_size=60), needle=NEEDLES)
@example(texts=[b"a"] * 3 * DENSE_RATIO * SAMPLE_MATCHES, needle=b"a")
@example(texts=[b"aa", b""] * 2 * SAMPLE_MATCHES, needle=b"aa")
@example(texts=[b"", b"", b"a"], needle=b"a")
@example(texts=[b"a", b"b"], needle=b"ab")
def test_it_is_the_same_as_looking_at_each_text(
    engine: str, monkeypatch: pytest.MonkeyPatch, texts: list[bytes], needle: bytes
) -> None:
    engines.use(engine, monkeypatch)
    run = TextBuffer(texts)
    having = [slot for slot, text in enumerate(texts) if needle in text]
    counts = [(slot, texts[slot].count(needle)) for slot in having]
    assert len(run) == len(texts)
    assert list(run.slots(needle)) == having
    for _ in range(2):  # What is kept of the first time is the same.
        assert list(zip(*run.counts(needle), strict=True)) == counts
    for slot, text in enumerate(texts):
        assert run.text(slot) == text
        assert run.length(slot) == len(text)
        assert run.first(slot, needle) == text.find(needle)
        assert run.count(slot, needle) == text.count(needle)


@pytest.mark.parametrize("engine", engines.ENGINES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(LETTERS, max_size=30), needle=NEEDLES)
@example(texts=[b"", b"ab", b"", b"a"], needle=b"a")
def test_edges_are_those_of_the_texts(
    engine: str, monkeypatch: pytest.MonkeyPatch, texts: list[bytes], needle: bytes
) -> None:
    engines.use(engine, monkeypatch)
    run = TextBuffer(texts)
    assert list(run.at_edge(b"\0" + needle)) == [slot for slot, text in enumerate(texts) if text.startswith(needle)]
    assert list(run.at_edge(needle + b"\0")) == [slot for slot, text in enumerate(texts) if text.endswith(needle)]
    assert list(run.at_edge(b"\0" + needle + b"\0")) == [slot for slot, text in enumerate(texts) if text == needle]


def test_a_place_belongs_to_the_text_it_lies_in_or_stands_before() -> None:
    run = TextBuffer([b"ab", b"", b"c"])
    assert run.joined == b"\0ab\0\0c\0"
    assert [run.slot_at(place) for place in (0, 1, 2, 3, 5)] == [0, 0, 0, 1, 2]
    assert [run.end(slot) for slot in range(3)] == [3, 4, 6]
    assert run.size == 7


def test_no_texts_have_nothing() -> None:
    run = TextBuffer([])
    assert list(run.slots(b"a")) == list(run.at_edge(b"\0a")) == []
    assert [list(found) for needle in (b"a", b"ab") for found in run.counts(needle)] == [[], [], [], []]


# TextBlock: what it finds is what was put last, however often notes change, and the dead take little room.

NOTES = st.integers(1, 30)
TEXTS = st.text("ab ßé", max_size=40).map(lambda text: text.casefold().encode())


class Changing(RuleBasedStateMachine):
    """A block beside a plain dictionary."""

    def __init__(self) -> None:
        super().__init__()
        self.block = PackedTexts()
        self.plain: dict[int, bytes] = {}

    @rule(note=NOTES, text=TEXTS)
    def put(self, note: int, text: bytes) -> None:
        self.block.put(note, text)
        self.plain[note] = text

    @rule(note=NOTES)
    def drop(self, note: int) -> None:
        self.block.drop(note)
        self.plain.pop(note, None)

    @rule(needle=st.sampled_from([b"a", b"ab", "é".encode(), b"ss", b"b "]), among=st.none() | st.sets(NOTES))
    def look(self, needle: bytes, among: set[int] | None) -> None:
        counts = {note: text.count(needle) for note, text in self.plain.items() if needle in text}
        found = self.block.counts(needle, among)
        assert {note: count for note, count in found.items() if among is None or note in among} == {
            note: count for note, count in counts.items() if among is None or note in among
        }
        assert found.items() <= counts.items()
        assert self.block.notes_containing(needle, among) == {note for note in counts if among is None or note in among}

    @invariant()
    def holds_the_same(self) -> None:
        assert len(self.block) == len(self.plain)
        assert {note for note in range(31) if note in self.block} == set(self.plain)
        assert {note: self.block.text(note) for note in self.plain} == self.plain
        assert {note: self.block.first(note, b"b") for note in self.plain} == {
            note: text.find(b"b") for note, text in self.plain.items()
        }


@pytest.mark.parametrize("engine", engines.ENGINES)
def test_it_is_the_same_as_a_dictionary_of_texts(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engines.use(engine, monkeypatch)
    # Small limits, so that pieces are made, loosened and made again.
    monkeypatch.setattr(packed_text, "PACK_BYTES", 90)
    monkeypatch.setattr(packed_text, "MAX_LOOSE_TEXTS", 3)
    monkeypatch.setattr(packed_text, "MAX_LOOSE_BYTES", 60)
    settings_ = settings(
        stateful_step_count=60, max_examples=campaign_count(60, 10), suppress_health_check=[HealthCheck.too_slow]
    )
    run: Callable[[], None] = type("Case", (Changing.TestCase,), {"settings": settings_})("runTest").runTest
    run()


def test_notes_that_change_again_and_again_take_no_more_room_than_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed_text, "PACK_BYTES", 10_000)
    block = PackedTexts()
    for turn in range(60):
        for note in range(1, 101):
            block.put(note, b"%d " % turn * 100)
        assert len(block.notes_containing(b"%d " % turn)) == 100
    alive = sum(len(block.text(note)) for note in range(1, 101))
    assert alive <= block.size < 2.5 * alive


def test_a_zero_byte_in_a_text_joins_it_to_no_other() -> None:
    block = PackedTexts()
    block.put(1, b"one\0two")
    block.put(2, b"three")
    assert block.notes_containing(b"two") == {1}
    assert block.notes_containing(b"three") == {2}


def test_a_pattern_is_looked_for_beyond_ascii_alone() -> None:
    block = PackedTexts()
    block.put(1, "résumé".encode())
    block.put(2, b"resume")
    block.put(3, "sumé".encode())
    block.drop(3)
    assert block.matching(byte_pattern(b"sum")) == {1}
