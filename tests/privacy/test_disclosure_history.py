"""Tests of privacy/disclosure_history.py: what each host was sent and answered is recognized."""

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


def test_an_answer_is_recognized_by_its_text_or_its_calls() -> None:
    host = HostDisclosures()
    recorder = AnswerRecorder(host)
    for event in (TextArrived("It "), ReasoningArrived("hm"), TextArrived("costs.")):
        recorder.record(event)
    recorder.record(CallReady(ToolCallPart(id="c1", name="t", arguments_json="{}")))
    recorder.finish()
    assert host.is_own_answer(Message(role="assistant", parts=(TextPart(text="It costs."),)))
    assert host.is_own_answer(call("t", "c1"))
    assert not host.is_own_answer(Message(role="assistant", parts=(TextPart(text="It costs more."),)))
    assert not host.is_own_answer(call("t", "c2"))


def test_an_empty_answer_is_not_recognized() -> None:
    host = HostDisclosures()
    AnswerRecorder(host).finish()
    assert not host.is_own_answer(Message(role="assistant", parts=(TextPart(text=" "),)))


def test_each_conversation_and_host_has_its_own_disclosures() -> None:
    history = DisclosureHistory(limit=2)
    history.of("a").host("x").call_ids.add("c")
    assert history.of("a").host("x").call_ids == {"c"}
    assert history.of("a").host("y").call_ids == history.of("b").host("x").call_ids == set()
    history.of("a")
    history.of("c")
    assert history.of("a").host("x").call_ids == {"c"}, "the most recently used conversation is retained"


def test_disclosures_without_a_conversation_are_not_stored() -> None:
    history = DisclosureHistory()
    history.of("").withheld["a.md", 3] = None
    assert history.of("").withheld == {}


def digest(passage: RequestPassage) -> str:
    return passage_digest(passage.path, passage.atoms)


def test_the_digest_of_a_passage_depends_on_its_text_and_its_key_on_its_size() -> None:
    first, second = request_passages(request(question(), *read("Open.md", "Plan.md")))
    repeated = request_passages(request(question("Later"), *read("Open.md", call_id="c9")))[0]
    assert digest(first) == digest(repeated) != digest(second)
    assert passage_key(first) == ("Open.md", first.characters)


def test_t2_disclosed_names_are_restored_after_a_restart() -> None:
    history = DisclosureHistory()
    host = history.of("chat_1").host("api.example.com")
    for passage in request_passages(request(question(), *read("Open.md"))):
        host.allow(passage, passage.atoms, "person")
    restarted = DisclosureHistory()
    restarted.restore("chat_1", history.state("chat_1"))
    assert restarted.of("chat_1").host("api.example.com").named_notes == {"Open.md"}
    assert not restarted.of("chat_1").host("other.example.com").named_notes
