"""As a whole: a note is as near as all it says, not as the one line that every note has."""

from vaultdesk.index.meaning.as_a_whole import alike_as_a_whole
from vaultdesk.index.meaning.space import Found

BODY = [Found(1, 0, 0.7), Found(2, 0, 0.3), Found(3, 0, 0.2)]
FOOTER = [Found(2, 5, 0.99), Found(3, 5, 0.98), Found(1, 5, 0.97)]


def test_what_every_note_has_counts_for_none_of_them() -> None:
    found = alike_as_a_whole([BODY, FOOTER])
    assert [(one.note, one.nth) for one in found] == [(1, 0), (2, 5), (3, 5)]
    assert [round(one.similarity, 3) for one in found] == [0.835, 0.645, 0.59]


def test_a_note_that_is_not_among_the_nearest_counts_as_the_last_of_them() -> None:
    found = alike_as_a_whole([[Found(1, 0, 0.9), Found(1, 1, 0.8), Found(2, 0, 0.5)], [Found(2, 1, 0.6)], []])
    assert [(one.note, round(one.similarity, 3)) for one in found] == [(1, 0.75), (2, 0.55)]
