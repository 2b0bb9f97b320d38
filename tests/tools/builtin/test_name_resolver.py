"""Tests of tools/builtin/name_resolver.py."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.support.drafting import scene
from tests.support.vaults import write_vault
from tests.tools.query_language.scene import network
from vaultdesk.core.errors import NoteNotWritten, OutsideVault
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.link_graph import Network
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.tools.builtin.name_resolver import (
    MAX_CANDIDATES,
    new_note_path,
    resolve_folder,
    resolve_linked_note,
    resolve_names,
    resolve_note,
    written_note_path,
)
from vaultdesk.tools.query.criteria import (
    AllCriteria,
    AnyCriterion,
    HasTag,
    InFolder,
    LinkedFrom,
    LinksTo,
    NotCriterion,
)
from vaultdesk.tools.tool import FULL_VISIBILITY, ToolFailure, Visibility
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import StagingArea
from vaultdesk.vault.vault import Vault

# Naming: a path, or a name only one note has; what is out of sight is not there.

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
        assert (await resolve_note(text, StagingArea(vault), FULL_VISIBILITY, searcher)).text == found
        assert (await resolve_note(text, vault, FULL_VISIBILITY, searcher)).text == found


async def test_a_name_of_several_notes_is_refused_with_the_candidates(tmp_path: Path) -> None:
    async with opened(tmp_path) as (vault, searcher):
        for text in ("Roof", "house/roof.md"):
            with pytest.raises(ToolFailure) as refused:
                await resolve_note(text, vault, FULL_VISIBILITY, searcher)
            assert refused.value.code == "AMBIGUOUS_NOTE"
            assert refused.value.details == {"candidates": ["Old/House/Roof.md", "Projects/House/Roof.md"]}


@pytest.mark.parametrize("text", ["Nothing", "oof", "ouse/Roof", "picture.png", "Projects", "Boiler/"])
async def test_what_is_no_note_is_not_found(tmp_path: Path, text: str) -> None:
    async with opened(tmp_path) as (vault, searcher):
        with pytest.raises((ToolFailure, OutsideVault)) as refused:
            await resolve_note(text, vault, FULL_VISIBILITY, searcher)
        assert isinstance(refused.value, OutsideVault) or refused.value.code == "NOTE_NOT_FOUND"


@pytest.mark.parametrize("text", ["", "../x", "/etc/hosts", ".obsidian/app", "a/../../x.md", "x\x00"])
async def test_what_is_no_path_in_a_vault_is_refused_by_its_words_alone(tmp_path: Path, text: str) -> None:
    async with opened(tmp_path) as (vault, searcher):
        with pytest.raises(OutsideVault):
            await resolve_note(text, vault, FULL_VISIBILITY, searcher)


async def test_what_is_out_of_sight_is_neither_found_nor_counted(tmp_path: Path) -> None:
    view = Visibility(sees=lambda path: not path.startswith(("Secret/", "Old/")) and path != "Boiler.md")
    async with opened(tmp_path) as (vault, searcher):
        for text in ("Secret/Plan", "Old/House/Roof.md"):
            with pytest.raises(ToolFailure) as refused:
                await resolve_note(text, vault, view, searcher)
            assert (refused.value.code, refused.value.details) == ("NOTE_NOT_FOUND", None)
        assert (await resolve_note("Plan", vault, view, searcher)).text == "Open/Plan.md"
        assert (await resolve_note("Roof", vault, view, searcher)).text == "Projects/House/Roof.md"
        # Even a note at the very path does not hide the one that may be seen.
        assert (await resolve_note("Boiler", vault, view, searcher)).text == "Projects/Boiler.md"


async def test_notes_of_the_draft_are_named_as_it_has_them(tmp_path: Path) -> None:
    async with opened(tmp_path) as (vault, searcher):
        draft = StagingArea(vault)
        await draft.create(NotePath("Deep/Fresh.md"), "new")
        await draft.move(NotePath("Projects/Budget.md"), NotePath("Projects/Money.md"))
        await draft.delete(NotePath("Old/House/Roof.md"))
        assert (await resolve_note("Fresh", draft, FULL_VISIBILITY, searcher)).text == "Deep/Fresh.md"
        assert (await resolve_note("Money", draft, FULL_VISIBILITY, searcher)).text == "Projects/Money.md"
        assert (await resolve_note("Roof", draft, FULL_VISIBILITY, searcher)).text == "Projects/House/Roof.md"
        with pytest.raises(ToolFailure, match="no note"):
            await resolve_note("Budget", draft, FULL_VISIBILITY, searcher)


async def test_without_an_index_only_paths_are_found(tmp_path: Path) -> None:
    async with opened(tmp_path) as (vault, _):
        assert (await resolve_note("Projects/Budget", vault, FULL_VISIBILITY)).text == "Projects/Budget.md"
        with pytest.raises(ToolFailure):
            await resolve_note("Budget", vault, FULL_VISIBILITY)


async def test_a_long_list_of_candidates_is_cut_and_says_so(tmp_path: Path) -> None:
    class Many:
        async def candidates(self, linkpath: str) -> list[str]:
            return [f"d{number:02}/{linkpath}" for number in range(MAX_CANDIDATES + 5)]

    notes = {f"d{number:02}/Same.md": "x" for number in range(MAX_CANDIDATES + 5)}
    async with Vault(write_vault(tmp_path, notes)) as vault:
        with pytest.raises(ToolFailure, match=r"25 notes are called “Same”.*The first 20 are listed") as refused:
            await resolve_note("Same", vault, FULL_VISIBILITY, Many())
        assert isinstance(refused.value.details, dict)
        assert len(refused.value.details["candidates"]) == MAX_CANDIDATES  # type: ignore[arg-type] # a list


def test_the_ending_may_be_left_out() -> None:
    assert [written_note_path(text).text for text in ("a", "a.md", "a.MD", "a.txt")] == [
        "a.md",
        "a.md",
        "a.MD",
        "a.txt.md",
    ]


# Where a new note goes by the path a model gives.

PLACING_NOTES = {"Projects/Deep/Boiler.md": "x", "Secret/Plan.md": "x"}


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("New", "New.md"),
        ("New.md", "New.md"),
        ("v1.2", "v1.2.md"),
        ("projects/New", "Projects/New.md"),
        ("PROJECTS/deep/x/New", "Projects/Deep/x/New.md"),
        ("Other/New", "Other/New.md"),
    ],
)
async def test_a_path_is_spelled_as_the_disk_has_it(tmp_path: Path, text: str, place: str) -> None:
    async with scene(tmp_path, PLACING_NOTES) as bench:
        assert (await new_note_path(text, bench.draft, FULL_VISIBILITY)).text == place


@pytest.mark.parametrize("text", ["../x", "/x", ".obsidian/x", "a/../../x", "C:/x", "", "a\\b", "Projects/"])
async def test_a_place_outside_is_refused(tmp_path: Path, text: str) -> None:
    async with scene(tmp_path, PLACING_NOTES) as bench:
        with pytest.raises(OutsideVault):
            await new_note_path(text, bench.draft, FULL_VISIBILITY)


@pytest.mark.parametrize("text", ["a#b", "a|b", "con", "x/what?", "ab/c:d"])
async def test_a_name_that_breaks_links_or_systems_is_refused(tmp_path: Path, text: str) -> None:
    async with scene(tmp_path, PLACING_NOTES) as bench:
        with pytest.raises(NoteNotWritten):
            await new_note_path(text, bench.draft, FULL_VISIBILITY)


async def test_how_a_folder_out_of_sight_is_spelled_is_not_told(tmp_path: Path) -> None:
    async with scene(tmp_path, PLACING_NOTES) as bench:
        narrow = Visibility(sees=lambda path: path.startswith("Projects/"))
        with pytest.raises(ToolFailure) as refused:
            await new_note_path("sEcReT/New", bench.draft, narrow)
        assert refused.value.code == "PERMISSION_DENIED"
        assert "sEcReT" in refused.value.message
        assert "Secret" not in refused.value.message
        assert (await new_note_path("projects/New", bench.draft, narrow)).text == "Projects/New.md"


# Grounding: folders and notes a filter names, in the disk's spelling, or refused; hidden ones as missing ones.

GROUNDING_NOTES = {
    "Work/A.md": "", "Work-private/B.md": "", "Work/Deep/C.md": "", "work2/C.md": "", "É/x.md": "", "Top.md": "",
}  # fmt: skip
if os.name != "nt":  # Windows takes the two for one folder.
    GROUNDING_NOTES["é/y.md"] = ""


def test_folders_are_found_by_whole_names_and_the_disks_case(tmp_path: Path) -> None:
    with network(tmp_path, GROUNDING_NOTES) as net:
        assert [resolve_folder(text, net) for text in ("Work", "work/", "WORK/deep", "", "/")] == [
            "Work", "Work", "Work/Deep", "", "",
        ]  # fmt: skip
        assert resolve_folder("É", net) == "É"
        for text in ("Wor", "Work/A.md", "Top.md", "nowhere", "..", "Work/..", "Deep"):
            with pytest.raises(ToolFailure) as refused:
                resolve_folder(text, net)
            assert refused.value.code == "FOLDER_NOT_FOUND"


def test_a_hidden_folder_is_refused_in_the_words_for_a_missing_one(tmp_path: Path) -> None:
    with network(tmp_path, GROUNDING_NOTES) as whole:
        net = Network(whole.table, lambda path: not path.startswith("Work-private/"))
        with pytest.raises(ToolFailure) as hidden:
            resolve_folder("Work-private", net)
        with pytest.raises(ToolFailure) as missing:
            resolve_folder("Work-privatf", net)
        assert hidden.value.message.replace("private", "privatf") == missing.value.message
        assert (hidden.value.code, hidden.value.details) == (missing.value.code, missing.value.details)


def test_notes_are_found_by_path_or_an_only_name(tmp_path: Path) -> None:
    with network(tmp_path, GROUNDING_NOTES) as whole:
        assert [resolve_linked_note(text, whole) for text in ("Top", "[[Top|x]]", "work/a.md", "Work/Deep/C")] == [
            "Top.md", "Top.md", "Work/A.md", "Work/Deep/C.md",
        ]  # fmt: skip
        with pytest.raises(ToolFailure) as refused:
            resolve_linked_note("C", whole)
        assert refused.value.code == "AMBIGUOUS_NOTE"
        assert refused.value.details == {"candidates": ["work2/C.md", "Work/Deep/C.md"]}
        with pytest.raises(ToolFailure) as refused:
            resolve_linked_note("Nobody", whole)
        assert refused.value.code == "NOTE_NOT_FOUND"
        half = Network(whole.table, lambda path: path != "work2/C.md")
        assert resolve_linked_note("C", half) == "Work/Deep/C.md"


def test_every_name_in_a_filter_is_grounded(tmp_path: Path) -> None:
    with network(tmp_path, GROUNDING_NOTES) as net:
        asked = AllCriteria(
            (InFolder("work", False), AnyCriterion((LinksTo("top"), NotCriterion(LinkedFrom("TOP")))), HasTag("x"))
        )
        wanted = AllCriteria(
            (
                InFolder("Work", False),
                AnyCriterion((LinksTo("Top.md"), NotCriterion(LinkedFrom("Top.md")))),
                HasTag("x"),
            )
        )
        assert resolve_names(asked, net) == wanted
