"""Clearance: the rules first, then the person, then the ledger, and only then a byte."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tests.privacy.scene import HERE, NOTES, OTHER, Reviewer, open_scene, question, read, request, wire
from tests.support.desk import REMOTE
from vaultdesk.chat.messages import Message, TextPart
from vaultdesk.core.errors import AuditFailed, LedgerFailed
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.privacy.clearance import Clearance
from vaultdesk.privacy.dealings import AllDealings
from vaultdesk.privacy.fitting import PrivacyAnswer
from vaultdesk.privacy.ledger_entry import LedgerQuery
from vaultdesk.privacy.passages import passages
from vaultdesk.privacy.review import ClosedNote, DisclosureDecision, DisclosureRequest, NotSent
from vaultdesk.providers.provider import Price

NO = DisclosureDecision(send=False, reason="Not this one.")
ASKING = request(question(), *read("Asked.md", "Open.md"))
ASKED_ID = passages(ASKING)[0].id


async def test_what_needs_a_yes_is_asked_once_for_each_host(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        reviewer = scene.clearance.reviewer = Reviewer()
        assert "CANARY-ASKED" in wire((await scene.clearance.clear(ASKING, REMOTE)).request)
        later = replace(ASKING, messages=(*ASKING.messages, question("And then?")))
        assert "CANARY-ASKED" in wire((await scene.clearance.clear(later, REMOTE)).request)
        assert [[one.path for one in shown.asked] for shown in reviewer.shown] == [["Asked.md"]]
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
        afresh = Clearance(scene.rules, scene.ledger, reviewer=Reviewer())
        assert "CANARY-ASKED" not in wire((await afresh.clear(ASKING, REMOTE)).request)
        forgetful = Clearance(scene.rules, scene.ledger, reviewer=Reviewer())
        forgetful.dealings.of("chat_1").restored = True
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
        with pytest.raises(NotSent, match="You did not let this request go") as refused:
            await scene.clearance.clear(ASKING, REMOTE)
        assert refused.value.hint == "Not this one."
        assert await scene.ledger.find() == ()


async def test_who_cannot_be_asked_has_said_no(tmp_path: Path) -> None:
    class Broken(Reviewer):
        async def review(self, request: DisclosureRequest) -> DisclosureDecision:
            raise AuditFailed("The window is gone")

    async with open_scene(tmp_path) as scene:
        scene.clearance.reviewer = Broken()
        with pytest.raises(NotSent, match="You could not be asked"):
            await scene.clearance.clear(ASKING, REMOTE)


async def test_every_request_can_be_looked_at(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        plain = request(question(), *read("Open.md"))
        scene.clearance.dealings.of("chat_1").reviewed = True
        with pytest.raises(NotSent, match="nobody to look"):
            await scene.clearance.clear(plain, REMOTE)
        (only,) = passages(plain)
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
        said = Message(id="said", role="assistant", parts=(TextPart(text="CANARY-DIARY"),))
        asked = request(question(), *read(*NOTES), said, question("And in all?"))
        shown = await scene.clearance.preview(asked, REMOTE, Price(3.0, 15.0))
        assert [(one.path, one.state, one.whole) for one in shown.excerpts] == [
            ("Open.md", "new", True),
            ("Plan.md", "new", True),
            ("Asked.md", "ask", True),
        ]
        assert shown.closed == (
            ClosedNote("Personal/Diary.md", "in personal"),
            ClosedNote("Tagged.md", "tagged #private"),
            ClosedNote("Marked.md", "with private: true"),
        )
        assert (shown.destination, shown.model, shown.question) == (REMOTE, "m", "And in all?")
        assert (shown.comments, shown.answers) == (1, 1)
        assert "CANARY-COMMENT" not in shown.excerpts[1].text
        assert 0 < shown.note_tokens < shown.tokens
        assert shown.cost is not None
        assert await scene.ledger.find() == ()
        assert scene.clearance.dealings.of("chat_1").host(REMOTE.host).sent == set()


async def test_what_is_left_out_in_a_dry_run_stays_out(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        asked = request(question(), *read("Open.md", "Plan.md"))
        shown = await scene.clearance.preview(asked, REMOTE)
        cut = {one.id: None for one in shown.excerpts}
        scene.clearance.keep(shown, DisclosureDecision(True, cut))
        sent = wire((await scene.clearance.clear(asked, REMOTE)).request)
        assert "18,400" not in sent
        assert "Then we order" not in sent
        shown = await scene.clearance.preview(asked, REMOTE)
        assert {one.state for one in shown.excerpts} == {"kept"}
        scene.clearance.keep(shown, DisclosureDecision(True, released=tuple(cut)))
        assert "Then we order" in wire((await scene.clearance.clear(asked, REMOTE)).request)


async def test_the_person_is_told_once_what_stayed(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        said = Message(id="said", role="assistant", parts=(TextPart(text="It says so."),))
        asked = request(question(), *read("Tagged.md", "Marked.md"), said, question("And?"))
        assert (await scene.clearance.clear(asked, REMOTE)).notices == (
            "2 private notes of this conversation stayed on this computer.",
            "1 earlier answer stayed on this computer: it may repeat what is private.",
        )
        assert (await scene.clearance.clear(asked, REMOTE)).notices == ()


@pytest.mark.parametrize("answer", ["local", "never"])
async def test_never_holds_on_this_computer_too(tmp_path: Path, answer: PrivacyAnswer) -> None:
    rule = PrivacyRule(kind="folder", value="Personal", answer=answer)
    async with open_scene(tmp_path, rules=[rule]) as scene:
        sent = wire((await scene.clearance.clear(request(question(), *read("Personal/Diary.md")), HERE)).request)
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
        assert scene.clearance.dealings.of("").host(REMOTE.host).allowed == set()
        assert isinstance(scene.clearance.dealings, AllDealings)
