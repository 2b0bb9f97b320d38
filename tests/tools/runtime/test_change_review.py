"""Tests of tools/runtime/change_review.py."""

from pathlib import Path
from typing import get_args

import pytest
from pydantic import JsonValue

from tests.support.desk import LOCAL, NO, YES, call, drop, move, on, open_desk, put, read
from tests.support.tools import DropNote, MoveNote, PutNote, StampAll
from vaultdesk.chat.messages import Source, ToolCallPart
from vaultdesk.core.settings.settings_schema import PermissionRule, Preset
from vaultdesk.tools.builtin.edit_tools import DeleteNote, EditNote, WriteNote
from vaultdesk.tools.builtin.metadata_tools import AddTags, UpdateFrontmatter
from vaultdesk.tools.runtime.agent_scope import AgentScope
from vaultdesk.tools.runtime.change_plan import ExclusionReason
from vaultdesk.tools.runtime.change_results import EXCLUSION_TEXTS
from vaultdesk.tools.runtime.change_review import (
    PLAN_DISCLOSURE_PURPOSE,
    PRIVACY_LOOSENED_WARNING,
    READ_FIRST_NOTICE,
)
from vaultdesk.tools.runtime.execution import ToolFinished
from vaultdesk.tools.runtime.policy import NotePrivacy
from vaultdesk.tools.runtime.read_review import TAINT_WARNING

# What our code finds odd in a change.

LONG = "".join(f"line {number}\n" for number in range(40))
NOTES = {
    ".obsidian/app.json": '{"trashOption": "local"}',
    "Boiler.md": "x\n",
    "Ideas.md": "x\n",
    "Modern.md": "x\n",
    "Long.md": LONG,
    "Kept.md": "before\n%% mine alone %%\nafter\n",
    "Open.md": "before\n\n%% mine alone\n",
    "Code.md": "```\n%% a comment of LaTeX %%\n```\n",
}


@pytest.mark.parametrize(
    ("asked", "warning"),
    [
        (put("B\u043eiler.md", "x"), "looks like that of another note, “Boiler.md”"),
        (put("B0iler.md", "x"), "looks like that of another note, “Boiler.md”"),
        (put("ldeas.md", "x"), "looks like that of another note, “Ideas.md”"),
        (put("Modem.md", "x"), "looks like that of another note, “Modern.md”"),
        (move("Long.md", "sub/boiler.md"), "looks like that of another note, “Boiler.md”"),
        (put("B\u043eiler.md", "x"), "mixes Cyrillic and Latin letters"),
        (put("Boiler.md", "pay\u202eevil\n"), "invisible characters"),
        (put("Boiler.md", "pay\U000e0041\n"), "invisible characters"),
        (put("Long.md", "line 1\n"), "This removes 95 % of the note."),
        (put("Kept.md", "before\nafter\n"), "private comment"),
        (put("Kept.md", "before\n%% mine %%\nafter\n"), "private comment"),
        (put("Open.md", "before\n"), "private comment"),
    ],
)
async def test_the_dialog_warns(tmp_path: Path, asked: ToolCallPart, warning: str) -> None:
    async with open_desk(tmp_path, YES, tools=[PutNote(), MoveNote()], notes=NOTES) as desk:
        await desk.events(asked)
        (request,) = desk.answers.requests
        assert any(warning in found for found in request.changes.changes[0].warnings)


@pytest.mark.parametrize(
    "asked",
    [
        put("Boiler.md", "y\n"),
        put("sub/Boiler.md", "y\n"),
        put("Mall.md", "y\n"),
        put("Long.md", LONG.replace("line 3\n", "")),
        put("Long.md", LONG + "%% new %%\n"),
        put("Kept.md", "%% mine alone %%\nother\n"),
        put("Code.md", "no code\n"),
        put("Boiler.md", "ä é 日本 👨\u200d👩\n"),
        move("Boiler.md", "boiler.md"),
    ],
)
async def test_an_honest_change_is_not_warned_of(tmp_path: Path, asked: ToolCallPart) -> None:
    async with open_desk(tmp_path, YES, tools=[PutNote(), MoveNote()], notes={**NOTES, "Mail.md": "x"}) as desk:
        await desk.events(asked)
        (request,) = desk.answers.requests
        assert request.changes.changes[0].warnings == ()


async def test_a_deletion_says_where_the_note_goes(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=[DropNote()], notes=NOTES) as desk:
        await desk.events(drop("Long.md"))
        (request,) = desk.answers.requests
        assert request.headline == "Delete 1 note (to the vault's .trash)"
        assert request.changes.changes[0].warnings == ()
        assert desk.text(".trash/Long.md") == LONG


# The question about a change set says what a person should know of it.

CHANGE_REQUEST_NOTES = {
    "work/a.md": "a\n",
    "locked/b.md": "b\n",
    **{f"locked/{number}.md": "n\n" for number in range(6)},
}


