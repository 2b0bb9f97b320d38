"""Tests of chat/importers/export_json.py."""

import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vaultdesk.chat.importers import export_json
from vaultdesk.chat.importers.export_json import JsonItems, as_object, as_objects, as_text
from vaultdesk.core.errors import ImportFailed

# Values of foreign JSON.


def test_only_what_is_of_the_wanted_kind_is_given() -> None:
    assert [as_object(value) for value in ({"a": 1}, [], None)] == [{"a": 1}, {}, {}]
    assert [as_objects(value) for value in ([{"a": 1}, 2, "x"], {}, "x")] == [[{"a": 1}], [], []]
    assert [as_text(value) for value in ("a", 1, None)] == ["a", "", ""]


# Large JSON lists, entry by entry.

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=40),
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(st.text(max_size=8), inside, max_size=4),
    max_leaves=12,
)


def read(text: str, chunk: int = 1 << 20) -> list[object]:
    return list(JsonItems(Slow(text.encode("utf-8", "surrogatepass"), chunk), "conversations.json"))


class Slow(io.BytesIO):
    """Gives a few bytes at a time, as a disk may."""

    def __init__(self, data: bytes, most: int) -> None:
        super().__init__(data)
        self._most = most

    def read(self, size: int | None = -1, /) -> bytes:
        return super().read(min(size if size and size > 0 else self._most, self._most))


@settings(deadline=None)
@given(items=st.lists(st.dictionaries(st.text(max_size=8), VALUES, max_size=4), max_size=6), chunk=st.integers(1, 50))
def test_whatever_the_pieces_it_is_read_in_the_entries_are_the_same(items: list[object], chunk: int) -> None:
    for indent in (None, 1):
        assert read(json.dumps(items, indent=indent), chunk) == items


def test_a_list_inside_an_object_is_read_too() -> None:
    assert read('{"conversations": [{"a": 1}, {"b": 2}], "more": 3}') == [{"a": 1}, {"b": 2}]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no list"),
        ('{"a": 1}', "no list"),
        ("[", "in the middle"),
        ('[{"a": 1', "in the middle"),
        ('[{"a": 1},', "in the middle"),
        ('[{"a": "never ended', "in the middle"),
        ('[{"a" 1}' + " " * 500 + "]", "no JSON"),
        ("[" * 100_000, "too deeply"),
        ('[{"a": ' + "9" * 20_000 + "}]", "number"),
    ],
)
def test_what_is_broken_is_told_in_words(text: str, why: str) -> None:
    with pytest.raises(ImportFailed, match=why):
        read(text)


def test_entries_before_the_broken_place_are_read() -> None:
    items = iter(JsonItems(io.BytesIO(b'[{"a": 1}, {"b": '), "c.json"))

    assert next(items) == {"a": 1}
    with pytest.raises(ImportFailed):
        next(items)


def test_an_endless_entry_is_stopped_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_json, "MAX_ITEM", 10_000)
    monkeypatch.setattr(export_json, "CHUNK", 1000)

    with pytest.raises(ImportFailed, match="larger than"):
        read('[{"a": "' + "x" * 100_000 + '"}]', 1000)


def test_a_file_without_end_is_stopped_at_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export_json, "MAX_BYTES", 50_000)

    with pytest.raises(ImportFailed, match="larger than"):
        read("[" + "{}," * 50_000 + "{}]", 1000)
