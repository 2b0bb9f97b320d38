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

# Text buffers: positions and counts equal those of scanning each text, with and without stringzilla.

LETTERS = st.text("abßsſKkσςΣ\u0307\u0301éıİﬁ日👩 \n\t\u2028", max_size=12).map(lambda text: text.casefold().encode())
NEEDLES = st.text("abßsſkσ\u0307éı日👩 ", min_size=1, max_size=3).map(lambda text: text.casefold().encode())


@pytest.mark.parametrize("engine", engines.ENGINES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(LETTERS, max_size=60), needle=NEEDLES)
@example(texts=[b"a"] * 3 * DENSE_RATIO * SAMPLE_MATCHES, needle=b"a")
@example(texts=[b"aa", b""] * 2 * SAMPLE_MATCHES, needle=b"aa")
@example(texts=[b"", b"", b"a"], needle=b"a")
@example(texts=[b"a", b"b"], needle=b"ab")
def test_results_equal_those_of_scanning_each_text(
    engine: str, monkeypatch: pytest.MonkeyPatch, texts: list[bytes], needle: bytes
) -> None:
    engines.use(engine, monkeypatch)
    buffer = TextBuffer(texts)
    matching = [slot for slot, text in enumerate(texts) if needle in text]
    counts = [(slot, texts[slot].count(needle)) for slot in matching]
    assert len(buffer) == len(texts)
    assert list(buffer.slots(needle)) == matching
    for _ in range(2):  # The second call returns the cached result.
        assert list(zip(*buffer.counts(needle), strict=True)) == counts
    for slot, text in enumerate(texts):
        assert buffer.text(slot) == text
        assert buffer.length(slot) == len(text)
        assert buffer.first(slot, needle) == text.find(needle)
        assert buffer.count(slot, needle) == text.count(needle)


@pytest.mark.parametrize("engine", engines.ENGINES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(LETTERS, max_size=30), needle=NEEDLES)
@example(texts=[b"", b"ab", b"", b"a"], needle=b"a")
def test_edge_matches_equal_those_of_the_texts(
    engine: str, monkeypatch: pytest.MonkeyPatch, texts: list[bytes], needle: bytes
) -> None:
    engines.use(engine, monkeypatch)
    buffer = TextBuffer(texts)
    assert list(buffer.at_edge(b"\0" + needle)) == [slot for slot, text in enumerate(texts) if text.startswith(needle)]
    assert list(buffer.at_edge(needle + b"\0")) == [slot for slot, text in enumerate(texts) if text.endswith(needle)]
    assert list(buffer.at_edge(b"\0" + needle + b"\0")) == [slot for slot, text in enumerate(texts) if text == needle]


def test_a_position_belongs_to_the_text_that_contains_or_follows_it() -> None:
    buffer = TextBuffer([b"ab", b"", b"c"])
    assert buffer.joined == b"\0ab\0\0c\0"
    assert [buffer.slot_at(position) for position in (0, 1, 2, 3, 5)] == [0, 0, 0, 1, 2]
    assert [buffer.end(slot) for slot in range(3)] == [3, 4, 6]
    assert buffer.size == 7


def test_a_buffer_without_texts_finds_nothing() -> None:
    buffer = TextBuffer([])
    assert list(buffer.slots(b"a")) == list(buffer.at_edge(b"\0a")) == []
    assert [list(column) for needle in (b"a", b"ab") for column in buffer.counts(needle)] == [[], [], [], []]


# Packed texts: results reflect the last change of each note, and replaced texts use little memory.

NOTES = st.integers(1, 30)
TEXTS = st.text("ab ßé", max_size=40).map(lambda text: text.casefold().encode())


class PackedTextsMachine(RuleBasedStateMachine):
    """Compares packed texts with a dictionary."""

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
    def search(self, needle: bytes, among: set[int] | None) -> None:
        counts = {note: text.count(needle) for note, text in self.plain.items() if needle in text}
        results = self.block.counts(needle, among)
        assert {note: count for note, count in results.items() if among is None or note in among} == {
            note: count for note, count in counts.items() if among is None or note in among
        }
        assert results.items() <= counts.items()
        assert self.block.notes_containing(needle, among) == {note for note in counts if among is None or note in among}

    @invariant()
    def equals_dictionary(self) -> None:
        assert len(self.block) == len(self.plain)
        assert {note for note in range(31) if note in self.block} == set(self.plain)
        assert {note: self.block.text(note) for note in self.plain} == self.plain
        assert {note: self.block.first(note, b"b") for note in self.plain} == {
            note: text.find(b"b") for note, text in self.plain.items()
        }


@pytest.mark.parametrize("engine", engines.ENGINES)
def test_packed_texts_behave_like_a_dictionary_of_texts(engine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engines.use(engine, monkeypatch)
    # Small limits, so that packs are created, released and created again.
    monkeypatch.setattr(packed_text, "PACK_BYTES", 90)
    monkeypatch.setattr(packed_text, "MAX_LOOSE_TEXTS", 3)
    monkeypatch.setattr(packed_text, "MAX_LOOSE_BYTES", 60)
    settings_ = settings(
        stateful_step_count=60, max_examples=campaign_count(60, 10), suppress_health_check=[HealthCheck.too_slow]
    )
    run_case: Callable[[], None] = type("Case", (PackedTextsMachine.TestCase,), {"settings": settings_})(
        "runTest"
    ).runTest
    run_case()


def test_repeatedly_changed_notes_use_bounded_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed_text, "PACK_BYTES", 10_000)
    block = PackedTexts()
    for cycle in range(60):
        for note in range(1, 101):
            block.put(note, b"%d " % cycle * 100)
        assert len(block.notes_containing(b"%d " % cycle)) == 100
    current = sum(len(block.text(note)) for note in range(1, 101))
    assert current <= block.size < 2.5 * current


def test_a_zero_byte_in_a_text_does_not_join_it_to_another() -> None:
    block = PackedTexts()
    block.put(1, b"one\0two")
    block.put(2, b"three")
    assert block.notes_containing(b"two") == {1}
    assert block.notes_containing(b"three") == {2}


def test_a_pattern_is_searched_only_in_texts_beyond_ascii() -> None:
    block = PackedTexts()
    block.put(1, "résumé".encode())
    block.put(2, b"resume")
    block.put(3, "sumé".encode())
    block.drop(3)
    assert block.matching(byte_pattern(b"sum")) == {1}
