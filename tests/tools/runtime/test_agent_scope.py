"""Tests of tools/runtime/agent_scope.py."""

import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.scopes import INSIDE, OUTSIDE, reaches, starts_with, starts_with_slash
from tests.support.tool_env import LOCAL, YES, call, drop, move, on, open_tool_env, put, read, search
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

# Folders are compared by whole names (vaultdesk/vault/README.md, "Paths").

NAME = st.text(st.characters(whitelist_categories=["Ll", "Lu", "Nd", "Zs", "Pd"]), min_size=1, max_size=4).filter(
    lambda name: bool(name.strip(" .")) and name.isprintable()
)


@given(st.lists(NAME, min_size=1, max_size=3), NAME, NAME)
def test_a_folder_does_not_contain_a_folder_whose_name_it_begins(parts: list[str], tail: str, note: str) -> None:
    folder, longer = "/".join(parts), "/".join(parts) + tail
    folder_names, longer_names = folder_parts(folder), folder_parts(longer)
    assert folder_names is not None
    assert longer_names is not None
    assert is_in_folder(f"{folder}/{note}.md", folder_names)
    assert is_in_folder(f"{folder}/{tail}/{note}.md", folder_names)
    assert not is_in_folder(f"{folder}/{note}.md", longer_names)
    if unicodedata.normalize("NFC", longer) != unicodedata.normalize("NFC", folder):
        assert not is_in_folder(f"{longer}/{note}.md", folder_names)
    # The naive check confuses the two, so this property can fail.
    assert starts_with((folder,), f"{longer}/{note}.md")


@pytest.mark.parametrize("path", ["a/../x.md", "a/./x.md", "a//x.md", "a/ /x.md", "../a/x.md", "a/../../x.md"])
def test_a_path_with_dot_segments_is_in_no_folder(path: str) -> None:
    assert not is_in_folder(path, ("a",))
    assert not is_in_folder(path, ())


def test_a_caseless_comparison_includes_a_path_with_dot_segments() -> None:
    assert is_in_folder("a/../x.md", ("a",), ignore_case=True)
    assert is_in_folder("A/x.md", ("a",), ignore_case=True)


@pytest.mark.parametrize(
    ("folder", "parts"),
    [("", ()), ("a/", ("a",)), ("a/b", ("a", "b")), ("/", None), ("a//b", None), ("..", None), ("a\\b", None)],
)
def test_a_folder_is_split_into_names_or_rejected(folder: str, parts: tuple[str, ...] | None) -> None:
    assert folder_parts(folder) == parts


# The scope of an agent is limited to its folders for every access to a note.

SEARCHED_WORD = "lighthouse"
SCOPED = AgentScope("Librarian", ("work",))

NOTES = {
    "work/Open.md": f"{SEARCHED_WORD} open\n",
    "work/deep/Deeper.md": f"{SEARCHED_WORD} deeper\n",
    "work-private/Secret.md": f"{SEARCHED_WORD} secret\n",
    "work.md": f"{SEARCHED_WORD} secret\n",
    "Work2/Secret.md": f"{SEARCHED_WORD} secret\n",
    "other/work/Secret.md": f"{SEARCHED_WORD} secret\n",
    "Top.md": f"{SEARCHED_WORD} secret\n",
}


@pytest.mark.parametrize(("name", "folders", "path"), OUTSIDE)
def test_a_path_outside_of_a_scope_is_denied(name: str, folders: tuple[str, ...], path: str) -> None:
    assert not reaches(folders, path)


@pytest.mark.parametrize(("folders", "path"), INSIDE)
def test_a_path_inside_a_scope_is_allowed(folders: tuple[str, ...] | None, path: str) -> None:
    assert reaches(folders, path)


def test_naive_prefix_checks_would_leak(capsys: pytest.CaptureFixture[str]) -> None:
    prefix_leaks = sum(starts_with(folders, path) for _, folders, path in OUTSIDE)
    slash_leaks = sum(starts_with_slash(folders, path) for _, folders, path in OUTSIDE)
    scope_leaks = sum(reaches(folders, path) for _, folders, path in OUTSIDE)
    print(
        f"leaks of {len(OUTSIDE)}: ours {scope_leaks}, startsWith {prefix_leaks}, startsWith with a slash {slash_leaks}"
    )
    assert (len(OUTSIDE), scope_leaks) == (57, 0)
    assert prefix_leaks > 20
    assert slash_leaks > 5


