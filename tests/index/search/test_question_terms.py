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

# Function words: normalized as in the index, without words that have another meaning in another language.


def test_each_function_word_is_one_normalized_word() -> None:
    assert all(split_words(flatten_text(word)) == [word] for word in FUNCTION_WORDS)


@pytest.mark.parametrize("word", ["die", "war", "son", "pour", "hat", "men", "back"])
def test_words_with_a_meaning_in_another_language_are_not_function_words(word: str) -> None:
    assert word not in FUNCTION_WORDS


# Splitting questions into terms in any script.


def weighted_terms(question: str, *salient: str) -> list[tuple[str, float, bool]]:
    return [(term.text, term.weight, term.is_key_term) for term in terms_of_question(question, salient)]


def test_salient_terms_come_first_with_a_higher_weight() -> None:
    assert weighted_terms("why the boiler leaks", "Boiler") == [
        ("Boiler", 2.0, True), ("why", 0.1, False), ("the", 0.1, False), ("leaks", 1.0, False),
    ]  # fmt: skip


def test_phrases_are_included_in_addition_to_their_words() -> None:
    assert weighted_terms('the "heat pump" costs', "central heating") == [
        ("central heating", 2.0, True), ("central", 1.0, True), ("heating", 1.0, True),
        ("heat pump", 1.5, False), ("heat", 1.0, False), ("pump", 1.0, False),
        ("the", 0.1, False), ("costs", 1.0, False),
    ]  # fmt: skip


def test_words_of_one_or_two_letters_have_a_low_weight_unless_they_are_salient() -> None:
    assert weighted_terms("Q go", "AI") == [("AI", 2.0, True), ("Q", 0.25, False), ("go", 0.5, False)]


def test_function_words_have_the_lowest_weight_unless_they_are_salient() -> None:
    assert weighted_terms("Wie für être", "how") == [
        ("how", 2.0, True), ("Wie", 0.1, False), ("für", 0.1, False), ("être", 1.0, False),
    ]  # fmt: skip
    assert [term.is_function for term in terms_of_question('"how to" boiler')] == [False, True, True, False]


def test_scripts_without_spaces_are_split_into_pairs_of_characters() -> None:
    terms = terms_of_question("暖房費 costs")
    assert [(term.text, term.is_substring) for term in terms] == [("暖房", True), ("房費", True), ("costs", False)]


def test_words_are_normalized_without_case_and_latin_accents() -> None:
    assert flatten_text("Café ÜBER naïve Й か が") == "cafe uber naive й か が"
    assert [(term.text, term.words) for term in terms_of_question("Café?")] == [("Café", ("cafe",))]


def test_spans_refer_to_the_original_text() -> None:
    text = "Ünder_the «Café»"
    assert [(word, text[start:end]) for word, start, end in word_spans(text)] == [
        ("under", "Ünder"), ("the", "the"), ("cafe", "Café"),
    ]  # fmt: skip


@given(st.text(max_size=400), st.lists(st.text(max_size=50), max_size=5))
def test_any_text_is_a_valid_question(text: str, salient: list[str]) -> None:
    terms = terms_of_question(text, salient)
    assert len(terms) <= MAX_QUESTION_TERMS
    for term in terms:
        assert term.weight > 0
        assert term.is_substring or list(term.words) == split_words(" ".join(term.words))
    assert len({(term.words, term.is_substring) for term in terms}) == len(terms)


def test_words_joined_by_a_sign_are_also_searched_as_one_word() -> None:
    assert [term.words for term in terms_of_question("e-mail")] == [("e", "mail"), ("email",), ("e",), ("mail",)]
    assert ("00",) in [term.words for term in terms_of_question(":0-0")]


# Word forms among the words of the index.


@contextmanager
def term_lookup(folder: Path, *texts: str) -> Iterator[object]:
    index = filled(
        folder / "index.sqlite", folder / "vault", {f"{number}.md": text for number, text in enumerate(texts)}
    )
    with index.reading() as connection:
        yield lambda question: [lookup_term(connection, term) for term in terms_of_question(question)]
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
def test_forms_have_a_common_beginning_and_different_short_endings(word: str, other: str, expected: bool) -> None:
    assert are_forms(word, other) is expected
    assert are_forms(other, word) is expected
    assert are_forms(word, word)


def test_forms_are_words_of_the_index_and_the_exact_word_has_the_highest_weight(tmp_path: Path) -> None:
    with term_lookup(tmp_path, "We publish notes", "publishing", "published, publisher", "unpublished") as lookup:
        (term,) = lookup("Publish")  # type: ignore[operator] # the yielded function
    assert term.forms == {"publish": 1.0, "publishing": 0.7, "published": 0.7, "publisher": 0.7}
    assert term.notes == 1


def test_an_absent_word_has_no_forms_and_no_notes(tmp_path: Path) -> None:
    with term_lookup(tmp_path, "tags and a tag") as lookup:
        absent, tag = lookup("zebra tags")  # type: ignore[operator] # as above
    assert absent == IndexedTerm(absent.term, {}, 0)
    assert tag.forms == {"tags": 1.0, "tag": 0.7}


def test_a_phrase_is_in_no_more_notes_than_its_rarest_word(tmp_path: Path) -> None:
    with term_lookup(tmp_path, "heat pump", "heat", "heat") as lookup:
        phrase, heat, pump = lookup('"heat pump"')  # type: ignore[operator] # as above
    assert (phrase.notes, heat.notes, pump.notes) == (1, 3, 1)
    assert phrase.forms == {}
