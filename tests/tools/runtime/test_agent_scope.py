"""Tests of tools/runtime/agent_scope.py."""

import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.desk import LOCAL, YES, call, drop, move, on, open_desk, put, read, search
from tests.support.scopes import INSIDE, OUTSIDE, reaches, starts_with, starts_with_slash
from tests.support.tools import DropNote, Listing, MoveNote, PutNote, StampAll
from vaultdesk.core.errors import NoteConflict
from vaultdesk.tools.runtime.agent_scope import (
    UNRESTRICTED,
    AgentScope,
    ProjectBounds,
    folder_parts,
    is_in_folder,
    scoped_staging_area,
)
from vaultdesk.tools.runtime.approvals import ApprovalDecision
from vaultdesk.tools.runtime.execution import ToolFinished
from vaultdesk.tools.tool import ToolFailure
from vaultdesk.vault.note_path import NotePath

# Where a folder ends: by whole names (vaultdesk/vault/README.md, "Paths").

NAME = st.text(st.characters(whitelist_categories=["Ll", "Lu", "Nd", "Zs", "Pd"]), min_size=1, max_size=4).filter(
    lambda name: bool(name.strip(" .")) and name.isprintable()
)


@given(st.lists(NAME, min_size=1, max_size=3), NAME, NAME)
def test_of_two_folders_with_a_common_beginning_neither_opens_the_other(parts: list[str], tail: str, note: str) -> None:
    folder, longer = "/".join(parts), "/".join(parts) + tail
    mine, other = folder_parts(folder), folder_parts(longer)
    assert mine is not None
    assert other is not None
    assert is_in_folder(f"{folder}/{note}.md", mine)
    assert is_in_folder(f"{folder}/{tail}/{note}.md", mine)
    assert not is_in_folder(f"{folder}/{note}.md", other)
    if unicodedata.normalize("NFC", longer) != unicodedata.normalize("NFC", folder):
        assert not is_in_folder(f"{longer}/{note}.md", mine)
    # The usual check takes them for one another: this property can fail.
    assert starts_with((folder,), f"{longer}/{note}.md")


@pytest.mark.parametrize("path", ["a/../x.md", "a/./x.md", "a//x.md", "a/ /x.md", "../a/x.md", "a/../../x.md"])
def test_a_path_that_climbs_is_inside_nothing(path: str) -> None:
    assert not is_in_folder(path, ("a",))
    assert not is_in_folder(path, ())


def test_a_barrier_still_holds_for_a_path_that_climbs() -> None:
    assert is_in_folder("a/../x.md", ("a",), ignore_case=True)
    assert is_in_folder("A/x.md", ("a",), ignore_case=True)


@pytest.mark.parametrize(
    ("folder", "parts"),
    [("", ()), ("a/", ("a",)), ("a/b", ("a", "b")), ("/", None), ("a//b", None), ("..", None), ("a\\b", None)],
)
def test_a_folder_is_read_or_it_is_not(folder: str, parts: tuple[str, ...] | None) -> None:
    assert folder_parts(folder) == parts


# The scope: an agent's folders are the folders and nothing beside them, at every way to a note.

MARK = "lighthouse"
SCOPED = AgentScope("Librarian", ("work",))

NOTES = {
    "work/Open.md": f"{MARK} open\n",
    "work/deep/Deeper.md": f"{MARK} deeper\n",
    "work-private/Secret.md": f"{MARK} secret\n",
    "work.md": f"{MARK} secret\n",
    "Work2/Secret.md": f"{MARK} secret\n",
    "other/work/Secret.md": f"{MARK} secret\n",
    "Top.md": f"{MARK} secret\n",
}


@pytest.mark.parametrize(("name", "folders", "path"), OUTSIDE)
def test_what_lies_outside_a_scope_is_not_reached(name: str, folders: tuple[str, ...], path: str) -> None:
    assert not reaches(folders, path)


@pytest.mark.parametrize(("folders", "path"), INSIDE)
def test_what_lies_inside_is_reached(folders: tuple[str, ...] | None, path: str) -> None:
    assert reaches(folders, path)


def test_the_usual_checks_leak(capsys: pytest.CaptureFixture[str]) -> None:
    seed = sum(starts_with(folders, path) for _, folders, path in OUTSIDE)
    careful = sum(starts_with_slash(folders, path) for _, folders, path in OUTSIDE)
    ours = sum(reaches(folders, path) for _, folders, path in OUTSIDE)
    print(f"leaks of {len(OUTSIDE)}: ours {ours}, startsWith {seed}, startsWith with a slash {careful}")
    assert (len(OUTSIDE), ours) == (57, 0)
    assert seed > 20
    assert careful > 5


