"""Tests of tools/builtin/query_tools.py."""

import json
import os
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from pydantic import JsonValue

from tests.tools.query_language.scene import NOW, network
from tests.tools.vault_scene import NOTES, PUBLIC, data, failure, is_visible, run, vault_scene
from vaultdesk.chat.messages import Source
from vaultdesk.tools.argument_schema import InvalidArguments, json_schema, validate_arguments
from vaultdesk.tools.builtin.link_tools import GetLinks, Graph
from vaultdesk.tools.builtin.listing_tools import GetFileTree, ListNotes
from vaultdesk.tools.builtin.query_tools import (
    NoteFilter,
    QueryBase,
    QueryNotes,
    QueryNotesParameters,
    bases_in_note,
    filter_query,
    filter_table,
    matching_notes,
)
from vaultdesk.tools.builtin.read_tools import ReadNote
from vaultdesk.tools.builtin.search_tools import SearchNotes
from vaultdesk.tools.formulas.result_table import table_output
from vaultdesk.tools.query.criteria import FileOperand, HasTag, NoteQuery, OrderBy, PropertyOperand, QueryColumn
from vaultdesk.tools.tool import FULL_VISIBILITY, ToolFailure, Visibility

# query_base: bases of a real vault, in files and in notes, without hidden notes.

BASE = """filters: '!file.name.contains("Template") && file.ext == "md"'
formulas: {state: 'if(status, status, "none")', secret: 'list(link).map(value.asFile().properties.status)'}
properties: {status: {displayName: State}, note.nothing: {displayName: Nothing}}
views:
  - {type: table, name: All, order: [file.name, status, formula.state], groupBy: status, summaries: {status: Filled}}
  - {type: cards, name: Linked, filters: file.hasLink(this), order: [file.basename], limit: 1}
"""


async def query_base(
    folder: Path, view: Visibility = PUBLIC, /, **arguments: JsonValue
) -> Any:  # Any: tests index into it
    async with vault_scene(folder, {**NOTES, "Views/Work.base": BASE}) as scene:
        return await data(QueryBase(scene.vault, scene.searcher), view, **arguments)


async def test_v14_a_view_returns_the_rows_shown_in_obsidian(tmp_path: Path) -> None:
    assert await query_base(tmp_path, path="Views/Work.base") == {
        "base": "Views/Work.base", "view": "All", "type": "table", "this": "Views/Work.base",
        "titles": {"status": "State"}, "views": ["All", "Linked"], "columns": ["file.name", "status", "formula.state"],
        "rows": [
            {"path": "Boiler.md", "text": {"file.name": "Boiler.md", "status": "leaks", "formula.state": "leaks"}},
            {"path": "Projects/Deep/Plan.md",
             "text": {"file.name": "Plan.md", "status": "open", "formula.state": "open"}},
            {"path": "Alone.md", "text": {"file.name": "Alone.md", "status": None, "formula.state": "none"}},
            {"path": "Projects/Budget.md", "text": {"file.name": "Budget.md", "status": None, "formula.state": "none"}},
        ],
        "total_found": 4, "returned": 4,
        "groups": [
            {"path": "Boiler.md", "count": 1, "text": "leaks",
             "summaries": [{"path": "Boiler.md", "column": "status", "summary": "Filled", "text": 1}]},
            {"path": "Projects/Deep/Plan.md", "count": 1, "text": "open",
             "summaries": [{"path": "Projects/Deep/Plan.md", "column": "status", "summary": "Filled", "text": 1}]},
            {"path": "Alone.md", "count": 2, "text": None,
             "summaries": [{"path": "Alone.md", "column": "status", "summary": "Filled", "text": 0}]},
        ],
        "summaries": [{"path": "Boiler.md", "column": "status", "summary": "Filled", "text": 2}],
    }  # fmt: skip


