"""TextRun: where texts have something and how often, the same as looking at each, with and without stringzilla."""

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.index import engines
from vaultdesk.index.text_run import DENSE, TRIED, TextRun

LETTERS = st.text("abßsſKkσςΣ\u0307\u0301éıİﬁ日👩 \n\t\u2028", max_size=12).map(lambda text: text.casefold().encode())
NEEDLES = st.text("abßsſkσ\u0307éı日👩 ", min_size=1, max_size=3).map(lambda text: text.casefold().encode())


@pytest.mark.parametrize("engine", engines.ENGINES)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(texts=st.lists(LETTERS, max_size=60), needle=NEEDLES)
@example(texts=[b"a"] * 3 * DENSE * TRIED, needle=b"a")
@example(texts=[b"aa", b""] * 2 * TRIED, needle=b"aa")
@example(texts=[b"", b"", b"a"], needle=b"a")
@example(texts=[b"a", b"b"], needle=b"ab")
def test_it_is_the_same_as_looking_at_each_text(
    engine: str, monkeypatch: pytest.MonkeyPatch, texts: list[bytes], needle: bytes
) -> None:
    engines.use(engine, monkeypatch)
    run = TextRun(texts)
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
    run = TextRun(texts)
    assert list(run.edged(b"\0" + needle)) == [slot for slot, text in enumerate(texts) if text.startswith(needle)]
    assert list(run.edged(needle + b"\0")) == [slot for slot, text in enumerate(texts) if text.endswith(needle)]
    assert list(run.edged(b"\0" + needle + b"\0")) == [slot for slot, text in enumerate(texts) if text == needle]


def test_a_place_belongs_to_the_text_it_lies_in_or_stands_before() -> None:
    run = TextRun([b"ab", b"", b"c"])
    assert run.joined == b"\0ab\0\0c\0"
    assert [run.slot_at(place) for place in (0, 1, 2, 3, 5)] == [0, 0, 0, 1, 2]
    assert [run.end(slot) for slot in range(3)] == [3, 4, 6]
    assert run.size == 7


def test_no_texts_have_nothing() -> None:
    run = TextRun([])
    assert list(run.slots(b"a")) == list(run.edged(b"\0a")) == []
    assert [list(found) for needle in (b"a", b"ab") for found in run.counts(needle)] == [[], [], [], []]
