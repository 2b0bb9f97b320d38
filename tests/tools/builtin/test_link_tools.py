"""Tests of tools/builtin/link_tools.py: exact results that ignore hidden notes."""

from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.tools.vault_scene import PUBLIC, data, failure, run, vault_scene
from vaultdesk.tools.argument_schema import InvalidArguments, validate_arguments
from vaultdesk.tools.builtin.link_tools import GetLinks, Graph, GraphParameters
from vaultdesk.tools.tool import Visibility


async def test_links_of_a_note_are_returned_in_both_directions(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        output = await run(GetLinks(scene.vault, scene.searcher), path="boiler")
        assert output.data == {
            "path": "Boiler.md",
            "outgoing": [
                {"path": "Projects/Budget.md", "link": "Budget", "line": 7, "embed": False},
                {"path": "Projects-private/Secret.md", "link": "Secret", "line": 7, "embed": False},
            ],
            "unresolved": [{"link": "Nobody", "line": 11, "embed": False}],
            "backlinks": [
                {"path": "Projects-private/Secret.md", "line": 4, "context": "The secret boiler, see Boiler. #heating"},
                {"path": "Projects/Budget.md", "line": 3, "context": "The heat pump costs 18,400. Back to Boiler."},
            ],
        }
        assert [(source.path, source.first_line) for source in output.sources] == [
            ("Boiler.md", 0),
            ("Projects-private/Secret.md", 4),
            ("Projects/Budget.md", 3),
        ]


async def test_hidden_notes_are_neither_targets_nor_sources_and_text_is_redacted(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        result = await data(GetLinks(scene.vault, scene.searcher), PUBLIC, path="Boiler")
        assert [link["path"] for link in result["outgoing"]] == ["Projects/Budget.md"]
        assert [link["link"] for link in result["unresolved"]] == ["Secret", "Nobody"]
        assert [link["context"] for link in result["backlinks"]] == [
            "The heat pump costs %% kept back %%. Back to Boiler."
        ]
        assert "private" not in str(result)
        code, message = await failure(GetLinks(scene.vault, scene.searcher), PUBLIC, path="Projects-private/Secret")
        assert (code, message) == ("NOTE_NOT_FOUND", "There is no note “Projects-private/Secret”.")


@pytest.mark.parametrize(
    ("direction", "keys"),
    [
        ("outgoing", {"path", "outgoing"}),
        ("backlinks", {"path", "backlinks"}),
        ("unresolved", {"path", "unresolved"}),
    ],
)
async def test_one_direction_is_returned_alone(tmp_path: Path, direction: str, keys: set[str]) -> None:
    async with vault_scene(tmp_path) as scene:
        assert set(await data(GetLinks(scene.vault, scene.searcher), path="Boiler", direction=direction)) == keys


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (
            {"kind": "neighbours", "path": "Budget", "depth": 2},
            {"path": "Projects/Budget.md", "results": [{"path": "Boiler.md", "distance": 1}], "total_found": 1,
             "returned": 1},
        ),
        ({"kind": "orphans"}, {"results": [{"path": "Alone.md"}, {"path": "Projects/Deep/Plan.md"}], "total_found": 2,
                               "returned": 2}),
        ({"kind": "orphans", "offset": 1, "limit": 5},
         {"results": [{"path": "Projects/Deep/Plan.md"}], "total_found": 2, "returned": 1}),
        (
            {"kind": "hubs", "limit": 1},
            {"results": [{"path": "Boiler.md", "links_in": 1, "links_out": 1}], "total_found": 2, "returned": 1},
        ),
        ({"kind": "path", "path": "Budget", "to": "Boiler"},
         {"path": "Projects/Budget.md", "to": "Boiler.md", "way": ["Projects/Budget.md", "Boiler.md"], "found": True,
          "steps": 1}),
        ({"kind": "path", "path": "Alone", "to": "Boiler"},
         {"path": "Alone.md", "to": "Boiler.md", "way": [], "found": False, "steps": 0}),
        ({"kind": "unresolved"},
         {"results": [{"link": "Nobody", "count": 1, "linked_from": ["Boiler.md"]},
                      {"link": "Secret", "count": 1, "linked_from": ["Boiler.md"]}], "total_found": 2, "returned": 2}),
    ],
)  # fmt: skip
async def test_every_kind_of_graph_query_ignores_hidden_notes(
    tmp_path: Path, arguments: dict[str, JsonValue], expected: dict[str, JsonValue]
) -> None:
    async with vault_scene(tmp_path) as scene:
        output = await run(Graph(scene.vault, scene.searcher), PUBLIC, **arguments)
        assert output.data == expected
        paths = {text for text in str(expected).replace("'", " ").split() if text.endswith(".md")}
        assert {source.path for source in output.sources} == paths


