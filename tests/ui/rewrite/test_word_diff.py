"""Word diff: what goes and what comes are told word by word, and putting them together gives both texts again."""

from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.ui.rewrite.word_diff import Stretch, word_diff


def test_a_changed_word_stands_beside_the_one_it_replaces() -> None:
    assert word_diff("The old boiler leaks.", "The new boiler leaks.") == [
        Stretch("same", "The "),
        Stretch("removed", "old"),
        Stretch("added", "new"),
        Stretch("same", " boiler leaks."),
    ]


def test_words_that_change_one_after_the_other_are_one_change() -> None:
    kinds = [stretch.kind for stretch in word_diff("a red small house", "a blue large house")]

    assert kinds == ["same", "removed", "added", "same"]


def test_the_same_words_are_one_stretch_and_nothing_is_none() -> None:
    assert word_diff("as it was", "as it was") == [Stretch("same", "as it was")]
    assert word_diff("", "") == []


@given(st.text(alphabet="ab \n.é", max_size=40), st.text(alphabet="ab \n.é", max_size=40))
def test_both_texts_can_be_read_out_of_it(old: str, new: str) -> None:
    stretches = word_diff(old, new)

    assert "".join(one.text for one in stretches if one.kind != "added") == old
    assert "".join(one.text for one in stretches if one.kind != "removed") == new