async def test_this_refers_to_the_note_in_the_call(tmp_path: Path) -> None:
    result = await query_base(tmp_path, path="work", view="linked", note_for_this="Boiler")
    assert (result["this"], result["type"], result["total_found"]) == ("Boiler.md", "cards", 1)
    assert result["rows"] == [{"path": "Projects/Budget.md", "text": {"file.basename": "Budget"}}]
    assert "found_before_limit" not in result


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"path": "Nowhere.base"}, "NOTE_NOT_FOUND"), ({"path": "Projects-private/Hidden.base"}, "NOTE_NOT_FOUND"),
        ({"path": "Nowhere"}, "NOTE_NOT_FOUND"), ({"path": "Alone"}, "VALIDATION_FAILED"),
        ({"path": "Open", "view": "Closed"}, "VALIDATION_FAILED"), ({"path": "Broken"}, "READ_FAILED"),
        ({"path": "Wrong"}, "VALIDATION_FAILED"), ({"path": "Open", "note_for_this": "Secret"}, "NOTE_NOT_FOUND"),
        ({"path": "../Open.base"}, "NOTE_NOT_FOUND"), ({"path": "Embeds.md", "block": 2}, "NOTE_NOT_FOUND"),
    ],
)  # fmt: skip
async def test_a_base_that_cannot_be_evaluated_is_rejected(
    tmp_path: Path, arguments: dict[str, JsonValue], code: str
) -> None:
    async with vault_scene(tmp_path) as scene:
        (scene.root / "Projects-private" / "Hidden.base").write_text("")
        (scene.root / "Open.base").write_text("views: [{name: A, type: table}]")
        (scene.root / "Broken.base").write_bytes(b"\xff\xfe\x00")
        (scene.root / "Wrong.base").write_text("filters: status ==")
        (scene.root / "Embeds.md").write_text("![[Open.base]] ![[Hidden.base]]")
        found_code, message = await failure(QueryBase(scene.vault, scene.searcher), PUBLIC, **arguments)
        assert found_code == code
        is_base = str(arguments["path"]).endswith((".base", "Embeds.md"))
        assert (" no base " in message) == (is_base and code == "NOTE_NOT_FOUND")


async def test_bases_of_a_note_are_evaluated_with_the_note_as_this(tmp_path: Path) -> None:
    notes = {
        "Author.md": "# Books\n```base\nfilters: list(author).contains(this)\nviews: [{order: [year]}]\n```\n"
        "`![[Nowhere.base]]` ![[Books.base#Late]]\n```\n![[Books.base]]\n```\n",
        "One.md": "---\nauthor: '[[Author]]'\nyear: 1969\n---\n",
        "Two.md": "---\nauthor: '[[Author|A]]'\nyear: 1974\n---\n",
        "Books.base": "filters: list(author).contains(this)\nviews: [{name: All}, {name: Late, filters: year > 1970}]",
    }  # fmt: skip
    async with vault_scene(tmp_path, notes) as scene:
        query = QueryBase(scene.vault, scene.searcher)
        result = await data(query, PUBLIC, path="Author.md")
        assert [(row["path"], row["text"]) for row in result["rows"]] == [
            ("One.md", {"year": 1969}),
            ("Two.md", {"year": 1974}),
        ]
        assert result["this"] == "Author.md"
        embedded = await data(query, PUBLIC, path="Author.md", block=2)
        assert [row["path"] for row in embedded["rows"]] == ["Two.md"]
        assert (await failure(query, PUBLIC, path="Author.md", block=3))[0] == "VALIDATION_FAILED"


async def test_other_files_are_rows_unless_they_are_hidden_or_excluded(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, {"A.md": "![[used.png]]", "private.md": "[[secret.png]]"}) as scene:
        for name in ("used.png", "free.png", "secret.png", "Old/kept.png"):
            (scene.root / name).parent.mkdir(exist_ok=True)
            (scene.root / name).write_bytes(b"12345")
        os.utime(scene.root / "used.png", (1_000_000_000, 1_000_000_000))
        (scene.root / "All.base").write_text(
            "filters: file.ext == 'png'\nformulas: {year: file.mtime.year}\n"
            "views: [{order: [file.size, formula.year, file.backlinks], sort: [file.mtime]}]"
        )
        visibility = Visibility(sees=lambda path: not path.startswith(("secret", "private")))
        result = await data(QueryBase(scene.vault, scene.searcher), visibility, path="All.base")
        assert [row["path"] for row in result["rows"]] == ["used.png", "free.png"]
        assert result["rows"][0]["text"] == {"file.size": 5, "formula.year": 2001, "file.backlinks": ["A.md"]}


