"""One batch of writes: shown as one set, checked again, written once, and what was shown is what is written."""

import asyncio
import os
from collections.abc import Callable, Sequence
from contextlib import aclosing
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.desk import NO, YES, call, drop, move, on, open_desk, put, read
from tests.support.tools import DropNote, MoveNote, PutNote, StampAll
from tests.tools.test_runner import kinds
from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import AuditFailed
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.tools.audit import Record
from vaultdesk.tools.events import ToolFinished
from vaultdesk.tools.leash import Leash
from vaultdesk.tools.seal import BROKEN
from vaultdesk.tools.trail import CallContext
from vaultdesk.vault.diff.change_set import NoteChoice
from vaultdesk.vault.transactions.file_edits import EditOutcome, FileEdit, Origin

TOOLS = (PutNote(), MoveNote(), DropNote(), StampAll())
NOTES = {
    ".obsidian/app.json": '{"trashOption": "local"}',
    "a.md": "one\ntwo\n",
    "b.md": "see a.md\n",
    "secret/s.md": "secret\n",
}


async def test_one_answer_is_one_set_with_one_question_and_one_entry_of_the_journal(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS, notes=NOTES) as desk:
        calls = (put("New.md", "x\n", "c1"), move("a.md", "z.md", "c2"), drop("secret/s.md", "c3"))
        events = await desk.events(*calls, context=on(Leash("Librarian")))
        assert kinds(events) == [
            "asked c1 c2 c3", "yes", "started c1", "done c1", "started c2", "done c2", "started c3", "done c3",
        ]  # fmt: skip
        (request,) = desk.answers.requests
        assert request.headline == (
            "Create 1 note, rename 1 note, repair 1 link and delete 1 note (to the vault's .trash)"
        )
        assert (request.agent, request.folder, request.preview) == ("Librarian", None, None)
        assert [(change.kind, change.path) for change in request.changes.changes] == [
            ("create", "New.md"), ("move", "a.md"), ("modify", "b.md"), ("delete", "secret/s.md"),
        ]  # fmt: skip
        assert desk.everything() == {
            ".obsidian/app.json": NOTES[".obsidian/app.json"], ".trash/secret/s.md": "secret\n", "New.md": "x\n",
            "b.md": "see z.md\n", "z.md": "one\ntwo\n",
        } or ".trash/s.md" in desk.everything()  # fmt: skip
        entries = desk.vault.journal.changes()
        assert {(entry.group, entry.title, entry.agent, entry.conversation_id) for entry in entries} == {
            ("run_1", "Tidy up my notes", "Librarian", "chat_1")
        }
        assert len(entries) == 4


async def test_the_record_says_started_before_the_effect(tmp_path: Path) -> None:
    """S27: each effect has its line."""
    async with open_desk(tmp_path, YES, tools=TOOLS, notes=NOTES) as desk:
        real, told = desk.vault.apply, list[str]()

        async def apply(edits: Sequence[FileEdit], origin: Origin) -> tuple[EditOutcome, ...]:
            told.extend(entry.record.happening for entry in desk.audit.read())
            return await real(edits, origin)

        desk.vault.apply = apply  # type: ignore[method-assign]  # only listens
        await desk.events(put("New.md", "x\n", "c1"), put("a.md", "y\n", "c2"))
        assert told == ["requested"] * 2 + ["asked"] * 2 + ["allowed"] * 2 + ["started"] * 2
        ends = desk.audit.read()[-2:]
        assert [(entry.record.happening, entry.record.files) for entry in ends] == [
            ("done", ("New.md",)), ("done", ("a.md",)),
        ]  # fmt: skip
        assert desk.audit.verify().whole


async def test_reads_and_writes_of_one_answer_keep_their_order(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS, notes=NOTES) as desk:
        calls = (read("a.md", call_id="c1"), put("a.md", "new\n", "c2"), read("a.md", call_id="c3"))
        results = await desk.results(*calls)
        assert [result.data for result in (results[0], results[2])] == [
            [{"path": "a.md", "content": "one\ntwo\n", "size": 8}],
            [{"path": "a.md", "content": "new\n", "size": 4}],
        ]
        assert desk.answers.requests[1].changes.changes[0].old_text == "one\ntwo\n"


