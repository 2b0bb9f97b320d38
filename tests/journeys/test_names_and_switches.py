"""Names of notes, switches between models, branches and calls of one answer: nothing leaves that was not shown."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.journeys.bench import Bench, open_bench
from tests.privacy.scene import Reviewer
from tests.support.byte_counter import ByteCounter
from tests.support.desk import NO, YES, Answer
from tests.support.foreign_loopback import foreign_loopback
from tests.support.talk import events_of
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.agent.question import Question
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import ContextItem
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.privacy.disclosure_review import DisclosureDecision, DisclosureRequest

FOREIGN = "127.0.0.2"
HERE = "here/scripted"

NOTES = {
    "House/Boiler.md": "---\nstatus: zqstatus\n---\n# Boiler\n\n## Costs\n\nzqcosts.\n\n## Dates\n\nzqdates.\n",
    "House/Budget.md": "# Budget\n\nzqhouse.\n",
    "Work/Budget.md": "# Budget\n\nzqwork.\n",
    "Work/Zebra.md": "# Zebra\n\nzqzebra.\n",
    "Personal/Diary.md": "---\ntags: [private]\n---\n# Diary\n\nzqdiary.\n",
}


@dataclass
class Two:
    """A bench with a model elsewhere and one on this computer."""

    bench: Bench
    elsewhere: WireServer
    reviewer: Reviewer

    @property
    def wire(self) -> str:
        """All that the model elsewhere was sent, without escapes."""
        return "\n".join(json.dumps(one.json, ensure_ascii=False) for one in self.elsewhere.requests)


@asynccontextmanager
async def two(
    folder: Path,
    patch: pytest.MonkeyPatch,
    elsewhere: Sequence[Turn],
    here: Sequence[Turn] = (),
    answers: Sequence[Answer] = (YES,),
    decisions: Sequence[DisclosureDecision] = (),
) -> AsyncIterator[Two]:
    foreign_loopback(patch, FOREIGN)
    with WireServer(openai=list(elsewhere)) as far, WireServer(openai=list(here) or [Turn("ok")]) as near:
        async with (
            ByteCounter(FOREIGN, int(far.url.rpartition(":")[2])) as counter,
            open_bench(folder, counter.url, *answers, notes=NOTES) as bench,
        ):
            local = ProviderSettings(kind="openai-compatible", base_url=near.url, model="scripted")
            bench.workspace.store.change(lambda tree: tree.with_provider("here", local))
            reviewer = bench.workspace.egress_policy.reviewer = Reviewer(*decisions)
            yield Two(bench, far, reviewer)


def shown_texts(reviewer: Reviewer) -> list[str]:
    return [excerpt.text for request in reviewer.shown for excerpt in request.excerpts]


@pytest.mark.parametrize(
    "call",
    [
        Call("list_notes", {"folder": "", "recursive": True}, "c1"),
        Call("get_file_tree", {}, "c1"),
        Call("graph", {"kind": "orphans"}, "c1"),
        Call("query_notes", {"columns": ["file.name"]}, "c1"),
    ],
    ids=lambda call: call.name,
)
async def test_t2_names_that_one_model_was_told_are_shown_before_another_gets_them(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two(tmp_path, monkeypatch, [Turn("Hello.")], [Turn(calls=[call]), Turn("Listed.")]) as both:
        await both.bench.ask("Which notes are there?", HERE)
        assert both.reviewer.shown == []
        await both.bench.ask("And now?")
        assert "Zebra" in both.wire
        assert any("Zebra" in text for text in shown_texts(both.reviewer))
        assert not any("Diary" in text for text in (*shown_texts(both.reviewer), both.wire))
        shown = len(both.reviewer.shown)
        await both.bench.ask("And then?")
        assert len(both.reviewer.shown) == shown, "names that this model has are not asked about again"


async def test_t2_names_left_out_at_a_switch_stay_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listing = Turn(calls=[Call("get_file_tree", {}, "c1")])
    naming = Turn("Read it.", [Call("read_note", {"path": "Work/Zebra"}, "c2")])
    async with two(tmp_path, monkeypatch, [Turn("Hello.")], [listing, naming, Turn("Listed.")]) as both:

        def keep_back(request: DisclosureRequest) -> DisclosureDecision:
            return DisclosureDecision(True, {excerpt.id: None for excerpt in request.excerpts})

        class KeepingBack(Reviewer):
            async def review(self, request: DisclosureRequest) -> DisclosureDecision:
                self.shown.append(request)
                return keep_back(request)

        both.bench.workspace.egress_policy.reviewer = KeepingBack()
        await both.bench.ask("Which notes are there?", HERE)
        await both.bench.ask("And now?")
        assert "And now?" in both.wire
        assert "Zebra" not in both.wire
        assert "zqzebra" not in both.wire


async def test_t2_where_nobody_can_be_asked_names_stay_here_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listing = Turn(calls=[Call("get_file_tree", {}, "c1")])
    async with two(tmp_path, monkeypatch, [Turn("Hello.")], [listing, Turn("Listed.")]) as both:
        both.bench.workspace.egress_policy.reviewer = None
        await both.bench.ask("Which notes are there?", HERE)
        events = await both.bench.ask("And now?")
        assert "Zebra" not in both.wire
        assert any("Names of notes stayed on this computer" in str(event) for event in events)


@pytest.mark.parametrize("agreed", [True, False])
async def test_t2_notes_that_a_name_may_mean_are_shown_before_they_are_told(
    agreed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = [Turn(calls=[Call("read_note", {"path": "Budget"}, "c1")]), Turn("Which?")]
    async with two(tmp_path, monkeypatch, turns, answers=[YES if agreed else NO]) as both:
        await both.bench.ask("How much?")
        (request,) = both.bench.answers.requests
        (passage,) = request.passages
        assert json.loads(passage.text)["details"]["candidates"] == ["House/Budget.md", "Work/Budget.md"]
        assert both.reviewer.shown == []
        assert ("Work/Budget.md" in both.wire) == agreed


async def test_t2_a_note_that_does_not_exist_asks_nothing_and_tells_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = [Turn(calls=[Call("read_note", {"path": "Nowhere"}, "c1")]), Turn("I see.")]
    async with two(tmp_path, monkeypatch, turns) as both:
        await both.bench.ask("How much?")
        assert both.bench.answers.requests == []
        assert both.bench.answers.first_uses == []
        assert both.reviewer.shown == []
        assert not any(path.removesuffix(".md") in both.wire for path in NOTES)


async def test_t2_properties_that_go_with_a_section_are_shown_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = [Turn(calls=[Call("read_note", {"path": "House/Boiler", "section": "Costs"}, "c1")]), Turn("I see.")]
    async with two(tmp_path, monkeypatch, turns) as both:
        await both.bench.ask("How much?")
        (request,) = both.bench.answers.requests
        assert request.preview is not None
        shown = await request.preview("House/Boiler.md")
        for word in ("zqstatus", "zqcosts", "zqdates"):
            assert (word in shown) == (word in both.wire), word
        assert "zqstatus" in shown


async def test_t2_several_calls_on_one_note_are_shown_with_all_that_they_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [
        Call("read_note", {"path": "House/Boiler", "section": "Costs", "include_frontmatter": False}, "c1"),
        Call("read_note", {"path": "House/Boiler", "section": "Dates", "include_frontmatter": False}, "c2"),
    ]
    async with two(tmp_path, monkeypatch, [Turn(calls=parts), Turn("I see.")]) as both:
        await both.bench.ask("How much?")
        (request,) = both.bench.answers.requests
        assert request.preview is not None
        shown = await request.preview("House/Boiler.md")
        assert "zqcosts" in shown
        assert "zqdates" in shown
        assert "zqstatus" not in shown + both.wire


async def test_t2_what_one_model_read_is_not_told_to_another_by_a_change_that_does_not_fit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = [Turn(calls=[Call("read_note", {"path": "Work/Zebra"}, "c1")]), Turn("Read.")]
    wrong = Call("edit_note", {"path": "Work/Zebra", "old": "# Zebra\n\nzqzebre.", "new": "x"}, "c2")
    elsewhere = [Turn(calls=[wrong]), Turn("No.")]
    left_out = Reviewer()

    async def review(request: DisclosureRequest) -> DisclosureDecision:
        left_out.shown.append(request)
        return DisclosureDecision(True, {excerpt.id: None for excerpt in request.excerpts})

    left_out.review = review  # type: ignore[method-assign]  # it leaves everything out
    async with two(tmp_path, monkeypatch, elsewhere, here) as both:
        both.bench.workspace.egress_policy.reviewer = left_out
        await both.bench.ask("Read it.", HERE)
        await both.bench.ask("Change it.")
        assert len(both.elsewhere.posts) == 2
        assert "zqzebra" not in both.wire


async def test_t2_a_branch_asks_nothing_twice_and_keeps_back_what_was_kept_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with two(tmp_path, monkeypatch, [Turn("Noted.")]) as both:
        bench = both.bench
        await bench.ask(Question("What of it?", (ContextItem(kind="note", target="Work/Zebra"),), mode="chat"))
        assert len(both.reviewer.shown) == 1
        bench.conversation = bench.workspace.chats.branch(bench.conversation, bench.conversation.messages[-1].id)
        await bench.ask(Question("And besides?", mode="chat"))
        assert both.wire.count("zqzebra") == 2
        assert len(both.reviewer.shown) == 1


async def test_t2_always_here_removed_in_a_chat_asks_for_what_was_not_sent_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = [
        Turn(calls=[Call("read_note", {"path": "Work/Zebra"}, "c1")]),
        Turn("Read."),
        Turn(calls=[Call("read_note", {"path": "House/Budget"}, "c2")]),
        Turn("Read."),
    ]
    async with two(tmp_path, monkeypatch, turns, answers=[NO]) as both:
        workspace, root = both.bench.workspace, both.bench.workspace.vault.root
        both.bench.answers.first_use = "always"
        await both.bench.ask("Read it.")
        assert (both.bench.answers.requests, len(workspace.permissions.rules())) == ([], 1)
        assert "zqzebra" in both.wire
        workspace.store.change(lambda tree: tree.with_vault(root, rules=()))
        both.bench.answers.first_use = "once"
        await both.bench.ask("Read the other.")
        assert len(both.bench.answers.requests) == 1
        assert "zqhouse" not in both.wire
        assert both.reviewer.shown == [], "what this model has is not asked about again"


async def test_t2_a_note_that_becomes_private_while_its_sheet_is_shown_stays_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = [Turn(calls=[Call("vault_search", {"query": "zqzebra"}, "c1")]), Turn("Read.")]

    def turning_private(_request: object) -> object:
        (tmp_path / "vault" / "Work/Zebra.md").write_text("---\nprivate: true\n---\nzqzebra.\n", encoding="utf-8")
        return YES

    async with two(tmp_path, monkeypatch, turns, answers=[turning_private]) as both:  # type: ignore[list-item]
        await both.bench.ask("Find it.")
        assert "zqzebra." not in both.wire


async def test_t2_a_passage_left_out_of_one_of_two_requests_at_once_goes_with_neither(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both_shown = asyncio.Event()

    class TwoSheets(Reviewer):
        """Answers the first sheet, with all of it, only after the second one was answered with nothing."""

        async def review(self, request: DisclosureRequest) -> DisclosureDecision:
            self.shown.append(request)
            if len(self.shown) == 1:
                await both_shown.wait()
                return DisclosureDecision(send=True)
            both_shown.set()
            return DisclosureDecision(True, {excerpt.id: None for excerpt in request.excerpts})

    async with two(tmp_path, monkeypatch, [Turn("Noted.")]) as both:
        workspace, conversation = both.bench.workspace, both.bench.conversation
        reviewer = workspace.egress_policy.reviewer = TwoSheets()
        question = Question("What of it?", (ContextItem(kind="note", target="Work/Zebra"),), mode="chat")
        other = Conversation(id=conversation.id)
        await asyncio.gather(
            both.bench.ask(question),
            events_of(workspace.agent(both.bench.answers, None).run(other, question)),
        )
        assert len(reviewer.shown) == 2
        assert len(both.elsewhere.posts) == 2
        assert "zqzebra" not in both.wire