async def test_what_was_taken_out_is_named_and_counted(tmp_path: Path) -> None:
    rules = [PermissionRule(folder="locked", effect="write", answer="deny")]
    async with open_desk(tmp_path, NO, rules=rules, tools=[StampAll()], notes=CHANGE_REQUEST_NOTES) as desk:
        await desk.results(call("stamp_all", text="x"), context=on(AgentScope("Writer")))
        (request,) = desk.answers.requests
        (review,) = request.calls
        assert [change.path for change in request.changes.changes] == ["work/a.md"]
        assert review.warnings[-1] == (
            "locked/0.md, locked/1.md, locked/2.md, locked/3.md, locked/4.md and 2 more left out: "
            "a rule of yours denies it."
        )
        assert request.agent == "Writer"


async def test_a_tainted_chat_and_a_loosened_rule_are_said(tmp_path: Path) -> None:
    privacy = NotePrivacy(is_loosened=lambda path, _text, _new, new_text: path == "work/a.md" and new_text == "open\n")
    async with open_desk(tmp_path, NO, tools=[PutNote()], notes=CHANGE_REQUEST_NOTES, privacy=privacy) as desk:
        await desk.runner.taint.record("chat_1", "network", [Source(path="work/a.md", characters=1)])
        await desk.results(put("work/a.md", "open\n"))
        await desk.results(put("work/a.md", "other\n"))
        first, second = desk.answers.requests
        assert first.calls[0].warnings[0] == TAINT_WARNING
        assert first.changes.changes[0].warnings == (PRIVACY_LOOSENED_WARNING,)
        assert second.changes.changes[0].warnings == ()


def test_every_reason_has_words_for_the_model() -> None:
    assert EXCLUSION_TEXTS.keys() == set(get_args(ExclusionReason))


# What a plan met in notes is told as a read is: after a question, where nobody let the model read them.

DIARY = "Diary.md"
TEXT = "---\nmood: low\n---\n# Salary talks\n\nMy salary is 91,000 euros a year.\n\n^pay\n"
TOOLS = (EditNote(), WriteNote(), DeleteNote(), UpdateFrontmatter(), AddTags(), PutNote())
NEAR = call("edit_note", path=DIARY, old="my salary is in euros a month", new="x")

ASKING: dict[str, ToolCallPart] = {
    "the nearest line": NEAR,
    "its headings": call("edit_note", path=DIARY, heading="None such", content="x"),
    "its blocks": call("edit_note", path=DIARY, block="none", content="x"),
    "how often a word stands there": call("edit_note", path=DIARY, old="a", new="x"),
    "that it says just this": call("write_note", path=DIARY, content=TEXT),
    "what a property is": call("update_frontmatter", path=DIARY, set={"mood": "low"}),
    "which properties there are not": call("update_frontmatter", path=DIARY, remove=["height"]),
}


def words(result: JsonValue) -> str:
    return str(result).casefold()


@pytest.mark.parametrize("what", ASKING)
async def test_what_a_call_that_changes_nothing_met_is_not_told_unasked(tmp_path: Path, what: str) -> None:
    async with open_desk(tmp_path, NO, tools=TOOLS, notes={DIARY: TEXT}) as desk:
        (result,) = await desk.results(ASKING[what])
        (request,) = desk.answers.requests
        assert result.error is not None
        assert result.error.code == "CANCELLED"
        assert request.headline == (
            f"Check a change against “{DIARY}” and send what is found to Anthropic (api.anthropic.com)"
        )
        (review,) = request.calls
        assert (review.effect, review.purpose, request.changes.changes, request.folder) == (
            "read",
            PLAN_DISCLOSURE_PURPOSE,
            (),
            None,
        )
        assert [word for word, _, _ in desk.told()] == ["requested", "asked", "refused"]
        assert desk.text(DIARY) == TEXT


async def test_agreed_to_it_is_told_with_its_source(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS, notes={DIARY: TEXT}) as desk:
        finished = [event for event in await desk.events(NEAR) if isinstance(event, ToolFinished)]
        assert "91,000 euros" in finished[0].part.content
        (source,) = finished[0].part.sources
        assert (source.path, source.allowed) == (DIARY, "person")
        assert source.characters >= len("My salary is 91,000 euros a year.")
        assert desk.runner.taint.flags("chat_1").notes
        assert ("allowed", "call_1", "person") in desk.told()


async def test_who_was_given_the_note_is_told_unasked(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=TOOLS, notes={DIARY: TEXT}) as desk:
        _, told = await desk.results(read(DIARY), NEAR.model_copy(update={"id": "c2"}))
        assert told.error is not None
        assert "91,000" in told.error.message
        assert len(desk.answers.requests) == 1
        (desk.vault.root / DIARY).write_text("Another salary: 12 euros in a month.\n", encoding="utf-8")
        (told,) = await desk.results(NEAR)
        assert len(desk.answers.requests) == 2, "that version nobody let it read"


