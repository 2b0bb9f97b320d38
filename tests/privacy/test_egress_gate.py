"""Tests of privacy/egress_gate.py."""

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from pathlib import Path
from typing import Literal

import pytest
from pydantic import JsonValue

from tests.privacy.scene import (
    HERE,
    NOTES,
    OTHER,
    RULES,
    Reviewer,
    Scene,
    call,
    collect_events,
    open_scene,
    question,
    read,
    request_text,
    result,
)
from tests.privacy.scene import request as scene_request
from tests.support.ledger_entries import sent_entries
from tests.support.scripted_provider import HangStep, ScriptedProvider
from tests.support.tool_env import REMOTE
from vaultdesk.chat.attached_text import truncate_with_notice, wrap_attached
from vaultdesk.chat.messages import Message, TextPart, ToolResultPart
from vaultdesk.chat.messages import Source as TextSource
from vaultdesk.core.errors import AuditFailed, LedgerFailed
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.transmission import Destination, Purpose
from vaultdesk.core.values import replace
from vaultdesk.privacy.disclosure_history import DisclosureHistory
from vaultdesk.privacy.disclosure_review import ClosedNote, DisclosureDecision, DisclosureDenied, DisclosureRequest
from vaultdesk.privacy.egress_gate import DisclosureGate, EgressPolicy
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.privacy.ledger_entry import LedgerQuery
from vaultdesk.privacy.passages import request_passages
from vaultdesk.privacy.rule_matcher import PrivacyAnswer
from vaultdesk.providers.provider import ModelEvent, ModelRequest, Noticed, Price, TextArrived, TurnEnded
from vaultdesk.tools.runtime.call_context import CallContext
from vaultdesk.tools.runtime.policy import first_use_rule

# Egress policy: the rules first, then the review by the user, then the ledger; only then is anything sent.

DECLINED = DisclosureDecision(send=False, reason="Not this one.")
ASKED_REQUEST = scene_request(question(), *read("Asked.md", "Open.md"))
ASKED_PASSAGE_ID = request_passages(ASKED_REQUEST)[0].id