async def test_a_hidden_note_is_neither_accepted_nor_part_of_a_path(tmp_path: Path) -> None:
    notes = {"A.md": "[[P]]", "Projects-private/P.md": "[[B]]", "B.md": ""}
    async with vault_scene(tmp_path, notes) as scene:
        graph = Graph(scene.vault, scene.searcher)
        unrestricted = await data(graph, kind="path", path="A", to="B")
        assert unrestricted["way"] == ["A.md", "Projects-private/P.md", "B.md"]
        assert (await data(graph, PUBLIC, kind="path", path="A", to="B"))["way"] == []
        assert (await failure(graph, PUBLIC, kind="neighbours", path="P"))[0] == "NOTE_NOT_FOUND"
        assert (await data(graph, PUBLIC, kind="orphans"))["total_found"] == 2


@pytest.mark.parametrize("arguments", [{"kind": "neighbours"}, {"kind": "path", "path": "A"}, {"kind": "all"}, {}])
def test_a_graph_query_without_its_notes_is_invalid(arguments: dict[str, JsonValue]) -> None:
    with pytest.raises(InvalidArguments):
        validate_arguments(GraphParameters, arguments)


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"kind": "path", "path": "a/B.md", "to": "C"}, "Look for the path from “B” to “C”"),
        ({"kind": "neighbours", "path": "B"}, "Look for notes linked with “B”"),
        ({"kind": "orphans"}, "Look for notes without links"),
        ({"kind": "hubs"}, "Look for the most linked notes"),
        ({"kind": "unresolved"}, "Look for links to notes that do not exist"),
    ],
)
def test_the_action_describes_the_graph_query(arguments: dict[str, JsonValue], text: str) -> None:
    parameters = validate_arguments(GraphParameters, arguments)
    assert isinstance(parameters, GraphParameters)
    assert Graph.__new__(Graph).action(parameters) == text


async def test_a_link_to_another_file_is_unresolved_only_if_the_file_is_missing_or_hidden(
    tmp_path: Path,
) -> None:
    async with vault_scene(tmp_path) as scene:
        root = scene.vault.root
        for file in ("Files/manual.pdf", "Projects-private/plan.pdf"):
            (root / file).parent.mkdir(exist_ok=True)
            (root / file).write_bytes(b"x")
        (root / "Filed.md").write_text("[[manual.pdf]] ![x](Files/manual.pdf) [[plan.pdf]] [[gone.pdf]] [[Nobody]]")
        await scene.indexer.rescan()
        graph, get_links = Graph(scene.vault, scene.searcher), GetLinks(scene.vault, scene.searcher)
        for view, unresolved in ((None, ["gone.pdf", "Nobody"]), (PUBLIC, ["plan.pdf", "gone.pdf", "Nobody"])):
            views = () if view is None else (view,)
            result = await data(get_links, *views, path="Filed")
            assert [link["link"] for link in result["unresolved"]] == unresolved
            rows = (await data(graph, *views, kind="unresolved"))["results"]
            assert {row["link"] for row in rows if "Filed.md" in row["linked_from"]} == set(unresolved)
        assert {link["path"] for link in (await data(get_links, path="Filed"))["outgoing"]} == {
            "Files/manual.pdf", "Projects-private/plan.pdf",
        }  # fmt: skip


async def test_file_cards_and_links_of_a_canvas_are_backlinks(tmp_path: Path) -> None:
    canvas = '{"nodes":[{"type":"file","file":"Boiler.md"},{"type":"text","text":"See [[Boiler]]."}]}'
    async with vault_scene(tmp_path, {"Map.canvas": canvas, "Boiler.md": "x"}) as scene:
        result = await data(GetLinks(scene.vault, scene.searcher), path="Boiler.md")
        restricted = await data(
            GetLinks(scene.vault, scene.searcher), Visibility(sees=lambda path: path == "Boiler.md"), path="Boiler.md"
        )

    assert [(link["path"], link["context"]) for link in result["backlinks"]] == [
        ("Map.canvas", "Boiler.md"),
        ("Map.canvas", "See Boiler."),
    ]
    assert restricted["backlinks"] == []
