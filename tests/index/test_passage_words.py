"""Passage words: questions taken apart, whatever their script."""

from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.index.passage_words import MOST_ASKED, asked_of, flat, places_of_words, words_in


def told(question: str, *salient: str) -> list[tuple[str, float, bool]]:
    return [(one.text, one.weight, one.salient) for one in asked_of(question, salient)]


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
    assert [one.is_function for one in asked_of('"how to" boiler')] == [False, True, True, False]


def test_scripts_without_blanks_are_asked_for_in_pairs_of_signs() -> None:
    asked = asked_of("暖房費 costs")
    assert [(one.text, one.is_letters) for one in asked] == [("暖房", True), ("房費", True), ("costs", False)]


def test_a_word_is_compared_without_case_and_accents_of_latin_letters() -> None:
    assert flat("Café ÜBER naïve Й か が") == "cafe uber naive й か が"
    assert [(one.text, one.words) for one in asked_of("Café?")] == [("Café", ("cafe",))]


def test_places_are_those_of_the_text_itself() -> None:
    text = "Ünder_the «Café»"
    assert [(word, text[start:end]) for word, start, end in places_of_words(text)] == [
        ("under", "Ünder"), ("the", "the"), ("cafe", "Café"),
    ]  # fmt: skip


@given(st.text(max_size=400), st.lists(st.text(max_size=50), max_size=5))
def test_any_text_is_a_question(text: str, salient: list[str]) -> None:
    found = asked_of(text, salient)
    assert len(found) <= MOST_ASKED
    for one in found:
        assert one.weight > 0
        assert one.is_letters or list(one.words) == words_in(" ".join(one.words))
    assert len({(one.words, one.is_letters) for one in found}) == len(found)
