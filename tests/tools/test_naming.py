"""Naming: a path, or a name only one note has; what is out of sight is not there."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.support.vaults import write_vault
from vaultdesk.core.errors import OutsideVault
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.tools.naming import MOST_CANDIDATES, note_named, note_path
from vaultdesk.tools.tool import WHOLE, ToolFailure, View
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import StagingArea
from vaultdesk.vault.vault import Vault

NOTES = {
    "Boiler.md": "root",
    "Projects/Boiler.md": "a",
    "Projects/House/Roof.md": "b",
    "Old/House/Roof.md": "c",
    "Projects/Budget.md": "d",
    "Work/v1.2.md": "e",
    "Secret/Plan.md": "f",
    "Open/Plan.md": "g",
    "picture.png": "",
}


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[tuple[Vault, Searcher]]:
    root = write_vault(folder / "vault", NOTES)
    index = Index(folder / "index.sqlite")
    async with Vault(root) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        await indexer.settled()
        yield vault, searcher


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Boiler", "Boiler.md"),
        ("Boiler.md", "Boiler.md"),
        ("boiler.MD", "Boiler.md"),
        ("projects/boiler", "Projects/Boiler.md"),
        ("Budget", "Projects/Budget.md"),
        ("budget.md", "Projects/Budget.md"),
        ("v1.2", "Work/v1.2.md"),
        ("Projects/House/Roof", "Projects/House/Roof.md"),
    ],
)
async def test_a_path_or_the_only_name_is_found(tmp_path: Path, text: str, found: str) -> None:
    async with opened(tmp_path) as (vault, searcher):
        assert (await note_named(text, StagingArea(vault), WHOLE, searcher)).text == found
        assert (await note_named(text, vault, WHOLE, searcher)).text == found


async def test_a_name_of_several_notes_is_refused_with_the_candidates(tmp_path: Path) -> None:
    async with opened(tmp_path) as (vault, searcher):
        for text in ("Roof", "house/roof.md"):
            with pytest.raises(ToolFailure) as refused:
                await note_named(text, vault, WHOLE, searcher)
            assert refused.value.code == "AMBIGUOUS_NOTE"
            assert refused.value.details == {"candidates": ["Old/House/Roof.md", "Projects/House/Roof.md"]}


@pytest.mark.parametrize("text", ["Nothing", "oof", "ouse/Roof", "picture.png", "Projects", "Boiler/"])
async def test_what_is_no_note_is_not_found(tmp_path: Path, text: str) -> None:
    async with opened(tmp_path) as (vault, searcher):
        with pytest.raises((ToolFailure, OutsideVault)) as refused:
            await note_named(text, vault, WHOLE, searcher)
        assert isinstance(refused.value, OutsideVault) or refused.value.code == "NOTE_NOT_FOUND"


@pytest.mark.parametrize("text", ["", "../x", "/etc/hosts", ".obsidian/app", "a/../../x.md", "x\x00"])
async def test_what_is_no_path_in_a_vault_is_refused_by_its_words_alone(tmp_path: Path, text: str) -> None:
    async with opened(tmp_path) as (vault, searcher):
        with pytest.raises(OutsideVault):
            await note_named(text, vault, WHOLE, searcher)


async def test_what_is_out_of_sight_is_neither_found_nor_counted(tmp_path: Path) -> None:
    view = View(sees=lambda path: not path.startswith(("Secret/", "Old/")) and path != "Boiler.md")
    async with opened(tmp_path) as (vault, searcher):
        for text in ("Secret/Plan", "Old/House/Roof.md"):
            with pytest.raises(ToolFailure) as refused:
                await note_named(text, vault, view, searcher)
            assert (refused.value.code, refused.value.details) == ("NOTE_NOT_FOUND", None)
        assert (await note_named("Plan", vault, view, searcher)).text == "Open/Plan.md"
        assert (await note_named("Roof", vault, view, searcher)).text == "Projects/House/Roof.md"
        # Even a note at the very path does not hide the one that may be seen.
        assert (await note_named("Boiler", vault, view, searcher)).text == "Projects/Boiler.md"


async def test_notes_of_the_draft_are_named_as_it_has_them(tmp_path: Path) -> None:
    async with opened(tmp_path) as (vault, searcher):
        draft = StagingArea(vault)
        await draft.create(NotePath("Deep/Fresh.md"), "new")
        await draft.move(NotePath("Projects/Budget.md"), NotePath("Projects/Money.md"))
        await draft.delete(NotePath("Old/House/Roof.md"))
        assert (await note_named("Fresh", draft, WHOLE, searcher)).text == "Deep/Fresh.md"
        assert (await note_named("Money", draft, WHOLE, searcher)).text == "Projects/Money.md"
        assert (await note_named("Roof", draft, WHOLE, searcher)).text == "Projects/House/Roof.md"
        with pytest.raises(ToolFailure, match="no note"):
            await note_named("Budget", draft, WHOLE, searcher)


async def test_without_an_index_only_paths_are_found(tmp_path: Path) -> None:
    async with opened(tmp_path) as (vault, _):
        assert (await note_named("Projects/Budget", vault, WHOLE)).text == "Projects/Budget.md"
        with pytest.raises(ToolFailure):
            await note_named("Budget", vault, WHOLE)


async def test_a_long_list_of_candidates_is_cut_and_says_so(tmp_path: Path) -> None:
    class Many:
        async def candidates(self, linkpath: str) -> list[str]:
            return [f"d{number:02}/{linkpath}" for number in range(MOST_CANDIDATES + 5)]

    notes = {f"d{number:02}/Same.md": "x" for number in range(MOST_CANDIDATES + 5)}
    async with Vault(write_vault(tmp_path, notes)) as vault:
        with pytest.raises(ToolFailure, match=r"25 notes are called “Same”.*The first 20 are listed") as refused:
            await note_named("Same", vault, WHOLE, Many())
        assert isinstance(refused.value.details, dict)
        assert len(refused.value.details["candidates"]) == MOST_CANDIDATES  # type: ignore[arg-type] # a list


def test_the_ending_may_be_left_out() -> None:
    assert [note_path(text).text for text in ("a", "a.md", "a.MD", "a.txt")] == ["a.md", "a.md", "a.MD", "a.txt.md"]
