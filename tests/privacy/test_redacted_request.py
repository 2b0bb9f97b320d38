"""Tests of privacy/redacted_request.py."""

import json
from pathlib import Path

from pydantic import JsonValue

from tests.privacy.scene import HERE, NOTES, call, open_scene, question, read, request, request_text, result
from tests.support.tool_env import REMOTE
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

# Redaction: removed text is gone from the whole request, and the rest is valid JSON with its sources.


def content(model_request: ModelRequest, message: int = -1) -> object:
    part = model_request.messages[message].parts[0]
    assert isinstance(part, ToolResultPart)
    return json.loads(part.content)["data"]


def test_a_removed_passage_leaves_its_name_where_the_receiver_knows_it() -> None:
    model_request = request(question(), *read("Open.md", "Personal/Diary.md"))
    _, diary = request_passages(model_request)
    cut = redact_passages(model_request, {diary.id: None})
    assert content(cut) == [content(model_request)[0], {"kept_back": KEPT_BACK_MARK}]  # type: ignore[index]  # a list
    cut = redact_passages(model_request, {diary.id: None}, is_host_call=lambda call_id: call_id == "c1")
    assert content(cut) == [content(model_request)[0], {"path": "Personal/Diary.md", "content": KEPT_BACK_MARK}]  # type: ignore[index]  # a list
    assert "CANARY" not in request_text(cut)
    assert [source.path for source in cut.sources] == ["Open.md"]
    assert request_passages(cut)[0].path == "Open.md"


def test_a_private_passage_is_removed_with_its_name() -> None:
    model_request = request(
        result("file_read", "c1", [{"path": "S.md", "content": "x"}], Source(path="S.md", characters=1))
    )
    assert content(redact_passages(model_request, {}, {request_passages(model_request)[0].id})) == [
        {"kept_back": PRIVATE_MARK}
    ]


def test_a_shortened_passage_contains_the_text_that_the_user_left() -> None:
    value = {"path": "Open.md", "content": "one two", "frontmatter": {"secret": "x"}}
    model_request = request(result("read_note", "c1", value, Source(path="Open.md", characters=7)))
    assert content(redact_passages(model_request, {request_passages(model_request)[0].id: "one"})) == {
        "path": "Open.md",
        "content": "one",
    }


def test_a_part_without_separate_passages_is_removed_completely() -> None:
    model_request = request(result("odd", "c1", {"all": "CANARY"}, Source(path="Open.md", characters=6)))
    cut = redact_passages(model_request, {request_passages(model_request)[0].id: None})
    part = cut.messages[0].parts[0]
    assert isinstance(part, ToolResultPart)
    assert json.loads(part.content) == {"kept_back": KEPT_BACK_MARK}
    assert (part.call_id, cut.sources) == ("c1", ())


def test_a_removed_text_or_image_is_replaced_by_a_mark() -> None:
    picture = ImagePart(media_type="image/png", data="QUJD", name="a.png", sources=(Source(path="a.png"),))
    text = TextPart(text="CANARY", sources=(Source(path="Open.md"),))
    model_request = request(Message(role="user", parts=(picture, text, TextPart(text="Q"))))
    cut = redact_passages(model_request, dict.fromkeys(passage.id for passage in request_passages(model_request)))
    assert list(cut.messages[0].parts) == [
        TextPart(text=KEPT_BACK_MARK),
        TextPart(text=KEPT_BACK_MARK),
        TextPart(text="Q"),
    ]


def test_a_rule_takes_precedence_over_an_edited_passage() -> None:
    model_request = request(question(), *read("Personal/Diary.md"))
    (diary,) = request_passages(model_request)
    assert content(redact_passages(model_request, {diary.id: "CANARY"}, {diary.id})) == [{"kept_back": PRIVATE_MARK}]


