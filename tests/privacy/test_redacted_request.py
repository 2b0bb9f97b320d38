"""Tests of privacy/redacted_request.py."""

import json
from pathlib import Path

from pydantic import JsonValue

from tests.privacy.scene import HERE, NOTES, call, open_scene, question, read, request, result, wire
from tests.support.desk import REMOTE
from vaultdesk.chat.attached_text import empty_attached_tag, wrap_attached
from vaultdesk.chat.messages import ImagePart, Message, ReasoningPart, Source, TextPart, ToolResultPart
from vaultdesk.privacy.disclosure_history import ConversationDisclosures
from vaultdesk.privacy.inspection import EgressRequest, inspect_request
from vaultdesk.privacy.passages import request_passages
from vaultdesk.privacy.redacted_request import (
    ledger_passages,
    question_excerpt,
    redact_request,
    requested_private_notes,
)
from vaultdesk.privacy.redaction import (
    ANSWER_WITHHELD_MARK,
    KEPT_BACK_MARK,
    PRIVATE_MARK,
    first_changed_message,
    names_in,
    redact_names,
    redact_passages,
    rewrite_passages,
    withhold_answers,
    without_arguments,
)
from vaultdesk.providers.provider import ModelRequest

# Cutting: what is taken out is gone from every byte, and the rest is still JSON with its sources.


def content(asked: ModelRequest, message: int = -1) -> object:
    part = asked.messages[message].parts[0]
    assert isinstance(part, ToolResultPart)
    return json.loads(part.content)["data"]


def test_a_passage_that_is_taken_out_leaves_its_name_where_the_receiver_knows_it() -> None:
    model_request = request(question(), *read("Open.md", "Personal/Diary.md"))
    _, diary = request_passages(model_request)
    cut = redact_passages(model_request, {diary.id: None})
    assert content(cut) == [content(model_request)[0], {"kept_back": KEPT_BACK_MARK}]  # type: ignore[index]  # a list
    cut = redact_passages(model_request, {diary.id: None}, is_host_call=lambda call_id: call_id == "c1")
    assert content(cut) == [content(model_request)[0], {"path": "Personal/Diary.md", "content": KEPT_BACK_MARK}]  # type: ignore[index]  # a list
    assert "CANARY" not in wire(cut)
    assert [source.path for source in cut.sources] == ["Open.md"]
    assert request_passages(cut)[0].path == "Open.md"


def test_a_private_passage_leaves_not_even_its_name() -> None:
    model_request = request(
        result("file_read", "c1", [{"path": "S.md", "content": "x"}], Source(path="S.md", characters=1))
    )
    assert content(redact_passages(model_request, {}, {request_passages(model_request)[0].id})) == [
        {"kept_back": PRIVATE_MARK}
    ]


def test_a_shortened_passage_says_what_the_person_left_of_it() -> None:
    data = {"path": "Open.md", "content": "one two", "frontmatter": {"secret": "x"}}
    model_request = request(result("read_note", "c1", data, Source(path="Open.md", characters=7)))
    assert content(redact_passages(model_request, {request_passages(model_request)[0].id: "one"})) == {
        "path": "Open.md",
        "content": "one",
    }


def test_a_part_that_cannot_be_told_apart_goes_whole() -> None:
    model_request = request(result("odd", "c1", {"all": "CANARY"}, Source(path="Open.md", characters=6)))
    cut = redact_passages(model_request, {request_passages(model_request)[0].id: None})
    part = cut.messages[0].parts[0]
    assert isinstance(part, ToolResultPart)
    assert json.loads(part.content) == {"kept_back": KEPT_BACK_MARK}
    assert (part.call_id, cut.sources) == ("c1", ())


def test_a_text_and_a_picture_become_a_word() -> None:
    picture = ImagePart(media_type="image/png", data="QUJD", name="a.png", sources=(Source(path="a.png"),))
    text = TextPart(text="CANARY", sources=(Source(path="Open.md"),))
    model_request = request(Message(role="user", parts=(picture, text, TextPart(text="Q"))))
    cut = redact_passages(model_request, dict.fromkeys(passage.id for passage in request_passages(model_request)))
    assert list(cut.messages[0].parts) == [
        TextPart(text=KEPT_BACK_MARK),
        TextPart(text=KEPT_BACK_MARK),
        TextPart(text="Q"),
    ]


def test_a_rule_beats_what_the_person_left_of_a_passage() -> None:
    model_request = request(question(), *read("Personal/Diary.md"))
    (diary,) = request_passages(model_request)
    assert content(redact_passages(model_request, {diary.id: "CANARY"}, {diary.id})) == [{"kept_back": PRIVATE_MARK}]


