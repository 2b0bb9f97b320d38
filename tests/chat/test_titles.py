"""Titles: a chat is called by its first question, and its file by a name every system keeps."""

import pytest

from vaultdesk.chat.messages import ContextItem, ImagePart, Message, TextPart, user_message
from vaultdesk.chat.titles import LONGEST_TITLE, UNTITLED, file_name_of, one_line, title_of
from vaultdesk.vault.note_path import NotePath

PICTURE = ImagePart(media_type="image/png", data="")


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("What did we decide?", "What did we decide?"),
        ("\n\n  # A heading\nand more", "A heading"),
        ("---\n```\nprint(1)", "print(1)"),
        ("> quoted\nmine", "quoted"),
        ("two\twords\u202e \x07", "two words"),
        ("مرحبا بالعالم", "مرحبا بالعالم"),
        ("!!! ???", ""),
        ("", ""),
    ],
)
def test_the_first_line_with_a_word_is_the_title(question: str, title: str) -> None:
    assert title_of([Message(role="assistant", parts=()), user_message(question)]) == title


def test_a_long_question_is_cut_at_a_word() -> None:
    title = title_of([user_message("word " * 100)])
    assert title.endswith("word…")
    assert len(title) <= LONGEST_TITLE
    assert one_line("x" * 500, 10) == "xxxxxxxxx…"


def test_a_question_without_words_is_called_by_what_it_has() -> None:
    assert title_of([Message(role="user", parts=(PICTURE,))]) == "A picture"
    assert title_of([user_message("", context=(ContextItem(kind="note", target="A/b"),))]) == "A/b"
    assert title_of([Message(role="user", parts=(TextPart(text="hidden", hidden=True),))]) == ""
    assert title_of([]) == ""


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("What: a/b\\c?", "What a b c"),
        ("[[x]] #y ^z | 100%%", "x y z 100"),
        ("con", "con chat"),
        ("NUL.md", "Chat NUL.md"),
        (".hidden", "hidden"),
        ("ends in a dot.", "ends in a dot"),
        ("~home", "home"),
        ("", UNTITLED),
        ("???", UNTITLED),
        ("e\u0301te\u0301", "été"),
        ("👩\u200d👩\u200d👧 family", "👩👩👧 family"),
        ("漢" * 200, "漢" * 66),
        ("x" * 300, "x" * 99 + "…"),
    ],
)
def test_every_title_gives_a_name_every_system_keeps(title: str, name: str) -> None:
    assert file_name_of(title) == name
    assert NotePath.parse(f"Chats/{name}.md").for_writing().name == name