async def test_text_of_other_notes_is_redacted_and_attributed_to_them(tmp_path: Path) -> None:
    notes = {
        "A.md": "---\nkind: '[[Kind]]'\n---\n", "Kind.md": "---\nicon: star\n---\n",
        "B.md": "---\nkind: '[[Secret]]'\n---\n",
        "Projects-private/Secret.md": "---\nicon: hidden\n---\n",
    }  # fmt: skip
    async with vault_scene(tmp_path, notes) as scene:
        (scene.root / "K.base").write_text(
            "filters: '!kind.isEmpty()'\nformulas: {icon: kind.asFile().properties.icon}\n"
            "views: [{order: [formula.icon]}]"
        )
        view = Visibility(sees=is_visible, redact=lambda path, text: text.upper() if path == "Kind.md" else text)
        output = await run(QueryBase(scene.vault, scene.searcher), view, path="K.base")
        assert isinstance(output.data, dict)
        assert output.data["rows"] == [
            {"path": "A.md", "text": {"formula.icon": "STAR"}}, {"path": "B.md", "text": {"formula.icon": None}},
        ]  # fmt: skip
        assert output.sources == (
            Source(path="A.md", characters=2), Source(path="Kind.md", characters=2), Source(path="B.md", characters=0),
        )  # fmt: skip
        assert output.files_affected == ("A.md", "Kind.md", "B.md")


def test_the_bases_of_a_note_are_its_blocks_and_embeds_outside_of_code() -> None:
    text = (
        "~~~base\na: 1\n~~~\n![[x.base#V|shown]] and ![[f/y.BASE]]\n```python\n![[z.base]]\n```\n"
        "> ```base\n> b: >\n>   c\n> ```\n```base\nopen: 1"
    )
    assert bases_in_note(text) == [
        ("a: 1", "", ""), ("", "x.base", "V"), ("", "f/y.BASE", ""), ("b: >\n  c", "", ""),
        ("open: 1", "", ""),
    ]  # fmt: skip


def test_the_action_of_query_base_is_short() -> None:
    query = QueryBase.__new__(QueryBase)
    parameters = query.parameters(path="Views/Work.base", view="x" * 300)  # type: ignore[call-arg] # its parameters
    assert len(query.action(parameters)) < 170  # type: ignore[arg-type] # its own
    assert FULL_VISIBILITY.sees("anything")


# Query arguments: validation, and the query they are converted to.


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"filter": {"tag": "x"}, "base": "y"}, "have one of filter and base"),
        ({"base": "y", "columns": ["z"]}, "have no columns, sort, group or tasks with base"),
        ({"dataview": "TASK", "tasks": "open"}, "with dataview"),
        ({"tasks": "late"}, "tasks"),
        ({"dataview": "LIST", "sort": [{"by": "x"}]}, "with dataview"),
        ({"view": "x"}, "have `base` with `view`"),
        ({"note_for_this": "x"}, "have `base` or `dataview` with `note_for_this`"),
        ({"columns": ["file.age"]}, "instead of file.age"),
        ({"sort": [{"by": "file.ctime"}]}, "instead of file.ctime"),
        ({"group": "file.nothing"}, "instead of file.nothing"),
        ({"limit": "1001"}, "limit"),
    ],
)
def test_arguments_that_exclude_each_other_are_rejected(arguments: dict[str, JsonValue], message: str) -> None:
    with pytest.raises(InvalidArguments) as error:
        validate_arguments(QueryNotesParameters, arguments)
    assert message in str(error.value)


def test_arguments_are_converted_to_a_query() -> None:
    parameters = validate_arguments(
        QueryNotesParameters,
        {
            "filter": {"tag": "x"},
            "columns": ["status", "file.modified"],
            "sort": [{"by": "due", "descending": True}],
            "group": "status",
        },
    )
    assert isinstance(parameters, QueryNotesParameters)
    query = filter_query(parameters, NOW)
    assert query.where == HasTag("x")
    assert query.columns == (
        QueryColumn("status", PropertyOperand("status")),
        QueryColumn("file.modified", FileOperand("modified")),
    )
    assert query.order == (OrderBy(PropertyOperand("status")), OrderBy(PropertyOperand("due"), descending=True))
    assert query.group == PropertyOperand("status")