def test_rewriting_touches_the_texts_of_one_passage_only() -> None:
    model_request = request(question(), *read("Open.md", "Plan.md"))
    changed = rewrite_passages(model_request, {request_passages(model_request)[1].id: str.upper})
    before, after = content(model_request), content(changed)
    assert isinstance(before, list)
    assert isinstance(after, list)
    assert (after[0], after[1]["content"]) == (before[0], before[1]["content"].upper())
    assert changed.messages[0] is model_request.messages[0]
    text = request(Message(role="user", parts=(TextPart(text="ab", sources=(Source(path="Open.md"),)),)))
    assert rewrite_passages(text, {request_passages(text)[0].id: str.upper}).messages[0].text == "AB"


# Answers: what another model said after it saw something private stays here; the host's own words do not.

QUOTE = Message(id="said", role="assistant", parts=(ReasoningPart(text="CANARY"), TextPart(text="It says CANARY.")))
BEFORE = Message(id="before", role="assistant", parts=(TextPart(text="Hello."),))


def test_answers_after_what_is_kept_back_are_kept_back_too() -> None:
    model_request = request(question(), BEFORE, result("file_read", "c0", {}), QUOTE, question("And now?"))
    withheld = withhold_answers(model_request, 2, lambda _: False)
    assert [message.text for message in withheld.request.messages] == [
        "What does it cost?", "Hello.", "", ANSWER_WITHHELD_MARK, "And now?",
    ]  # fmt: skip
    assert withheld.message_ids == ("said",)
    assert "CANARY" not in str(withheld.request)


def test_what_the_host_said_itself_is_no_news_to_it() -> None:
    model_request = request(question(), result("file_read", "c0", {}), QUOTE)
    assert withhold_answers(model_request, 1, lambda message: message.id == "said").request is model_request


def test_where_nothing_is_kept_back_nothing_can_be_repeated() -> None:
    model_request = request(question(), QUOTE)
    assert withhold_answers(model_request, None, lambda _: False).request is model_request


def test_arguments_and_unsourced_results_go_with_the_answer() -> None:
    sourced = result("file_read", "c2", [{"path": "Open.md", "content": "open"}], Source(path="Open.md", characters=4))
    model_request = request(
        result("file_read", "c0", {}),
        call("write_note", "c1", "Because CANARY", content="CANARY"),
        result("write_note", "c1", {"echo": "CANARY"}),
        call("file_read", "c2", file_paths=["Open.md"]),
        sourced,
    )
    withheld = withhold_answers(model_request, 0, lambda _: False).request
    assert "CANARY" not in str(withheld)
    assert [passage.id for message in withheld.messages for passage in message.tool_calls] == ["c1", "c2"], (
        "a result needs its call"
    )
    assert withheld.messages[4] == sourced, "what says from which note it is goes by that note's own rule"


def test_a_call_whose_result_was_cut_loses_what_it_asked() -> None:
    before = request(
        call("read_note", "c1", path="Diary"),
        result("read_note", "c1", {"path": "Diary.md"}),
        call("read_note", "c2", path="Open"),
        result("read_note", "c2", {"path": "Open.md"}),
    )
    after = request(*before.messages[:1], result("read_note", "c1", {}), *before.messages[2:])
    assert first_changed_message(after, before) == 1
    assert first_changed_message(before, before) is None
    bare = without_arguments(after, before, lambda _: False)
    assert [passage.arguments for message in bare.messages for passage in message.tool_calls] == [{}, {"path": "Open"}]
    assert without_arguments(after, before, lambda _: True) is after
    assert without_arguments(before, before, lambda _: False) is before


# Names: no list, tree, link or sentence names a private note, and none tells that there is one.

HIDDEN = frozenset({"P/s.md", "P"})


def hides(name: str, *, include_unknown: bool) -> bool:
    """Two names, and of those no note has now one that was moved."""
    return name in HIDDEN or (include_unknown and name == "moved.md")


def swept(*messages: Message, own: frozenset[str] = frozenset()) -> JsonValue:
    """Return what the last result says afterwards."""
    model_request = redact_names(request(question(), *messages), hides, own.__contains__)
    part = model_request.messages[-1].parts[0]
    assert isinstance(part, ToolResultPart)
    value: JsonValue = json.loads(part.content)
    return value


def data(value: JsonValue, name: str = "t") -> JsonValue:
    told = swept(call(name, "c1"), result(name, "c1", value))
    return told["data"] if isinstance(told, dict) and "data" in told else told


