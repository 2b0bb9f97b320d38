"""Near: a passage that was found."""

from vaultdesk.index.meaning.near import NearPassage


def test_the_same_passage_is_equal_to_itself() -> None:
    one = NearPassage(1, 0, "A.md", "Heat", 1, 3, 0, 40, 0.5)
    assert one == NearPassage(1, 0, "A.md", "Heat", 1, 3, 0, 40, 0.5)
