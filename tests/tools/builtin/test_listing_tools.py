"""list_notes and get_file_tree: what a view sees, by whole names; everything else is not there, nor counted."""

from pathlib import Path

import pytest

from tests.tools.vault_scene import PUBLIC, data, failure, run, vault_scene
from vaultdesk.tools.builtin.listing_tools import GetFileTree, ListNotes
from vaultdesk.tools.tool import Visibility


async def test_a_folder_lists_its_notes_with_their_facts(tmp_path: Path) -> None:
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
        deep = await data(listing, folder="Projects", recursive=True)
        assert ([one["path"] for one in deep["notes"]], deep["count"]) == (
            ["Projects/Budget.md", "Projects/Deep/Plan.md"],
            2,
        )


async def test_the_root_lists_what_is_seen_and_not_excluded(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        listing = ListNotes(scene.vault, scene.searcher)
        every = await data(listing, folder="", recursive=True)
        assert [one["path"] for one in every["notes"]] == [
            "Alone.md",
            "Boiler.md",
            "Projects-private/Secret.md",
            "Projects/Budget.md",
            "Projects/Deep/Plan.md",
        ]
        public = await data(listing, PUBLIC, folder="", recursive=True)
        assert (public["count"], "private" in str(public)) == (4, False)


@pytest.mark.parametrize(
    "folder", ["Project", "Boiler.md", "../x", "/etc", "Projects/Budget.md", ".obsidian", "Linked"]
)
async def test_what_is_no_folder_is_not_found(tmp_path: Path, folder: str) -> None:
    async with vault_scene(tmp_path) as scene:
        (scene.root / "Linked").symlink_to("/etc")
        code, message = await failure(ListNotes(scene.vault, scene.searcher), folder=folder)
        assert (code, message) == ("FOLDER_NOT_FOUND", f"There is no folder “{folder}”.")
        assert (await failure(GetFileTree(scene.searcher), folder=folder))[0] == "FOLDER_NOT_FOUND"


async def test_a_hidden_folder_is_not_found_and_an_empty_one_is_empty(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        for name in ("Empty", "Projects-private-too"):
            (scene.root / name).mkdir()
        listing = ListNotes(scene.vault, scene.searcher)
        assert (await failure(listing, PUBLIC, folder="Projects-private"))[0] == "FOLDER_NOT_FOUND"
        assert await data(listing, PUBLIC, folder="empty") == {"folder": "Empty", "notes": [], "count": 0}
        scoped = Visibility(sees=lambda path: path.startswith("Projects/"))
        assert (await failure(listing, scoped, folder="Empty"))[0] == "FOLDER_NOT_FOUND"


async def test_excluded_notes_are_listed_nowhere_and_their_folder_is_empty(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        found = await data(ListNotes(scene.vault, scene.searcher), folder="Old")
        assert (found["notes"], found["count"]) == ([], 0)


async def test_the_tree_shows_folders_in_folders_and_counts_what_is_seen(tmp_path: Path) -> None:
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


async def test_a_shallow_tree_counts_what_it_does_not_show(tmp_path: Path) -> None:
    async with vault_scene(tmp_path) as scene:
        output = await run(GetFileTree(scene.searcher), PUBLIC, depth=1)
        assert isinstance(output.data, dict)
        assert output.data["folders"] == [
            {"folder": "Projects", "name": "Projects", "count": 2, "folders": [], "notes": []}
        ]
        assert output.files_affected == ("Alone.md", "Boiler.md")
        below = await data(GetFileTree(scene.searcher), folder="projects", depth=1)
        assert [note["path"] for note in below["notes"]] == ["Projects/Budget.md"]
        assert [(one["folder"], one["count"]) for one in below["folders"]] == [("Projects/Deep", 1)]


def test_words_for_people() -> None:
    listing, tree = ListNotes.__new__(ListNotes), GetFileTree.__new__(GetFileTree)
    assert listing.action(listing.parameters(folder="a", recursive=True)) == "List the notes in a, with folders in it"  # type: ignore[arg-type,call-arg] # its own
    assert tree.summary(tree.parameters()) == "the whole vault"  # type: ignore[arg-type] # its own
