"""What the model is told of what was really applied."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.desk import NO, YES, Answer, Desk, call, drop, move, on, open_desk, put
from tests.support.tools import DropNote, MoveNote, PutNote, StampAll
from vaultdesk.core.errors import JournalFailed
from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.approvals import ApprovalDecision
from vaultdesk.tools.events import ToolFinished
from vaultdesk.tools.privacy_standing import NotePrivacy
from vaultdesk.tools.tool import ToolResult
from vaultdesk.vault.diff.change_set import HunkEdit, NoteChoice
from vaultdesk.vault.transactions.file_edits import EditOutcome, EditResult, FileEdit, Origin

TOOLS = (PutNote(), MoveNote(), DropNote(), StampAll())
LONG = "".join(f"line {number}\n" for number in range(30))
NOTES = {".obsidian/app.json": '{"trashOption": "local"}', "a.md": LONG, "b.md": "see a.md\n", "c/d.md": "d\n"}
TWICE = LONG.replace("line 3\n", "LINE 3\n").replace("line 20\n", "LINE 20\n")


def takes(*choices: NoteChoice, reason: str = "") -> ApprovalDecision:
    return ApprovalDecision(approved=True, changes=choices, reason=reason)


def code(result: ToolResult) -> str:
    return result.error.code if result.error is not None else "done"


async def test_all_taken_is_the_planned_answer(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS, notes=NOTES) as desk:
        (result,) = await desk.results(put("a.md", TWICE))
        assert result.data == {"path": "a.md", "action": "updated", "diff": "as planned"}
        assert (result.metadata.note, result.metadata.files_affected) == ("", ("a.md",))
        assert result.metadata.operation_type == "write"


async def test_a_hunk_left_out_is_told_with_what_was_applied(tmp_path: Path) -> None:
    async with open_desk(tmp_path, takes(NoteChoice("c1", hunks=("h2",))), tools=TOOLS, notes=NOTES) as desk:
        (result,) = await desk.results(put("a.md", TWICE))
        assert result.metadata.note == "Of the change to a.md the user took 1 of 2 parts."
        assert isinstance(result.data, dict)
        applied = str(result.data["applied"])
        assert "+LINE 20" in applied
        assert "LINE 3\n" not in applied
        assert "diff" not in result.data
        assert desk.text("a.md") == LONG.replace("line 20\n", "LINE 20\n")


async def test_an_edited_hunk_is_told_with_the_persons_words(tmp_path: Path) -> None:
    edit = NoteChoice("c1", edits=(HunkEdit("h1", ("my words",)),))
    async with open_desk(tmp_path, takes(edit), tools=TOOLS, notes=NOTES) as desk:
        (result,) = await desk.results(put("a.md", TWICE))
        assert result.metadata.note == "The user edited the change to a.md before it was applied."
        assert "+my words" in str(result.data)
        assert "my words" in str(desk.text("a.md"))


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (NO, None),
        (ApprovalDecision(approved=False, reason="not that one"), "not that one"),
        (takes(), "The user chose not to apply any of it."),
        (takes(NoteChoice("c9")), "The user chose not to apply any of it."),
        (takes(NoteChoice("c1", hunks=())), "The user chose not to apply any of it."),
        (takes(NoteChoice("c1", hunks=("h9",))), "The user chose not to apply any of it."),
    ],
)
async def test_nothing_taken_is_the_persons_choice(tmp_path: Path, answer: Answer, reason: str | None) -> None:
    async with open_desk(tmp_path, answer, tools=TOOLS, notes=NOTES) as desk:
        before = desk.everything()
        (result,) = await desk.results(put("a.md", TWICE))
        assert code(result) == "CANCELLED"
        assert result.error is not None
        assert result.error.details == (None if reason is None else {"reason": reason})
        assert desk.everything() == before
        assert desk.told()[-1] == ("refused", "call_1", "person")


async def test_calls_of_one_set_are_told_each_its_own(tmp_path: Path) -> None:
    async with open_desk(tmp_path, takes(NoteChoice("c2")), tools=TOOLS, notes=NOTES) as desk:
        first, second, third = await desk.results(
            put("a.md", TWICE, "c1"), put("c/d.md", "new\n", "c2"), drop("No.md", "c3")
        )
        assert [code(first), code(second), code(third)] == ["CANCELLED", "done", "NOTE_NOT_FOUND"]
        assert (desk.text("a.md"), desk.text("c/d.md")) == (LONG, "new\n")


async def test_a_unit_with_a_part_left_out_is_left_out(tmp_path: Path) -> None:
    for choices in ([NoteChoice("c1")], [NoteChoice("c2")], [NoteChoice("c1"), NoteChoice("c2", hunks=())]):
        async with open_desk(tmp_path, takes(*choices), tools=TOOLS, notes=NOTES) as desk:
            (result,) = await desk.results(move("a.md", "z.md"))
            assert code(result) == "CANCELLED"
            assert (desk.text("a.md"), desk.text("b.md")) == (LONG, "see a.md\n")


async def test_a_note_left_out_of_many_is_named_and_one_that_is_denied_counted(tmp_path: Path) -> None:
    rules = [PermissionRule(folder="c", effect="write", answer="deny")]
    async with open_desk(tmp_path, takes(NoteChoice("c2")), rules=rules, tools=TOOLS, notes=NOTES) as desk:
        (result,) = await desk.results(call("stamp_all", text="x"))
        assert result.metadata.note == (
            "Left out 1 change: a rule of the user does not allow it. The user left out the change to: a.md."
        )
        assert result.metadata.files_affected == ("b.md",)
        (warning,) = desk.answers.requests[0].calls[0].warnings
        assert warning == "c/d.md left out: a rule of yours denies it."


async def test_all_denied_is_permission_denied_and_nobody_is_asked(tmp_path: Path) -> None:
    async with open_desk(
        tmp_path, YES, rules=[PermissionRule(folder="c", answer="deny")], tools=TOOLS, notes=NOTES
    ) as desk:
        (result,) = await desk.results(put("c/new.md", "x"))
        assert result.error is not None
        assert (code(result), result.error.message) == (
            "PERMISSION_DENIED", "A rule of the user does not allow put_note here."
        )  # fmt: skip
        assert desk.answers.requests == []
        assert desk.told()[-2:] == [("refused", "call_1", "rule"), ("refused", "call_1", "program")]


def writer(desk: Desk, result: EditResult, problem: str, places: Sequence[str] = ("a.md",)) -> None:
    """Let the writer say *result* of the edits of *places*; the others it does."""
    real = desk.vault.apply

    async def apply(edits: Sequence[FileEdit], origin: Origin) -> tuple[EditOutcome, ...]:
        bad = [EditOutcome(edit, result, problem=problem) for edit in edits if edit.path.text in places]
        good = await real([edit for edit in edits if edit.path.text not in places], origin)
        return (*bad, *good)

    desk.vault.apply = apply  # type: ignore[method-assign]  # the disk that fails


@pytest.mark.parametrize(
    ("result", "expected", "words"),
    [
        (
            "conflict",
            "CONFLICT",
            "Changed by somebody else meanwhile, so nothing was written: a.md (why). Read it again.",
        ),
        ("failed", "WRITE_FAILED", "Not written: a.md (why)."),
        ("skipped", "WRITE_FAILED", "A change that belongs to it could not be made: a.md (why)."),
    ],
)
async def test_what_the_disk_refused_is_told_by_file(
    tmp_path: Path, result: EditResult, expected: str, words: str
) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS, notes=NOTES) as desk:
        writer(desk, result, "why")
        alone, other = await desk.results(put("a.md", TWICE, "c1"), put("c/d.md", "y\n", "c2"))
        assert alone.error is not None
        assert (code(alone), alone.error.message) == (expected, words)
        assert other.success
        assert desk.told()[-2:] == [("failed", "c1", ""), ("done", "c2", "")]
        (many,) = await desk.results(call("stamp_all", text="x"))
        assert many.success
        assert "a.md (why)" in many.metadata.note
        assert "a.md" not in many.metadata.files_affected


async def test_written_but_not_confirmed_is_a_success_with_a_warning(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS, notes=NOTES) as desk:
        writer(desk, "unconfirmed", "the folder could not be synced")
        (result,) = await desk.results(put("a.md", TWICE))
        assert result.success
        assert result.metadata.note == ("Written, not confirmed by the disk: a.md (the folder could not be synced).")
        assert result.metadata.files_affected == ("a.md",)


async def test_a_writer_that_cannot_begin_fails_every_call(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS, notes=NOTES) as desk:

        async def apply(edits: Sequence[FileEdit], origin: Origin) -> tuple[EditOutcome, ...]:
            raise JournalFailed("The journal cannot be written", hint="Free some space.")

        desk.vault.apply = apply  # type: ignore[method-assign]  # the disk that fails
        (result,) = await desk.results(put("a.md", TWICE))
        assert result.error is not None
        assert (code(result), result.error.message) == (
            "WRITE_FAILED", "The journal cannot be written. Free some space."
        )  # fmt: skip


async def test_text_of_notes_in_an_answer_carries_its_source_and_no_private_comment(tmp_path: Path) -> None:
    privacy = NotePrivacy(shown=lambda path, text, destination: text.replace("line 19", "%%"))
    choice = takes(NoteChoice("c1", hunks=("h2",)))
    async with open_desk(tmp_path, choice, tools=TOOLS, notes=NOTES, privacy=privacy) as desk:
        events = await desk.events(put("a.md", TWICE), context=on())
        (finished,) = [event for event in events if isinstance(event, ToolFinished)]
        assert "line 19" not in finished.part.content
        assert "line 18" in finished.part.content
        (source,) = finished.part.sources
        assert (source.path, source.allowed, source.first_line) == ("a.md", "person", 1)
        assert source.characters > 0