async def test_a_note_that_requires_approval_is_reviewed_once_for_each_host(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        reviewer = scene.egress_policy.reviewer = Reviewer()
        assert "CANARY-ASKED" in request_text((await scene.egress_policy.clear(ASKED_REQUEST, REMOTE)).request)
        later = replace(ASKED_REQUEST, messages=(*ASKED_REQUEST.messages, question("And then?")))
        assert "CANARY-ASKED" in request_text((await scene.egress_policy.clear(later, REMOTE)).request)
        assert [[excerpt.path for excerpt in preview.waiting_excerpts] for preview in reviewer.shown] == [["Asked.md"]]
        await scene.egress_policy.clear(later, OTHER)
        assert len(reviewer.shown) == 2
        await scene.egress_policy.clear(replace(ASKED_REQUEST, conversation_id="chat_2"), REMOTE)
        assert len(reviewer.shown) == 3
        assert "CANARY-ASKED" in request_text((await scene.egress_policy.clear(later, HERE)).request)
        assert len(reviewer.shown) == 3, "no review for a local model"


async def test_a_withheld_passage_stays_withheld_in_the_conversation(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        scene.egress_policy.reviewer = Reviewer(
            DisclosureDecision(True, {ASKED_PASSAGE_ID: None}), DisclosureDecision(True)
        )
        for destination in (REMOTE, REMOTE, OTHER):
            sent = request_text((await scene.egress_policy.clear(ASKED_REQUEST, destination)).request)
            assert "CANARY-ASKED" not in sent
            assert "18,400" in sent
        repeated = replace(ASKED_REQUEST, messages=(question("Once more"), *read("Asked.md", call_id="c7")))
        assert "CANARY-ASKED" not in request_text((await scene.egress_policy.clear(repeated, REMOTE)).request)
        # The next start of the program: nothing in memory, everything in the ledger.
        restarted_policy = EgressPolicy(scene.rules, scene.ledger, reviewer=Reviewer(), permissions=scene.permissions)
        assert "CANARY-ASKED" not in request_text((await restarted_policy.clear(ASKED_REQUEST, REMOTE)).request)
        forgetful_policy = EgressPolicy(scene.rules, scene.ledger, reviewer=Reviewer(), permissions=scene.permissions)
        forgetful_policy.history.of("chat_1").restored = True
        assert "CANARY-ASKED" in request_text((await forgetful_policy.clear(ASKED_REQUEST, REMOTE)).request), (
            "without the ledger it leaks"
        )


WHOLE_NOTE = scene_request(question(), *read("Open.md"))
OPEN_LINE = "The heat pump costs 18,400."


def request_for_text(text: str, *before: Message) -> ModelRequest:
    """Return a request with *text* of Open.md in a result of `read_note`."""
    note_result = result(
        "read_note",
        "c2",
        {"note": {"path": "Open.md", "content": text}},
        TextSource(path="Open.md", characters=len(text)),
    )
    return scene_request(question(), *before, call("read_note", "c2", path="Open.md"), note_result)


async def withhold_open_note(scene: Scene, destination: Destination = REMOTE) -> None:
    """Let the user leave the whole of Open.md out of a request, in its preview."""
    preview = await scene.egress_policy.preview(WHOLE_NOTE, destination)
    (excerpt,) = preview.excerpts
    scene.egress_policy.apply_preview(preview, DisclosureDecision(True, {excerpt.id: None}))


@pytest.mark.parametrize("text", [OPEN_LINE, NOTES["Open.md"] + "!", NOTES["Open.md"].replace("heat pump", "pump")])
async def test_no_rule_allows_a_part_or_another_version_of_a_withheld_passage(tmp_path: Path, text: str) -> None:
    async with open_scene(tmp_path) as scene:
        await withhold_open_note(scene)
        later = request_for_text(text)
        assert "18,400" not in request_text((await scene.egress_policy.clear(later, REMOTE)).request)
        assert "18,400" not in request_text((await scene.egress_policy.clear(later, OTHER)).request)
        assert "18,400" in request_text((await scene.egress_policy.clear(later, HERE)).request)
        other_chat = replace(later, conversation_id="chat_2")
        assert "18,400" in request_text((await scene.egress_policy.clear(other_chat, REMOTE)).request)
        other_note = scene_request(question(), *read("Plan.md"))
        assert "Then we order" in request_text((await scene.egress_policy.clear(other_note, REMOTE)).request)


async def test_no_rule_allows_text_of_a_withheld_note_after_a_restart(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        await withhold_open_note(scene)
        await scene.egress_policy.clear(WHOLE_NOTE, REMOTE)
        later = request_for_text(OPEN_LINE)
        from_ledger = EgressPolicy(scene.rules, scene.ledger, permissions=scene.permissions)
        assert "18,400" not in request_text((await from_ledger.clear(later, REMOTE)).request)
        from_chat = EgressPolicy(scene.rules, scene.ledger, permissions=scene.permissions)
        from_chat.history.restore("chat_1", scene.egress_policy.history.state("chat_1"))
        assert "18,400" not in json.dumps(scene.egress_policy.history.state("chat_1"))
        assert "18,400" not in request_text((await from_chat.clear(later, REMOTE)).request)


async def test_the_user_can_allow_other_text_of_a_withheld_note_afterwards(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        await withhold_open_note(scene)
        scene.egress_policy.reviewer = reviewer = Reviewer()
        later = request_for_text(OPEN_LINE)
        for _ in range(2):
            assert "18,400" in request_text((await scene.egress_policy.clear(later, REMOTE)).request)
        assert [[excerpt.text for excerpt in shown.waiting_excerpts] for shown in reviewer.shown] == [[OPEN_LINE]]
        scene.egress_policy.reviewer = None
        assert "18,400" not in request_text((await scene.egress_policy.clear(WHOLE_NOTE, REMOTE)).request)
        shorter = request_for_text("The heat pump")
        assert "The heat pump" in request_text((await scene.egress_policy.clear(shorter, REMOTE)).request)


@pytest.mark.parametrize(
    ("by", "repeated", "is_sent"), [("person", False, True), ("person", True, False), ("rule", False, False)]
)
async def test_only_a_new_decision_of_the_user_in_a_tool_request_replaces_withholding(
    tmp_path: Path, by: Literal["person", "rule"], repeated: bool, is_sent: bool
) -> None:
    async with open_scene(tmp_path) as scene:
        part = WHOLE_NOTE.messages[-1].parts[0]
        assert isinstance(part, ToolResultPart)
        context = CallContext(REMOTE, "chat_1")
        scene.egress_policy.record_allowed(context, part, {"Open.md"}, by)
        await withhold_open_note(scene)
        scene.egress_policy.record_allowed(context, part, {"Open.md"}, by, repeated=repeated)
        for later in (WHOLE_NOTE, request_for_text(OPEN_LINE)):
            assert ("18,400" in request_text((await scene.egress_policy.clear(later, REMOTE)).request)) is is_sent


async def test_a_passage_ticked_beside_a_withheld_one_of_its_note_needs_no_second_decision(tmp_path: Path) -> None:
    both = request_for_text(OPEN_LINE, *read("Open.md"))
    async with open_scene(tmp_path) as scene:
        preview = await scene.egress_policy.preview(both, REMOTE)
        whole, line = preview.excerpts
        scene.egress_policy.apply_preview(preview, DisclosureDecision(True, {whole.id: None}))
        sent = request_text((await scene.egress_policy.clear(both, REMOTE)).request)
        assert "18,400" in sent
        assert "# Open" not in sent
        preview = await scene.egress_policy.preview(both, REMOTE)
        scene.egress_policy.apply_preview(preview, DisclosureDecision(True, {line.id: None}))
        preview = await scene.egress_policy.preview(both, REMOTE)
        scene.egress_policy.apply_preview(preview, DisclosureDecision(True, released=(whole.id,)))
        assert "# Open" in request_text((await scene.egress_policy.clear(both, REMOTE)).request)


async def test_a_review_withdraws_the_decision_on_parts_of_a_withheld_passage_for_every_host(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=()) as scene:
        scene.egress_policy.reviewer = Reviewer()
        await scene.egress_policy.clear(WHOLE_NOTE, REMOTE)
        (excerpt_id,) = (passage.id for passage in request_passages(WHOLE_NOTE))
        scene.egress_policy.reviewer = Reviewer(DisclosureDecision(True, {excerpt_id: None}))
        await scene.egress_policy.clear(WHOLE_NOTE, OTHER)
        scene.egress_policy.reviewer = None
        later = request_for_text(OPEN_LINE)
        for destination in (REMOTE, OTHER):
            assert "18,400" not in request_text((await scene.egress_policy.clear(later, destination)).request)


async def test_a_withheld_list_of_names_is_not_sent_by_a_rule_as_another_list(tmp_path: Path) -> None:
    def listed(*names: str) -> ModelRequest:
        data: JsonValue = {"notes": list(names)}
        return scene_request(question(), call("list_notes", "c1"), result("list_notes", "c1", data))

    async with open_scene(tmp_path) as scene:
        preview = await scene.egress_policy.preview(listed("Open.md", "Plan.md"), REMOTE)
        (names,) = preview.excerpts
        scene.egress_policy.apply_preview(preview, DisclosureDecision(True, {names.id: None}))
        later = listed("Open.md", "Plan.md", "Asked.md")
        assert "Plan.md" not in request_text((await scene.egress_policy.clear(later, REMOTE)).request)
        scene.egress_policy.reviewer = Reviewer()
        assert "Plan.md" in request_text((await scene.egress_policy.clear(later, REMOTE)).request)


async def test_an_edited_passage_is_sent_as_the_user_edited_it(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        scene.egress_policy.reviewer = Reviewer(DisclosureDecision(True, {ASKED_PASSAGE_ID: "the offer."}))
        for _ in range(2):
            sent = request_text((await scene.egress_policy.clear(ASKED_REQUEST, REMOTE)).request)
            assert "the offer." in sent
            assert "CANARY-ASKED" not in sent
        entries = [(entry.path, entry.kind, entry.characters) for entry in await scene.ledger.find()]
        assert ("Asked.md", "sent", len("the offer.")) in entries
        assert ("Asked.md", "kept", len(NOTES["Asked.md"])) in entries


async def test_without_a_reviewer_a_passage_is_withheld_and_reviewed_later(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        assert "CANARY-ASKED" not in request_text((await scene.egress_policy.clear(ASKED_REQUEST, REMOTE)).request)
        (kept,) = await scene.ledger.find(LedgerQuery(kinds=("kept",)))
        assert (kept.path, kept.decision) == ("Asked.md", "nobody")
        scene.egress_policy.reviewer = Reviewer()
        assert "CANARY-ASKED" in request_text((await scene.egress_policy.clear(ASKED_REQUEST, REMOTE)).request)


async def test_a_declined_request_is_neither_sent_nor_recorded(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        scene.egress_policy.reviewer = Reviewer(DECLINED)
        with pytest.raises(DisclosureDenied, match="You declined this request") as refused:
            await scene.egress_policy.clear(ASKED_REQUEST, REMOTE)
        assert refused.value.hint == "Not this one."
        assert await scene.ledger.find() == ()


async def test_a_review_that_fails_declines_the_request(tmp_path: Path) -> None:
    class FailingReviewer(Reviewer):
        async def review(self, request: DisclosureRequest) -> DisclosureDecision:
            raise AuditFailed("The window is gone")

    async with open_scene(tmp_path) as scene:
        scene.egress_policy.reviewer = FailingReviewer()
        with pytest.raises(DisclosureDenied, match="Your approval could not be requested"):
            await scene.egress_policy.clear(ASKED_REQUEST, REMOTE)


async def test_review_all_submits_every_request_for_review(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        plain_request = scene_request(question(), *read("Open.md"))
        scene.egress_policy.history.of("chat_1").review_all = True
        with pytest.raises(DisclosureDenied, match="could not be reviewed"):
            await scene.egress_policy.clear(plain_request, REMOTE)
        (only,) = request_passages(plain_request)
        first, second = DisclosureDecision(True, {only.id: None}), DisclosureDecision(True, released=(only.id,))
        reviewer = scene.egress_policy.reviewer = Reviewer(first, DisclosureDecision(True), second)
        sent = [request_text((await scene.egress_policy.clear(plain_request, REMOTE)).request) for _ in range(3)]
        assert ["18,400" in text for text in sent] == [False, False, True]
        assert [preview.excerpts[0].state for preview in reviewer.shown] == ["new", "kept", "kept"]
        await scene.egress_policy.clear(plain_request, HERE)
        assert len(reviewer.shown) == 3


async def test_changes_of_rules_and_notes_during_the_review_take_effect(tmp_path: Path) -> None:
    class SlowReviewer(Reviewer):
        def __init__(self, meanwhile: Callable[[], object]) -> None:
            super().__init__()
            self._meanwhile = meanwhile

        async def review(self, request: DisclosureRequest) -> DisclosureDecision:
            self._meanwhile()
            return await super().review(request)

    async with open_scene(tmp_path) as scene:
        note = scene.root / "Open.md"
        scene.egress_policy.reviewer = SlowReviewer(
            lambda: note.write_text("---\nprivate: true\n---\n", encoding="utf-8")
        )
        assert "18,400" not in request_text((await scene.egress_policy.clear(ASKED_REQUEST, REMOTE)).request)
        never = PrivacyRule(kind="property", value="team", answer="never")
        scene.egress_policy.reviewer = SlowReviewer(lambda: scene.set(privacy=(never,)))
        other = replace(ASKED_REQUEST, conversation_id="chat_2")
        assert "CANARY-ASKED" not in request_text((await scene.egress_policy.clear(other, REMOTE)).request)


async def test_a_preview_shows_everything_and_records_nothing(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        answer = Message(id="said", role="assistant", parts=(TextPart(text="CANARY-DIARY"),))
        model_request = scene_request(question(), *read(*NOTES), answer, question("And in all?"))
        preview = await scene.egress_policy.preview(model_request, REMOTE, Price(3.0, 15.0))
        assert [(excerpt.path, excerpt.state, excerpt.is_whole_note) for excerpt in preview.excerpts] == [
            ("Open.md", "new", True),
            ("Plan.md", "new", True),
            ("Asked.md", "ask", True),
        ]
        assert preview.closed_notes == (
            ClosedNote("Personal/Diary.md", "in personal"),
            ClosedNote("Tagged.md", "tagged #private"),
            ClosedNote("Marked.md", "with private: true"),
        )
        assert (preview.destination, preview.model, preview.question) == (REMOTE, "m", "And in all?")
        assert (preview.withheld_comments, preview.withheld_answers) == (1, 1)
        assert "CANARY-COMMENT" not in preview.excerpts[1].text
        assert 0 < sum(excerpt.tokens for excerpt in preview.excerpts) < preview.tokens
        assert preview.price == Price(3.0, 15.0)
        assert await scene.ledger.find() == ()
        assert scene.egress_policy.history.of("chat_1").host(REMOTE.host).sent_passages == set()


async def test_t1_the_ledger_counts_the_tokens_that_were_shown(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        model_request = scene_request(question(), *read("Open.md", "Plan.md"))
        preview = {
            excerpt.path: excerpt.tokens
            for excerpt in (await scene.egress_policy.preview(model_request, REMOTE)).excerpts
        }
        await scene.egress_policy.clear(model_request, REMOTE)
        lines = await scene.ledger.find()
        (sent,) = await scene.ledger.transmissions()

    assert {line.path: line.tokens for line in lines} == preview
    assert {note.path: note.amount.tokens for note in sent.notes} == preview


async def test_excerpts_excluded_in_a_preview_stay_excluded(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        model_request = scene_request(question(), *read("Open.md", "Plan.md"))
        preview = await scene.egress_policy.preview(model_request, REMOTE)
        cut = {excerpt.id: None for excerpt in preview.excerpts}
        scene.egress_policy.apply_preview(preview, DisclosureDecision(True, cut))
        sent = request_text((await scene.egress_policy.clear(model_request, REMOTE)).request)
        assert "18,400" not in sent
        assert "Then we order" not in sent
        preview = await scene.egress_policy.preview(model_request, REMOTE)
        assert {excerpt.state for excerpt in preview.excerpts} == {"kept"}
        scene.egress_policy.apply_preview(preview, DisclosureDecision(True, released=tuple(cut)))
        assert "Then we order" in request_text((await scene.egress_policy.clear(model_request, REMOTE)).request)


async def test_a_notice_about_withheld_text_is_given_once(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        answer = Message(id="said", role="assistant", parts=(TextPart(text="It says so."),))
        model_request = scene_request(question(), *read("Tagged.md", "Marked.md"), answer, question("And?"))
        assert (await scene.egress_policy.clear(model_request, REMOTE)).notices == (
            "2 private notes of this conversation stayed on this computer.",
            "1 earlier answer stayed on this computer: it may repeat private text.",
        )
        assert (await scene.egress_policy.clear(model_request, REMOTE)).notices == ()


@pytest.mark.parametrize("answer", ["local", "never"])
async def test_a_never_rule_applies_to_local_models_too(tmp_path: Path, answer: PrivacyAnswer) -> None:
    rule = PrivacyRule(kind="folder", value="Personal", answer=answer)
    async with open_scene(tmp_path, rules=[rule]) as scene:
        sent = request_text(
            (await scene.egress_policy.clear(scene_request(question(), *read("Personal/Diary.md")), HERE)).request
        )
        assert ("CANARY-DIARY" in sent) is (answer == "local")
        (entry,) = await scene.ledger.find()
        assert entry.kind == ("stayed" if answer == "local" else "kept")
        assert await sent_entries(scene.ledger) == ()


async def test_nothing_is_cleared_that_cannot_be_recorded(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        (tmp_path / "ledger.sqlite").mkdir()
        with pytest.raises(LedgerFailed):
            await scene.egress_policy.clear(ASKED_REQUEST, REMOTE)


async def test_a_request_without_a_conversation_is_not_stored_in_the_history(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        reviewer = scene.egress_policy.reviewer = Reviewer()
        nameless = replace(ASKED_REQUEST, conversation_id="")
        for _ in range(2):
            await scene.egress_policy.clear(nameless, REMOTE)
        assert len(reviewer.shown) == 2
        assert scene.egress_policy.history.of("").host(REMOTE.host).allowed_passages == set()
        assert isinstance(scene.egress_policy.history, DisclosureHistory)


# The gate records a request in the ledger before the first byte is sent; if that fails, nothing is sent.

TURN = [TextArrived("Hello"), TurnEnded("end")]


def request(*sources: TextSource) -> ModelRequest:
    part = ToolResultPart(call_id="c1", name="file_read", content="{}", sources=sources)
    messages = (Message(role="user", parts=(TextPart(text="Hi"),)), Message(role="tool", parts=(part,)))
    return ModelRequest("m", "", messages, conversation_id="chat_1")


class LedgerReadingProvider(ScriptedProvider):
    """Reads the ledger when it receives a request."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__([TURN], destination=REMOTE)
        self._ledger = ledger
        self.recorded_paths: list[str] = []

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        self.recorded_paths = [disclosed.path for disclosed in await sent_entries(self._ledger)]
        async with aclosing(super().stream(request)) as events:
            async for event in events:
                yield event


async def test_the_ledger_is_written_before_the_request_is_sent(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        provider = LedgerReadingProvider(ledger)
        gate = DisclosureGate(provider, ledger)
        events = [event async for event in gate.stream(request(TextSource(path="a.md", characters=3)))]
        assert events == TURN
        assert provider.recorded_paths == ["a.md"]
        assert gate.destination == REMOTE


async def test_nothing_is_sent_that_cannot_be_recorded(tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite").mkdir()
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        provider = ScriptedProvider([TURN], destination=REMOTE)
        with pytest.raises(LedgerFailed):
            [event async for event in DisclosureGate(provider, ledger).stream(request(TextSource(path="a.md")))]
        assert provider.requests == []


async def test_a_request_without_notes_adds_no_entry(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        gate = DisclosureGate(ScriptedProvider([TURN], destination=REMOTE), ledger)
        assert [event async for event in gate.stream(request())] == TURN
        assert await sent_entries(ledger) == ()
        assert len(await gate.models()) == 1


async def test_closing_the_stream_closes_the_provider_stream(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        provider = ScriptedProvider([[TextArrived("a"), HangStep()]], destination=REMOTE)
        gate = DisclosureGate(provider, ledger)
        async with aclosing(gate.stream(request())) as events:
            assert await anext(events) == TextArrived("a")
        await gate.aclose()
        assert provider.closed


async def test_a_gate_with_rules_sends_permitted_text_and_a_notice_of_the_rest(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        provider = ScriptedProvider([TURN, TURN], destination=REMOTE)
        gate = scene.gate(provider)
        model_request = scene_request(question(), *read("Open.md", "Tagged.md"))
        events = await collect_events(gate, model_request)
        assert events == [Noticed("1 private note of this conversation stayed on this computer."), *TURN]
        assert "CANARY" not in request_text(provider.requests[0])
        assert await collect_events(gate, model_request) == TURN
        assert "18,400" in request_text(provider.requests[1])


async def test_an_answer_is_sent_again_to_its_own_host_only(tmp_path: Path) -> None:
    reply = [TextArrived("The tag says "), TextArrived("CANARY-TAGGED."), TurnEnded("end")]
    async with open_scene(tmp_path) as scene:
        scene.set(privacy=())
        reading = (question(), *read("Tagged.md"))
        first = ScriptedProvider([reply], destination=REMOTE)
        await collect_events(scene.gate(first), scene_request(*reading))
        answer = Message(id="said", role="assistant", parts=(TextPart(text="The tag says CANARY-TAGGED."),))
        scene.set(privacy=RULES)
        later = scene_request(*reading, answer, question("And?"))
        assert request_text(await scene.sent(later)).count("CANARY") == 1, "the host's own answer, but not the note"
        assert "CANARY" not in request_text(await scene.sent(later, OTHER))


async def test_an_interrupted_answer_is_recognized_again(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        provider = ScriptedProvider([[TextArrived("CANARY-DIARY so far"), HangStep()]], destination=REMOTE)
        async with aclosing(scene.gate(provider).stream(scene_request(question()))) as events:
            assert await anext(events) == TextArrived("CANARY-DIARY so far")
        cut = Message(id="cut", role="assistant", parts=(TextPart(text="CANARY-DIARY so far"),), cut=True)
        later = scene_request(question(), *read("Personal/Diary.md"), cut, question("Go on"))
        assert request_text(await scene.sent(later)).count("CANARY-DIARY") == 1


async def test_a_gate_without_a_vault_has_no_rules_but_a_ledger(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        gate = DisclosureGate(ScriptedProvider([TURN], destination=REMOTE), ledger)
        await collect_events(
            gate, request(TextSource(path="a.md", characters=3, first_line=2, last_line=4, allowed="rule"))
        )
        (entry,) = await sent_entries(ledger)
        # The text of other programs is not recorded.
        assert (entry.question, entry.decision, entry.where, entry.tokens) == ("", "rule", "lines 2-4", 1)


# A request about one passage is not sent without that passage.


def request_about(path: str, purpose: Purpose = "rewrite") -> ModelRequest:
    part = TextPart(text=f"<attached>{NOTES[path]}</attached>", sources=(TextSource(path=path, characters=20),))
    return replace(scene_request(Message(role="user", parts=(part, TextPart(text="Shorter")))), purpose=purpose)


@pytest.mark.parametrize("purpose", ["rewrite", "definition"])
async def test_t7_a_request_about_a_private_passage_is_denied_and_not_recorded(
    tmp_path: Path, purpose: Purpose
) -> None:
    async with open_scene(tmp_path) as scene:
        with pytest.raises(DisclosureDenied) as refused:
            await scene.egress_policy.clear(request_about("Personal/Diary.md", purpose), REMOTE)
        assert str(refused.value) == (
            "“Personal/Diary.md” is private (in personal), so nothing was sent to Anthropic. "
            "Choose a model on this computer."
        )
        assert await scene.ledger.find(LedgerQuery()) == ()
        assert "CANARY-DIARY" in request_text(
            (await scene.egress_policy.clear(request_about("Personal/Diary.md", purpose), HERE)).request
        )


async def test_t7_the_error_tells_whether_the_passage_was_withheld_or_not_reviewed(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        request = request_about("Asked.md")
        (passage,) = request_passages(request)
        scene.egress_policy.reviewer = Reviewer(DisclosureDecision(True, {passage.id: None}))
        with pytest.raises(DisclosureDenied, match="You withheld the passage, so nothing was sent"):
            await scene.egress_policy.clear(request, REMOTE)
        scene.egress_policy.reviewer = None
        with pytest.raises(DisclosureDenied, match="The passage could not be reviewed"):
            await scene.egress_policy.clear(replace(request, conversation_id="chat_2"), REMOTE)


async def test_t7_a_question_is_sent_without_its_private_note(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        sent = request_text(
            (await scene.egress_policy.clear(request_about("Personal/Diary.md", "question"), REMOTE)).request
        )
        assert "CANARY-DIARY" not in sent
        assert "Shorter" in sent


# The gate itself submits for review what was neither shown nor allowed by a rule, whatever put it into the request.

OPEN_LINES = NOTES["Open.md"]


def message_with_mention(path: str, text: str, allowed: str = "person") -> Message:
    source = TextSource(path=path, characters=len(text), allowed=allowed)
    part = TextPart(text=wrap_attached(text, note=path), sources=(source,))
    return Message(id=f"m-{path}", role="user", parts=(part, TextPart(text="What does it cost?")))


async def test_t2_a_mention_is_reviewed_before_it_is_sent_and_recorded_as_reviewed(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=()) as scene:
        scene.egress_policy.reviewer = reviewer = Reviewer()
        model_request = scene_request(message_with_mention("Open.md", OPEN_LINES))
        assert "18,400" in request_text(await scene.sent(model_request))
        (preview,) = reviewer.shown
        assert [(excerpt.path, excerpt.state, excerpt.is_private) for excerpt in preview.excerpts] == [
            ("Open.md", "ask", False)
        ]
        assert "18,400" in preview.excerpts[0].text
        await scene.sent(model_request)
        assert len(reviewer.shown) == 1, "text that this host received before is sent again without review"
        assert [(entry.path, entry.decision, entry.why) for entry in await scene.ledger.find()] == [
            ("Open.md", "review", "")
        ]
        await scene.sent(model_request, OTHER)
        assert len(reviewer.shown) == 2, "another host needs another review"


async def test_t2_unchecked_text_is_withheld(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=()) as scene:
        model_request = scene_request(message_with_mention("Open.md", OPEN_LINES))
        (excerpt,) = (await scene.egress_policy.preview(model_request, REMOTE)).excerpts
        scene.egress_policy.reviewer = Reviewer(DisclosureDecision(send=True, replacements={excerpt.id: None}))
        assert "18,400" not in request_text(await scene.sent(model_request))
        assert [(entry.kind, entry.decision) for entry in await scene.ledger.find()] == [("kept", "review")]


async def test_t2_without_a_reviewer_a_mention_is_withheld_with_a_notice(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=()) as scene:
        cleared = await scene.egress_policy.clear(scene_request(message_with_mention("Open.md", OPEN_LINES)), REMOTE)
        assert "18,400" not in request_text(cleared.request)
        assert [str(notice) for notice in cleared.notices] == [
            "The text of 1 note stayed on this computer: it could not be reviewed."
        ]
        assert [(entry.kind, entry.decision) for entry in await scene.ledger.find()] == [("kept", "nobody")]


async def test_t2_a_message_that_claims_permission_is_still_reviewed(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=()) as scene:
        scene.egress_policy.reviewer = reviewer = Reviewer()
        for allowed in ("person", "rule", "grant"):
            model_request = scene_request(question(), *read("Open.md", allowed=allowed), conversation=f"chat_{allowed}")
            await scene.sent(model_request)
        assert len(reviewer.shown) == 3


async def test_t2_text_approved_in_a_tool_request_is_not_reviewed_again(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=()) as scene:
        model_request = scene_request(question(), *read("Open.md", "Plan.md"))
        part = model_request.messages[-1].parts[0]
        assert isinstance(part, ToolResultPart)
        scene.egress_policy.record_allowed(CallContext(REMOTE, "chat_1"), part, {"Open.md"}, "person")
        cleared = await scene.egress_policy.clear(model_request, REMOTE)
        assert "18,400" in request_text(cleared.request)
        assert "We decide in May" not in request_text(cleared.request)
        decisions = [(entry.path, entry.kind, entry.decision) for entry in await scene.ledger.find()]
        assert decisions == [("Plan.md", "kept", "nobody"), ("Open.md", "sent", "person")]


async def test_t2_a_shorter_part_of_sent_text_needs_no_review_and_a_longer_one_does(tmp_path: Path) -> None:
    longer_text = OPEN_LINES + "More of it, which was written later.\n"
    async with open_scene(tmp_path, reads=()) as scene:
        scene.egress_policy.reviewer = reviewer = Reviewer()
        await scene.sent(scene_request(message_with_mention("Open.md", OPEN_LINES)))
        cut = truncate_with_notice(OPEN_LINES, 20)
        assert "The hea" in request_text(await scene.sent(scene_request(message_with_mention("Open.md", cut))))
        assert len(reviewer.shown) == 1
        await scene.sent(scene_request(message_with_mention("Open.md", longer_text)))
        assert len(reviewer.shown) == 2


async def test_t2_a_summary_written_by_the_host_is_sent_to_it_again(tmp_path: Path) -> None:
    summary = "They talked about the heat pump."
    source = TextSource(path="Open.md", characters=len(summary))
    text = wrap_attached(summary, earlier="the first 4 messages")
    model_request = scene_request(
        Message(id="s", role="user", parts=(TextPart(text=text, sources=(source,)), TextPart(text="Go on.")))
    )
    async with open_scene(tmp_path, reads=()) as scene:
        cleared = await scene.egress_policy.clear(model_request, REMOTE)
        assert summary not in request_text(cleared.request), "neither approved nor an answer of this host"
        provider = ScriptedProvider([[TextArrived(summary), TurnEnded("end")]], destination=REMOTE)
        await collect_events(scene.gate(provider), scene_request(question("Sum it up.")))
        cleared = await scene.egress_policy.clear(model_request, REMOTE)
        assert summary in request_text(cleared.request)


async def test_t2_a_decision_by_a_rule_of_this_run_is_recorded_as_rule(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=()) as scene:
        scene.egress_policy.reviewer = Reviewer(DisclosureDecision(send=True, by="rule"))
        assert "18,400" in request_text(await scene.sent(scene_request(message_with_mention("Open.md", OPEN_LINES))))
        assert [(entry.path, entry.decision) for entry in await scene.ledger.find()] == [("Open.md", "rule")]


async def test_t2_an_always_rule_sends_a_mention_and_the_ledger_names_the_rule(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=[first_use_rule(REMOTE.host)]) as scene:
        assert "18,400" in request_text(await scene.sent(scene_request(message_with_mention("Open.md", OPEN_LINES))))
        assert "18,400" not in request_text(
            await scene.sent(scene_request(message_with_mention("Open.md", OPEN_LINES)), OTHER)
        )
        entries = await scene.ledger.find()
        assert {(entry.host, entry.kind, entry.decision, entry.why) for entry in entries} == {
            (REMOTE.host, "sent", "rule", "Search and read without asking"),
            (OTHER.host, "kept", "nobody", ""),
        }


# Lists of names: a list that was shown is recognized again, independent of the names that the receiver knows.


def listing(*paths: str, call_id: str) -> tuple[Message, ...]:
    """A list of notes that was requested by another model."""
    return (
        call("list_notes", call_id, folder=""),
        result("list_notes", call_id, [{"path": path} for path in paths]),
    )


def restored_policy(scene: Scene, reviewer: Reviewer) -> EgressPolicy:
    """A policy restored from the state that the chat store has of the conversation, which contains no note text."""
    policy = EgressPolicy(scene.rules, scene.ledger, reviewer=reviewer, permissions=scene.permissions)
    policy.history.restore("chat_1", json.loads(json.dumps(scene.egress_policy.history.state("chat_1"))))
    return policy


async def test_t2_an_approved_list_is_not_reviewed_again_after_a_restart(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=()) as scene:
        reviewer = scene.egress_policy.reviewer = Reviewer()
        first = scene_request(question(), *read("Open.md"))
        listed = replace(first, messages=(*first.messages, *listing("Open.md", "Plan.md", call_id="c2")))
        await scene.egress_policy.clear(first, REMOTE)
        await scene.egress_policy.clear(listed, REMOTE)
        assert [[excerpt.path for excerpt in preview.waiting_excerpts] for preview in reviewer.shown] == [
            ["Open.md"],
            [""],
        ]
        assert "Open.md" in reviewer.shown[1].waiting_excerpts[0].text, "the whole list is shown"
        policy = restored_policy(scene, later := Reviewer())
        sent = request_text((await policy.clear(listed, REMOTE)).request)
        assert not later.shown
        assert "Plan.md" in sent
        await policy.clear(listed, OTHER)
        assert len(later.shown) == 1, "another host has not received the list"


async def test_t2_only_names_unknown_to_the_receiver_are_reviewed_after_a_restart(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=()) as scene:
        scene.egress_policy.reviewer = Reviewer()
        first = scene_request(question(), *read("Open.md"))
        await scene.egress_policy.clear(first, REMOTE)
        policy = restored_policy(scene, reviewer := Reviewer())
        known = replace(first, messages=(*first.messages, *listing("Open.md", call_id="c2")))
        await policy.clear(known, REMOTE)
        assert not reviewer.shown, "the name was sent with the text of its note"
        extended = replace(first, messages=(*first.messages, *listing("Open.md", "Plan.md", call_id="c3")))
        await policy.clear(extended, REMOTE)
        assert [[excerpt.path for excerpt in preview.waiting_excerpts] for preview in reviewer.shown] == [[""]]


async def test_t2_the_error_of_a_failed_edit_is_recorded_for_its_note(tmp_path: Path) -> None:
    message = "The old text is not in the note."
    content = json.dumps({"success": False, "error": {"code": "VALIDATION_FAILED", "message": message}})
    source = TextSource(path="Open.md", characters=len(message), allowed="person")
    part = ToolResultPart(call_id="c1", name="edit_note", content=content, sources=(source,))
    edit = call("edit_note", "c1", path="Open.md", old="Something", new="Else")
    model_request = scene_request(question(), edit, Message(id="r-c1", role="tool", parts=(part,)))
    async with open_scene(tmp_path, reads=()) as scene:
        reviewer = scene.egress_policy.reviewer = Reviewer()
        sent = request_text((await scene.egress_policy.clear(model_request, REMOTE)).request)
        assert [(excerpt.path, excerpt.text) for excerpt in reviewer.shown[0].waiting_excerpts] == [
            ("Open.md", message)
        ]
        entries = await scene.ledger.find(LedgerQuery(kinds=("sent",)))
        assert [(entry.path, entry.characters, entry.decision) for entry in entries] == [
            ("Open.md", len(message), "review")
        ]
        assert message in sent
        assert "18,400" not in sent