def changes_once(change: Callable[[], object]) -> Callable[[ApprovalRequest], ApprovalDecision]:
    def answer(request: ApprovalRequest) -> ApprovalDecision:
        change()
        return YES

    return answer


@pytest.mark.parametrize("what", ["changed", "deleted", "taken", "target taken"])
async def test_what_changed_since_it_was_shown_is_planned_and_asked_anew(tmp_path: Path, what: str) -> None:
    """THREATS 2.3.4."""
    root = tmp_path / "vault"
    happens: dict[str, Callable[[], object]] = {
        "changed": lambda: (root / "a.md").write_text("mine\n", encoding="utf-8"),
        "deleted": lambda: (root / "a.md").unlink(),
        "taken": lambda: (root / "New.md").write_text("mine\n", encoding="utf-8"),
        "target taken": lambda: (root / "z.md").write_text("mine\n", encoding="utf-8"),
    }
    asked = {
        "changed": put("a.md", "x\n"), "deleted": drop("a.md"), "taken": put("New.md", "x\n"),
        "target taken": move("a.md", "z.md"),
    }  # fmt: skip
    async with open_desk(tmp_path, changes_once(happens[what]), NO, tools=TOOLS, notes=NOTES) as desk:
        (result,) = await desk.results(asked[what])
        assert not result.success
        if what in ("changed", "taken"):
            assert len(desk.answers.requests) == 2
            again = desk.answers.requests[1]
            assert "changed since you were asked. Please look again." in again.calls[0].warnings[0]
            assert again.changes.changes[0].old_text == "mine\n"
        else:
            assert len(desk.answers.requests) == 1
        assert "x\n" not in desk.everything().values()


async def test_a_note_that_is_always_being_written_is_a_conflict(tmp_path: Path) -> None:
    file, count = tmp_path / "vault" / "a.md", iter(range(100))

    def write_again(request: ApprovalRequest) -> ApprovalDecision:
        file.write_text(f"mine {next(count)}\n", encoding="utf-8")
        return YES

    async with open_desk(tmp_path, write_again, tools=TOOLS, notes=NOTES) as desk:
        events = await desk.events(put("a.md", "x\n"))
        assert kinds(events) == ["asked call_1", "yes"] * 3 + ["failed call_1"]
        finished = events[-1]
        assert isinstance(finished, ToolFinished)
        assert finished.result.error is not None
        assert finished.result.error.code == "CONFLICT"
        assert str(desk.text("a.md")).startswith("mine")


async def test_a_note_left_out_may_change_meanwhile(tmp_path: Path) -> None:
    file = tmp_path / "vault" / "a.md"

    def only_the_other(request: ApprovalRequest) -> ApprovalDecision:
        file.write_text("mine\n", encoding="utf-8")
        return ApprovalDecision(approved=True, changes=(NoteChoice("c2"),))

    async with open_desk(tmp_path, only_the_other, tools=TOOLS, notes=NOTES) as desk:
        first, second = await desk.results(put("a.md", "x\n", "c1"), put("b.md", "y\n", "c2"))
        assert (first.success, second.success) == (False, True)
        assert (desk.text("a.md"), desk.text("b.md")) == ("mine\n", "y\n")


async def test_a_rule_or_preset_that_comes_while_it_is_asked_holds(tmp_path: Path) -> None:
    rules: list[PermissionRule] = []
    async with open_desk(tmp_path, YES, rules=rules, tools=TOOLS, notes=NOTES) as desk:
        desk.permissions.rules = lambda: rules
        desk.answers._answers = [changes_once(lambda: rules.append(PermissionRule(effect="write", answer="deny")))]
        (result,) = await desk.results(put("a.md", "x\n"))
        assert result.error is not None
        assert result.error.code == "PERMISSION_DENIED"
        rules.clear()
        desk.answers._answers = [changes_once(lambda: setattr(desk, "preset", "read-only"))]
        assert not (await desk.results(put("a.md", "y\n")))[0].success
        assert desk.text("a.md") == NOTES["a.md"]


