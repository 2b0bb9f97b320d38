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

# Names: a path or a unique name; hidden notes are ignored.

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
async def open_vault(folder: Path) -> AsyncIterator[tuple[Vault, Searcher]]:
    root = write_vault(folder / "vault", NOTES)
    index = Index(folder / "index.sqlite")
    async with Vault(root) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        await indexer.settled()
        yield vault, searcher


@pytest.mark.parametrize(
    ("text", "expected"),
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
async def test_a_note_is_found_by_its_path_or_its_unique_name(tmp_path: Path, text: str, expected: str) -> None:
    async with open_vault(tmp_path) as (vault, searcher):
        assert (await resolve_note(text, StagingArea(vault), FULL_VISIBILITY, searcher)).text == expected
        assert (await resolve_note(text, vault, FULL_VISIBILITY, searcher)).text == expected


async def test_an_ambiguous_name_is_rejected_with_the_candidates(tmp_path: Path) -> None:
    async with open_vault(tmp_path) as (vault, searcher):
        for text in ("Roof", "house/roof.md"):
            with pytest.raises(ToolFailure) as error:
                await resolve_note(text, vault, FULL_VISIBILITY, searcher)
            assert error.value.code == "AMBIGUOUS_NOTE"
            assert error.value.details == {"candidates": ["Old/House/Roof.md", "Projects/House/Roof.md"]}


@pytest.mark.parametrize("text", ["Nothing", "oof", "ouse/Roof", "picture.png", "Projects", "Boiler/"])
async def test_a_text_that_names_no_note_is_not_found(tmp_path: Path, text: str) -> None:
    async with open_vault(tmp_path) as (vault, searcher):
        with pytest.raises((ToolFailure, OutsideVault)) as error:
            await resolve_note(text, vault, FULL_VISIBILITY, searcher)
        assert isinstance(error.value, OutsideVault) or error.value.code == "NOTE_NOT_FOUND"


@pytest.mark.parametrize("text", ["", "../x", "/etc/hosts", ".obsidian/app", "a/../../x.md", "x\x00"])
async def test_a_path_outside_of_the_vault_is_rejected(tmp_path: Path, text: str) -> None:
    async with open_vault(tmp_path) as (vault, searcher):
        with pytest.raises(OutsideVault):
            await resolve_note(text, vault, FULL_VISIBILITY, searcher)


async def test_hidden_notes_are_neither_found_nor_candidates(tmp_path: Path) -> None:
    visibility = Visibility(sees=lambda path: not path.startswith(("Secret/", "Old/")) and path != "Boiler.md")
    async with open_vault(tmp_path) as (vault, searcher):
        for text in ("Secret/Plan", "Old/House/Roof.md"):
            with pytest.raises(ToolFailure) as error:
                await resolve_note(text, vault, visibility, searcher)
            assert (error.value.code, error.value.details) == ("NOTE_NOT_FOUND", None)
        assert (await resolve_note("Plan", vault, visibility, searcher)).text == "Open/Plan.md"
        assert (await resolve_note("Roof", vault, visibility, searcher)).text == "Projects/House/Roof.md"
        # Even a hidden note at exactly this path does not take precedence over the visible one.
        assert (await resolve_note("Boiler", vault, visibility, searcher)).text == "Projects/Boiler.md"


async def test_names_are_resolved_in_the_staging_area(tmp_path: Path) -> None:
    async with open_vault(tmp_path) as (vault, searcher):
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
    async with open_vault(tmp_path) as (vault, _):
        assert (await resolve_note("Projects/Budget", vault, FULL_VISIBILITY)).text == "Projects/Budget.md"
        with pytest.raises(ToolFailure):
            await resolve_note("Budget", vault, FULL_VISIBILITY)


async def test_a_long_list_of_candidates_is_truncated_with_a_message(tmp_path: Path) -> None:
    class ManyCandidates:
        async def candidates(self, linkpath: str) -> list[str]:
            return [f"d{number:02}/{linkpath}" for number in range(MAX_CANDIDATES + 5)]

    notes = {f"d{number:02}/Same.md": "x" for number in range(MAX_CANDIDATES + 5)}
    async with Vault(write_vault(tmp_path, notes)) as vault:
        with pytest.raises(ToolFailure, match=r"25 notes are called “Same”.*The first 20 are listed") as error:
            await resolve_note("Same", vault, FULL_VISIBILITY, ManyCandidates())
        assert isinstance(error.value.details, dict)
        assert len(error.value.details["candidates"]) == MAX_CANDIDATES  # type: ignore[arg-type] # a list


def test_the_extension_is_optional() -> None:
    assert [written_note_path(text).text for text in ("a", "a.md", "a.MD", "a.txt")] == [
        "a.md",
        "a.md",
        "a.MD",
        "a.txt.md",
    ]


# The path of a new note from the path in a call.

NEW_NOTE_NOTES = {"Projects/Deep/Boiler.md": "x", "Secret/Plan.md": "x"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("New", "New.md"),
        ("New.md", "New.md"),
        ("v1.2", "v1.2.md"),
        ("projects/New", "Projects/New.md"),
        ("PROJECTS/deep/x/New", "Projects/Deep/x/New.md"),
        ("Other/New", "Other/New.md"),
    ],
)
async def test_a_new_path_uses_the_spelling_on_disk(tmp_path: Path, text: str, expected: str) -> None:
    async with scene(tmp_path, NEW_NOTE_NOTES) as bench:
        assert (await new_note_path(text, bench.draft, FULL_VISIBILITY)).text == expected