def test_lists_lose_the_name() -> None:
    assert data({"way": ["a.md", "P/s.md", "b.md"]}) == {"way": ["a.md", "b.md"]}
    assert data([{"path": "a.md"}, {"path": "P/s.md", "size": 3}]) == [{"path": "a.md"}]
    assert data({"path": "a.md", "outgoing": [{"path": "P/s.md", "link": "s"}]}) == {"path": "a.md", "outgoing": []}


def test_rows_and_objects_that_tell_of_it_go_whole() -> None:
    assert data({"rows": [["P/s.md", "done"], ["a.md", "open"]]}) == {"rows": [["a.md", "open"]]}
    assert data({"steps": [{"from": "a.md", "to": "P/s.md", "weight": 3}]}) == {"steps": []}
    assert data({"P/s.md": {"title": "x"}, "a.md": 1}) == {"a.md": 1}
    assert data({"note": {"path": "P/s.md"}}) == {"note": {"kept_back": PRIVATE_MARK}}


def test_trees_lose_the_folder() -> None:
    tree: JsonValue = {
        "folder": "",
        "folders": [{"folder": "P", "name": "P", "count": 1, "notes": [{"path": "P/s.md"}]}],
    }
    assert data(tree) == {"folder": "", "folders": []}


def test_a_word_that_is_a_folders_name_stays_a_word() -> None:
    assert data([{"path": "a.md", "tags": ["P"], "text": "P"}]) == [{"path": "a.md", "tags": ["P"], "text": "P"}]


def test_sentences_lose_the_name_too() -> None:
    value: JsonValue = {"files": ["P/s.md"], "message": "P/s.md changed. Ask again."}
    assert data(value) == {"files": [], "message": "[private note] changed. Ask again."}


def test_a_result_that_is_all_about_it_is_nothing() -> None:
    message = result("t", "c1", None).model_copy(
        update={"parts": (ToolResultPart(call_id="c1", name="t", content='{"path":"P/s.md","n":1}'),)}
    )
    assert swept(message) == {"kept_back": PRIVATE_MARK}


def test_what_the_other_side_named_itself_is_not_taken_out_of_its_answer() -> None:
    """A word in its place would tell that there is such a note."""
    read_call = call("file_read", "c1", file_paths=["p/S"])
    redacted: JsonValue = [{"path": "P/s.md", "content": "File not found: P/s.md", "size": 0}]
    assert swept(read_call, result("file_read", "c1", redacted), own=frozenset({"c1"})) == {
        "success": True,
        "data": redacted,
        "metadata": {"files_affected": []},
    }
    assert swept(read_call, result("file_read", "c1", redacted))["data"] == []  # type: ignore[index, call-overload]  # an object


def test_calls_of_another_model_lose_the_name() -> None:
    messages = (question(), call("file_read", "c1", file_paths=["P/s.md", "a.md"], why="see P/s.md"))
    changed = redact_names(request(*messages), hides, lambda _: False)
    (passage,) = changed.messages[1].tool_calls
    assert passage.arguments == {"file_paths": ["[private note]", "a.md"], "why": "see [private note]"}
    assert json.loads(passage.arguments_json) == passage.arguments
    own = redact_names(request(*messages), hides, lambda _: True)
    assert own.messages[1] is messages[1]


def test_a_name_that_no_note_has_now_may_have_been_a_private_ones() -> None:
    rename_call = call("rename_note", "c1", path="moved.md", new_path="a.md")
    renamed = result("rename_note", "c1", {"path": "a.md", "old_path": "moved.md"})
    assert swept(rename_call, renamed)["data"] == {"kept_back": PRIVATE_MARK}  # type: ignore[index, call-overload]  # an object
    assert "moved" in str(swept(rename_call, renamed, own=frozenset({"c1"}))), "who named it knows it"
    later = result("list_notes", "c1", {"notes": [{"path": "moved.md"}]})
    assert "moved" in str(swept(call("list_notes", "c1"), later, own=frozenset({"c1"})))


def test_what_names_nothing_private_is_left_as_it_is() -> None:
    messages = (question(), call("t", "c1", path="a.md"), result("t", "c1", {"path": "a.md", "n": 1.50}))
    model_request = request(*messages)
    same = redact_names(model_request, hides, lambda _: False)
    assert all(after is before for after, before in zip(same.messages, model_request.messages, strict=True))
    odd = ToolResultPart(call_id="c", name="t", content="P/s.md, no JSON")
    redacted = redact_names(request(Message(role="tool", parts=(odd,))), hides, lambda _: False)
    assert redacted.messages[0].parts[0] is odd


