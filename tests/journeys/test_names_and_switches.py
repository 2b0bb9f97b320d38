"""Names of notes, switching models, branches and several calls of an answer: nothing is sent that was not shown."""

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
from tests.support.foreign_loopback import foreign_loopback
from tests.support.talk import events_of
from tests.support.tool_env import NO, YES, Answer
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
class Scene:
    """A bench with a remote and a local model."""

    bench: Bench
    elsewhere: WireServer
    reviewer: Reviewer

    @property
    def wire(self) -> str:
        """Everything sent to the remote model, without escapes."""
        return "\n".join(json.dumps(request.json, ensure_ascii=False) for request in self.elsewhere.requests)


@asynccontextmanager
async def open_scene(
    folder: Path,
    patch: pytest.MonkeyPatch,
    elsewhere: Sequence[Turn],
    here: Sequence[Turn] = (),
    answers: Sequence[Answer] = (YES,),
    decisions: Sequence[DisclosureDecision] = (),
) -> AsyncIterator[Scene]:
    foreign_loopback(patch, FOREIGN)
    with WireServer(openai=list(elsewhere)) as far, WireServer(openai=list(here) or [Turn("ok")]) as near:
        async with (
            ByteCounter(FOREIGN, int(far.url.rpartition(":")[2])) as counter,
            open_bench(folder, counter.url, *answers, notes=NOTES) as bench,
        ):
            local = ProviderSettings(kind="openai-compatible", base_url=near.url, model="scripted")
            bench.workspace.store.change(lambda tree: tree.with_provider("here", local))
            reviewer = bench.workspace.egress_policy.reviewer = Reviewer(*decisions)
            yield Scene(bench, far, reviewer)


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
async def test_t2_names_sent_to_one_model_are_shown_before_another_model_gets_them(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_scene(tmp_path, monkeypatch, [Turn("Hello.")], [Turn(calls=[call]), Turn("Listed.")]) as scene:
        await scene.bench.ask("Which notes are there?", HERE)
        assert scene.reviewer.shown == []
        await scene.bench.ask("And now?")
        assert "Zebra" in scene.wire
        assert any("Zebra" in text for text in shown_texts(scene.reviewer))
        assert not any("Diary" in text for text in (*shown_texts(scene.reviewer), scene.wire))
        shown = len(scene.reviewer.shown)
        await scene.bench.ask("And then?")
        assert len(scene.reviewer.shown) == shown, "names that this model already has are not asked about again"


async def test_t2_names_excluded_when_switching_models_are_not_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listing = Turn(calls=[Call("get_file_tree", {}, "c1")])
    naming = Turn("Read it.", [Call("read_note", {"path": "Work/Zebra"}, "c2")])
    async with open_scene(tmp_path, monkeypatch, [Turn("Hello.")], [listing, naming, Turn("Listed.")]) as scene:

        def keep_back(request: DisclosureRequest) -> DisclosureDecision:
            return DisclosureDecision(True, {excerpt.id: None for excerpt in request.excerpts})

        class KeepingBack(Reviewer):
            async def review(self, request: DisclosureRequest) -> DisclosureDecision:
                self.shown.append(request)
                return keep_back(request)

        scene.bench.workspace.egress_policy.reviewer = KeepingBack()
        await scene.bench.ask("Which notes are there?", HERE)
        await scene.bench.ask("And now?")
        assert "And now?" in scene.wire
        assert "Zebra" not in scene.wire
        assert "zqzebra" not in scene.wire


async def test_t2_names_are_withheld_with_a_notice_without_a_reviewer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listing = Turn(calls=[Call("get_file_tree", {}, "c1")])
    async with open_scene(tmp_path, monkeypatch, [Turn("Hello.")], [listing, Turn("Listed.")]) as scene:
        scene.bench.workspace.egress_policy.reviewer = None
        await scene.bench.ask("Which notes are there?", HERE)
        events = await scene.bench.ask("And now?")
        assert "Zebra" not in scene.wire
        assert any("Names of notes stayed on this computer" in str(event) for event in events)


@pytest.mark.parametrize("agreed", [True, False])
async def test_t2_candidates_of_an_ambiguous_name_are_shown_before_they_are_sent(
    agreed: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = [Turn(calls=[Call("read_note", {"path": "Budget"}, "c1")]), Turn("Which?")]
    async with open_scene(tmp_path, monkeypatch, turns, answers=[YES if agreed else NO]) as scene:
        await scene.bench.ask("How much?")
        (request,) = scene.bench.answers.requests
        (passage,) = request.passages
        assert json.loads(passage.text)["details"]["candidates"] == ["House/Budget.md", "Work/Budget.md"]
        assert scene.reviewer.shown == []
        assert ("Work/Budget.md" in scene.wire) == agreed


async def test_t2_a_missing_note_asks_for_nothing_and_sends_no_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = [Turn(calls=[Call("read_note", {"path": "Nowhere"}, "c1")]), Turn("I see.")]
    async with open_scene(tmp_path, monkeypatch, turns) as scene:
        await scene.bench.ask("How much?")
        assert scene.bench.answers.requests == []
        assert scene.bench.answers.first_uses == []
        assert scene.reviewer.shown == []
        assert not any(path.removesuffix(".md") in scene.wire for path in NOTES)


async def test_t2_properties_sent_with_a_section_are_shown_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = [Turn(calls=[Call("read_note", {"path": "House/Boiler", "section": "Costs"}, "c1")]), Turn("I see.")]
    async with open_scene(tmp_path, monkeypatch, turns) as scene:
        await scene.bench.ask("How much?")
        (request,) = scene.bench.answers.requests
        assert request.preview is not None
        shown = await request.preview("House/Boiler.md")
        for word in ("zqstatus", "zqcosts", "zqdates"):
            assert (word in shown) == (word in scene.wire), word
        assert "zqstatus" in shown


async def test_t2_the_preview_of_several_calls_on_a_note_shows_all_that_they_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [
        Call("read_note", {"path": "House/Boiler", "section": "Costs", "include_frontmatter": False}, "c1"),
        Call("read_note", {"path": "House/Boiler", "section": "Dates", "include_frontmatter": False}, "c2"),
    ]
    async with open_scene(tmp_path, monkeypatch, [Turn(calls=parts), Turn("I see.")]) as scene:
        await scene.bench.ask("How much?")
        (request,) = scene.bench.answers.requests
        assert request.preview is not None
        shown = await request.preview("House/Boiler.md")
        assert "zqcosts" in shown
        assert "zqdates" in shown
        assert "zqstatus" not in shown + scene.wire


async def test_t2_the_error_of_a_failed_edit_sends_no_text_that_another_model_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = [Turn(calls=[Call("read_note", {"path": "Work/Zebra"}, "c1")]), Turn("Read.")]
    wrong = Call("edit_note", {"path": "Work/Zebra", "old": "# Zebra\n\nzqzebre.", "new": "x"}, "c2")
    elsewhere = [Turn(calls=[wrong]), Turn("No.")]
    left_out = Reviewer()

    async def review(request: DisclosureRequest) -> DisclosureDecision:
        left_out.shown.append(request)
        return DisclosureDecision(True, {excerpt.id: None for excerpt in request.excerpts})

    left_out.review = review  # type: ignore[method-assign]  # it excludes everything
    async with open_scene(tmp_path, monkeypatch, elsewhere, here) as scene:
        scene.bench.workspace.egress_policy.reviewer = left_out
        await scene.bench.ask("Read it.", HERE)
        await scene.bench.ask("Change it.")
        assert len(scene.elsewhere.posts) == 2
        assert "zqzebra" not in scene.wire


async def test_t2_a_branch_does_not_ask_again_about_shown_notes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_scene(tmp_path, monkeypatch, [Turn("Noted.")]) as scene:
        bench = scene.bench
        await bench.ask(Question("What of it?", (ContextItem(kind="note", target="Work/Zebra"),), mode="chat"))
        assert len(scene.reviewer.shown) == 1
        bench.conversation = bench.workspace.chats.branch(bench.conversation, bench.conversation.messages[-1].id)
        await bench.ask(Question("And besides?", mode="chat"))
        assert scene.wire.count("zqzebra") == 2
        assert len(scene.reviewer.shown) == 1


async def test_t2_removing_an_always_rule_asks_about_notes_not_sent_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = [
        Turn(calls=[Call("read_note", {"path": "Work/Zebra"}, "c1")]),
        Turn("Read."),
        Turn(calls=[Call("read_note", {"path": "House/Budget"}, "c2")]),
        Turn("Read."),
    ]
    async with open_scene(tmp_path, monkeypatch, turns, answers=[NO]) as scene:
        workspace, root = scene.bench.workspace, scene.bench.workspace.vault.root
        scene.bench.answers.first_use = "always"
        await scene.bench.ask("Read it.")
        assert (scene.bench.answers.requests, len(workspace.permissions.rules())) == ([], 1)
        assert "zqzebra" in scene.wire
        workspace.store.change(lambda tree: tree.with_vault(root, rules=()))
        scene.bench.answers.first_use = "once"
        await scene.bench.ask("Read the other.")
        assert len(scene.bench.answers.requests) == 1
        assert "zqhouse" not in scene.wire
        assert scene.reviewer.shown == [], "notes that this model already has are not asked about again"


async def test_t2_a_note_that_becomes_private_during_the_review_is_not_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    turns = [Turn(calls=[Call("vault_search", {"query": "zqzebra"}, "c1")]), Turn("Read.")]

    def turning_private(_request: object) -> object:
        (tmp_path / "vault" / "Work/Zebra.md").write_text("---\nprivate: true\n---\nzqzebra.\n", encoding="utf-8")
        return YES

    async with open_scene(tmp_path, monkeypatch, turns, answers=[turning_private]) as scene:  # type: ignore[list-item]
        await scene.bench.ask("Find it.")
        assert "zqzebra." not in scene.wire


async def test_t2_a_passage_excluded_from_one_of_two_concurrent_requests_is_sent_with_neither(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    both_shown = asyncio.Event()

    class TwoSheets(Reviewer):
        """Allows all of the first request, but only after everything was excluded from the second one."""

        async def review(self, request: DisclosureRequest) -> DisclosureDecision:
            self.shown.append(request)
            if len(self.shown) == 1:
                await both_shown.wait()
                return DisclosureDecision(send=True)
            both_shown.set()
            return DisclosureDecision(True, {excerpt.id: None for excerpt in request.excerpts})

    async with open_scene(tmp_path, monkeypatch, [Turn("Noted.")]) as scene:
        workspace, conversation = scene.bench.workspace, scene.bench.conversation
        reviewer = workspace.egress_policy.reviewer = TwoSheets()
        question = Question("What of it?", (ContextItem(kind="note", target="Work/Zebra"),), mode="chat")
        other = Conversation(id=conversation.id)
        await asyncio.gather(
            scene.bench.ask(question),
            events_of(workspace.agent(scene.bench.answers, None).run(other, question)),
        )
        assert len(reviewer.shown) == 2
        assert len(scene.elsewhere.posts) == 2
        assert "zqzebra" not in scene.wire
