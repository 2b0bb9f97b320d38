"""Which links of a person's words bring something, and what their words are."""

from vaultdesk.agent.context_links import MOST_LINKS, active_note, items_of, linked_items, words_of
from vaultdesk.chat.messages import ContextItem, Message, Source, TextPart, user_message


def test_links_are_read_as_markdown_reads_them() -> None:
    text = "[[A]] ![[B#C]] [[A|again]] [web](https://x.org) [own](N.md) `[[code]]` [[#Here]] [[D#^id]]"
    assert [item.target for item in linked_items(text, "F/Open.md")] == ["A", "B#C", "F/Open#Here", "D#^id"]
    assert linked_items("[[#Here]]") == ()


def test_a_page_full_of_links_is_not_looked_up() -> None:
    assert len(linked_items(" ".join(f"[[N{n}]]" for n in range(500)))) == MOST_LINKS


def test_only_the_persons_own_words_are_looked_through() -> None:
    attached = TextPart(text="[[Evil]]", sources=(Source(path="A.md"),))
    comment = TextPart(text="[[Hidden]]", hidden=True)
    message = Message(role="user", parts=(attached, comment, TextPart(text="[[Mine]]")))

    assert words_of(message) == "[[Mine]]"
    assert [item.target for item in items_of(message)] == ["Mine"]


def test_what_was_laid_there_comes_first_and_once() -> None:
    mine = ContextItem(kind="note", target="Mine")
    active = ContextItem(kind="active", target="Open.md#Part")
    message = user_message("[[Mine]] [[#Other]]", context=(active, mine))

    assert active_note(message) == "Open.md"
    assert items_of(message) == (active, mine, ContextItem(kind="note", target="Open#Other"))
