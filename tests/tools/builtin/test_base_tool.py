"""Tests of tools/builtin/base_tool.py: bases of a real vault, in files and in notes, and nothing of what is hidden."""

import os
from pathlib import Path
from typing import Any

import pytest
from pydantic import JsonValue

from tests.tools.vault_scene import NOTES, PUBLIC, data, failure, run, seen, vault_scene
from vaultdesk.chat.messages import Source
from vaultdesk.tools.builtin.base_tool import QueryBase, bases_in_note
from vaultdesk.tools.tool import FULL_VISIBILITY, Visibility

BASE = """filters: '!file.name.contains("Template") && file.ext == "md"'
formulas: {state: 'if(status, status, "none")', secret: 'list(link).map(value.asFile().properties.status)'}
properties: {status: {displayName: State}, note.nothing: {displayName: Nothing}}
views:
  - {type: table, name: All, order: [file.name, status, formula.state], groupBy: status, summaries: {status: Filled}}
  - {type: cards, name: Linked, filters: file.hasLink(this), order: [file.basename], limit: 1}
"""


async def asked(folder: Path, view: Visibility = PUBLIC, /, **arguments: JsonValue) -> Any:  # Any: a test looks into it
    async with vault_scene(folder, {**NOTES, "Views/Work.base": BASE}) as scene:
        return await data(QueryBase(scene.vault, scene.searcher), view, **arguments)


async def test_v14_a_view_has_the_rows_a_person_sees(tmp_path: Path) -> None:
    assert await asked(tmp_path, path="Views/Work.base") == {
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


async def test_this_is_the_note_that_is_named(tmp_path: Path) -> None:
    found = await asked(tmp_path, path="work", view="linked", note_for_this="Boiler")
    assert (found["this"], found["type"], found["total_found"]) == ("Boiler.md", "cards", 1)
    assert found["rows"] == [{"path": "Projects/Budget.md", "text": {"file.basename": "Budget"}}]
    assert "found_before_limit" not in found


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
async def test_what_cannot_be_answered_is_refused(tmp_path: Path, arguments: dict[str, JsonValue], code: str) -> None:
    async with vault_scene(tmp_path) as scene:
        (scene.root / "Projects-private" / "Hidden.base").write_text("")
        (scene.root / "Open.base").write_text("views: [{name: A, type: table}]")
        (scene.root / "Broken.base").write_bytes(b"\xff\xfe\x00")
        (scene.root / "Wrong.base").write_text("filters: status ==")
        (scene.root / "Embeds.md").write_text("![[Open.base]] ![[Hidden.base]]")
        query = QueryBase(scene.vault, scene.searcher)
        assert (await failure(query, PUBLIC, **arguments))[0] == code


async def test_bases_of_a_note_are_evaluated_with_the_note_as_this(tmp_path: Path) -> None:
    notes = {
        "Author.md": "# Books\n```base\nfilters: list(author).contains(this)\nviews: [{order: [year]}]\n```\n"
        "![[Books.base#Late]]\n```\n![[Books.base]]\n```\n",
        "One.md": "---\nauthor: '[[Author]]'\nyear: 1969\n---\n",
        "Two.md": "---\nauthor: '[[Author|A]]'\nyear: 1974\n---\n",
    }  # fmt: skip
    async with vault_scene(tmp_path, notes) as scene:
        (scene.root / "Books.base").write_text(
            "filters: list(author).contains(this)\nviews: [{name: All}, {name: Late, filters: year > 1970}]"
        )
        query = QueryBase(scene.vault, scene.searcher)
        await scene.indexer.settled()
        block = await data(query, PUBLIC, path="Author.md")
        assert [(row["path"], row["text"]) for row in block["rows"]] == [
            ("One.md", {"year": 1969}),
            ("Two.md", {"year": 1974}),
        ]
        assert block["this"] == "Author.md"


async def test_files_that_are_no_notes_are_rows_unless_they_are_hidden_or_excluded(tmp_path: Path) -> None:
    async with vault_scene(tmp_path, {"A.md": "![[used.png]]", "private.md": "[[secret.png]]"}) as scene:
        for name in ("used.png", "free.png", "secret.png", "Old/kept.png"):
            (scene.root / name).parent.mkdir(exist_ok=True)
            (scene.root / name).write_bytes(b"12345")
        os.utime(scene.root / "used.png", (1_000_000_000, 1_000_000_000))
        (scene.root / "All.base").write_text(
            "filters: file.ext == 'png'\nformulas: {year: file.mtime.year}\n"
            "views: [{order: [file.size, formula.year, file.backlinks], sort: [file.mtime]}]"
        )
        hidden = Visibility(sees=lambda path: not path.startswith(("secret", "private")))
        found = await data(QueryBase(scene.vault, scene.searcher), hidden, path="All.base")
        assert [row["path"] for row in found["rows"]] == ["used.png", "free.png"]
        assert found["rows"][0]["text"] == {"file.size": 5, "formula.year": 2001, "file.backlinks": ["A.md"]}


async def test_text_of_other_notes_is_told_as_theirs_and_as_the_view_shows_it(tmp_path: Path) -> None:
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
        view = Visibility(sees=seen, redact=lambda path, text: text.upper() if path == "Kind.md" else text)
        output = await run(QueryBase(scene.vault, scene.searcher), view, path="K.base")
        assert isinstance(output.data, dict)
        assert output.data["rows"] == [
            {"path": "A.md", "text": {"formula.icon": "STAR"}}, {"path": "B.md", "text": {"formula.icon": None}},
        ]  # fmt: skip
        assert output.sources == (
            Source(path="A.md", characters=2), Source(path="Kind.md", characters=2), Source(path="B.md", characters=0),
        )  # fmt: skip
        assert output.files_affected == ("A.md", "Kind.md", "B.md")


def test_the_bases_of_a_note_are_its_blocks_and_embeds_outside_code() -> None:
    text = "~~~base\na: 1\n~~~\n![[x.base#V|shown]] and ![[f/y.BASE]]\n```python\n![[z.base]]\n```\n```base\nopen: 1"
    assert bases_in_note(text) == [
        ("a: 1", "", ""), ("", "x.base", "V"), ("", "f/y.BASE", ""), ("open: 1", "", ""),
    ]  # fmt: skip


def test_a_call_is_said_short() -> None:
    query = QueryBase.__new__(QueryBase)
    asked_for = query.parameters(path="Views/Work.base", view="x" * 300)  # type: ignore[call-arg] # its own
    assert len(query.action(asked_for)) < 170  # type: ignore[arg-type] # its own
    assert FULL_VISIBILITY.sees("anything")