def test_rewriting_changes_the_texts_of_one_passage_only() -> None:
    model_request = request(question(), *read("Open.md", "Plan.md"))
    changed = rewrite_passages(model_request, {request_passages(model_request)[1].id: str.upper})
    original, redacted = content(model_request), content(changed)
    assert isinstance(original, list)
    assert isinstance(redacted, list)
    assert (redacted[0], redacted[1]["content"]) == (original[0], original[1]["content"].upper())
    assert changed.messages[0] is model_request.messages[0]
    text = request(Message(role="user", parts=(TextPart(text="ab", sources=(Source(path="Open.md"),)),)))
    assert rewrite_passages(text, {request_passages(text)[0].id: str.upper}).messages[0].text == "AB"


# Answers given by another model after it read private text are withheld; the host's own answers are not.

QUOTE = Message(id="said", role="assistant", parts=(ReasoningPart(text="CANARY"), TextPart(text="It says CANARY.")))
BEFORE = Message(id="before", role="assistant", parts=(TextPart(text="Hello."),))


def test_answers_after_withheld_text_are_withheld_too() -> None:
    model_request = request(question(), BEFORE, result("file_read", "c0", {}), QUOTE, question("And now?"))
    withheld = withhold_answers(model_request, 2, lambda _: False)
    assert [message.text for message in withheld.request.messages] == [
        "What does it cost?", "Hello.", "", ANSWER_WITHHELD_MARK, "And now?",
    ]  # fmt: skip
    assert withheld.message_ids == ("said",)
    assert "CANARY" not in str(withheld.request)


def test_answers_of_the_host_itself_are_not_withheld() -> None:
    model_request = request(question(), result("file_read", "c0", {}), QUOTE)
    assert withhold_answers(model_request, 1, lambda message: message.id == "said").request is model_request


def test_without_withheld_text_no_answer_is_withheld() -> None:
    model_request = request(question(), QUOTE)
    assert withhold_answers(model_request, None, lambda _: False).request is model_request


def test_arguments_and_results_without_sources_are_withheld_with_the_answer() -> None:
    result_with_source = result(
        "file_read", "c2", [{"path": "Open.md", "content": "open"}], Source(path="Open.md", characters=4)
    )
    model_request = request(
        result("file_read", "c0", {}),
        call("write_note", "c1", "Because CANARY", content="CANARY"),
        result("write_note", "c1", {"echo": "CANARY"}),
        call("file_read", "c2", file_paths=["Open.md"]),
        result_with_source,
    )
    withheld = withhold_answers(model_request, 0, lambda _: False).request
    assert "CANARY" not in str(withheld)
    assert [passage.id for message in withheld.messages for passage in message.tool_calls] == ["c1", "c2"], (
        "a result needs its call"
    )
    assert withheld.messages[4] == result_with_source, "a result with sources is judged by the rules of its notes"


def test_a_call_whose_result_was_redacted_loses_its_arguments() -> None:
    original = request(
        call("read_note", "c1", path="Diary"),
        result("read_note", "c1", {"path": "Diary.md"}),
        call("read_note", "c2", path="Open"),
        result("read_note", "c2", {"path": "Open.md"}),
    )
    redacted = request(*original.messages[:1], result("read_note", "c1", {}), *original.messages[2:])
    assert first_changed_message(redacted, original) == 1
    assert first_changed_message(original, original) is None
    without_call_arguments = without_arguments(redacted, original, lambda _: False)
    assert [passage.arguments for message in without_call_arguments.messages for passage in message.tool_calls] == [
        {},
        {"path": "Open"},
    ]
    assert without_arguments(redacted, original, lambda _: True) is redacted
    assert without_arguments(original, original, lambda _: False) is original


# Names: no list, tree, link or sentence names a private note or reveals that it exists.

HIDDEN = frozenset({"P/s.md", "P"})


def hides(name: str, *, include_unknown: bool) -> bool:
    """Hide two names, and the former name of a note that was moved."""
    return name in HIDDEN or (include_unknown and name == "moved.md")


def redacted_result(*messages: Message, of_own_host: frozenset[str] = frozenset()) -> JsonValue:
    """Return the value of the last result after the redaction of names."""
    model_request = redact_names(request(question(), *messages), hides, of_own_host.__contains__)
    part = model_request.messages[-1].parts[0]
    assert isinstance(part, ToolResultPart)
    value: JsonValue = json.loads(part.content)
    return value


