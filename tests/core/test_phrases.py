"""Phrases: English text that retains its template and values, and is translated with all its parts."""

import copy
import pickle

import pytest

from vaultdesk.core.errors import NoteNotFound
from vaultdesk.core.phrases import (
    MAX_AVAILABLE_NAMES,
    NO_PHRASE,
    Number,
    Phrase,
    PhraseCodes,
    Sentences,
    WithoutStop,
    and_list,
    available_names,
    clauses,
    comma_list,
    counted,
    joined_words,
    recognize_phrase,
    verbatim,
)

GERMAN = {
    "There is no note “{0}”": "Es gibt keine Notiz „{0}“",
    "It may have been moved.": "Vielleicht wurde sie verschoben.",
    "{0} failed: {1}": "{1} bei {0}",
    "no room": "kein Platz",
    "Search for “{0}”": "Nach „{0}“ suchen",
    "Read {0} notes": "{0} Notizen lesen",
    "{0} and {1:lower}": "{0} und {1}",
}
CHINESE = {"The note is gone": "笔记不见了", "Search for it.": "请查找。"}


def german(template: str) -> str:
    return GERMAN.get(template, template)


def chinese(template: str) -> str:
    return CHINESE.get(template, template)


def test_a_phrase_equals_its_english_sentence() -> None:
    phrase = Phrase("{0} failed: {1}", "a.md", Phrase("no room"))

    assert phrase == "a.md failed: no room"
    assert (phrase.template, phrase.values) == ("{0} failed: {1}", ("a.md", "no room"))
    assert f"{phrase}!" == "a.md failed: no room!"
    assert {phrase} == {"a.md failed: no room"}


def test_nested_phrases_are_translated_and_other_values_are_not() -> None:
    assert Phrase("{0} failed: {1}", "no room", Phrase("no room")).rendered(german) == "kein Platz bei no room"
    assert verbatim("no room").rendered(german) == "no room"


def test_values_with_braces_are_not_formatted_again() -> None:
    assert Phrase("{0} failed: {1}", "{1}", "x").rendered(german) == "x bei {1}"
    assert Phrase('Try {"query": "boiler"}') == 'Try {"query": "boiler"}'
    assert Phrase("{0}, {7}", "a") == "a, {7}"


def test_numbers_and_errors_can_be_values() -> None:
    error = NoteNotFound(Phrase("There is no note “{0}”", "x"), hint=Phrase("It may have been moved."))
    phrase = Phrase("{0} failed: {1}", 3, error)

    assert phrase == "3 failed: There is no note “x”. It may have been moved."
    assert phrase.rendered(german) == "Es gibt keine Notiz „x“. Vielleicht wurde sie verschoben. bei 3"


def test_the_text_of_an_error_is_its_title_and_hint_in_english() -> None:
    error = NoteNotFound(Phrase("There is no note “{0}”.", "x"), hint=Phrase("It may have been moved."))

    assert str(error) == "There is no note “x”. It may have been moved."
    assert str(NoteNotFound("No note")) == "No note"
    assert (error.title, error.hint) == ("There is no note “x”.", "It may have been moved.")


def test_sentences_end_with_the_full_stop_of_their_script() -> None:
    gone = Sentences(Phrase("The note is gone"), Phrase("Search for it."))

    assert gone == "The note is gone. Search for it."
    assert gone.rendered(chinese) == "笔记不见了。请查找。"
    assert Sentences(Phrase("The note is gone")).rendered(chinese) == "笔记不见了。"
    assert (Sentences(NO_PHRASE, Phrase("a.")), Sentences()) == ("a.", "")


def test_the_parts_of_a_sentence_are_joined_by_spaces_except_in_chinese() -> None:
    assert joined_words("Notes in a", "", "stay here") == "Notes in a stay here"
    assert joined_words("标签 #private 的笔记", "不发送") == "标签 #private 的笔记不发送"
    assert joined_words("发送给 Anthropic", "每次询问") == "发送给 Anthropic 每次询问"


def test_a_sentence_without_its_full_stop_can_be_continued() -> None:
    phrase = Phrase("{0} (twice).", WithoutStop(Phrase("Search for it.")))

    assert phrase == "Search for it (twice)."
    assert phrase.rendered(chinese) == "请查找 (twice)."


def test_singular_and_plural_have_separate_templates() -> None:
    assert counted(1, "Read {0} note", "Read {0} notes") == "Read 1 note"
    assert counted(1_204, "Read {0} note", "Read {0} notes").rendered(german) == "1,204 Notizen lesen"


@pytest.mark.parametrize(("number", "text"), [(0, "0 note"), (1, "1 note"), (2, "2 notes")])
def test_a_language_decides_which_numbers_take_the_singular(number: int, text: str) -> None:
    phrase = pickle.loads(pickle.dumps(Sentences(counted(number, "{0} note", "{0} notes"))))
    assert phrase == ("1 note" if number == 1 else f"{number} notes") + "."
    assert phrase.rendered(str, str, lambda count: count < 2) == f"{text}."


def test_later_clauses_begin_in_lower_case_if_the_language_requires_it() -> None:
    parts = [Phrase("Search for “{0}”", "Öl"), counted(2, "Read {0} note", "Read {0} notes"), Phrase("Go")]

    assert clauses(parts) == "Search for “Öl”, read 2 notes and go"
    assert clauses(parts[:2]).rendered(german) == "Nach „Öl“ suchen und 2 Notizen lesen"
    assert (clauses([]), clauses(parts[:1])) == ("", "Search for “Öl”")