# Query table: rows with their sources, pages, groups, and redacted text.

STATUS = QueryColumn("status", PropertyOperand("status"))


def test_rows_have_their_values_and_sources(tmp_path: Path) -> None:
    with network(tmp_path) as network_view:
        people_column = QueryColumn("people", PropertyOperand("people"))
        query = NoteQuery(HasTag("work"), columns=(STATUS, people_column))
        output = table_output(filter_table(query, network_view), 0, 50, FULL_VISIBILITY)
        assert output.data == {
            "columns": ["status", "people"],
            "rows": [
                {"path": "A.md", "text": {"status": "Done", "people": ["[[Anna]]", "Bob"]}},
                {"path": "b/B.md", "text": {"status": "open", "people": None}},
            ],
            "total_found": 2,
            "returned": 2,
        }
        assert output.sources == (Source(path="A.md", characters=15), Source(path="b/B.md", characters=4))
        assert output.files_affected == ("A.md", "b/B.md")


def test_values_are_redacted(tmp_path: Path) -> None:
    with network(tmp_path) as network_view:
        visibility = Visibility(redact=lambda path, text: "***" if path == "A.md" else text)
        output = table_output(filter_table(NoteQuery(columns=(STATUS,)), network_view), 0, 1, visibility)
        assert isinstance(output.data, dict)
        assert output.data["rows"] == [{"path": "A.md", "text": {"status": "***"}}]


def test_a_page_of_the_rows_is_returned(tmp_path: Path) -> None:
    with network(tmp_path) as network_view:
        output = table_output(filter_table(NoteQuery(), network_view), 2, 1, FULL_VISIBILITY)
        assert output.data == {"columns": [], "rows": [{"path": "b/B.md"}], "total_found": 4, "returned": 1}


def test_groups_are_counted_over_all_rows_and_have_sources(tmp_path: Path) -> None:
    with network(tmp_path) as network_view:
        group = PropertyOperand("status")
        query = NoteQuery(columns=(STATUS,), order=(OrderBy(group),), group=group)
        output = table_output(filter_table(query, network_view), 0, 1, FULL_VISIBILITY)
        assert isinstance(output.data, dict)
        assert output.data["groups"] == [
            {"path": "A.md", "text": "Done", "count": 1},
            {"path": "b/B.md", "text": "open", "count": 1},
            {"path": "Anna.md", "text": None, "count": 2},
        ]
        assert Source(path="b/B.md", characters=4) in output.sources


def test_numbers_count_as_characters_of_their_source(tmp_path: Path) -> None:
    with network(tmp_path) as network_view:
        query = NoteQuery(HasTag("work/house"), (QueryColumn("n", FileOperand("link_count")),))
        output = table_output(filter_table(query, network_view), 0, 50, FULL_VISIBILITY)
        assert output.sources == (Source(path="A.md", characters=1),)


# query_notes and matching_notes: exact results over a real vault, without hidden notes.

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
        ({"base": "views/Open.base", "view": "this", "note_for_this": "Boiler"}, ["Projects/Budget.md"]),
        ({"dataview": "LIST FROM outgoing([[]])", "note_for_this": "Boiler"}, ["Projects/Budget.md"]),
        (
            {"dataview": 'TABLE length(rows) FROM "Projects" GROUP BY status'},
            ["Projects/Budget.md", "Projects/Deep/Plan.md"],
        ),
        ({}, ["Alone.md", "Boiler.md", "Projects/Budget.md", "Projects/Deep/Plan.md"]),
    ],
)
async def test_every_kind_of_query_returns_exactly_its_notes(
    tmp_path: Path, arguments: dict[str, JsonValue], paths: list[str]
) -> None:
    async with vault_scene(tmp_path) as scene:
        base = scene.root / "Views" / "Open.base"
        base.parent.mkdir()
        base.write_text(
            "views:\n  - {type: table, name: First, filters: status}\n"
            "  - {type: table, name: Second, filters: 'status && file.inFolder(\"Projects\")'}\n"
            "  - {type: table, name: This, filters: file.hasLink(this)}\n"
        )
        result = await data(QueryNotes(scene.vault, scene.searcher), PUBLIC, **arguments)
        assert [row["path"] for row in result["rows"]] == paths
        assert result["total_found"] == len(paths)
        assert "private" not in str(result)