def redacted_data(value: JsonValue, name: str = "t") -> JsonValue:
    redacted = redacted_result(call(name, "c1"), result(name, "c1", value))
    return redacted["data"] if isinstance(redacted, dict) and "data" in redacted else redacted


def test_private_names_are_removed_from_lists() -> None:
    assert redacted_data({"way": ["a.md", "P/s.md", "b.md"]}) == {"way": ["a.md", "b.md"]}
    assert redacted_data([{"path": "a.md"}, {"path": "P/s.md", "size": 3}]) == [{"path": "a.md"}]
    assert redacted_data({"path": "a.md", "outgoing": [{"path": "P/s.md", "link": "s"}]}) == {
        "path": "a.md",
        "outgoing": [],
    }


def test_rows_and_objects_about_a_private_note_are_removed() -> None:
    assert redacted_data({"rows": [["P/s.md", "done"], ["a.md", "open"]]}) == {"rows": [["a.md", "open"]]}
    assert redacted_data({"steps": [{"from": "a.md", "to": "P/s.md", "weight": 3}]}) == {"steps": []}
    assert redacted_data({"P/s.md": {"title": "x"}, "a.md": 1}) == {"a.md": 1}
    assert redacted_data({"note": {"path": "P/s.md"}}) == {"note": {"kept_back": PRIVATE_MARK}}


def test_private_folders_are_removed_from_trees() -> None:
    tree: JsonValue = {
        "folder": "",
        "folders": [{"folder": "P", "name": "P", "count": 1, "notes": [{"path": "P/s.md"}]}],
    }
    assert redacted_data(tree) == {"folder": "", "folders": []}


def test_a_word_equal_to_a_private_folder_name_is_preserved() -> None:
    assert redacted_data([{"path": "a.md", "tags": ["P"], "text": "P"}]) == [
        {"path": "a.md", "tags": ["P"], "text": "P"}
    ]


def test_private_names_are_replaced_in_sentences() -> None:
    value: JsonValue = {"files": ["P/s.md"], "message": "P/s.md changed. Ask again."}
    assert redacted_data(value) == {"files": [], "message": "[private note] changed. Ask again."}


def test_a_result_about_a_private_note_alone_is_withheld() -> None:
    message = result("t", "c1", None).model_copy(
        update={"parts": (ToolResultPart(call_id="c1", name="t", content='{"path":"P/s.md","n":1}'),)}
    )
    assert redacted_result(message) == {"kept_back": PRIVATE_MARK}


def test_names_that_the_host_used_itself_are_not_removed() -> None:
    """A placeholder would reveal that such a note exists."""
    read_call = call("file_read", "c1", file_paths=["p/S"])
    redacted: JsonValue = [{"path": "P/s.md", "content": "File not found: P/s.md", "size": 0}]
    assert redacted_result(read_call, result("file_read", "c1", redacted), of_own_host=frozenset({"c1"})) == {
        "success": True,
        "data": redacted,
        "metadata": {"files_affected": []},
    }
    assert redacted_result(read_call, result("file_read", "c1", redacted))["data"] == []  # type: ignore[index, call-overload]  # an object


def test_private_names_are_replaced_in_calls_of_another_model() -> None:
    messages = (question(), call("file_read", "c1", file_paths=["P/s.md", "a.md"], why="see P/s.md"))
    changed = redact_names(request(*messages), hides, lambda _: False)
    (passage,) = changed.messages[1].tool_calls
    assert passage.arguments == {"file_paths": ["[private note]", "a.md"], "why": "see [private note]"}
    assert json.loads(passage.arguments_json) == passage.arguments
    of_own_host = redact_names(request(*messages), hides, lambda _: True)
    assert of_own_host.messages[1] is messages[1]


