"""Word forms: other forms of a word, found among the index's own words."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.index.scene import filled
from vaultdesk.index.passage_words import asked_of
from vaultdesk.index.word_forms import Wanted, are_forms, wanted


@contextmanager
def known(folder: Path, *texts: str) -> Iterator[object]:
    index = filled(folder / "index.sqlite", folder / "vault", {f"{nth}.md": text for nth, text in enumerate(texts)})
    with index.reading() as connection:
        yield lambda question: [wanted(connection, one) for one in asked_of(question)]
    index.close()


@pytest.mark.parametrize(
    ("word", "other", "expected"),
    [
        ("publish", "publishing", True), ("notes", "note", True), ("decide", "deciding", True), ("tag", "tags", True),
        ("heizung", "heizungen", True), ("note", "noticed", False), ("tag", "table", False), ("2024", "2025", False),
        ("car", "carpet", False), ("inter", "internal", True), ("inter", "interests", False), ("a", "an", False),
    ],
)  # fmt: skip
def test_forms_share_their_beginning_and_differ_in_a_short_ending(word: str, other: str, expected: bool) -> None:
    assert are_forms(word, other) is expected
    assert are_forms(other, word) is expected
    assert are_forms(word, word)


def test_forms_are_words_of_the_index_and_the_word_itself_counts_most(tmp_path: Path) -> None:
    with known(tmp_path, "We publish notes", "publishing", "published, publisher", "unpublished") as ask:
        (found,) = ask("Publish")  # type: ignore[operator] # what the scene yields
    assert found.forms == {"publish": 1.0, "publishing": 0.7, "published": 0.7, "publisher": 0.7}
    assert found.notes == 1


def test_a_word_nobody_wrote_has_no_form_and_no_note(tmp_path: Path) -> None:
    with known(tmp_path, "tags and a tag") as ask:
        absent, tag = ask("zebra tags")  # type: ignore[operator] # as above
    assert absent == Wanted(absent.asked, {}, 0)
    assert tag.forms == {"tags": 1.0, "tag": 0.7}


def test_a_phrase_is_in_no_more_notes_than_its_rarest_word(tmp_path: Path) -> None:
    with known(tmp_path, "heat pump", "heat", "heat") as ask:
        phrase, heat, pump = ask('"heat pump"')  # type: ignore[operator] # as above
    assert (phrase.notes, heat.notes, pump.notes) == (1, 3, 1)
    assert phrase.forms == {}
