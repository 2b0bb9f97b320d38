"""Cutting: what is taken out is gone from every byte, and the rest is still JSON with its sources."""

import json

from tests.privacy.scene import question, read, request, result, wire
from vaultdesk.chat.messages import ImagePart, Message, Source, TextPart, ToolResultPart
from vaultdesk.privacy.cutting import KEPT, RULED, rewritten, without
from vaultdesk.privacy.passages import passages
from vaultdesk.providers.provider import ModelRequest


def content(asked: ModelRequest, message: int = -1) -> object:
    part = asked.messages[message].parts[0]
    assert isinstance(part, ToolResultPart)
    return json.loads(part.content)["data"]


def test_a_passage_that_is_taken_out_leaves_its_name_and_a_word() -> None:
    asked = request(question(), *read("Open.md", "Personal/Diary.md"))
    _, diary = passages(asked)
    cut = without(asked, {diary.id: None})
    assert content(cut) == [content(asked)[0], {"path": "Personal/Diary.md", "content": KEPT}]  # type: ignore[index]  # a list
    assert "CANARY" not in wire(cut)
    assert [source.path for source in cut.sources] == ["Open.md"]
    assert passages(cut)[0].path == "Open.md"


def test_a_private_passage_leaves_not_even_its_name() -> None:
    asked = request(result("file_read", "c1", [{"path": "S.md", "content": "x"}], Source(path="S.md", characters=1)))
    assert content(without(asked, {}, {passages(asked)[0].id})) == [{"kept_back": RULED}]


def test_a_shortened_passage_says_what_the_person_left_of_it() -> None:
    data = {"path": "Open.md", "content": "one two", "frontmatter": {"secret": "x"}}
    asked = request(result("read_note", "c1", data, Source(path="Open.md", characters=7)))
    assert content(without(asked, {passages(asked)[0].id: "one"})) == {"path": "Open.md", "content": "one"}


def test_a_part_that_cannot_be_told_apart_goes_whole() -> None:
    asked = request(result("odd", "c1", {"all": "CANARY"}, Source(path="Open.md", characters=6)))
    cut = without(asked, {passages(asked)[0].id: None})
    part = cut.messages[0].parts[0]
    assert isinstance(part, ToolResultPart)
    assert json.loads(part.content) == {"kept_back": KEPT}
    assert (part.call_id, cut.sources) == ("c1", ())


def test_a_text_and_a_picture_become_a_word() -> None:
    picture = ImagePart(media_type="image/png", data="QUJD", name="a.png", sources=(Source(path="a.png"),))
    text = TextPart(text="CANARY", sources=(Source(path="Open.md"),))
    asked = request(Message(role="user", parts=(picture, text, TextPart(text="Q"))))
    cut = without(asked, dict.fromkeys(one.id for one in passages(asked)))
    assert list(cut.messages[0].parts) == [TextPart(text=KEPT), TextPart(text=KEPT), TextPart(text="Q")]


def test_a_rule_beats_what_the_person_left_of_a_passage() -> None:
    asked = request(question(), *read("Personal/Diary.md"))
    (diary,) = passages(asked)
    assert content(without(asked, {diary.id: "CANARY"}, {diary.id})) == [{"kept_back": RULED}]


def test_rewriting_touches_the_texts_of_one_passage_only() -> None:
    asked = request(question(), *read("Open.md", "Plan.md"))
    changed = rewritten(asked, {passages(asked)[1].id: str.upper})
    before, after = content(asked), content(changed)
    assert isinstance(before, list)
    assert isinstance(after, list)
    assert (after[0], after[1]["content"]) == (before[0], before[1]["content"].upper())
    assert changed.messages[0] is asked.messages[0]
    text = request(Message(role="user", parts=(TextPart(text="ab", sources=(Source(path="Open.md"),)),)))
    assert rewritten(text, {passages(text)[0].id: str.upper}).messages[0].text == "AB"
