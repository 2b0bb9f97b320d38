"""PropertyLists: items that stay keep their line and their spelling."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.vault.frontmatter import JsonValue, read_frontmatter
from vaultdesk.vault.property_lines import property_lines
from vaultdesk.vault.property_lists import MOST_COMPARED, Habit, block_changes, flow_list, habit_of


def changed(text: str, new: list[JsonValue]) -> str | None:
    """Return the list of the only property after the change; None where it has to be written anew."""
    head = f"---\n{text}---\n"
    (line,) = property_lines(head, 4, 4 + len(text))
    old = read_frontmatter(head).properties[line.key]
    assert isinstance(old, list)
    if line.value.style == "[":
        return flow_list(head, line.value, old, new)
    changes = block_changes(head, line.value, old, new)
    if changes is None:
        return None
    for change in sorted(changes, key=lambda change: (change.start, change.end), reverse=True):
        head = head[: change.start] + change.text + head[change.end :]
    assert read_frontmatter(head).properties[line.key] == new
    return head[4:-4]


@pytest.mark.parametrize(
    ("text", "new", "wanted"),
    [
        ("l: [a, 'b']\n", ["b", "a"], "['b', a]"),
        ("l: [ a ]\n", ["a", "c"], "[ a, c ]"),
        ("l: [a,b]\n", ["a", "b", "c"], "[a,b,c]"),
        ("l: ['a', 'b']\n", ["b", "c"], "['b', 'c']"),
        ("l: []\n", ["a: b", 1, None], '["a: b", 1, null]'),
        ("l: [a, a]\n", ["a", "a", "a"], "[a, a, a]"),
    ],
)
def test_a_list_on_one_line(text: str, new: list[JsonValue], wanted: str) -> None:
    assert changed(text, new) == wanted


@pytest.mark.parametrize(
    ("text", "new", "wanted"),
    [
        ("l:\n- a # x\n- b\n", ["a", "b", "c"], "l:\n- a # x\n- b\n- c\n"),
        ("l:\n  - a\n  # c\n  - b\n", ["b"], "l:\n  # c\n  - b\n"),
        ("l:\n  - a\n  # c\n  - b\n", ["a", "x", "b"], "l:\n  - a\n  - x\n  # c\n  - b\n"),
        ("l:\n  -\n  - b\n", ["a", "b"], "l:\n  - a\n  - b\n"),
        ("l:\n  - |\n    x\n    y\n  - b\n", ["z", "b"], "l:\n  - z\n  - b\n"),
        ("l:\n  - a: 1\n    b: 2\n  - c\n", ["c", {"d": 1}], "l:\n  - c\n  - {d: 1}\n"),
        ("l:\n  - - 1\n    - 2\n  - c\n", ["c"], "l:\n  - c\n"),
        ('l:\n  - "a"\n  - "b"\n', ["a", "c", "d"], 'l:\n  - "a"\n  - "c"\n  - "d"\n'),
    ],
)
def test_a_list_with_an_item_a_line(text: str, new: list[JsonValue], wanted: str) -> None:
    assert changed(text, new) == wanted


def test_items_that_share_a_line_or_are_too_many_are_written_anew() -> None:
    assert changed("l:\n  -\n    a\n", ["b"]) is None
    many = [f"a{number}" for number in range(MOST_COMPARED + 1)]
    text = "l:\n" + "".join(f"- {name}\n" for name in many)
    assert changed(text, ["x", *many[:0:-2], "y"]) is None
    # What is added to a long list is added to it all the same.
    assert changed(text, [*many, "new"]) == f"{text}- new\n"


def test_the_habit_is_that_of_the_list() -> None:
    def habit(text: str) -> Habit | None:
        head = f"---\n{text}---\n"
        return habit_of(head, property_lines(head, 4, 4 + len(text))[0])

    assert habit("l: [a]\n") == Habit(flow=True)
    assert habit("l:\n- -5\n") == Habit(indent=0)
    assert habit("l:\n    - a\n") == Habit(indent=4)
    assert habit("l:\n  -\n    a\n") == Habit()
    assert habit("l: []\n") is None
    assert habit("l: a\n") is None


ITEMS: st.SearchStrategy[list[JsonValue]] = st.lists(st.sampled_from(["a", "b", "c", "d: e", 1, None]), min_size=1)


@given(ITEMS, ITEMS)
def test_any_list_becomes_any_other(old: list[JsonValue], new: list[JsonValue]) -> None:
    written = {"a": "a # x", "b": "'b'", "c": "c", "d: e": '"d: e"', 1: "1", None: ""}
    text = "l:\n" + "".join(f"  - {written[item]}\n" for item in old)  # type: ignore[index] # only scalars are drawn
    after = changed(text, new)
    assert after is not None