DATED_TASKS = {
    "Projects/Roof.md": "---\ndue: 2026-12-03\nstatus: open\n---\n- [ ] tiles 18,400 [Cost:: 5]\n"
    "- [x] paid 📅 2026-12-01\n",
    "Work.md": "# Week\n- [ ] call Ada 📅 2026-12-31\n  - [/] half (due:: 2026-12-02)\n- [-] gone 📅 2026-12-04\n"
    "- [ ] later ⏳ 2026-12-05 📅 2027-01-01\n```\n- [ ] code 📅 2026-12-06\n```\n",
    "Projects-private/Secret.md": "- [ ] secret 📅 2026-12-07\n",
    "Old/Attic.md": "- [ ] old 📅 2026-12-08\n",
}
DECEMBER: JsonValue = {"property": "due", "op": "on", "value": "december 2026"}


@pytest.mark.parametrize(
    ("arguments", "tasks"),
    [
        ({"tasks": "open", "filter": DECEMBER, "sort": [{"by": "due"}]},
         ["half (due:: 2026-12-02)", "call Ada 📅 2026-12-31"]),
        ({"tasks": "done", "filter": DECEMBER}, ["paid 📅 2026-12-01"]),
        ({"tasks": "all", "filter": {"all": [DECEMBER, {"folder": "Projects"}]}}, ["paid 📅 2026-12-01"]),
        ({"tasks": "open", "sort": [{"by": "due"}], "filter": {
            "none": [{"property": "due", "op": "before", "value": "2026-12-10"}, {"property": "task", "op": "empty"}]}},
         ["call Ada 📅 2026-12-31", "later ⏳ 2026-12-05 📅 2027-01-01", "tiles %% kept back %% [Cost:: 5]"]),
        ({"tasks": "open", "filter": {"property": "Due", "op": "missing"}}, ["tiles %% kept back %% [Cost:: 5]"]),
        ({"tasks": "open", "filter": {"property": "Cost", "op": ">", "value": 4}},
         ["tiles %% kept back %% [Cost:: 5]"]),
        ({"tasks": "open", "filter": {"property": "Scheduled", "op": "exists"}}, ["later ⏳ 2026-12-05 📅 2027-01-01"]),
        ({"tasks": "open", "filter": {"property": "status", "value": "/"}}, ["half (due:: 2026-12-02)"]),
    ],
)  # fmt: skip
async def test_tasks_are_selected_by_their_own_fields(
    tmp_path: Path, arguments: dict[str, JsonValue], tasks: list[str]
) -> None:
    async with vault_scene(tmp_path, DATED_TASKS) as scene:
        result = await data(QueryNotes(scene.vault, scene.searcher), PUBLIC, **arguments)
    assert [row["text"]["task"] for row in result["rows"]] == tasks
    assert result["total_found"] == len(tasks)


async def test_tasks_can_be_selected_by_their_text(tmp_path: Path) -> None:
    has_text: JsonValue = {"none": [{"property": "task", "op": "empty"}]}
    of_boiler: JsonValue = {"property": "task", "op": "contains", "value": "boiler"}
    async with vault_scene(tmp_path, {"Work.md": "- [ ] \n- [ ] Order tiles\n- [ ] Call about the Boiler\n"}) as scene:
        query = QueryNotes(scene.vault, scene.searcher)
        with_text = await data(query, PUBLIC, tasks="open", filter=has_text)
        about_boiler = await data(query, PUBLIC, tasks="open", filter={"all": [of_boiler, has_text]})
    assert [row["text"]["task"] for row in with_text["rows"]] == ["Order tiles", "Call about the Boiler"]
    assert [row["text"]["task"] for row in about_boiler["rows"]] == ["Call about the Boiler"]


