"""TextBlock: what it finds is what was put last, however often notes change, and the dead take little room."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from tests.index import engines
from vaultdesk.index import text_block
from vaultdesk.index.accents import byte_pattern
from vaultdesk.index.text_block import TextBlock

NOTES = st.integers(1, 30)
TEXTS = st.text("ab ßé", max_size=40).map(lambda text: text.casefold().encode())


class Changing(RuleBasedStateMachine):
    """A block beside a plain dictionary."""

    def __init__(self) -> None:
        super().__init__()
        self.block = TextBlock()
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
        assert self.block.holders(needle, among) == {note for note in counts if among is None or note in among}

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
    monkeypatch.setattr(text_block, "PIECE", 90)
    monkeypatch.setattr(text_block, "LOOSE", 3)
    monkeypatch.setattr(text_block, "LOOSE_BYTES", 60)
    settings_ = settings(stateful_step_count=60, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
    run: Callable[[], None] = type("Case", (Changing.TestCase,), {"settings": settings_})("runTest").runTest
    run()


def test_notes_that_change_again_and_again_take_no_more_room_than_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(text_block, "PIECE", 10_000)
    block = TextBlock()
    for turn in range(60):
        for note in range(1, 101):
            block.put(note, b"%d " % turn * 100)
        assert len(block.holders(b"%d " % turn)) == 100
    alive = sum(len(block.text(note)) for note in range(1, 101))
    assert alive <= block.size < 2.5 * alive


def test_a_zero_byte_in_a_text_joins_it_to_no_other() -> None:
    block = TextBlock()
    block.put(1, b"one\0two")
    block.put(2, b"three")
    assert block.holders(b"two") == {1}
    assert block.holders(b"three") == {2}


def test_a_pattern_is_looked_for_beyond_ascii_alone() -> None:
    block = TextBlock()
    block.put(1, "résumé".encode())
    block.put(2, b"resume")
    block.put(3, "sumé".encode())
    block.drop(3)
    assert block.matching(byte_pattern(b"sum")) == {1}