def test_an_empty_list_is_nothing_and_no_list_is_all() -> None:
    assert not AgentScope(folders=()).allows_path("a.md")
    assert UNRESTRICTED.allows_path("a.md")
    unlimited = (UNRESTRICTED, AgentScope(folders=()), AgentScope(folders=("",)))
    assert not any(agent_scope.has_folder_limit for agent_scope in unlimited)
    assert SCOPED.has_folder_limit


def hostile() -> Iterator[str]:
    yield from (path for path in NOTES if not path.startswith("work/"))
    yield from (path for name, _, path in OUTSIDE if name == "work" and path)


async def test_no_read_search_or_list_gets_out_of_the_scope(tmp_path: Path) -> None:
    listing = Listing(*NOTES)
    async with open_desk(tmp_path, YES, tools=[listing], notes=NOTES) as desk:
        told = ""
        for number, path in enumerate(hostile()):
            desk.clock.now += 10
            for event in await desk.events(read(path, call_id=f"r{number}"), context=on(SCOPED, LOCAL)):
                if isinstance(event, ToolFinished):
                    assert event.part.sources == ()
                    told += event.part.content
        events = await desk.events(search(MARK, "s1"), call("listing", "l1"), context=on(SCOPED, LOCAL))
        parts = [event.part for event in events if isinstance(event, ToolFinished)]
        assert {source.path for part in parts for source in part.sources} == {"work/Open.md", "work/deep/Deeper.md"}
        assert "secret" not in told + "".join(part.content for part in parts).lower()
        assert "Work2" not in parts[1].content
        assert [view.sees("work.md") for view in listing.views] == [False]


async def test_a_note_out_of_bounds_reads_as_missing_and_the_record_says_refused(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, notes=NOTES) as desk:
        for name in ("Secret", "No"):
            path = f"work-private/{name}.md"
            (result,) = await desk.results(read(path), context=on(SCOPED))
            assert result.data == [{"path": path, "content": f"File not found: {path}", "size": 0}]
            assert result.metadata.note == ""
            assert desk.told()[-3:] == [("refused", "call_1", "program"), ("started", "call_1", "default"),
                                        ("refused", "call_1", "")]  # fmt: skip
            assert desk.audit.read()[-3].record.files == (path,)
        assert desk.answers.requests == []


async def test_the_spelling_of_a_note_out_of_bounds_is_not_told(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, notes=NOTES) as desk:
        asked = read("work2/secret.md", "work/Open.md", "work/deep/Deeper.md")
        desk.answers._answers = [ApprovalDecision(approved=True, files=("work/Open.md",))]
        (result,) = await desk.results(asked, context=on(SCOPED))
        assert isinstance(result.data, list)
        assert {"path": "work2/secret.md", "content": "File not found: work2/secret.md", "size": 0} in result.data


async def test_no_write_gets_out_of_the_scope_and_what_is_there_is_not_told(tmp_path: Path) -> None:
    tools = [PutNote(), MoveNote(), DropNote(), StampAll()]
    async with open_desk(tmp_path, YES, tools=tools, notes=NOTES) as desk:
        before = desk.everything()
        told = []
        for number, path in enumerate(hostile()):
            desk.clock.now += 20
            tries = (put(path, "x", f"p{number}"), move("work/Open.md", path, f"m{number}"), drop(path, f"d{number}"))
            told += await desk.results(*tries, context=on(SCOPED))
        assert not [result for result in told if result.success]
        assert desk.everything() == before
        assert desk.answers.requests == []
        (there,) = [result.error for result in await desk.results(put("Top.md", "x"), context=on(SCOPED))]
        (free,) = [result.error for result in await desk.results(put("No.md", "x"), context=on(SCOPED))]
        assert there is not None
        assert free is not None
        assert there.message.replace("Top", "No") == free.message
        assert (there.code, free.code) == ("PERMISSION_DENIED", "PERMISSION_DENIED")


async def test_a_change_of_all_it_sees_is_a_change_of_its_folder_alone(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=[StampAll()], notes=NOTES) as desk:
        (result,) = await desk.results(call("stamp_all", text="stamp"), context=on(SCOPED))
        assert result.success
        stamped = {path for path, text in desk.everything().items() if "stamp" in text}
        assert stamped == {"work/Open.md", "work/deep/Deeper.md"}


async def test_a_link_in_the_scope_that_leads_out_opens_nothing(tmp_path: Path) -> None:
    async with open_desk(tmp_path, YES, tools=[PutNote()], notes=NOTES) as desk:
        inside = desk.vault.root / "work"
        with suppress(OSError):  # Where links need a right, there is nothing to test.
            (inside / "out").symlink_to(desk.vault.root / "work-private", target_is_directory=True)
            (inside / "Out.md").symlink_to(desk.vault.root / "Top.md")
        calls = (read("work/out/Secret.md", "work/Out.md", call_id="c1"), put("work/Out.md", "x", "c2"))
        first, second = await desk.results(*calls, context=on(SCOPED))
        assert "secret" not in str(first.data)
        assert not second.success
        assert desk.text("Top.md") == NOTES["Top.md"]