async def test_who_wrote_a_place_of_a_note_has_not_read_it(tmp_path: Path) -> None:
    allowed = [PermissionRule(effect="write", answer="allow")]
    async with open_desk(tmp_path, NO, rules=allowed, tools=TOOLS, notes={DIARY: TEXT}) as desk:
        (changed,) = await desk.results(call("edit_note", path=DIARY, heading="Salary talks", content="- more"))
        assert changed.success
        assert "91,000" not in words(changed.data), "its diff shows the lines around it"
        assert "diff" not in words(changed.data)
        (told,) = await desk.results(NEAR)
        assert told.error is not None
        assert (told.error.code, len(desk.answers.requests)) == ("CANCELLED", 1)
        (made,) = await desk.results(call("write_note", path="New.md", content="mine and mine\n"))
        (told,) = await desk.results(call("edit_note", path="New.md", old="mine", new="x"))
        assert (made.success, len(desk.answers.requests)) == (True, 1), "what it wrote itself it knows"


@pytest.mark.parametrize(("preset", "asked"), [("trusted", 0), ("edit", 1), ("ask", 1)])
async def test_where_reading_goes_unasked_so_does_this(tmp_path: Path, preset: Preset, asked: int) -> None:
    async with open_desk(tmp_path, NO, tools=TOOLS, notes={f"work/{DIARY}": TEXT}) as desk:
        desk.preset = preset
        context = on(AgentScope("Writer", ("work",)))
        await desk.results(NEAR.model_copy(update={"arguments": {**(NEAR.arguments or {}), "path": f"work/{DIARY}"}}),
                           context=context)  # fmt: skip
        assert len(desk.answers.requests) == asked


async def test_a_name_that_means_nothing_or_no_path_is_told_unasked(tmp_path: Path) -> None:
    async with open_desk(tmp_path, NO, tools=TOOLS, notes={DIARY: TEXT}) as desk:
        results = [
            *await desk.results(call("edit_note", "c1", path="Gone", old="a", new="b")),
            *await desk.results(call("edit_note", "c2", path="../x", old="a", new="b")),
        ]
        assert [result.error and result.error.code for result in results] == ["NOTE_NOT_FOUND", "PERMISSION_DENIED"]
        assert desk.answers.requests == []


async def test_a_note_that_became_private_a_moment_ago_tells_nothing(tmp_path: Path) -> None:
    async def exact(path: str, _destination: object) -> str:
        return "closed"

    privacy = NotePrivacy(exact_status=exact)  # type: ignore[arg-type]  # the same words
    async with open_desk(tmp_path, YES, tools=TOOLS, notes={DIARY: TEXT}, privacy=privacy) as desk:
        (told,) = await desk.results(NEAR)
        assert told.error is not None
        assert (told.error.code, "91,000" in told.error.message) == ("PERMISSION_DENIED", False)
        assert desk.answers.requests == []


async def test_a_note_that_asks_each_time_is_to_be_read_by_name_first(tmp_path: Path) -> None:
    privacy = NotePrivacy(lambda _path, _destination: "ask")
    allowed = [PermissionRule(effect="read", answer="allow")]
    async with open_desk(tmp_path, YES, tools=TOOLS, rules=allowed, notes={DIARY: TEXT}, privacy=privacy) as desk:
        (told,) = await desk.results(NEAR)
        assert told.error is not None
        assert (told.error.code, told.error.message) == ("PERMISSION_DENIED", READ_FIRST_NOTICE)
        assert desk.answers.requests == []
        _, told = await desk.results(read(DIARY), NEAR.model_copy(update={"id": "c2"}))
        assert told.error is not None
        assert ("91,000" in told.error.message, len(desk.answers.requests)) == (True, 1)


async def test_beside_a_change_it_is_a_question_of_its_own_and_one_no_is_enough(tmp_path: Path) -> None:
    calls = (put("New.md", "x\n", "c1"), NEAR.model_copy(update={"id": "c2"}))
    async with open_desk(tmp_path / "yes", YES, NO, tools=TOOLS, notes={DIARY: TEXT}) as desk:
        made, told = await desk.results(*calls)
        assert (made.success, told.error and told.error.code) == (True, "CANCELLED")
        assert [bool(request.changes) for request in desk.answers.requests] == [True, False]
    async with open_desk(tmp_path / "no", NO, tools=TOOLS, notes={DIARY: TEXT}) as desk:
        results = await desk.results(*calls)
        assert [result.error and result.error.code for result in results] == ["CANCELLED"] * 2
        assert len(desk.answers.requests) == 1


async def test_for_a_model_here_the_question_says_that_it_stays(tmp_path: Path) -> None:
    async with open_desk(tmp_path, NO, tools=TOOLS, notes={DIARY: TEXT}) as desk:
        await desk.results(NEAR, context=on(destination=LOCAL))
        assert desk.answers.requests[0].headline == (
            f"Check a change against “{DIARY}”; what is found stays on this computer"
        )
