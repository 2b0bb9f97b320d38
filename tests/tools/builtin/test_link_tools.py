"""get_links and graph: exact, and as if what is hidden were not in the vault."""

from pathlib import Path

import pytest
from pydantic import JsonValue

from tests.tools.vault_scene import PUBLIC, data, failure, run, vault_scene
from vaultdesk.tools.argument_schema import InvalidArguments, validate_arguments
from vaultdesk.tools.builtin.link_tools import GetLinks, Graph, GraphParameters
from vaultdesk.tools.tool import Visibility


async def test_the_links_of_a_note_in_both_directions(tmp_path: Path) -> None:
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
        assert [(one.path, one.first_line) for one in output.sources] == [
            ("Boiler.md", 0),
            ("Projects-private/Secret.md", 4),
            ("Projects/Budget.md", 3),
        ]


async def test_hidden_notes_are_neither_targets_nor_sources_and_text_is_kept_back(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        found = await data(GetLinks(scene.vault, scene.searcher), PUBLIC, path="Boiler")
        assert [one["path"] for one in found["outgoing"]] == ["Projects/Budget.md"]
        assert [one["link"] for one in found["unresolved"]] == ["Secret", "Nobody"]
        assert [one["context"] for one in found["backlinks"]] == [
            "The heat pump costs %% kept back %%. Back to Boiler."
        ]
        assert "private" not in str(found)
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
async def test_one_direction_alone(tmp_path: Path, direction: str, keys: set[str]) -> None:
    async with vault_scene(tmp_path) as scene:
        assert set(await data(GetLinks(scene.vault, scene.searcher), path="Boiler", direction=direction)) == keys


@pytest.mark.parametrize(
    ("arguments", "wanted"),
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
async def test_every_kind_of_question_without_the_hidden(
    tmp_path: Path, arguments: dict[str, JsonValue], wanted: dict[str, JsonValue]
) -> None:
    async with vault_scene(tmp_path) as scene:
        output = await run(Graph(scene.vault, scene.searcher), PUBLIC, **arguments)
        assert output.data == wanted
        named = {text for text in str(wanted).replace("'", " ").split() if text.endswith(".md")}
        assert {source.path for source in output.sources} == named


async def test_a_hidden_note_cannot_be_asked_about_nor_lie_on_a_way(tmp_path: Path) -> None:
    notes = {"A.md": "[[P]]", "Projects-private/P.md": "[[B]]", "B.md": ""}
    async with vault_scene(tmp_path, notes) as scene:
        graph = Graph(scene.vault, scene.searcher)
        whole = await data(graph, kind="path", path="A", to="B")
        assert whole["way"] == ["A.md", "Projects-private/P.md", "B.md"]
        assert (await data(graph, PUBLIC, kind="path", path="A", to="B"))["way"] == []
        assert (await failure(graph, PUBLIC, kind="neighbours", path="P"))[0] == "NOTE_NOT_FOUND"
        assert (await data(graph, PUBLIC, kind="orphans"))["total_found"] == 2


@pytest.mark.parametrize("arguments", [{"kind": "neighbours"}, {"kind": "path", "path": "A"}, {"kind": "all"}, {}])
def test_a_question_without_its_notes_is_wrong(arguments: dict[str, JsonValue]) -> None:
    with pytest.raises(InvalidArguments):
        validate_arguments(GraphParameters, arguments)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"kind": "path", "path": "a/B.md", "to": "C"}, "Look for the path from “B” to “C”"),
        ({"kind": "neighbours", "path": "B"}, "Look for notes linked with “B”"),
        ({"kind": "orphans"}, "Look for notes without links"),
        ({"kind": "hubs"}, "Look for the most linked notes"),
        ({"kind": "unresolved"}, "Look for links to notes that do not exist"),
    ],
)
def test_what_is_asked_is_said(arguments: dict[str, JsonValue], words: str) -> None:
    asked = validate_arguments(GraphParameters, arguments)
    assert isinstance(asked, GraphParameters)
    assert Graph.__new__(Graph).action(asked) == words


async def test_a_link_to_a_file_that_is_no_note_is_unresolved_only_where_the_file_is_missing_or_hidden(
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
        for view, lost in ((None, ["gone.pdf", "Nobody"]), (PUBLIC, ["plan.pdf", "gone.pdf", "Nobody"])):
            views = () if view is None else (view,)
            found = await data(get_links, *views, path="Filed")
            assert [one["link"] for one in found["unresolved"]] == lost
            rows = (await data(graph, *views, kind="unresolved"))["results"]
            assert {one["link"] for one in rows if "Filed.md" in one["linked_from"]} == set(lost)
        assert {one["path"] for one in (await data(get_links, path="Filed"))["outgoing"]} == {
            "Files/manual.pdf", "Projects-private/plan.pdf",
        }  # fmt: skip


async def test_a_canvas_that_shows_or_names_a_note_links_to_it(tmp_path: Path) -> None:
    canvas = '{"nodes":[{"type":"file","file":"Boiler.md"},{"type":"text","text":"See [[Boiler]]."}]}'
    async with vault_scene(tmp_path, {"Map.canvas": canvas, "Boiler.md": "x"}) as scene:
        found = await data(GetLinks(scene.vault, scene.searcher), path="Boiler.md")
        hidden = await data(
            GetLinks(scene.vault, scene.searcher), Visibility(sees=lambda path: path == "Boiler.md"), path="Boiler.md"
        )

    assert [(one["path"], one["context"]) for one in found["backlinks"]] == [
        ("Map.canvas", "Boiler.md"),
        ("Map.canvas", "See Boiler."),
    ]
    assert hidden["backlinks"] == []
