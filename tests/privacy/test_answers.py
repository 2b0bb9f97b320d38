"""Answers: what another model said after it saw something private stays here; the host's own words do not."""

from tests.privacy.scene import call, question, request, result
from vaultdesk.chat.messages import Message, ReasoningPart, Source, TextPart
from vaultdesk.privacy.answers import WITHHELD, first_changed, held_back, without_arguments

QUOTE = Message(id="said", role="assistant", parts=(ReasoningPart(text="CANARY"), TextPart(text="It says CANARY.")))
BEFORE = Message(id="before", role="assistant", parts=(TextPart(text="Hello."),))


def test_answers_after_what_is_kept_back_are_kept_back_too() -> None:
    asked = request(question(), BEFORE, result("file_read", "c0", {}), QUOTE, question("And now?"))
    held = held_back(asked, 2, lambda _: False)
    assert [message.text for message in held.request.messages] == [
        "What does it cost?", "Hello.", "", WITHHELD, "And now?",
    ]  # fmt: skip
    assert held.answers == ("said",)
    assert "CANARY" not in str(held.request)


def test_what_the_host_said_itself_is_no_news_to_it() -> None:
    asked = request(question(), result("file_read", "c0", {}), QUOTE)
    assert held_back(asked, 1, lambda message: message.id == "said").request is asked


def test_where_nothing_is_kept_back_nothing_can_be_repeated() -> None:
    asked = request(question(), QUOTE)
    assert held_back(asked, None, lambda _: False).request is asked


def test_arguments_and_unsourced_results_go_with_the_answer() -> None:
    sourced = result("file_read", "c2", [{"path": "Open.md", "content": "open"}], Source(path="Open.md", characters=4))
    asked = request(
        result("file_read", "c0", {}),
        call("write_note", "c1", "Because CANARY", content="CANARY"),
        result("write_note", "c1", {"echo": "CANARY"}),
        call("file_read", "c2", file_paths=["Open.md"]),
        sourced,
    )
    held = held_back(asked, 0, lambda _: False).request
    assert "CANARY" not in str(held)
    assert [one.id for message in held.messages for one in message.tool_calls] == ["c1", "c2"], (
        "a result needs its call"
    )
    assert held.messages[4] == sourced, "what says from which note it is goes by that note's own rule"


def test_a_call_whose_result_was_cut_loses_what_it_asked() -> None:
    before = request(
        call("read_note", "c1", path="Diary"),
        result("read_note", "c1", {"path": "Diary.md"}),
        call("read_note", "c2", path="Open"),
        result("read_note", "c2", {"path": "Open.md"}),
    )
    after = request(*before.messages[:1], result("read_note", "c1", {}), *before.messages[2:])
    assert first_changed(after, before) == 1
    assert first_changed(before, before) is None
    bare = without_arguments(after, before, lambda _: False)
    assert [one.arguments for message in bare.messages for one in message.tool_calls] == [{}, {"path": "Open"}]
    assert without_arguments(after, before, lambda _: True) is after
    assert without_arguments(before, before, lambda _: False) is before
