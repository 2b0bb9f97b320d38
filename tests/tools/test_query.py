"""query_notes and matching: exact over a real vault, refused where it cannot be, and nothing of what is hidden."""

import json
from datetime import datetime
from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.tools.vault_scene import PUBLIC, data, failure, vault_scene
from vaultdesk.tools.finding import SearchNotes
from vaultdesk.tools.links import GetLinks, Graph
from vaultdesk.tools.listing import GetFileTree, ListNotes
from vaultdesk.tools.query import NoteFilter, QueryNotes, matching
from vaultdesk.tools.reading import ReadNote
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.schema import validated
from vaultdesk.tools.tool import WHOLE, ToolFailure

TOOLS = (ReadNote, SearchNotes, ListNotes, GetFileTree, GetLinks, Graph, QueryNotes)


@pytest.mark.parametrize(
    ("arguments", "paths"),
    [
        ({"filter": {"property": "status", "op": "missing"}}, ["Alone.md", "Projects/Budget.md"]),
        ({"filter": {"folder": "projects"}}, ["Projects/Budget.md", "Projects/Deep/Plan.md"]),
        ({"filter": {"tag": "heating"}}, ["Boiler.md", "Projects/Deep/Plan.md"]),
        ({"filter": {"links_to": "Boiler"}}, ["Projects/Budget.md"]),
        ({"dataview": 'TABLE status FROM "Projects" WHERE status'}, ["Projects/Deep/Plan.md"]),
        ({"base": "views/Open"}, ["Boiler.md", "Projects/Deep/Plan.md"]),
        ({"base": "views/Open.base", "view": "second"}, ["Projects/Deep/Plan.md"]),
        ({}, ["Alone.md", "Boiler.md", "Projects/Budget.md", "Projects/Deep/Plan.md"]),
    ],
)
async def test_every_way_of_asking_gives_exactly_its_notes(
    tmp_path: Path, arguments: dict[str, JsonValue], paths: list[str]
) -> None:
    async with vault_scene(tmp_path) as scene:
        base = scene.root / "Views" / "Open.base"
        base.parent.mkdir()
        base.write_text(
            "filters: status\nviews:\n  - {type: table, name: First}\n"
            "  - {type: table, name: Second, filters: 'file.inFolder(\"Projects\")'}\n"
        )
        found = await data(QueryNotes(scene.vault, scene.searcher), PUBLIC, **arguments)
        assert [row["path"] for row in found["rows"]] == paths
        assert found["total_found"] == len(paths)
        assert "private" not in str(found)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"filter": {"folder": "Projects-private"}}, "FOLDER_NOT_FOUND"),
        ({"filter": {"links_to": "Secret"}}, "NOTE_NOT_FOUND"),
        ({"base": "Nowhere"}, "NOTE_NOT_FOUND"),
        ({"base": "Projects-private/Hidden"}, "NOTE_NOT_FOUND"),
        ({"base": "Broken"}, "READ_FAILED"),
        ({"base": "Formula"}, "VALIDATION_FAILED"),
        ({"dataview": "TABLE a GROUP BY b"}, "VALIDATION_FAILED"),
        ({"dataview": "LIST FROM [[Secret]]"}, "VALIDATION_FAILED"),
    ],
)
async def test_what_cannot_be_answered_is_refused(tmp_path: Path, arguments: dict[str, JsonValue], code: str) -> None:
    async with vault_scene(tmp_path) as scene:
        (scene.root / "Projects-private" / "Hidden.base").write_text("")
        (scene.root / "Broken.base").write_bytes(b"\xff\xfe\x00")
        (scene.root / "Formula.base").write_text("filters: formula.x > 3")
        query = QueryNotes(scene.vault, scene.searcher)
        assert (await failure(query, PUBLIC, **arguments))[0] == code


async def test_matching_is_every_path_the_filter_fits_and_the_view_sees(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        asked = validated(NoteFilter, {"property": "status", "value": "open"})
        assert isinstance(asked, NoteFilter)
        assert await matching(scene.searcher, asked, WHOLE) == ["Projects-private/Secret.md", "Projects/Deep/Plan.md"]
        assert await matching(scene.searcher, asked, PUBLIC) == ["Projects/Deep/Plan.md"]
        lost = validated(NoteFilter, {"folder": "Nowhere"})
        assert isinstance(lost, NoteFilter)
        with pytest.raises(ToolFailure):
            await matching(scene.searcher, lost, WHOLE)


async def test_relative_days_are_as_of_now(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, {"A.md": "---\ndue: 2026-03-10\n---\n"}) as scene:
        asked = validated(NoteFilter, {"property": "due", "op": "after", "value": "-7d"})
        assert isinstance(asked, NoteFilter)
        day = datetime(2026, 3, 12).astimezone()
        assert await matching(scene.searcher, asked, WHOLE, day) == ["A.md"]
        assert await matching(scene.searcher, asked, WHOLE, day.replace(month=4)) == []


@pytest.mark.parametrize("kind", TOOLS)
def test_every_tool_of_the_room_describes_itself_and_its_examples_are_valid(kind: type) -> None:
    tool = kind.__new__(kind)
    registry = ToolRegistry((tool,))
    schema = registry.schema(tool.name)
    assert tool.effect == "read"
    assert all((tool.display_name, tool.purpose.endswith("."), tool.description, tool.category, tool.examples))
    assert len(json.dumps(schema)) < 8_000
    for example in tool.examples:
        arguments = validated(tool.parameters, example)
        assert tool.action(arguments)
        assert tool.summary(arguments) or tool.name == "query_notes"


def test_a_question_is_said_short() -> None:
    query = QueryNotes.__new__(QueryNotes)
    asked = validated(query.parameters, {"dataview": "TABLE " + "x, " * 300 + "y"})
    assert len(query.action(asked)) < 160  # type: ignore[arg-type] # its own
