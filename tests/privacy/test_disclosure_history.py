"""Dealings: what passed with each host is known again, and forgetting lets nothing out."""

from tests.privacy.scene import call, question, read, request
from vaultdesk.chat.messages import Message, TextPart, ToolCallPart
from vaultdesk.privacy.disclosure_history import (
    AnswerRecorder,
    DisclosureHistory,
    HostDisclosures,
    passage_digest,
    passage_key,
)
from vaultdesk.privacy.passages import RequestPassage, request_passages
from vaultdesk.providers.provider import CallReady, ReasoningArrived, TextArrived


def test_an_answer_is_known_by_its_words_or_its_calls() -> None:
    host = HostDisclosures()
    hearing = AnswerRecorder(host)
    for event in (TextArrived("It "), ReasoningArrived("hm"), TextArrived("costs.")):
        hearing.record(event)
    hearing.record(CallReady(ToolCallPart(id="c1", name="t", arguments_json="{}")))
    hearing.finish()
    assert host.is_own_answer(Message(role="assistant", parts=(TextPart(text="It costs."),)))
    assert host.is_own_answer(call("t", "c1"))
    assert not host.is_own_answer(Message(role="assistant", parts=(TextPart(text="It costs more."),)))
    assert not host.is_own_answer(call("t", "c2"))


def test_an_empty_answer_makes_nobody_known() -> None:
    host = HostDisclosures()
    AnswerRecorder(host).finish()
    assert not host.is_own_answer(Message(role="assistant", parts=(TextPart(text=" "),)))


def test_each_conversation_and_host_has_its_own() -> None:
    every = DisclosureHistory(limit=2)
    every.of("a").host("x").call_ids.add("c")
    assert every.of("a").host("x").call_ids == {"c"}
    assert every.of("a").host("y").call_ids == every.of("b").host("x").call_ids == set()
    every.of("a")
    every.of("c")
    assert every.of("a").host("x").call_ids == {"c"}, "the one used last stays"
    every.forget("a")
    assert every.of("a").host("x").call_ids == set()


def test_what_has_no_conversation_is_remembered_for_nobody() -> None:
    every = DisclosureHistory()
    every.of("").withheld["a.md", 3] = None
    assert every.of("").withheld == {}


def digest(passage: RequestPassage) -> str:
    return passage_digest(passage.path, passage.atoms)


def test_a_passage_is_known_by_its_text_and_its_piece_by_its_size() -> None:
    one, other = request_passages(request(question(), *read("Open.md", "Plan.md")))
    again = request_passages(request(question("Later"), *read("Open.md", call_id="c9")))[0]
    assert digest(one) == digest(again) != digest(other)
    assert passage_key(one) == ("Open.md", one.characters)


def test_t2_names_of_notes_are_known_after_a_restart() -> None:
    history = DisclosureHistory()
    host = history.of("chat_1").host("api.example.com")
    for passage in request_passages(request(question(), *read("Open.md"))):
        host.allow(passage, passage.atoms, "person")
    restarted = DisclosureHistory()
    restarted.restore("chat_1", history.state("chat_1"))
    assert restarted.of("chat_1").host("api.example.com").named_notes == {"Open.md"}
    assert not restarted.of("chat_1").host("other.example.com").named_notes