async def test_a_row_of_a_task_names_its_note_status_line_and_columns(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, DATED_TASKS) as scene:
        query = QueryNotes(scene.vault, scene.searcher)
        result = await data(query, PUBLIC, tasks="open", filter=DECEMBER, columns=["due", "file.name"], limit=1)
    assert (result["columns"], result["total_found"]) == (["task", "status", "line", "due", "file.name"], 2)
    text = {"task": "call Ada 📅 2026-12-31", "status": " ", "line": 2, "due": "2026-12-31", "file.name": "Work"}
    assert result["rows"] == [{"path": "Work.md", "text": text}]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({"filter": {"folder": "Projects-private"}}, "FOLDER_NOT_FOUND"),
        ({"filter": {"links_to": "Secret"}}, "NOTE_NOT_FOUND"),
        ({"base": "Nowhere"}, "NOTE_NOT_FOUND"),
        ({"base": "Projects-private/Hidden"}, "NOTE_NOT_FOUND"),
        ({"base": "Broken"}, "READ_FAILED"),
        ({"base": "Formula"}, "VALIDATION_FAILED"),
        ({"dataview": "TABLE a GROUP b"}, "VALIDATION_FAILED"),
        ({"base": "Formula", "note_for_this": "Secret"}, "NOTE_NOT_FOUND"),
        ({"dataview": "LIST", "note_for_this": "Secret"}, "NOTE_NOT_FOUND"),
        ({"dataview": "LIST FROM [[Secret]]"}, "VALIDATION_FAILED"),
    ],
)
async def test_a_query_that_cannot_be_evaluated_is_rejected(
    tmp_path: Path, arguments: dict[str, JsonValue], code: str
) -> None:
    async with vault_scene(tmp_path) as scene:
        (scene.root / "Projects-private" / "Hidden.base").write_text("")
        (scene.root / "Broken.base").write_bytes(b"\xff\xfe\x00")
        (scene.root / "Formula.base").write_text("filters: formula.x > > 3")
        query = QueryNotes(scene.vault, scene.searcher)
        assert (await failure(query, PUBLIC, **arguments))[0] == code


async def test_matching_notes_are_the_visible_notes_that_satisfy_the_filter(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        note_filter = validate_arguments(NoteFilter, {"property": "status", "value": "open"})
        assert isinstance(note_filter, NoteFilter)
        assert await matching_notes(scene.searcher, note_filter, FULL_VISIBILITY) == [
            "Projects-private/Secret.md",
            "Projects/Deep/Plan.md",
        ]
        assert await matching_notes(scene.searcher, note_filter, PUBLIC) == ["Projects/Deep/Plan.md"]
        missing_folder = validate_arguments(NoteFilter, {"folder": "Nowhere"})
        assert isinstance(missing_folder, NoteFilter)
        with pytest.raises(ToolFailure):
            await matching_notes(scene.searcher, missing_folder, FULL_VISIBILITY)


async def test_relative_days_are_resolved_against_the_current_time(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, {"A.md": "---\ndue: 2026-03-10\n---\n"}) as scene:
        note_filter = validate_arguments(NoteFilter, {"property": "due", "op": "after", "value": "-7d"})
        assert isinstance(note_filter, NoteFilter)
        now = datetime(2026, 3, 12).astimezone()
        assert await matching_notes(scene.searcher, note_filter, FULL_VISIBILITY, now) == ["A.md"]
        assert await matching_notes(scene.searcher, note_filter, FULL_VISIBILITY, now.replace(month=4)) == []


@pytest.mark.parametrize("tool_class", TOOLS)
def test_every_read_tool_is_described_and_its_examples_are_valid(tool_class: type) -> None:
    tool = tool_class.__new__(tool_class)
    schema = json_schema(tool.parameters)
    assert tool.effect == "read"
    assert all((tool.display_name, tool.purpose.endswith("."), tool.description, tool.category, tool.examples))
    assert len(json.dumps(schema)) < 8_000
    for example in tool.examples:
        arguments = validate_arguments(tool.parameters, example)
        assert tool.action(arguments)
        assert tool.summary(arguments) or tool.name == "query_notes"


def test_the_action_of_query_notes_is_short() -> None:
    query = QueryNotes.__new__(QueryNotes)
    parameters = validate_arguments(query.parameters, {"dataview": "TABLE " + "x, " * 300 + "y"})
    assert len(query.action(parameters)) < 160  # type: ignore[arg-type] # its own