def test_an_empty_folder_list_allows_nothing_and_none_allows_everything() -> None:
    assert not AgentScope(folders=()).allows_path("a.md")
    assert UNRESTRICTED.allows_path("a.md")
    unlimited = (UNRESTRICTED, AgentScope(folders=()), AgentScope(folders=("",)))
    assert not any(agent_scope.has_folder_limit for agent_scope in unlimited)
    assert SCOPED.has_folder_limit


def outside_paths() -> Iterator[str]:
    yield from (path for path in NOTES if not path.startswith("work/"))
    yield from (path for name, _, path in OUTSIDE if name == "work" and path)


async def test_reads_searches_and_lists_are_limited_to_the_scope(tmp_path: Path) -> None:
    listing = Listing(*NOTES)
    async with open_tool_env(tmp_path, YES, tools=[listing], notes=NOTES) as env:
        contents = ""
        for number, path in enumerate(outside_paths()):
            env.clock.now += 10
            for event in await env.events(read(path, call_id=f"r{number}"), context=on(SCOPED, LOCAL)):
                if isinstance(event, ToolFinished):
                    assert event.part.sources == ()
                    contents += event.part.content
        events = await env.events(search(SEARCHED_WORD, "s1"), call("listing", "l1"), context=on(SCOPED, LOCAL))
        parts = [event.part for event in events if isinstance(event, ToolFinished)]
        assert {source.path for part in parts for source in part.sources} == {"work/Open.md", "work/deep/Deeper.md"}
        assert "secret" not in contents + "".join(part.content for part in parts).lower()
        assert "Work2" not in parts[1].content
        assert [view.sees("work.md") for view in listing.views] == [False]


async def test_a_note_outside_of_the_scope_reads_as_missing_and_is_logged_as_refused(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, notes=NOTES) as env:
        for name in ("Secret", "No"):
            path = f"work-private/{name}.md"
            (result,) = await env.results(read(path), context=on(SCOPED))
            assert result.data == [{"path": path, "content": f"File not found: {path}", "size": 0}]
            assert result.metadata.note == ""
            assert env.audit_events()[-3:] == [("refused", "call_1", "program"), ("started", "call_1", "default"),
                                        ("refused", "call_1", "")]  # fmt: skip
            assert env.audit.read()[-3].record.files == (path,)
        assert env.answers.requests == []


async def test_the_spelling_of_a_note_outside_of_the_scope_is_not_disclosed(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, notes=NOTES) as env:
        read_call = read("work2/secret.md", "work/Open.md", "work/deep/Deeper.md")
        env.answers._answers = [ApprovalDecision(approved=True, files=("work/Open.md",))]
        (result,) = await env.results(read_call, context=on(SCOPED))
        assert isinstance(result.data, list)
        assert {"path": "work2/secret.md", "content": "File not found: work2/secret.md", "size": 0} in result.data


async def test_writes_are_limited_to_the_scope_and_disclose_no_existing_note(tmp_path: Path) -> None:
    tools = [PutNote(), MoveNote(), DropNote(), StampAll()]
    async with open_tool_env(tmp_path, YES, tools=tools, notes=NOTES) as env:
        files = env.everything()
        results = []
        for number, path in enumerate(outside_paths()):
            env.clock.now += 20
            calls = (put(path, "x", f"p{number}"), move("work/Open.md", path, f"m{number}"), drop(path, f"d{number}"))
            results += await env.results(*calls, context=on(SCOPED))
        assert not [result for result in results if result.success]
        assert env.everything() == files
        assert env.answers.requests == []
        (existing,) = [result.error for result in await env.results(put("Top.md", "x"), context=on(SCOPED))]
        (missing,) = [result.error for result in await env.results(put("No.md", "x"), context=on(SCOPED))]
        assert existing is not None
        assert missing is not None
        assert existing.message.replace("Top", "No") == missing.message
        assert (existing.code, missing.code) == ("PERMISSION_DENIED", "PERMISSION_DENIED")


async def test_a_bulk_change_is_limited_to_the_scope(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=[StampAll()], notes=NOTES) as env:
        (result,) = await env.results(call("stamp_all", text="stamp"), context=on(SCOPED))
        assert result.success
        stamped = {path for path, text in env.everything().items() if "stamp" in text}
        assert stamped == {"work/Open.md", "work/deep/Deeper.md"}


async def test_a_symbolic_link_out_of_the_scope_is_not_followed(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, YES, tools=[PutNote()], notes=NOTES) as env:
        inside = env.vault.root / "work"
        with suppress(OSError):  # Where symbolic links need a privilege, there is nothing to test.
            (inside / "out").symlink_to(env.vault.root / "work-private", target_is_directory=True)
            (inside / "Out.md").symlink_to(env.vault.root / "Top.md")
        calls = (read("work/out/Secret.md", "work/Out.md", call_id="c1"), put("work/Out.md", "x", "c2"))
        first, second = await env.results(*calls, context=on(SCOPED))
        assert "secret" not in str(first.data)
        assert not second.success
        assert env.text("Top.md") == NOTES["Top.md"]