def test_names_are_short_texts_on_one_line() -> None:
    assert list(names_in({"a": ["x", 1, "two\nlines", "", "y" * 2000], "b": {"c": "z"}})) == ["x", "z"]


# Outgoing: what may leave of a request, and what is written down of it.

SAID = Message(id="said", role="assistant", parts=(TextPart(text="The diary says CANARY-DIARY."),))


async def test_only_what_is_open_leaves(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        model_request = request(question(), *read(*NOTES), SAID, question("And?"))
        inspected = await inspect_request(
            EgressRequest(model_request, scene.rules, REMOTE, ConversationDisclosures(), scene.permissions)
        )
        leaving = redact_request(
            EgressRequest(model_request, scene.rules, REMOTE, ConversationDisclosures()), inspected
        )
        assert "18,400" in wire(leaving.request)
        assert "Then we order." in wire(leaving.request)
        assert "CANARY" not in wire(leaving.request)
        assert leaving.withheld_answers == ("said",)
        assert "Personal" not in wire(leaving.request)


async def test_a_request_with_nothing_private_leaves_as_it_is(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        model_request = request(question(), *read("Open.md"), SAID)
        egress = EgressRequest(model_request, scene.rules, REMOTE, ConversationDisclosures(), scene.permissions)
        redacted = redact_request(egress, await inspect_request(egress))
        assert wire(redacted.request) == wire(model_request)


async def test_each_passage_is_written_down_with_what_became_of_it(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        model_request = request(question(), *read(*NOTES, allowed="grant"))
        size = len(NOTES["Open.md"])
        disclosures = ConversationDisclosures(withheld={("Open.md", size): "Cut."})
        egress = EgressRequest(model_request, scene.rules, REMOTE, disclosures, scene.permissions)
        inspected = await inspect_request(egress)
        recorded = [
            (passage.source.path, passage.kind, passage.decision, passage.why)
            for passage in ledger_passages(egress, inspected)
        ]
        assert recorded == [
            ("Open.md", "kept", "review", ""),
            ("Open.md", "sent", "review", ""),
            ("Plan.md", "sent", "rule", "Search and read without asking"),
            ("Personal/Diary.md", "kept", "privacy", "in personal"),
            ("Tagged.md", "kept", "privacy", "tagged #private"),
            ("Marked.md", "kept", "privacy", "with private: true"),
            ("Asked.md", "kept", "nobody", "with team"),
        ]
        assert [passage.source.characters for passage in ledger_passages(egress, inspected)][:2] == [size, len("Cut.")]
        egress_here = EgressRequest(model_request, scene.rules, HERE, ConversationDisclosures(), scene.permissions)
        here = await inspect_request(egress_here)
        assert {passage.kind for passage in ledger_passages(egress_here, here)} == {"stayed"}


async def test_a_private_note_that_was_asked_for_by_name_is_told(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        disclosures = ConversationDisclosures()
        model_request = request(
            call("file_read", "c1", file_paths=["personal/diary.md", "Open.md"]),
            call("read_note", "c2", path="Tagged"),
            call("vault_search", "c3", query="Marked"),
            call("file_read", "c4", file_paths=["Marked.md"]),
        )
        for host in (REMOTE.host, HERE.host):
            disclosures.host(host).call_ids.update({"c1", "c2", "c3"})
        recorded = requested_private_notes(EgressRequest(model_request, scene.rules, REMOTE, disclosures))
        assert [(passage.source.path, passage.kind, passage.why) for passage in recorded] == [
            ("Personal/Diary.md", "kept", "in personal"),
            ("Tagged.md", "kept", "tagged #private"),
        ]
        assert requested_private_notes(EgressRequest(model_request, scene.rules, HERE, disclosures)) == []


def test_the_question_is_what_the_person_typed_last() -> None:
    note = TextPart(text="<agent>be kind</agent>", sources=(Source(path="Agents/Kind.md", characters=7),))
    typed = Message(role="user", parts=(note, TextPart(text="  What\nabout   it?" + "x" * 200)))
    model_request = request(question("Before"), typed, SAID)
    assert question_excerpt(model_request) == ("What about it?" + "x" * 200)[:80]
    assert question_excerpt(request(SAID)) == ""


def test_what_lies_beside_a_question_is_not_the_question() -> None:
    told_of = TextPart(text=empty_attached_tag(link="Nowhere", problem="There is no such note."))
    beside = TextPart(text=wrap_attached("A note.", note="A.md"), sources=(Source(path="A.md", characters=7),))
    message = Message(role="user", parts=(told_of, beside, TextPart(text="So what?")))
    assert question_excerpt(request(message)) == "So what?"