@pytest.mark.parametrize("text", ["../x", "/x", ".obsidian/x", "a/../../x", "C:/x", "", "a\\b", "Projects/"])
async def test_a_new_path_outside_of_the_vault_is_rejected(tmp_path: Path, text: str) -> None:
    async with scene(tmp_path, NEW_NOTE_NOTES) as bench:
        with pytest.raises(OutsideVault):
            await new_note_path(text, bench.draft, FULL_VISIBILITY)


@pytest.mark.parametrize("text", ["a#b", "a|b", "con", "x/what?", "ab/c:d"])
async def test_a_name_that_breaks_links_or_is_not_portable_is_rejected(tmp_path: Path, text: str) -> None:
    async with scene(tmp_path, NEW_NOTE_NOTES) as bench:
        with pytest.raises(NoteNotWritten):
            await new_note_path(text, bench.draft, FULL_VISIBILITY)


async def test_the_spelling_of_a_hidden_folder_is_not_disclosed(tmp_path: Path) -> None:
    async with scene(tmp_path, NEW_NOTE_NOTES) as bench:
        visibility = Visibility(sees=lambda path: path.startswith("Projects/"))
        with pytest.raises(ToolFailure) as error:
            await new_note_path("sEcReT/New", bench.draft, visibility)
        assert error.value.code == "PERMISSION_DENIED"
        assert "sEcReT" in error.value.message
        assert "Secret" not in error.value.message
        assert (await new_note_path("projects/New", bench.draft, visibility)).text == "Projects/New.md"


# Folders and notes in a filter are resolved to the spelling on disk; hidden ones are treated as missing.

FILTER_NOTES = {
    "Work/A.md": "", "Work-private/B.md": "", "Work/Deep/C.md": "", "work2/C.md": "", "É/x.md": "", "Top.md": "",
}  # fmt: skip
if os.name != "nt":  # On Windows the two names are one folder.
    FILTER_NOTES["é/y.md"] = ""


def test_folders_are_found_by_whole_names_in_any_case(tmp_path: Path) -> None:
    with network(tmp_path, FILTER_NOTES) as network_view:
        assert [resolve_folder(text, network_view) for text in ("Work", "work/", "WORK/deep", "", "/")] == [
            "Work", "Work", "Work/Deep", "", "",
        ]  # fmt: skip
        assert resolve_folder("É", network_view) == "É"
        for text in ("Wor", "Work/A.md", "Top.md", "nowhere", "..", "Work/..", "Deep"):
            with pytest.raises(ToolFailure) as error:
                resolve_folder(text, network_view)
            assert error.value.code == "FOLDER_NOT_FOUND"


def test_a_hidden_folder_gives_the_same_error_as_a_missing_one(tmp_path: Path) -> None:
    with network(tmp_path, FILTER_NOTES) as full_network:
        network_view = Network(full_network.table, lambda path: not path.startswith("Work-private/"))
        with pytest.raises(ToolFailure) as hidden:
            resolve_folder("Work-private", network_view)
        with pytest.raises(ToolFailure) as missing:
            resolve_folder("Work-privatf", network_view)
        assert hidden.value.message.replace("private", "privatf") == missing.value.message
        assert (hidden.value.code, hidden.value.details) == (missing.value.code, missing.value.details)


def test_linked_notes_are_found_by_path_or_unique_name(tmp_path: Path) -> None:
    with network(tmp_path, FILTER_NOTES) as full_network:
        names = ("Top", "[[Top|x]]", "work/a.md", "Work/Deep/C")
        assert [resolve_linked_note(name, full_network) for name in names] == [
            "Top.md", "Top.md", "Work/A.md", "Work/Deep/C.md",
        ]  # fmt: skip
        with pytest.raises(ToolFailure) as error:
            resolve_linked_note("C", full_network)
        assert error.value.code == "AMBIGUOUS_NOTE"
        assert error.value.details == {"candidates": ["work2/C.md", "Work/Deep/C.md"]}
        with pytest.raises(ToolFailure) as error:
            resolve_linked_note("Nobody", full_network)
        assert error.value.code == "NOTE_NOT_FOUND"
        partial_network = Network(full_network.table, lambda path: path != "work2/C.md")
        assert resolve_linked_note("C", partial_network) == "Work/Deep/C.md"


def test_every_name_in_a_filter_is_resolved(tmp_path: Path) -> None:
    with network(tmp_path, FILTER_NOTES) as network_view:
        criteria = AllCriteria(
            (InFolder("work", False), AnyCriterion((LinksTo("top"), NotCriterion(LinkedFrom("TOP")))), HasTag("x"))
        )
        expected = AllCriteria(
            (
                InFolder("Work", False),
                AnyCriterion((LinksTo("Top.md"), NotCriterion(LinkedFrom("Top.md")))),
                HasTag("x"),
            )
        )
        assert resolve_names(criteria, network_view) == expected
