"""Tests of tools/builtin/listing_tools.py: hidden notes and folders are neither listed nor counted."""

from pathlib import Path

import pytest

from tests.tools.vault_scene import PUBLIC, data, failure, run, vault_scene
from vaultdesk.tools.builtin.listing_tools import GetFileTree, ListNotes
from vaultdesk.tools.tool import Visibility


async def test_list_notes_returns_the_notes_of_a_folder_with_their_metadata(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        listing = ListNotes(scene.vault, scene.searcher)
        output = await run(listing, folder="projects")
        assert isinstance(output.data, dict)
        assert output.data["folder"] == "Projects"
        (note,) = output.data["notes"]  # type: ignore[misc,union-attr] # a list
        assert isinstance(note, dict)
        assert sorted(note) == ["created", "filename", "folder", "modified", "path", "size"]
        assert (note["path"], note["filename"], note["folder"]) == ("Projects/Budget.md", "Budget.md", "Projects")
        assert note["size"] == (scene.root / "Projects/Budget.md").stat().st_size
        assert ([source.path for source in output.sources], output.sources[0].characters) == (["Projects/Budget.md"], 0)
        recursive = await data(listing, folder="Projects", recursive=True)
        assert ([note["path"] for note in recursive["notes"]], recursive["count"]) == (
            ["Projects/Budget.md", "Projects/Deep/Plan.md"],
            2,
        )


async def test_the_root_lists_visible_notes_that_are_not_excluded(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        listing = ListNotes(scene.vault, scene.searcher)
        listed = await data(listing, folder="", recursive=True)
        assert [note["path"] for note in listed["notes"]] == [
            "Alone.md",
            "Boiler.md",
            "Projects-private/Secret.md",
            "Projects/Budget.md",
            "Projects/Deep/Plan.md",
        ]
        restricted = await data(listing, PUBLIC, folder="", recursive=True)
        assert (restricted["count"], "private" in str(restricted)) == (4, False)


@pytest.mark.parametrize(
    "folder", ["Project", "Boiler.md", "../x", "/etc", "Projects/Budget.md", ".obsidian", "Linked"]
)
async def test_a_path_that_is_not_a_folder_is_not_found(tmp_path: Path, folder: str) -> None:
    async with vault_scene(tmp_path) as scene:
        (scene.root / "Linked").symlink_to("/etc")
        code, message = await failure(ListNotes(scene.vault, scene.searcher), folder=folder)
        assert (code, message) == ("FOLDER_NOT_FOUND", f"There is no folder “{folder}”.")
        assert (await failure(GetFileTree(scene.searcher), folder=folder))[0] == "FOLDER_NOT_FOUND"


async def test_a_hidden_folder_is_not_found_and_an_empty_one_has_no_notes(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        for name in ("Empty", "Projects-private-too"):
            (scene.root / name).mkdir()
        listing = ListNotes(scene.vault, scene.searcher)
        assert (await failure(listing, PUBLIC, folder="Projects-private"))[0] == "FOLDER_NOT_FOUND"
        assert await data(listing, PUBLIC, folder="empty") == {"folder": "Empty", "notes": [], "count": 0}
        visibility = Visibility(sees=lambda path: path.startswith("Projects/"))
        assert (await failure(listing, visibility, folder="Empty"))[0] == "FOLDER_NOT_FOUND"


async def test_the_folder_of_excluded_notes_is_listed_as_empty(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        result = await data(ListNotes(scene.vault, scene.searcher), folder="Old")
        assert (result["notes"], result["count"]) == ([], 0)


async def test_the_tree_nests_folders_and_counts_visible_notes(tmp_path: Path) -> None:
    """
    ▾ (root)      4
      ▾ Projects  2
          Deep    1
    """
    async with vault_scene(tmp_path) as scene:
        tree = await data(GetFileTree(scene.searcher), PUBLIC)
        assert tree == {
            "folder": "",
            "name": "",
            "count": 4,
            "folders": [
                {
                    "folder": "Projects",
                    "name": "Projects",
                    "count": 2,
                    "folders": [
                        {
                            "folder": "Projects/Deep",
                            "name": "Deep",
                            "count": 1,
                            "folders": [],
                            "notes": [{"path": "Projects/Deep/Plan.md", "name": "Plan"}],
                        }
                    ],
                    "notes": [{"path": "Projects/Budget.md", "name": "Budget"}],
                }
            ],
            "notes": [{"path": "Alone.md", "name": "Alone"}, {"path": "Boiler.md", "name": "Boiler"}],
        }


async def test_a_tree_of_limited_depth_counts_deeper_notes(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        output = await run(GetFileTree(scene.searcher), PUBLIC, depth=1)
        assert isinstance(output.data, dict)
        assert output.data["folders"] == [
            {"folder": "Projects", "name": "Projects", "count": 2, "folders": [], "notes": []}
        ]
        assert output.files_affected == ("Alone.md", "Boiler.md")
        subtree = await data(GetFileTree(scene.searcher), folder="projects", depth=1)
        assert [note["path"] for note in subtree["notes"]] == ["Projects/Budget.md"]
        assert [(item["folder"], item["count"]) for item in subtree["folders"]] == [("Projects/Deep", 1)]


def test_action_and_summary_are_readable() -> None:
    listing, tree = ListNotes.__new__(ListNotes), GetFileTree.__new__(GetFileTree)
    assert listing.action(listing.parameters(folder="a", recursive=True)) == "List the notes in a, with folders in it"  # type: ignore[arg-type,call-arg] # its parameters
    assert tree.summary(tree.parameters()) == "the whole vault"  # type: ignore[arg-type] # its parameters
