"""Inline diff: rows add up to the hunk, and marks show the words that differ."""

import time

from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.vault.diff.change_set import hunks_between
from vaultdesk.vault.diff.inline_diff import count_changed_lines, diff_rows, inline_marks

TEXTS = st.lists(st.sampled_from(["", "one word", "two words", "two other words", "# head", "x"]), max_size=12).map(
    "\n".join
)
LINES = st.text(st.sampled_from("ab ,.é🙂"), max_size=30)


def marked(line: str, marks: tuple[tuple[int, int], ...]) -> list[str]:
    return [line[start:end] for start, end in marks]


@given(TEXTS, TEXTS)
def test_rows_have_every_line_with_its_number(old: str, new: str) -> None:
    old_lines, new_lines = old.split("\n"), new.split("\n")
    for hunk in hunks_between(old, new):
        shown = diff_rows(hunk)
        bare = diff_rows(hunk, context=False)
        assert [row.text for row in bare if row.kind != "added"] == list(hunk.old_lines)
        assert [row.text for row in bare if row.kind != "removed"] == list(hunk.new_lines)
        for row in shown:
            assert row.old_line is None or old_lines[row.old_line - 1] == row.text
            assert row.new_line is None or new_lines[row.new_line - 1] == row.text
            assert (row.old_line is None, row.new_line is None) == (row.kind == "added", row.kind == "removed")
            assert all(0 <= start < end <= len(row.text) for start, end in row.marks)
        added, removed = count_changed_lines(hunk)
        kinds = [row.kind for row in shown]
        assert (kinds.count("added"), kinds.count("removed")) == (added, removed)


@given(LINES, LINES)
def test_what_is_not_marked_is_the_same_on_both_sides(old: str, new: str) -> None:
    old_marks, new_marks = inline_marks(old, new)
    if not old_marks and not new_marks:
        return

    def rest(line: str, marks: tuple[tuple[int, int], ...]) -> str:
        for start, end in reversed(marks):
            line = line[:start] + line[end:]
        return "".join(c for c in line if c.isalnum())

    # Blanks and commas may be inside a mark that joined its neighbours.
    assert rest(old, old_marks) == rest(new, new_marks)


def test_the_words_of_the_mockup_are_marked() -> None:
    old, new = "tags: [house, heating]", "tags: [house, heating, heat-pump]"
    old_marks, new_marks = inline_marks(old, new)
    assert (marked(old, old_marks), marked(new, new_marks)) == ([], [", heat-pump"])
    old, new = "| Boiler, not yet decided | €21,000 | open |", "| Heat pump, Nordwärme | €18,400 | open |"
    assert marked(new, inline_marks(old, new)[1]) == ["Heat pump, Nordwärme", "18,400"]


def test_a_line_is_compared_with_the_one_it_most_likely_was() -> None:
    old = "status: decided\ntags: [house]\n"
    new = "supplier: Nordwärme\nstatus: open\ntags: [house, garden]\n"
    (hunk,) = hunks_between(old, new)
    assert [(row.kind, row.text, marked(row.text, row.marks)) for row in diff_rows(hunk)] == [
        ("removed", "status: decided", ["decided"]),
        ("removed", "tags: [house]", []),
        ("added", "supplier: Nordwärme", []),
        ("added", "status: open", ["open"]),
        ("added", "tags: [house, garden]", [", garden"]),
    ]


def test_lines_that_have_little_in_common_have_no_marks() -> None:
    assert inline_marks("one two three four", "vier drei zwei eins") == ((), ())


def test_lines_between_two_changes_of_a_hunk_are_shown_once_and_not_counted() -> None:
    (hunk,) = hunks_between("a\n\nb\n", "A\n\nB\n")
    assert [(row.kind, row.text) for row in diff_rows(hunk)] == [
        ("removed", "a"), ("added", "A"), ("same", ""), ("removed", "b"), ("added", "B"),
    ]  # fmt: skip
    assert count_changed_lines(hunk) == (2, 2)


def test_hostile_lines_take_no_time() -> None:
    start = time.process_time()
    assert inline_marks("a " * 500_000, "b " * 500_000) == ((), ())
    inline_marks("a " * 1000, " a" * 1000)
    inline_marks("ab" * 1000, "ba" * 1000)
    old = "\n".join(f"{number} a b c d" * 50 for number in range(5000))
    (hunk,) = hunks_between(old, old.replace("a", "z"))
    diff_rows(hunk)
    took = time.process_time() - start
    print(f"\n{took:.2f} s")
    assert took < 2
