"""What a plan met in notes is told as a read is: after a question, where nobody let the model read them."""

from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.support.desk import LOCAL, NO, YES, call, on, open_desk, put, read
from tests.support.tools import PutNote
from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.core.settings.settings_schema import PermissionRule, Preset
from vaultdesk.tools.edits import DeleteNote, EditNote, WriteNote
from vaultdesk.tools.events import ToolFinished
from vaultdesk.tools.leash import Leash
from vaultdesk.tools.metadata import AddTags, UpdateFrontmatter
from vaultdesk.tools.privacy_standing import NotePrivacy
from vaultdesk.tools.telling import PURPOSE, READ_FIRST

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
        assert (review.effect, review.purpose, request.changes.changes, request.folder) == ("read", PURPOSE, (), None)
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
        context = on(Leash("Writer", ("work",)))
        await desk.results(NEAR.model_copy(update={"arguments": {**(NEAR.arguments or {}), "path": f"work/{DIARY}"}}),
                           context=context)  # fmt: skip
        assert len(desk.answers.requests) == asked


async def test_a_name_that_means_nothing_or_no_path_is_told_unasked(tmp_path: Path) -> None:
    async with open_desk(tmp_path, NO, tools=TOOLS, notes={DIARY: TEXT}) as desk:
        results = await desk.results(
            call("edit_note", "c1", path="Gone", old="a", new="b"),
            call("edit_note", "c2", path="../x", old="a", new="b"),
        )
        assert [result.error and result.error.code for result in results] == ["NOTE_NOT_FOUND", "PERMISSION_DENIED"]
        assert desk.answers.requests == []


async def test_a_note_that_became_private_a_moment_ago_tells_nothing(tmp_path: Path) -> None:
    async def exact(path: str, _destination: object) -> str:
        return "closed"

    privacy = NotePrivacy(exact=exact)  # type: ignore[arg-type]  # the same words
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
        assert (told.error.code, told.error.message) == ("PERMISSION_DENIED", READ_FIRST)
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
