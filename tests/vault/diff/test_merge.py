"""Merge: what one side changed is in it, what both changed is told, nothing that is there now gets lost."""

import time

from hypothesis import given
from hypothesis import strategies as st

from tests.support.campaigns import campaign_count
from vaultdesk.vault.diff.merge import MergeConflict, merge

TEXTS = st.lists(st.sampled_from(["", "a", "b", "c", "one", "two"]), max_size=16).map("\n".join)


@given(TEXTS, TEXTS)
def test_what_one_side_left_as_it_was_is_as_the_other_made_it(base: str, other: str) -> None:
    assert merge(base, other, base).text == merge(base, base, other).text == other
    assert merge(base, other, base).is_clean


@given(TEXTS, TEXTS)
def test_what_both_made_alike_is_there_once(base: str, other: str) -> None:
    merged = merge(base, other, other)
    assert (merged.text, merged.conflicts) == (other, ())


@given(st.lists(st.sampled_from(["k", "keep", ""]), min_size=1, max_size=8), st.data())
def test_changes_in_different_places_merge_both_ways(kept: list[str], data: st.DataObject) -> None:
    """Every second line may be changed by one side; those between, each unlike any other, by none."""
    base, mine, theirs, both = [], [], [], []
    for number, line in enumerate(kept):
        who = data.draw(st.sampled_from(["me", "them", "nobody"]))
        made = data.draw(st.lists(st.sampled_from(["new", "newer", ""]), max_size=3))
        mine.extend(made if who == "me" else [line])
        theirs.extend(made if who == "them" else [line])
        both.extend(made if who != "nobody" else [line])
        base.append(line)
        for side in (base, mine, theirs, both):
            side.extend([f"between {number}", f"and after {number}"])
    texts = ["\n".join(side) for side in (base, mine, theirs, both)]
    assert merge(texts[0], texts[1], texts[2]).text == texts[3]
    assert merge(texts[0], texts[2], texts[1]).text == texts[3]
    assert merge(texts[0], texts[1], texts[2]).is_clean


@given(TEXTS, TEXTS, TEXTS)
def test_both_ways_agree_on_what_conflicts(base: str, mine: str, theirs: str) -> None:
    forth, back = merge(base, mine, theirs), merge(base, theirs, mine)
    assert [(c.mine, c.theirs) for c in forth.conflicts] == [(c.theirs, c.mine) for c in back.conflicts]
    if forth.is_clean:
        assert forth.text == back.text


@given(TEXTS, TEXTS, TEXTS)
def test_each_conflict_stands_where_it_says_with_my_lines(base: str, mine: str, theirs: str) -> None:
    merged = merge(base, mine, theirs)
    lines = merged.text.split("\n")
    for conflict in merged.conflicts:
        assert tuple(lines[conflict.line - 1 : conflict.line - 1 + len(conflict.mine)]) == conflict.mine
        assert conflict.mine != conflict.theirs


def test_the_same_line_changed_twice_is_a_conflict_with_three_versions() -> None:
    merged = merge("a\nb\nc\n", "a\nmine\nc\n", "a\ntheirs\nc\n")
    assert merged.conflicts == (MergeConflict(("b",), ("mine",), ("theirs",), 2),)
    assert merged.text == "a\nmine\nc\n"


def test_lines_put_in_at_the_same_place_are_a_conflict() -> None:
    assert merge("a\nb\n", "a\nmine\nb\n", "a\ntheirs\nb\n").conflicts == (
        MergeConflict((), ("mine",), ("theirs",), 2),
    )


def test_taking_back_what_was_appended_keeps_what_was_appended_since() -> None:
    """The commonest merge of an undo: base is what we wrote, mine what is there now, theirs what was before."""
    merged = merge("# A\n\nours\n", "# A\n\nours\nsince\n", "# A\n")
    assert (merged.text, merged.is_clean) == ("# A\nsince\n", True)


def test_a_merge_of_megabytes_takes_about_a_second() -> None:
    count = campaign_count(200_000, 50_000)
    lines = [f"{number} words here, fifty characters and more of it" for number in range(count)]
    base = "\n".join(lines)
    mine = "\n".join(f"{line}!" if number % 100 == 0 else line for number, line in enumerate(lines))
    theirs = "\n".join(f"{line}?" if number % 100 == 50 else line for number, line in enumerate(lines))
    start = time.process_time()
    merged = merge(base, mine, theirs)
    took = time.process_time() - start
    print(f"\n{took:.2f} s")
    assert merged.is_clean
    assert took < campaign_count(3, 1)
