"""Values of foreign JSON."""

from vaultdesk.chat.importers.json_values import items, mapping, text


def test_only_what_is_of_the_wanted_kind_is_given() -> None:
    assert [mapping(value) for value in ({"a": 1}, [], None)] == [{"a": 1}, {}, {}]
    assert [items(value) for value in ([{"a": 1}, 2, "x"], {}, "x")] == [[{"a": 1}], [], []]
    assert [text(value) for value in ("a", 1, None)] == ["a", "", ""]