WORK = ProjectBounds("Work", ("work/deep",), frozenset({"work/Open.md"}))
PATHS = ("work/deep/Deeper.md", "work/Open.md", "work/New.md", "work-private/Secret.md", "Top.md")


def test_a_project_takes_away_and_never_adds() -> None:
    def reached(agent_scope: AgentScope) -> list[str]:
        return [path for path in PATHS if agent_scope.allows_path(path)]

    assert reached(UNRESTRICTED.within(WORK)) == ["work/deep/Deeper.md", "work/Open.md"]
    assert reached(AgentScope("A", ("work/deep", "Top")).within(WORK)) == ["work/deep/Deeper.md"]
    assert reached(AgentScope("A", ()).within(WORK)) == []
    assert reached(UNRESTRICTED.within(ProjectBounds("Nothing"))) == []
    assert not UNRESTRICTED.within(ProjectBounds("x", ("work",))).allows_path("work/../Top.md")


def test_a_project_gives_nobody_a_free_hand_in_its_folders() -> None:
    assert not UNRESTRICTED.within(WORK).has_folder_limit
    assert SCOPED.within(WORK).has_folder_limit
    assert (UNRESTRICTED.within(WORK).description, SCOPED.description, UNRESTRICTED.within(WORK).agent_name) == (
        "the project Work", "the folders of Librarian", "the assistant",
    )  # fmt: skip


async def test_nothing_read_searched_listed_or_written_gets_out_of_a_project(tmp_path: Path) -> None:
    agent_scope = UNRESTRICTED.within(WORK)
    listing = Listing(*NOTES)
    async with open_desk(tmp_path, YES, tools=[listing, PutNote(), StampAll()], notes=NOTES) as desk:
        asked = (search(MARK, "s1"), call("listing", "l1"), read("Top.md", "work/Open.md", call_id="r1"))
        events = await desk.events(*asked, context=on(agent_scope, LOCAL))
        parts = [event.part for event in events if isinstance(event, ToolFinished)]
        assert {source.path for part in parts for source in part.sources} == {"work/deep/Deeper.md", "work/Open.md"}
        assert "secret" not in "".join(part.content for part in parts).lower()

        tries = (put("work/New.md", "x", "p1"), put("work/deep/New.md", "x", "p2"))
        outside, inside = await desk.results(*tries, context=on(agent_scope))
        assert outside.error is not None
        assert outside.error.message == "“work/New.md” is outside the project Work."
        assert inside.success
        await desk.results(call("stamp_all", "c9", text="stamp"), context=on(agent_scope))
        stamped = {path for path, text in desk.everything().items() if "stamp" in text}
        assert stamped == {"work/deep/Deeper.md", "work/deep/New.md", "work/Open.md"}


# A draft out of bounds refuses before it looks.

LEASHED_DRAFT_NOTES = {"work/a.md": "a", "secret/b.md": "b"}


async def test_a_place_out_of_bounds_is_refused_alike_whether_taken_or_free(tmp_path: Path) -> None:
    async with open_desk(tmp_path, notes=LEASHED_DRAFT_NOTES) as desk:
        draft = scoped_staging_area(desk.vault, AgentScope("Writer", ("work",)))
        told = []
        for name in ("secret/b.md", "secret/c.md"):
            for staging in (
                draft.create(NotePath(name), "x"),
                draft.move(NotePath("work/a.md"), NotePath(name)),
            ):
                with pytest.raises(ToolFailure) as refused:
                    await staging
                told.append((refused.value.code, refused.value.message.replace("b.md", "c.md")))
        assert set(told) == {("PERMISSION_DENIED", "“secret/c.md” is outside the folders of Writer.")}
        assert draft.notes == ()


async def test_inside_it_is_a_draft_like_any_other(tmp_path: Path) -> None:
    async with open_desk(tmp_path, notes=LEASHED_DRAFT_NOTES) as desk:
        draft = scoped_staging_area(desk.vault, AgentScope("Writer", ("work",)))
        await draft.create(NotePath("work/new.md"), "x")
        await draft.move(NotePath("work/a.md"), NotePath("work/b.md"))
        assert [note.path.text for note in draft.notes] == ["work/new.md", "work/b.md"]
        with pytest.raises(NoteConflict):
            await draft.create(NotePath("work/b.md"), "x")