def test_a_name_without_a_note_is_treated_as_a_former_private_name() -> None:
    rename_call = call("rename_note", "c1", path="moved.md", new_path="a.md")
    renamed = result("rename_note", "c1", {"path": "a.md", "old_path": "moved.md"})
    assert redacted_result(rename_call, renamed)["data"] == {"kept_back": PRIVATE_MARK}  # type: ignore[index, call-overload]  # an object
    assert "moved" in str(redacted_result(rename_call, renamed, of_own_host=frozenset({"c1"}))), (
        "the host that used the name knows it"
    )
    later = result("list_notes", "c1", {"notes": [{"path": "moved.md"}]})
    assert "moved" in str(redacted_result(call("list_notes", "c1"), later, of_own_host=frozenset({"c1"})))


def test_messages_without_private_names_are_unchanged() -> None:
    messages = (question(), call("t", "c1", path="a.md"), result("t", "c1", {"path": "a.md", "n": 1.50}))
    model_request = request(*messages)
    unchanged = redact_names(model_request, hides, lambda _: False)
    assert all(
        current is original for current, original in zip(unchanged.messages, model_request.messages, strict=True)
    )
    plain_part = ToolResultPart(call_id="c", name="t", content="P/s.md, no JSON")
    redacted = redact_names(request(Message(role="tool", parts=(plain_part,))), hides, lambda _: False)
    assert redacted.messages[0].parts[0] is plain_part


def test_names_are_short_texts_of_one_line() -> None:
    assert list(names_in({"a": ["x", 1, "two\nlines", "", "y" * 2000], "b": {"c": "z"}})) == ["x", "z"]


# Outgoing requests: what is sent and what is recorded.

ANSWER = Message(id="said", role="assistant", parts=(TextPart(text="The diary says CANARY-DIARY."),))


async def test_only_text_of_open_notes_is_sent(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        model_request = request(question(), *read(*NOTES), ANSWER, question("And?"))
        inspected = await inspect_request(
            EgressRequest(model_request, scene.rules, REMOTE, ConversationDisclosures(), scene.permissions)
        )
        redacted_request = redact_request(
            EgressRequest(model_request, scene.rules, REMOTE, ConversationDisclosures()), inspected
        )
        assert "18,400" in request_text(redacted_request.request)
        assert "Then we order." in request_text(redacted_request.request)
        assert "CANARY" not in request_text(redacted_request.request)
        assert redacted_request.withheld_answers == ("said",)
        assert "Personal" not in request_text(redacted_request.request)


async def test_a_request_without_private_text_is_unchanged(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        model_request = request(question(), *read("Open.md"), ANSWER)
        egress = EgressRequest(model_request, scene.rules, REMOTE, ConversationDisclosures(), scene.permissions)
        redacted = redact_request(egress, await inspect_request(egress))
        assert request_text(redacted.request) == request_text(model_request)


async def test_each_passage_is_recorded_with_its_decision(tmp_path: Path) -> None:
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
        local_inspection = await inspect_request(egress_here)
        assert {passage.kind for passage in ledger_passages(egress_here, local_inspection)} == {"stayed"}


async def test_private_notes_requested_by_name_are_recorded(tmp_path: Path) -> None:
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


def test_the_question_is_the_last_text_typed_by_the_user() -> None:
    note = TextPart(text="<agent>be kind</agent>", sources=(Source(path="Agents/Kind.md", characters=7),))
    typed = Message(role="user", parts=(note, TextPart(text="  What\nabout   it?" + "x" * 200)))
    model_request = request(question("Before"), typed, ANSWER)
    assert question_excerpt(model_request) == ("What about it?" + "x" * 200)[:80]
    assert question_excerpt(request(ANSWER)) == ""


def test_attachments_are_not_part_of_the_question() -> None:
    missing_note = TextPart(text=empty_attached_tag(link="Nowhere", problem="There is no such note."))
    attached_note = TextPart(text=wrap_attached("A note.", note="A.md"), sources=(Source(path="A.md", characters=7),))
    message = Message(role="user", parts=(missing_note, attached_note, TextPart(text="So what?")))
    assert question_excerpt(request(message)) == "So what?"
