"""Ways through a tree of messages."""

from vaultdesk.chat.importers.branches import MAX_BRANCHES, Way, ways


def test_the_way_that_was_open_comes_first_and_the_others_say_where_they_turn_off() -> None:
    """
    a ── b ── c
         └─── d ── e
    """
    parents = {"a": None, "b": "a", "c": "b", "d": "b", "e": "d"}

    assert ways(parents, "c", list(parents)) == (Way(("a", "b", "c")), Way(("a", "b", "d", "e"), 2))


def test_without_a_known_end_the_last_message_is_it() -> None:
    parents = {"a": None, "b": "a", "c": "a"}

    assert ways(parents, "gone", list(parents))[0] == Way(("a", "c"))


def test_nothing_has_no_ways() -> None:
    assert ways({}, "", []) == ()


def test_a_ring_ends_where_it_began() -> None:
    assert ways({"a": "b", "b": "a"}, "", ["a", "b"]) == (Way(("a", "b")),)


def test_only_so_many_ways_are_followed() -> None:
    parents: dict[str, str | None] = {"root": None} | {str(number): "root" for number in range(100)}

    assert len(ways(parents, "0", list(parents))) == MAX_BRANCHES + 1
