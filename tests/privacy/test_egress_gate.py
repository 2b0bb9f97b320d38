"""Tests of privacy/egress_gate.py."""

import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.privacy.scene import (
    HERE,
    NOTES,
    OTHER,
    RULES,
    Reviewer,
    Scene,
    answered,
    call,
    open_scene,
    question,
    read,
    result,
    wire,
)
from tests.privacy.scene import request as scene_request
from tests.support.desk import REMOTE
from tests.support.scripted_provider import HangStep, ScriptedProvider
from vaultdesk.chat.attached_text import truncate_with_notice, wrap_attached
from vaultdesk.chat.messages import Message, TextPart, ToolResultPart
from vaultdesk.chat.messages import Source as TextSource
from vaultdesk.core.errors import AuditFailed, LedgerFailed
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.transmission import Purpose
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

# Clearance: the rules first, then the person, then the ledger, and only then a byte.

NO = DisclosureDecision(send=False, reason="Not this one.")
ASKING = scene_request(question(), *read("Asked.md", "Open.md"))
ASKED_ID = request_passages(ASKING)[0].id


async def test_what_needs_a_yes_is_asked_once_for_each_host(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        reviewer = scene.clearance.reviewer = Reviewer()
        assert "CANARY-ASKED" in wire((await scene.clearance.clear(ASKING, REMOTE)).request)
        later = replace(ASKING, messages=(*ASKING.messages, question("And then?")))
        assert "CANARY-ASKED" in wire((await scene.clearance.clear(later, REMOTE)).request)
        assert [[one.path for one in shown.waiting_excerpts] for shown in reviewer.shown] == [["Asked.md"]]
        await scene.clearance.clear(later, OTHER)
        assert len(reviewer.shown) == 2
        await scene.clearance.clear(replace(ASKING, conversation_id="chat_2"), REMOTE)
        assert len(reviewer.shown) == 3
        assert "CANARY-ASKED" in wire((await scene.clearance.clear(later, HERE)).request)
        assert len(reviewer.shown) == 3, "on this computer nobody is asked"


async def test_what_is_kept_back_once_stays_here_for_the_conversation(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        scene.clearance.reviewer = Reviewer(DisclosureDecision(True, {ASKED_ID: None}), DisclosureDecision(True))
        for destination in (REMOTE, REMOTE, OTHER):
            sent = wire((await scene.clearance.clear(ASKING, destination)).request)
            assert "CANARY-ASKED" not in sent
            assert "18,400" in sent
        again = replace(ASKING, messages=(question("Once more"), *read("Asked.md", call_id="c7")))
        assert "CANARY-ASKED" not in wire((await scene.clearance.clear(again, REMOTE)).request)
        # The next start of the program: nothing in memory, all in the ledger.
        afresh = EgressPolicy(scene.rules, scene.ledger, reviewer=Reviewer(), permissions=scene.permissions)
        assert "CANARY-ASKED" not in wire((await afresh.clear(ASKING, REMOTE)).request)
        forgetful = EgressPolicy(scene.rules, scene.ledger, reviewer=Reviewer(), permissions=scene.permissions)
        forgetful.history.of("chat_1").restored = True
        assert "CANARY-ASKED" in wire((await forgetful.clear(ASKING, REMOTE)).request), "without the ledger it leaks"


async def test_a_cut_passage_goes_as_the_person_left_it(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        scene.clearance.reviewer = Reviewer(DisclosureDecision(True, {ASKED_ID: "the offer."}))
        for _ in range(2):
            sent = wire((await scene.clearance.clear(ASKING, REMOTE)).request)
            assert "the offer." in sent
            assert "CANARY-ASKED" not in sent
        entries = [(one.path, one.kind, one.characters) for one in await scene.ledger.find()]
        assert ("Asked.md", "sent", len("the offer.")) in entries
        assert ("Asked.md", "kept", len(NOTES["Asked.md"])) in entries


async def test_with_nobody_to_ask_it_stays_here_and_is_asked_later(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        assert "CANARY-ASKED" not in wire((await scene.clearance.clear(ASKING, REMOTE)).request)
        (kept,) = await scene.ledger.find(LedgerQuery(kinds=("kept",)))
        assert (kept.path, kept.decision) == ("Asked.md", "nobody")
        scene.clearance.reviewer = Reviewer()
        assert "CANARY-ASKED" in wire((await scene.clearance.clear(ASKING, REMOTE)).request)


async def test_a_no_sends_nothing_and_writes_nothing_down(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        scene.clearance.reviewer = Reviewer(NO)
        with pytest.raises(DisclosureDenied, match="You declined this request") as refused:
            await scene.clearance.clear(ASKING, REMOTE)
        assert refused.value.hint == "Not this one."
        assert await scene.ledger.find() == ()


async def test_who_cannot_be_asked_has_said_no(tmp_path: Path) -> None:
    class Broken(Reviewer):
        async def review(self, request: DisclosureRequest) -> DisclosureDecision:
            raise AuditFailed("The window is gone")

    async with open_scene(tmp_path) as scene:
        scene.clearance.reviewer = Broken()
        with pytest.raises(DisclosureDenied, match="Your approval could not be requested"):
            await scene.clearance.clear(ASKING, REMOTE)


async def test_every_request_can_be_looked_at(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        plain = scene_request(question(), *read("Open.md"))
        scene.clearance.history.of("chat_1").review_all = True
        with pytest.raises(DisclosureDenied, match="could not be reviewed"):
            await scene.clearance.clear(plain, REMOTE)
        (only,) = request_passages(plain)
        first, second = DisclosureDecision(True, {only.id: None}), DisclosureDecision(True, released=(only.id,))
        reviewer = scene.clearance.reviewer = Reviewer(first, DisclosureDecision(True), second)
        sent = [wire((await scene.clearance.clear(plain, REMOTE)).request) for _ in range(3)]
        assert ["18,400" in text for text in sent] == [False, False, True]
        assert [shown.excerpts[0].state for shown in reviewer.shown] == ["new", "kept", "kept"]
        await scene.clearance.clear(plain, HERE)
        assert len(reviewer.shown) == 3


async def test_a_rule_or_a_note_that_changes_while_the_person_looks_counts(tmp_path: Path) -> None:
    class Slow(Reviewer):
        def __init__(self, meanwhile: Callable[[], object]) -> None:
            super().__init__()
            self._meanwhile = meanwhile

        async def review(self, request: DisclosureRequest) -> DisclosureDecision:
            self._meanwhile()
            return await super().review(request)

    async with open_scene(tmp_path) as scene:
        note = scene.root / "Open.md"
        scene.clearance.reviewer = Slow(lambda: note.write_text("---\nprivate: true\n---\n", encoding="utf-8"))
        assert "18,400" not in wire((await scene.clearance.clear(ASKING, REMOTE)).request)
        never = PrivacyRule(kind="property", value="team", answer="never")
        scene.clearance.reviewer = Slow(lambda: scene.set(privacy=(never,)))
        other = replace(ASKING, conversation_id="chat_2")
        assert "CANARY-ASKED" not in wire((await scene.clearance.clear(other, REMOTE)).request)


async def test_a_dry_run_tells_everything_and_does_nothing(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        answer = Message(id="said", role="assistant", parts=(TextPart(text="CANARY-DIARY"),))
        model_request = scene_request(question(), *read(*NOTES), answer, question("And in all?"))
        shown = await scene.clearance.preview(model_request, REMOTE, Price(3.0, 15.0))
        assert [(one.path, one.state, one.is_whole_note) for one in shown.excerpts] == [
            ("Open.md", "new", True),
            ("Plan.md", "new", True),
            ("Asked.md", "ask", True),
        ]
        assert shown.closed_notes == (
            ClosedNote("Personal/Diary.md", "in personal"),
            ClosedNote("Tagged.md", "tagged #private"),
            ClosedNote("Marked.md", "with private: true"),
        )
        assert (shown.destination, shown.model, shown.question) == (REMOTE, "m", "And in all?")
        assert (shown.withheld_comments, shown.withheld_answers) == (1, 1)
        assert "CANARY-COMMENT" not in shown.excerpts[1].text
        assert 0 < sum(excerpt.tokens for excerpt in shown.excerpts) < shown.tokens
        assert shown.cost is not None
        assert await scene.ledger.find() == ()
        assert scene.clearance.history.of("chat_1").host(REMOTE.host).sent_passages == set()


async def test_t1_the_ledger_counts_the_tokens_that_were_shown(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        model_request = scene_request(question(), *read("Open.md", "Plan.md"))
        shown = {one.path: one.tokens for one in (await scene.clearance.preview(model_request, REMOTE)).excerpts}
        await scene.clearance.clear(model_request, REMOTE)
        lines = await scene.ledger.find()
        (sent,) = await scene.ledger.transmissions()

    assert {one.path: one.tokens for one in lines} == shown
    assert {note.path: note.amount.tokens for note in sent.notes} == shown


async def test_what_is_left_out_in_a_dry_run_stays_out(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        model_request = scene_request(question(), *read("Open.md", "Plan.md"))
        shown = await scene.clearance.preview(model_request, REMOTE)
        cut = {one.id: None for one in shown.excerpts}
        scene.clearance.apply_preview(shown, DisclosureDecision(True, cut))
        sent = wire((await scene.clearance.clear(model_request, REMOTE)).request)
        assert "18,400" not in sent
        assert "Then we order" not in sent
        shown = await scene.clearance.preview(model_request, REMOTE)
        assert {one.state for one in shown.excerpts} == {"kept"}
        scene.clearance.apply_preview(shown, DisclosureDecision(True, released=tuple(cut)))
        assert "Then we order" in wire((await scene.clearance.clear(model_request, REMOTE)).request)


async def test_the_person_is_told_once_what_stayed(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        answer = Message(id="said", role="assistant", parts=(TextPart(text="It says so."),))
        model_request = scene_request(question(), *read("Tagged.md", "Marked.md"), answer, question("And?"))
        assert (await scene.clearance.clear(model_request, REMOTE)).notices == (
            "2 private notes of this conversation stayed on this computer.",
            "1 earlier answer stayed on this computer: it may repeat private text.",
        )
        assert (await scene.clearance.clear(model_request, REMOTE)).notices == ()


@pytest.mark.parametrize("answer", ["local", "never"])
async def test_never_holds_on_this_computer_too(tmp_path: Path, answer: PrivacyAnswer) -> None:
    rule = PrivacyRule(kind="folder", value="Personal", answer=answer)
    async with open_scene(tmp_path, rules=[rule]) as scene:
        sent = wire((await scene.clearance.clear(scene_request(question(), *read("Personal/Diary.md")), HERE)).request)
        assert ("CANARY-DIARY" in sent) is (answer == "local")
        (entry,) = await scene.ledger.find()
        assert entry.kind == ("stayed" if answer == "local" else "kept")
        assert await scene.ledger.recent() == ()


async def test_nothing_is_cleared_that_cannot_be_written_down(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        (tmp_path / "ledger.sqlite").mkdir()
        with pytest.raises(LedgerFailed):
            await scene.clearance.clear(ASKING, REMOTE)


async def test_a_request_of_no_conversation_is_never_remembered(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        reviewer = scene.clearance.reviewer = Reviewer()
        nameless = replace(ASKING, conversation_id="")
        for _ in range(2):
            await scene.clearance.clear(nameless, REMOTE)
        assert len(reviewer.shown) == 2
        assert scene.clearance.history.of("").host(REMOTE.host).allowed_passages == set()
        assert isinstance(scene.clearance.history, DisclosureHistory)


# The gate: written down before the first byte, or nothing is sent.

TURN = [TextArrived("Hello"), TurnEnded("end")]


def request(*sources: TextSource) -> ModelRequest:
    part = ToolResultPart(call_id="c1", name="file_read", content="{}", sources=sources)
    messages = (Message(role="user", parts=(TextPart(text="Hi"),)), Message(role="tool", parts=(part,)))
    return ModelRequest("m", "", messages, conversation_id="chat_1")


class Peeking(ScriptedProvider):
    """Looks into the ledger as it is asked."""

    def __init__(self, ledger: Ledger) -> None:
        super().__init__([TURN], destination=REMOTE)
        self._ledger = ledger
        self.seen: list[str] = []

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        self.seen = [disclosed.path for disclosed in await self._ledger.recent()]
        async with aclosing(super().stream(request)) as events:
            async for event in events:
                yield event


async def test_the_ledger_is_written_before_the_provider_is_asked(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        provider = Peeking(ledger)
        gate = DisclosureGate(provider, ledger)
        events = [event async for event in gate.stream(request(TextSource(path="a.md", characters=3)))]
        assert events == TURN
        assert provider.seen == ["a.md"]
        assert gate.destination == REMOTE


async def test_nothing_is_sent_that_cannot_be_written_down(tmp_path: Path) -> None:
    (tmp_path / "ledger.sqlite").mkdir()
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        provider = ScriptedProvider([TURN], destination=REMOTE)
        with pytest.raises(LedgerFailed):
            [event async for event in DisclosureGate(provider, ledger).stream(request(TextSource(path="a.md")))]
        assert provider.requests == []


async def test_a_request_without_notes_leaves_no_line(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        gate = DisclosureGate(ScriptedProvider([TURN], destination=REMOTE), ledger)
        assert [event async for event in gate.stream(request())] == TURN
        assert await ledger.recent() == ()
        assert len(await gate.models()) == 1


async def test_hanging_up_reaches_the_provider(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        provider = ScriptedProvider([[TextArrived("a"), HangStep()]], destination=REMOTE)
        gate = DisclosureGate(provider, ledger)
        async with aclosing(gate.stream(request())) as events:
            assert await anext(events) == TextArrived("a")
        await gate.aclose()
        assert provider.closed


async def test_a_gate_with_rules_sends_what_may_go_and_tells_what_stayed(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        provider = ScriptedProvider([TURN, TURN], destination=REMOTE)
        gate = scene.gate(provider)
        model_request = scene_request(question(), *read("Open.md", "Tagged.md"))
        events = await answered(gate, model_request)
        assert events == [Noticed("1 private note of this conversation stayed on this computer."), *TURN]
        assert "CANARY" not in wire(provider.requests[0])
        assert await answered(gate, model_request) == TURN
        assert "18,400" in wire(provider.requests[1])


async def test_a_host_is_told_its_own_words_again_and_another_is_not(tmp_path: Path) -> None:
    said = [TextArrived("The tag says "), TextArrived("CANARY-TAGGED."), TurnEnded("end")]
    async with open_scene(tmp_path) as scene:
        scene.set(privacy=())
        reading = (question(), *read("Tagged.md"))
        first = ScriptedProvider([said], destination=REMOTE)
        await answered(scene.gate(first), scene_request(*reading))
        answer = Message(id="said", role="assistant", parts=(TextPart(text="The tag says CANARY-TAGGED."),))
        scene.set(privacy=RULES)
        later = scene_request(*reading, answer, question("And?"))
        assert wire(await scene.sent(later)).count("CANARY") == 1, "its own answer, and not the note"
        assert "CANARY" not in wire(await scene.sent(later, OTHER))


async def test_an_answer_that_was_stopped_is_known_again(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        provider = ScriptedProvider([[TextArrived("CANARY-DIARY so far"), HangStep()]], destination=REMOTE)
        async with aclosing(scene.gate(provider).stream(scene_request(question()))) as events:
            assert await anext(events) == TextArrived("CANARY-DIARY so far")
        cut = Message(id="cut", role="assistant", parts=(TextPart(text="CANARY-DIARY so far"),), cut=True)
        later = scene_request(question(), *read("Personal/Diary.md"), cut, question("Go on"))
        assert wire(await scene.sent(later)).count("CANARY-DIARY") == 1


async def test_the_gate_tells_what_a_request_would_send(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        provider = ScriptedProvider([], destination=REMOTE)
        gate = DisclosureGate(provider, scene.ledger, scene.clearance, lambda: Price(3.0, 15.0))
        shown = await gate.preview(scene_request(question(), *read("Open.md")))
        assert ([one.path for one in shown.excerpts], shown.price) == (["Open.md"], Price(3.0, 15.0))
        bare = await DisclosureGate(provider, scene.ledger).preview(scene_request(question()))
        assert (bare.destination, bare.question, bare.excerpts) == (REMOTE, "What does it cost?", ())
        assert provider.requests == []


async def test_without_a_vault_there_are_no_rules_and_still_a_ledger(tmp_path: Path) -> None:
    async with Ledger(tmp_path / "ledger.sqlite") as ledger:
        gate = DisclosureGate(ScriptedProvider([TURN], destination=REMOTE), ledger)
        await answered(gate, request(TextSource(path="a.md", characters=3, first_line=2, last_line=4, allowed="rule")))
        (entry,) = await ledger.recent()
        # The words of other programs are kept nowhere.
        assert (entry.question, entry.decision, entry.where, entry.tokens) == ("", "rule", "lines 2-4", 1)


# A request about one passage is not sent without it.


def about(path: str, purpose: Purpose = "rewrite") -> ModelRequest:
    part = TextPart(text=f"<attached>{NOTES[path]}</attached>", sources=(TextSource(path=path, characters=20),))
    return replace(scene_request(Message(role="user", parts=(part, TextPart(text="Shorter")))), purpose=purpose)


@pytest.mark.parametrize("purpose", ["rewrite", "definition"])
async def test_t7_a_private_passage_is_refused_by_its_rule_and_nothing_is_recorded(
    tmp_path: Path, purpose: Purpose
) -> None:
    async with open_scene(tmp_path) as scene:
        with pytest.raises(DisclosureDenied) as refused:
            await scene.clearance.clear(about("Personal/Diary.md", purpose), REMOTE)
        assert str(refused.value) == (
            "“Personal/Diary.md” is private (in personal), so nothing was sent to Anthropic. "
            "Choose a model on this computer."
        )
        assert await scene.ledger.find(LedgerQuery()) == ()
        assert "CANARY-DIARY" in wire((await scene.clearance.clear(about("Personal/Diary.md", purpose), HERE)).request)


async def test_t7_a_passage_that_was_kept_back_in_the_review_is_said_so(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        request = about("Asked.md")
        (passage,) = request_passages(request)
        scene.clearance.reviewer = Reviewer(DisclosureDecision(True, {passage.id: None}))
        with pytest.raises(DisclosureDenied, match="You withheld the passage, so nothing was sent"):
            await scene.clearance.clear(request, REMOTE)
        scene.clearance.reviewer = None
        with pytest.raises(DisclosureDenied, match="The passage could not be reviewed"):
            await scene.clearance.clear(replace(request, conversation_id="chat_2"), REMOTE)


async def test_t7_a_question_goes_without_its_private_note_as_before(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        sent = wire((await scene.clearance.clear(about("Personal/Diary.md", "question"), REMOTE)).request)
        assert "CANARY-DIARY" not in sent
        assert "Shorter" in sent


# What was neither shown nor is under a rule is put to the person by the gate itself, whoever laid it into the request.

OPEN_LINES = NOTES["Open.md"]


def mention(path: str, text: str, allowed: str = "person") -> Message:
    source = TextSource(path=path, characters=len(text), allowed=allowed)
    part = TextPart(text=wrap_attached(text, note=path), sources=(source,))
    return Message(id=f"m-{path}", role="user", parts=(part, TextPart(text="What does it cost?")))


async def test_t2_a_mention_is_shown_before_it_goes_and_the_ledger_says_so(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=()) as scene:
        scene.clearance.reviewer = reviewer = Reviewer()
        model_request = scene_request(mention("Open.md", OPEN_LINES))
        assert "18,400" in wire(await scene.sent(model_request))
        (shown,) = reviewer.shown
        assert [(one.path, one.state, one.is_private) for one in shown.excerpts] == [("Open.md", "ask", False)]
        assert "18,400" in shown.excerpts[0].text
        await scene.sent(model_request)
        assert len(reviewer.shown) == 1, "what this host was sent before goes again"
        assert [(one.path, one.decision, one.why) for one in await scene.ledger.find()] == [("Open.md", "review", "")]
        await scene.sent(model_request, OTHER)
        assert len(reviewer.shown) == 2, "another host is another question"


async def test_t2_what_is_not_ticked_stays_here(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=()) as scene:
        model_request = scene_request(mention("Open.md", OPEN_LINES))
        (excerpt,) = (await scene.clearance.preview(model_request, REMOTE)).excerpts
        scene.clearance.reviewer = Reviewer(DisclosureDecision(send=True, replacements={excerpt.id: None}))
        assert "18,400" not in wire(await scene.sent(model_request))
        assert [(one.kind, one.decision) for one in await scene.ledger.find()] == [("kept", "review")]


async def test_t2_with_nobody_to_ask_a_mention_stays_and_that_is_said(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=()) as scene:
        cleared = await scene.clearance.clear(scene_request(mention("Open.md", OPEN_LINES)), REMOTE)
        assert "18,400" not in wire(cleared.request)
        assert [str(notice) for notice in cleared.notices] == [
            "The text of 1 note stayed on this computer: it could not be reviewed."
        ]
        assert [(one.kind, one.decision) for one in await scene.ledger.find()] == [("kept", "nobody")]


async def test_t2_a_message_that_says_a_rule_let_it_go_is_asked_all_the_same(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=()) as scene:
        scene.clearance.reviewer = reviewer = Reviewer()
        for allowed in ("person", "rule", "grant"):
            model_request = scene_request(question(), *read("Open.md", allowed=allowed), conversation=f"chat_{allowed}")
            await scene.sent(model_request)
        assert len(reviewer.shown) == 3


async def test_t2_what_a_request_of_a_tool_showed_needs_no_second_look(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=()) as scene:
        model_request = scene_request(question(), *read("Open.md", "Plan.md"))
        part = model_request.messages[-1].parts[0]
        assert isinstance(part, ToolResultPart)
        scene.clearance.record_allowed(CallContext(REMOTE, "chat_1"), part, {"Open.md"}, "person")
        cleared = await scene.clearance.clear(model_request, REMOTE)
        assert "18,400" in wire(cleared.request)
        assert "We decide in May" not in wire(cleared.request)
        decisions = [(one.path, one.kind, one.decision) for one in await scene.ledger.find()]
        assert decisions == [("Plan.md", "kept", "nobody"), ("Open.md", "sent", "person")]


async def test_t2_a_shorter_piece_of_what_went_before_needs_no_answer_and_a_longer_one_does(tmp_path: Path) -> None:
    long = OPEN_LINES + "More of it, which was written later.\n"
    async with open_scene(tmp_path, reads=()) as scene:
        scene.clearance.reviewer = reviewer = Reviewer()
        await scene.sent(scene_request(mention("Open.md", OPEN_LINES)))
        cut = truncate_with_notice(OPEN_LINES, 20)
        assert "The hea" in wire(await scene.sent(scene_request(mention("Open.md", cut))))
        assert len(reviewer.shown) == 1
        await scene.sent(scene_request(mention("Open.md", long)))
        assert len(reviewer.shown) == 2


async def test_t2_a_summary_that_the_host_wrote_itself_may_be_told_it_again(tmp_path: Path) -> None:
    summary = "They talked about the heat pump."
    source = TextSource(path="Open.md", characters=len(summary))
    text = wrap_attached(summary, earlier="the first 4 messages")
    model_request = scene_request(
        Message(id="s", role="user", parts=(TextPart(text=text, sources=(source,)), TextPart(text="Go on.")))
    )
    async with open_scene(tmp_path, reads=()) as scene:
        cleared = await scene.clearance.clear(model_request, REMOTE)
        assert summary not in wire(cleared.request), "nobody said yes, and it is no answer of this host"
        provider = ScriptedProvider([[TextArrived(summary), TurnEnded("end")]], destination=REMOTE)
        await answered(scene.gate(provider), scene_request(question("Sum it up.")))
        cleared = await scene.clearance.clear(model_request, REMOTE)
        assert summary in wire(cleared.request)


async def test_t2_a_rule_of_this_run_is_told_apart_from_the_person(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=()) as scene:
        scene.clearance.reviewer = Reviewer(DisclosureDecision(send=True, by="rule"))
        assert "18,400" in wire(await scene.sent(scene_request(mention("Open.md", OPEN_LINES))))
        assert [(one.path, one.decision) for one in await scene.ledger.find()] == [("Open.md", "rule")]


async def test_t2_always_here_lets_a_mention_go_and_the_ledger_names_the_rule(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=[first_use_rule(REMOTE.host)]) as scene:
        assert "18,400" in wire(await scene.sent(scene_request(mention("Open.md", OPEN_LINES))))
        assert "18,400" not in wire(await scene.sent(scene_request(mention("Open.md", OPEN_LINES)), OTHER))
        entries = await scene.ledger.find()
        assert {(one.host, one.kind, one.decision, one.why) for one in entries} == {
            (REMOTE.host, "sent", "rule", "Search and read without asking"),
            (OTHER.host, "kept", "nobody", ""),
        }


# Lists of names: what was shown is known again, whatever the receiver has learned before and since.


def listing(*paths: str, call_id: str) -> tuple[Message, ...]:
    """A list of notes that another model asked for."""
    return (
        call("list_notes", call_id, folder=""),
        result("list_notes", call_id, [{"path": path} for path in paths]),
    )


def restarted(scene: Scene, reviewer: Reviewer) -> EgressPolicy:
    """The gate with what the chat store keeps of the conversation, and no text of notes."""
    policy = EgressPolicy(scene.rules, scene.ledger, reviewer=reviewer, permissions=scene.permissions)
    policy.history.restore("chat_1", json.loads(json.dumps(scene.clearance.history.state("chat_1"))))
    return policy


async def test_t2_a_list_that_was_ticked_is_not_asked_about_again_after_a_restart(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=()) as scene:
        reviewer = scene.clearance.reviewer = Reviewer()
        first = scene_request(question(), *read("Open.md"))
        listed = replace(first, messages=(*first.messages, *listing("Open.md", "Plan.md", call_id="c2")))
        await scene.clearance.clear(first, REMOTE)
        await scene.clearance.clear(listed, REMOTE)
        assert [[one.path for one in shown.waiting_excerpts] for shown in reviewer.shown] == [["Open.md"], [""]]
        assert "Open.md" in reviewer.shown[1].waiting_excerpts[0].text, "all of the list is shown"
        policy = restarted(scene, later := Reviewer())
        sent = wire((await policy.clear(listed, REMOTE)).request)
        assert not later.shown
        assert "Plan.md" in sent
        await policy.clear(listed, OTHER)
        assert len(later.shown) == 1, "another host was not told"


async def test_t2_only_names_that_the_receiver_does_not_know_are_asked_about_after_a_restart(tmp_path: Path) -> None:
    async with open_scene(tmp_path, reads=()) as scene:
        scene.clearance.reviewer = Reviewer()
        first = scene_request(question(), *read("Open.md"))
        await scene.clearance.clear(first, REMOTE)
        policy = restarted(scene, reviewer := Reviewer())
        known = replace(first, messages=(*first.messages, *listing("Open.md", call_id="c2")))
        await policy.clear(known, REMOTE)
        assert not reviewer.shown, "the name went with the text of its note"
        more = replace(first, messages=(*first.messages, *listing("Open.md", "Plan.md", call_id="c3")))
        await policy.clear(more, REMOTE)
        assert [[one.path for one in shown.waiting_excerpts] for shown in reviewer.shown] == [[""]]


async def test_t2_the_message_that_an_edit_does_not_fit_is_recorded_for_its_note(tmp_path: Path) -> None:
    message = "The old text is not in the note."
    content = json.dumps({"success": False, "error": {"code": "VALIDATION_FAILED", "message": message}})
    source = TextSource(path="Open.md", characters=len(message), allowed="person")
    part = ToolResultPart(call_id="c1", name="edit_note", content=content, sources=(source,))
    edit = call("edit_note", "c1", path="Open.md", old="Something", new="Else")
    model_request = scene_request(question(), edit, Message(id="r-c1", role="tool", parts=(part,)))
    async with open_scene(tmp_path, reads=()) as scene:
        reviewer = scene.clearance.reviewer = Reviewer()
        sent = wire((await scene.clearance.clear(model_request, REMOTE)).request)
        assert [(one.path, one.text) for one in reviewer.shown[0].waiting_excerpts] == [("Open.md", message)]
        entries = await scene.ledger.find(LedgerQuery(kinds=("sent",)))
        assert [(one.path, one.characters, one.decision) for one in entries] == [("Open.md", len(message), "review")]
        assert message in sent
        assert "18,400" not in sent