async def test_a_tool_taken_away_while_it_is_asked_about_writes_nothing_and_others_do(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS, notes=NOTES) as desk:

        def take_away(request: ApprovalRequest) -> ApprovalDecision:
            desk.registry.unregister("move_note")
            desk.registry.register(MoveNote())
            return YES

        desk.answers._answers = [take_away]
        moved, written = await desk.results(move("a.md", "z.md", "c1"), put("New.md", "x\n", "c2"))
        assert moved.error is not None
        assert (moved.error.code, written.success) == ("UNKNOWN_TOOL", True)
        assert (desk.text("a.md"), desk.text("b.md"), desk.text("New.md")) == (NOTES["a.md"], NOTES["b.md"], "x\n")


async def test_a_stop_while_it_is_written_waits_for_the_write_and_the_record_is_true(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS, notes=NOTES) as desk:
        real, began, go_on = desk.vault.apply, asyncio.Event(), asyncio.Event()

        async def apply(edits: Sequence[FileEdit], origin: Origin) -> tuple[EditOutcome, ...]:
            began.set()
            await go_on.wait()
            return await real(edits, origin)

        desk.vault.apply = apply  # type: ignore[method-assign]  # slow on purpose
        task = asyncio.create_task(desk.events(put("New.md", "x\n", "c1"), put("a.md", "y\n", "c2")))
        await asyncio.wait_for(began.wait(), 5)
        task.cancel()
        await asyncio.sleep(0)
        task.cancel()
        go_on.set()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 5)
        assert (desk.text("New.md"), desk.text("a.md")) == ("x\n", "y\n")
        assert desk.told()[-2:] == [("done", "c1", ""), ("done", "c2", "")]


@pytest.mark.parametrize("place", range(7))
async def test_closed_after_any_event_the_record_says_what_was_written(tmp_path: Path, place: int) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS, notes=NOTES) as desk:
        async with aclosing(desk.runner.run((put("New.md", "x\n", "c1"), put("a.md", "y\n", "c2")), on())) as events:
            seen = 0
            async for _ in events:
                seen += 1
                if seen > place:
                    break
        written = desk.text("New.md") is not None
        assert written == (desk.text("a.md") == "y\n")
        ends = {call_id: happening for happening, call_id, _ in desk.told()}
        assert ends == dict.fromkeys(("c1", "c2"), "done" if written else "cancelled")


async def test_a_bug_in_a_plan_is_raised_and_recorded_and_writes_nothing(tmp_path: Path) -> None:
    def bug() -> None:
        raise ZeroDivisionError

    async with open_desk(tmp_path, YES, tools=[StampAll(bug), PutNote()], notes=NOTES) as desk:
        with pytest.raises(ZeroDivisionError):
            await desk.events(put("a.md", "x\n", "c1"), call("stamp_all", "c2", text="x"))
        assert desk.text("a.md") == NOTES["a.md"]
        assert desk.told()[-1] == ("failed", "c2", "")


def held(request: ApprovalRequest) -> list[tuple[object, str]]:
    """Return every field of the request and of all below it, with who holds it."""
    found: list[tuple[object, str]] = []

    def walk(value: object) -> None:
        if is_dataclass(value) and not isinstance(value, type):
            found.extend((value, one.name) for one in fields(value))
            for one in fields(value):
                walk(getattr(value, one.name))
        elif isinstance(value, tuple | list):
            for inner in value:
                walk(inner)

    walk(request)
    return found


VALUES = st.sampled_from(["secret/s.md", "not shown", "", 7, None, ()])


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(which=st.integers(0, 10_000), value=VALUES, in_place=st.booleans())
async def test_a_mutated_request_executes_nothing(
    tmp_path_factory: pytest.TempPathFactory, which: int, value: object, in_place: bool
) -> None:
    """S13: what runs is what was shown; each field of the frozen request is mutated while it is asked."""
    mutated: list[str] = []

    def mutate(request: ApprovalRequest) -> ApprovalDecision:
        places = held(request)
        holder, name = places[which % len(places)]
        if in_place and isinstance(getattr(holder, name), dict):
            getattr(holder, name)["path"] = value
        else:
            before = getattr(holder, name)
            object.__setattr__(holder, name, value)
            if before == value and type(before) is type(value):
                return YES
        mutated.append(name)
        return YES

    async with open_desk(tmp_path_factory.mktemp("desk"), mutate, tools=TOOLS, notes=NOTES) as desk:
        before = desk.everything()
        own = CallContext(Destination("Elsewhere", "example.org", local=False), "chat_1", "run_1")
        results = await desk.results(put("a.md", "shown\n", "c1"), move("b.md", "z.md", "c2"), context=own)
        if not mutated or mutated == ["preview"]:
            return
        assert [result.success for result in results] == [False, False]
        assert {str(result.error and result.error.details) for result in results} == {str({"reason": BROKEN})}
        assert desk.everything() == before


