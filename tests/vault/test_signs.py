"""Signs: all of them, in order, whatever the windows."""

import re

from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.vault.signs import LINE_MARK, SIGNS, Signs

TEXTS = st.lists(
    st.sampled_from([*SIGNS, "%", ":", "\n---", "\n===", "\n  - ~~~", "\n", " ", "é", "😀", "a"]), max_size=30
).map("".join)


def _plainly(text: str) -> list[int]:
    every = "|".join(f"(?={re.escape(sign)})" for sign in SIGNS)
    places = {found.start() for found in re.finditer(every, text)}
    return sorted(places | {found.start() for found in LINE_MARK.finditer(text)})


@given(TEXTS, st.integers(1, 9))
def test_every_sign_is_found_once_in_whatever_windows(text: str, window: int) -> None:
    signs = Signs(text)
    found = [place for lower in range(0, len(text), window) for place in signs.between(lower, lower + window)]
    assert found == _plainly(text)


def test_a_window_may_begin_where_the_last_reading_ended() -> None:
    signs = Signs("a#\n---\nb#\n---\nc#")
    assert signs.between(0, 3) == [1, 2]
    assert signs.between(11, 16) == [15]
