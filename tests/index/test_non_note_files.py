"""Canvases and bases in the index: they are searchable, but neither listed nor counted as notes."""

import asyncio
import json
from pathlib import Path

import pytest

from tests.index.scene import PATIENCE, Scene, at_work, shows
from tests.support.vaults import write_vault
from vaultdesk.index.index_results import Backlink
from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.store.index_entry import decode_problem

pytestmark = pytest.mark.filterwarnings("ignore:Callback with id:RuntimeWarning")

CARD = {"id": "1", "type": "text", "x": 0, "y": 0, "width": 9, "height": 9, "text": "the boiler\nsee [[Roses]] #plants"}
FILE = {"id": "2", "type": "file", "x": 0, "y": 99, "width": 9, "height": 9, "file": "Garden/Roses.md"}
BOARD = json.dumps({"nodes": [CARD, FILE], "edges": [{"id": "3", "label": "warms"}]})
VAULT = {
    "Garden/Roses.md": "# Roses\nThey need sun. [[Plan.canvas]] #plants",
    "Garden/Plan.canvas": BOARD,
    "Books.base": "formulas:\n  worth: price / pages\nviews:\n  - type: table\n    name: Unread shelf\n",
}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return write_vault(tmp_path / "vault", VAULT)


async def _search_paths(scene: Scene, query: str) -> list[str]:
    return sorted(hit.path for hit in await scene.searcher.search(query))


async def test_canvases_and_bases_are_found_by_words_and_by_substrings(root: Path, tmp_path: Path) -> None:
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        assert await _search_paths(scene, "boiler ") == ["Garden/Plan.canvas"]
        assert await _search_paths(scene, "warms ") == ["Garden/Plan.canvas"]
        assert await _search_paths(scene, '"unread shelf"') == ["Books.base"]
        assert [hit.path for hit in await scene.searcher.substring("price / pa")] == ["Books.base"]
        (hit,) = await scene.searcher.search("boiler ")
        assert (hit.kind, hit.title, "the boiler" in hit.snippet) == ("canvas", "Plan", True)


async def test_lists_and_counts_of_notes_exclude_canvases_and_bases(root: Path, tmp_path: Path) -> None:
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        assert [row.path for row in await scene.searcher.tree()] == ["Garden/Roses.md"]
        assert await scene.searcher.note("Garden/Plan.canvas") is None
        assert list(await scene.searcher.read_note_table(NoteTable.all_facts)) == ["Garden/Roses.md"]
        assert [(tag.tag, tag.notes) for tag in await scene.searcher.tags()] == [("plants", 1)]
        counts = await scene.searcher.counts()
        assert (counts.notes, counts.tags, counts.links) == (1, 1, 1)
        assert scene.indexer.state.notes == 1


async def test_a_canvas_has_links_and_backlinks(root: Path, tmp_path: Path) -> None:
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        assert await scene.searcher.backlinks("Garden/Roses.md") == [
            Backlink("Garden/Plan.canvas", "Plan", 2, "see Roses #plants"),
            Backlink("Garden/Plan.canvas", "Plan", 4, "Garden/Roses.md"),
        ]
        outgoing = await scene.searcher.outgoing("Garden/Roses.md")
        assert [(link.target, link.path) for link in outgoing] == [("Plan.canvas", "Garden/Plan.canvas")]
        from_canvas = await scene.searcher.outgoing("Garden/Plan.canvas")
        assert [link.path for link in from_canvas] == ["Garden/Roses.md", "Garden/Roses.md"]


async def test_the_graph_contains_only_notes(root: Path, tmp_path: Path) -> None:
    async with at_work(root, tmp_path / "index.sqlite") as scene:

        def of_network(network: Network) -> tuple[object, ...]:
            nodes = network.load_all_nodes()
            return (nodes, list(network.outgoing("Garden/Roses.md")), set(network.incoming("Garden/Roses.md")),
                    network.unresolved("Garden/Roses.md"))  # fmt: skip

        results = await scene.searcher.read_note_table(lambda table: of_network(Network(table, lambda path: True)))
        assert results == ({"Garden/Roses.md"}, [], set(), [])


async def test_empty_and_invalid_canvases_and_bases_have_the_correct_problem(root: Path, tmp_path: Path) -> None:
    write_vault(root, {"Empty.canvas": "", "Broken.canvas": "{", "Broken.base": "a: ["})
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        assert await _search_paths(scene, "file:broken") == ["Broken.base", "Broken.canvas"]
        with scene.index.reading() as connection:
            problems = dict(connection.execute("SELECT path, problem FROM note WHERE kind != 'note'"))
        assert problems["Empty.canvas"] == ""
        assert str(decode_problem(problems["Broken.canvas"])) == "It is not a canvas: its text is not valid JSON."
        assert str(decode_problem(problems["Broken.base"])).startswith("It cannot be read as a base. Line ")
        assert scene.indexer.state.problems == 0


async def test_external_changes_are_followed(root: Path, tmp_path: Path) -> None:
    async with at_work(root, tmp_path / "index.sqlite", watch=True) as scene:
        write_vault(root, {"Garden/Plan.canvas": BOARD.replace("boiler", "zebra")})
        await shows(scene, lambda: _search_paths(scene, "zebra "), ["Garden/Plan.canvas"])
        (root / "Garden/Plan.canvas").rename(root / "Plan two.CANVAS")
        await shows(scene, lambda: _search_paths(scene, "zebra "), ["Plan two.CANVAS"])
        write_vault(root, {"New.base": "views:\n  - name: giraffe\n"})
        await shows(scene, lambda: _search_paths(scene, "giraffe "), ["New.base"])
        (root / "Plan two.CANVAS").unlink()
        await shows(scene, lambda: _search_paths(scene, "zebra "), [])


async def test_changes_made_while_closed_are_found_at_the_next_start(root: Path, tmp_path: Path) -> None:
    async with at_work(root, tmp_path / "index.sqlite"):
        pass
    write_vault(root, {"Garden/Plan.canvas": BOARD.replace("boiler", "zebra")})
    (root / "Books.base").unlink()
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        assert await _search_paths(scene, "zebra ") == ["Garden/Plan.canvas"]
        assert await _search_paths(scene, "unread ") == []


async def test_excluded_canvases_are_known_by_name_only(root: Path, tmp_path: Path) -> None:
    write_vault(root, {".obsidian/app.json": '{"userIgnoreFilters": ["Garden/"]}'})
    async with at_work(root, tmp_path / "index.sqlite") as scene:
        assert await _search_paths(scene, "boiler ") == []
        assert await scene.searcher.substring("boiler") == []
        assert await scene.searcher.resolve("Plan.canvas") == "Garden/Plan.canvas"


async def test_other_files_are_not_indexed(root: Path, tmp_path: Path) -> None:
    write_vault(root, {"Notes.txt": "boiler", "a.canvas.bak": "boiler", "canvas": "boiler", ".hidden.canvas": BOARD})
    async with asyncio.timeout(PATIENCE), at_work(root, tmp_path / "index.sqlite") as scene:
        assert await _search_paths(scene, "boiler ") == ["Garden/Plan.canvas"]
        assert len(scene.index.stored()) == 3
