"""Tests of index/search/question_terms.py."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.index.scene import filled
from vaultdesk.index.search.question_terms import (
    FUNCTION_WORDS,
    MAX_QUESTION_TERMS,
    IndexedTerm,
    are_forms,
    flatten_text,
    lookup_term,
    split_words,
    terms_of_question,
    word_spans,
)

# Function words: as the index compares words, and none that says something elsewhere.


def test_each_is_one_word_as_the_index_compares_them() -> None:
    assert all(split_words(flatten_text(word)) == [word] for word in FUNCTION_WORDS)


@pytest.mark.parametrize("word", ["die", "war", "son", "pour", "hat", "men", "back"])
def test_what_says_something_in_another_language_is_none(word: str) -> None:
    assert word not in FUNCTION_WORDS


# Passage words: questions taken apart, whatever their script.


def told(question: str, *salient: str) -> list[tuple[str, float, bool]]:
    return [(one.text, one.weight, one.is_key_term) for one in terms_of_question(question, salient)]


def test_salient_terms_come_first_and_weigh_more_than_other_words() -> None:
    assert told("why the boiler leaks", "Boiler") == [
        ("Boiler", 2.0, True), ("why", 0.1, False), ("the", 0.1, False), ("leaks", 1.0, False),
    ]  # fmt: skip


def test_phrases_are_kept_beside_their_words() -> None:
    assert told('the "heat pump" costs', "central heating") == [
        ("central heating", 2.0, True), ("central", 1.0, True), ("heating", 1.0, True),
        ("heat pump", 1.5, False), ("heat", 1.0, False), ("pump", 1.0, False),
        ("the", 0.1, False), ("costs", 1.0, False),
    ]  # fmt: skip


def test_words_of_one_or_two_letters_weigh_little_unless_they_are_salient() -> None:
    assert told("Q go", "AI") == [("AI", 2.0, True), ("Q", 0.25, False), ("go", 0.5, False)]


def test_words_that_only_hold_a_question_together_weigh_least_unless_they_are_salient() -> None:
    assert told("Wie für être", "how") == [
        ("how", 2.0, True), ("Wie", 0.1, False), ("für", 0.1, False), ("être", 1.0, False),
    ]  # fmt: skip
    assert [one.is_function for one in terms_of_question('"how to" boiler')] == [False, True, True, False]


def test_scripts_without_blanks_are_asked_for_in_pairs_of_signs() -> None:
    asked = terms_of_question("暖房費 costs")
    assert [(one.text, one.is_substring) for one in asked] == [("暖房", True), ("房費", True), ("costs", False)]


def test_a_word_is_compared_without_case_and_accents_of_latin_letters() -> None:
    assert flatten_text("Café ÜBER naïve Й か が") == "cafe uber naive й か が"
    assert [(one.text, one.words) for one in terms_of_question("Café?")] == [("Café", ("cafe",))]


def test_places_are_those_of_the_text_itself() -> None:
    text = "Ünder_the «Café»"
    assert [(word, text[start:end]) for word, start, end in word_spans(text)] == [
        ("under", "Ünder"), ("the", "the"), ("cafe", "Café"),
    ]  # fmt: skip


@given(st.text(max_size=400), st.lists(st.text(max_size=50), max_size=5))
def test_any_text_is_a_question(text: str, salient: list[str]) -> None:
    found = terms_of_question(text, salient)
    assert len(found) <= MAX_QUESTION_TERMS
    for one in found:
        assert one.weight > 0
        assert one.is_substring or list(one.words) == split_words(" ".join(one.words))
    assert len({(one.words, one.is_substring) for one in found}) == len(found)


# Word forms: other forms of a word, found among the index's own words.


@contextmanager
def known(folder: Path, *texts: str) -> Iterator[object]:
    index = filled(folder / "index.sqlite", folder / "vault", {f"{nth}.md": text for nth, text in enumerate(texts)})
    with index.reading() as connection:
        yield lambda question: [lookup_term(connection, one) for one in terms_of_question(question)]
    index.close()


@pytest.mark.parametrize(
    ("word", "other", "expected"),
    [
        ("publish", "publishing", True), ("notes", "note", True), ("decide", "deciding", True), ("tag", "tags", True),
        ("heizung", "heizungen", True), ("note", "noticed", False), ("tag", "table", False), ("2024", "2025", False),
        ("car", "carpet", False), ("inter", "internal", True), ("inter", "interests", False), ("a", "an", False),
        ("rate", "rating", True), ("bake", "baking", True), ("the", "thing", False), ("rat", "rating", False),
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
    assert absent == IndexedTerm(absent.term, {}, 0)
    assert tag.forms == {"tags": 1.0, "tag": 0.7}


def test_a_phrase_is_in_no_more_notes_than_its_rarest_word(tmp_path: Path) -> None:
    with known(tmp_path, "heat pump", "heat", "heat") as ask:
        phrase, heat, pump = ask('"heat pump"')  # type: ignore[operator] # as above
    assert (phrase.notes, heat.notes, pump.notes) == (1, 3, 1)
    assert phrase.forms == {}
