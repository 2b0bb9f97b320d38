"""Page: words and patterns stand in names and text as they do, whatever letters do when their case is folded."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.index.haystack import Straw
from vaultdesk.index.search_language.nodes import Pattern
from vaultdesk.index.search_language.page import Page, Where, file_name
from vaultdesk.index.search_language.pieces import Kind

TEXT = "Über die Straße 🐢 zum ẞ\nﬁne\nzuletzt STRASSE"


def page(text: str) -> Page:
    straw = Straw(note=1, path="Ordner/Notiz eins.md", name="Notiz eins", aliases=("Zettel",), excluded=False)
    return Page(straw, text.encode())


@pytest.mark.parametrize(
    ("said", "where", "found"),
    [
        ("strasse", Where(), True),
        ("STRASSE", Where(exactly=True), True),
        ("strasse", Where(exactly=True), False),
        ("notiz", Where(), True),
        ("zettel", Where(), True),
        ("Zettel", Where(exactly=True), True),
        ("zettel", Where(exactly=True), False),
        ("notiz", Where("text"), False),
        ("ordner", Where(), False),
        ("ordner", Where("path"), True),
        ("ordner", Where("file"), False),
        ("eins", Where("file"), True),
        ("Eins", Where("file", exactly=True), False),
        ("zuletzt", Where("text", 0, 20), False),
        ("🐢", Where("text", 10, 20), True),
    ],
)
def test_words_stand_there(said: str, where: Where, found: bool) -> None:
    assert page(TEXT).has_word(said, where) == found


@pytest.mark.parametrize(
    ("source", "where", "found"),
    [
        ("^zuletzt", Where(), True),
        ("^eins", Where(), False),
        ("^notiz", Where(), True),
        ("^zettel$", Where(), True),
        ("eins\\nZettel", Where(), False),
        ("^notiz", Where("text"), False),
        ("ner/no", Where("path"), True),
        ("ner/no", Where("file"), False),
        ("^notiz.*md$", Where("file"), True),
        ("^die", Where("text", 5, 20), True),
        ("STRASSE", Where(exactly=True), True),
        ("strasse", Where(exactly=True), False),
    ],
)
def test_patterns_fit_there(source: str, where: Where, found: bool) -> None:
    assert page(TEXT).has_pattern(Pattern(source, source), where) == found


def test_places_count_the_letters_of_the_text_as_written() -> None:
    here = page(TEXT)
    whole = Where("text")
    assert [TEXT[a:b] for a, b in here.word_places("strasse", whole)] == ["Straße", "STRASSE"]
    assert [TEXT[a:b] for a, b in here.word_places("ss", whole)] == ["ß", "ẞ", "SS"]
    assert [TEXT[a:b] for a, b in here.pattern_places(Pattern("[🐢ß]", ""), whole)] == ["ß", "🐢", "ẞ"]
    assert [TEXT[a:b] for a, b in here.pattern_places(Pattern("^..", ""), Where("text", 5, 28))] == ["di", "ﬁn"]
    assert list(here.pattern_places(Pattern("x*", ""), whole)) == []


@given(st.text("aßAẞﬁi\n", max_size=30), st.sampled_from(["a", "ss", "fi", "i", "aa", "ß"]))
def test_pieces_with_a_word_are_those_of_all_that_have_it(text: str, word: str) -> None:
    here = page(text)
    narrowed = [piece for piece in here.pieces("line", Where(), word) if here.has_word(word, piece)]
    assert narrowed == [piece for piece in here.pieces("line", Where()) if here.has_word(word, piece)]
    assert len(narrowed) == sum(word.casefold() in line.casefold() for line in text.split("\n"))


@pytest.mark.parametrize(
    ("path", "said", "name"),
    [
        ("a/m.md", "m", "m"),
        ("a/x.MD", "md", "x"),
        ("a/x.md", ".m", "x.md"),
        ("x.canvas", "canvas", "x.canvas"),
    ],
)
def test_the_ending_of_a_note_counts_only_where_a_dot_is_asked_for(path: str, said: str, name: str) -> None:
    assert file_name(path, said) == name


def test_folded_text_is_cut_and_found_in_the_same() -> None:
    text = "---\nß: ẞ\n---\nEins Zwei\n\n- [ ] DREI\n"
    straw = Straw(note=1, path="N.md", name="N", aliases=(), excluded=False)
    written = Page(straw, text.encode(), 3)
    low = Page(straw, text.casefold().encode(), 3, is_folded=True)
    kinds: tuple[Kind, ...] = ("line", "block", "section", "task", "task-todo", "task-done")
    for kind in kinds:
        for word in ("", "zwei", "drei", "ss"):
            cut = [list(page.pieces(kind, Where(), word)) for page in (written, low)]
            found = [
                sum(page.has_word(word, piece) for piece in pieces)
                for page, pieces in zip((written, low), cut, strict=True)
            ]
            assert found[0] == found[1], (kind, word)
