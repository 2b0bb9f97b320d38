"""What an import is made of."""

from tests.chat.importers.drawing import CHANGED
from vaultdesk.chat.importers.imported import content_id, plain_id, spoken, stable_id, title_of, writable
from vaultdesk.chat.messages import Message, TextPart


def asked(words: str) -> Message:
    return Message(role="user", parts=(TextPart(text=words),), created=CHANGED)


def test_text_is_made_fit_for_a_note() -> None:
    assert writable("a\r\nb\rc\x00\x1b[31md\ud800\te") == "a\nb\nc[31md\ufffd\te"


def test_a_title_is_one_line_of_bounded_length() -> None:
    assert title_of(" a\n b ") == "a b"
    assert len(title_of("x" * 1000)) == 200


def test_only_what_was_said_counts_as_spoken() -> None:
    assert spoken(Message(role="user", parts=(TextPart(text="a", hidden=True), TextPart(text="b")))) == "b"


def test_ids_depend_on_what_they_are_of_alone() -> None:
    assert stable_id("msg", "a", 1) == stable_id("msg", "a", 1)
    assert (
        len({stable_id("msg", "a", 1), stable_id("msg", "a", 2), stable_id("msg", "a1", ""), stable_id("x", "a", 1)})
        == 4
    )


def test_a_conversation_is_known_by_its_beginning() -> None:
    beginning = [asked("one"), asked("two")]

    assert content_id(beginning) == content_id([*beginning, asked("three")])
    assert content_id(beginning) != content_id([asked("one"), asked("2")])


def test_a_foreign_id_holds_nothing_that_a_property_could_not() -> None:
    assert plain_id(' a: "b"\n]]../c ') == "a___b____../c"