def test_names_in_a_list_are_not_changed() -> None:
    assert and_list(["A", "B", "C"]) == "A, B and C"
    assert (and_list([]), and_list(["A"])) == ("", "A")
    assert (comma_list(["A", "B", "C"]), comma_list([])) == ("A, B, C", "")


@pytest.mark.parametrize(
    "phrase", [Phrase("{0} failed: {1}", "a", Phrase("no room")), Sentences(Phrase("a"), Phrase("b."))], ids=repr
)
def test_a_copy_retains_template_and_values(phrase: Phrase) -> None:
    for duplicate in (copy.deepcopy(phrase), pickle.loads(pickle.dumps(phrase))):
        assert (type(duplicate), duplicate, duplicate.template, duplicate.values) == (
            type(phrase),
            phrase,
            phrase.template,
            phrase.values,
        )
        assert repr(duplicate) == repr(phrase)


def test_a_stored_text_is_recognized_with_its_values() -> None:
    known = (Phrase("Use {0} in “{1}” without asking"), Phrase("Use {0} without asking"), Phrase("All {json: 1}"))
    for stored in (Phrase(known[0].template, "file_read", "A (b) “c”"), Phrase(known[1].template, "x.y"), known[2]):
        recognized = recognize_phrase(str(stored), known)
        assert (recognized.template, recognized.values) == (stored.template, stored.values)
    unrecognized = recognize_phrase("Used without asking", known)
    assert (unrecognized.template, unrecognized.values) == ("{0}", ("Used without asking",))


def test_a_phrase_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Phrase("a").template = "b"


def test_numbers_are_formatted_in_the_language_of_the_text() -> None:
    def with_points(number: Number) -> str:
        return number.translate(str.maketrans(",.", ".,"))

    window = Phrase("{0} of {1} tokens", Number(4096), Number(1_200_000))
    sentence = Sentences(Phrase("Too long: {0}", window), Phrase("Line {0}", 1234))
    assert window == "4,096 of 1,200,000 tokens"
    assert Phrase("{0} GB free", Number(1234.56, 1)) == "1,234.6 GB free"
    assert Phrase("{0} GB free", Number(1234.56, 1)).rendered(str, with_points) == "1.234,6 GB free"
    assert sentence.rendered(str, with_points) == "Too long: 4.096 of 1.200.000 tokens. Line 1234"
    assert sentence.rendered(str) == str(sentence)
    assert counted(1500, "{0} note", "{0} notes").rendered(str, with_points) == "1.500 notes"
    assert pickle.loads(pickle.dumps(window)).rendered(str, with_points) == "4.096 of 1.200.000 tokens"


CODES = PhraseCodes({"added": Phrase("Added “{0}”"), "undo": Phrase("Undo of “{0}”"), "mine": Phrase("Edited by you")})


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        (CODES.phrase("added", "über"), '["added", "über"]'),
        (CODES.phrase("mine"), '["mine"]'),
        (CODES.phrase("undo", CODES.phrase("added", "a")), '["undo", ["added", "a"]]'),
        (Phrase("There is no note “{0}”", "a"), "There is no note “a”"),
        ("Added “a”", "Added “a”"),
        ('["unknown", "a"]', '["unknown", "a"]'),
        ('["added", "a", "b"]', '["added", "a", "b"]'),
        ('["mine"]', '["", "[\\"mine\\"]"]'),
        ('["broken', '["broken'),
        ('["added", ' + "[" * 100_000, '["added", ' + "[" * 100_000),
        ("", ""),
    ],
)
def test_a_phrase_is_stored_as_code_and_values_and_other_text_unchanged(text: str, stored: str) -> None:
    decoded = CODES.decode(stored)

    assert CODES.encode(text) == stored
    assert decoded == text
    has_code = isinstance(text, Phrase) and text.template in {phrase.template for phrase in CODES.phrases.values()}
    assert decoded.template == (text.template if isinstance(text, Phrase) and has_code else "{0}")


@pytest.mark.parametrize(
    ("name", "names", "hint"),
    [
        ("Wrter", ["Librarian", "Writer"], "Did you mean Writer? Available: Librarian, Writer."),
        ("xyz", ["Librarian", "Writer"], "Available: Librarian, Writer."),
        ("n29x", [f"n{number}" for number in range(30)], "Did you mean n29? Available: "),
    ],
)
def test_unknown_name_gets_a_hint_with_the_available_ones(name: str, names: list[str], hint: str) -> None:
    text = str(available_names(name, names))

    assert text.startswith(hint)
    assert text.count(",") < MAX_AVAILABLE_NAMES


@pytest.mark.parametrize(
    ("phrase", "changed"),
    [
        (Phrase("Open “{0}”", "a.md"), "Open “A.MD”"),
        (Phrase("{0} of {1}", counted(2, "{0} note", "{0} notes"), "x"), "2 notes of X"),
        (counted(1, "{0} note in {1}", "{0} notes in {1}", "x"), "1 note in X"),
        (Sentences("It failed", Phrase("See {0}.", "log")), "IT FAILED. See LOG."),
        (WithoutStop(Phrase("See {0}.", "log")), "See LOG"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_texts_in_a_phrase_are_changed_and_its_templates_and_numbers_kept(phrase: Phrase, changed: str) -> None:
    result = phrase.with_changed_texts(str.upper)

    assert str(result) == changed
    assert type(result) is type(phrase)
    assert result.template == phrase.template