CHOICES = st.lists(
    st.builds(
        lambda change, hunks: NoteChoice(change, hunks),
        st.sampled_from(["c1", "c2", "c3", "c9", ""]),
        st.sampled_from([None, (), ("h1",), ("h9",)]),
    ),
    max_size=4,
)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(choices=CHOICES)
async def test_whatever_is_answered_nothing_is_written_but_what_was_shown(
    tmp_path_factory: pytest.TempPathFactory, choices: list[NoteChoice]
) -> None:
    """S13: ids that were not shown, hunks that are not there, doubles."""
    answer = ApprovalDecision(approved=True, changes=tuple(choices), files=("secret/s.md",))
    async with open_desk(tmp_path_factory.mktemp("desk"), answer, tools=TOOLS, notes=NOTES) as desk:
        await desk.results(put("a.md", "shown\n", "c1"), put("b.md", "shown too\n", "c2"))
        after = desk.everything()
        assert after["a.md"] in (NOTES["a.md"], "shown\n")
        assert after["b.md"] in (NOTES["b.md"], "shown too\n")
        assert {**after, "a.md": "", "b.md": ""} == {**NOTES, "a.md": "", "b.md": ""}


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="modes mean little elsewhere")
async def test_a_note_keeps_its_mode(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS, notes=NOTES) as desk:
        (desk.vault.root / "a.md").chmod(0o640)
        await desk.events(put("a.md", "x\n"))
        assert (desk.vault.root / "a.md").stat().st_mode & 0o777 == 0o640


async def test_a_record_that_cannot_be_written_after_the_effect_ends_the_run_as_itself(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS, notes=NOTES) as desk:
        real, failures = desk.audit.record, [AuditFailed("No space is left", hint="Free some.")]

        def record(line: Record) -> None:
            if line.happening == "done" and failures:
                raise failures.pop()
            real(line)

        desk.audit.record = record  # type: ignore[method-assign]  # fails once
        with pytest.raises(AuditFailed):
            await desk.events(put("New.md", "x\n"))
        assert desk.text("New.md") == "x\n"


async def test_a_bug_while_writing_comes_out_as_itself(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS, notes=NOTES) as desk:

        async def apply(edits: Sequence[FileEdit], origin: Origin) -> tuple[EditOutcome, ...]:
            raise ZeroDivisionError

        desk.vault.apply = apply  # type: ignore[method-assign]  # broken
        with pytest.raises(ZeroDivisionError):
            await desk.events(put("New.md", "x\n"))
        assert desk.told()[-1][0] == "failed"


async def test_what_our_own_code_warns_of_is_asked_though_it_might_go_unasked(tmp_path: Path) -> None:
    """THREATS 2.2, twins: a look-alike is named in a dialog."""
    notes = {"Note.md": "text\n", "Long.md": "line\n" * 40, "Seen.md": "%% mine %% text\n"}
    async with open_desk(tmp_path, NO, tools=TOOLS, notes=notes) as desk:
        desk.preset = "trusted"
        for path, text in (
            ("N\u043ete.md", "x\n"),
            ("Long.md", "short\n"),
            ("Seen.md", "text\n"),
            ("a.md", "a\u202eb\n"),
        ):
            await desk.results(put(path, text))
        assert [request.changes.changes[0].path for request in desk.answers.requests] == [
            "N\u043ete.md", "Long.md", "Seen.md", "a.md"
        ]  # fmt: skip
        assert all(request.changes.changes[0].warnings for request in desk.answers.requests)
        assert (await desk.results(put("Plain.md", "x\n")))[0].success
        assert len(desk.answers.requests) == 4