WORK = ProjectBounds("Work", ("work/deep",), frozenset({"work/Open.md"}))
PATHS = ("work/deep/Deeper.md", "work/Open.md", "work/New.md", "work-private/Secret.md", "Top.md")


def test_a_project_restricts_a_scope_and_never_extends_it() -> None:
    def reachable(agent_scope: AgentScope) -> list[str]:
        return [path for path in PATHS if agent_scope.allows_path(path)]

    assert reachable(UNRESTRICTED.within(WORK)) == ["work/deep/Deeper.md", "work/Open.md"]
    assert reachable(AgentScope("A", ("work/deep", "Top")).within(WORK)) == ["work/deep/Deeper.md"]
    assert reachable(AgentScope("A", ()).within(WORK)) == []
    assert reachable(UNRESTRICTED.within(ProjectBounds("Nothing"))) == []
    assert not UNRESTRICTED.within(ProjectBounds("x", ("work",))).allows_path("work/../Top.md")


def test_a_project_is_not_a_folder_limit_of_the_agent() -> None:
    assert not UNRESTRICTED.within(WORK).has_folder_limit
    assert SCOPED.within(WORK).has_folder_limit
    assert (UNRESTRICTED.within(WORK).description, SCOPED.description, UNRESTRICTED.within(WORK).agent_name) == (
        "the project Work", "the folders of Librarian", "the assistant",
    )  # fmt: skip


async def test_reads_searches_lists_and_writes_are_limited_to_a_project(tmp_path: Path) -> None:
    agent_scope = UNRESTRICTED.within(WORK)
    listing = Listing(*NOTES)
    async with open_tool_env(tmp_path, YES, tools=[listing, PutNote(), StampAll()], notes=NOTES) as env:
        first_calls = (search(SEARCHED_WORD, "s1"), call("listing", "l1"), read("Top.md", "work/Open.md", call_id="r1"))
        events = await env.events(*first_calls, context=on(agent_scope, LOCAL))
        parts = [event.part for event in events if isinstance(event, ToolFinished)]
        assert {source.path for part in parts for source in part.sources} == {"work/deep/Deeper.md", "work/Open.md"}
        assert "secret" not in "".join(part.content for part in parts).lower()

        calls = (put("work/New.md", "x", "p1"), put("work/deep/New.md", "x", "p2"))
        outside, inside = await env.results(*calls, context=on(agent_scope))
        assert outside.error is not None
        assert outside.error.message == "“work/New.md” is outside the project Work."
        assert inside.success
        await env.results(call("stamp_all", "c9", text="stamp"), context=on(agent_scope))
        stamped = {path for path, text in env.everything().items() if "stamp" in text}
        assert stamped == {"work/deep/Deeper.md", "work/deep/New.md", "work/Open.md"}


# A scoped staging area denies paths outside of the scope before it looks at them.

SCOPED_NOTES = {"work/a.md": "a", "secret/b.md": "b"}


async def test_a_path_outside_of_the_scope_gives_the_same_error_whether_it_exists(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, notes=SCOPED_NOTES) as env:
        staging_area = scoped_staging_area(env.vault, AgentScope("Writer", ("work",)))
        errors = []
        for name in ("secret/b.md", "secret/c.md"):
            for staging in (
                staging_area.create(NotePath(name), "x"),
                staging_area.move(NotePath("work/a.md"), NotePath(name)),
            ):
                with pytest.raises(ToolFailure) as error:
                    await staging
                errors.append((error.value.code, error.value.message.replace("b.md", "c.md")))
        assert set(errors) == {("PERMISSION_DENIED", "“secret/c.md” is outside the folders of Writer.")}
        assert staging_area.notes == ()


async def test_a_scoped_staging_area_stages_changes_inside_the_scope(tmp_path: Path) -> None:
    async with open_tool_env(tmp_path, notes=SCOPED_NOTES) as env:
        staging_area = scoped_staging_area(env.vault, AgentScope("Writer", ("work",)))
        await staging_area.create(NotePath("work/new.md"), "x")
        await staging_area.move(NotePath("work/a.md"), NotePath("work/b.md"))
        assert [note.path.text for note in staging_area.notes] == ["work/new.md", "work/b.md"]
        with pytest.raises(NoteConflict):
            await staging_area.create(NotePath("work/b.md"), "x")
