"""Tests of privacy/known_notes.py: it follows the index and has no marks for unknown notes."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from tests.support.vaults import write_vault
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.privacy.known_notes import KnownNotes
from vaultdesk.privacy.rule_matcher import NO_MARKS
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

NOTES: Mapping[str, str] = {
    "A/Plain.md": "Text.\n",
    "A/Tagged.md": "---\nstatus: open\n---\n#Private/Money\n",
    "Old/Secret.md": "---\nprivate: true\n---\n",
}


@asynccontextmanager
async def follow_index(folder: Path) -> AsyncIterator[tuple[KnownNotes, Vault]]:
    root = write_vault(folder / "vault", NOTES)
    (root / ".obsidian").mkdir()
    (root / ".obsidian/app.json").write_text('{"userIgnoreFilters": ["Old/"]}')
    (root / "Broken.md").write_bytes(b"\0\1")
    index = Index(folder / "index.sqlite")
    async with Vault(root) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        await indexer.settled()
        known = KnownNotes(searcher, vault)
        async with asyncio.TaskGroup() as tasks:
            with known.changed.subscribe() as changes:
                task = tasks.create_task(known.follow(indexer.events))
                assert await asyncio.wait_for(anext(changes), 10) == ()
            yield known, vault
            task.cancel()


async def test_every_indexed_note_has_its_marks(tmp_path: Path) -> None:
    async with follow_index(tmp_path) as (known, _):
        assert set(known.paths()) == {*NOTES, "Broken.md"}
        marks = known.marks("A/Tagged.md")
        assert marks is not None
        assert (marks.tags, dict(marks.properties)) == (("private/money",), {"status": "open"})
        assert known.marks("Broken.md") is None
        assert known.marks("Nowhere.md") is None
        assert known.marks("picture.png") is NO_MARKS


async def test_a_note_excluded_from_search_has_its_marks(tmp_path: Path) -> None:
    async with follow_index(tmp_path) as (known, _):
        marks = known.marks("Old/Secret.md")
        assert marks is not None
        assert dict(marks.properties) == {"private": True}


async def test_a_name_finds_its_note_in_any_spelling(tmp_path: Path) -> None:
    async with follow_index(tmp_path) as (known, _):
        assert known.spelling("a/TAGGED") == known.spelling(" A/Tagged.md ") == "A/Tagged.md"
        assert known.spelling("Tagged") is None


async def test_changes_are_followed_and_published(tmp_path: Path) -> None:
    async with follow_index(tmp_path) as (known, vault):
        with known.changed.subscribe() as changes:
            await vault.create(NotePath("New.md"), "---\nprivate: true\n---\n")
            changed_paths: list[str] = []
            # The change may be published shortly before the marks are known.
            while (marks := known.marks("New.md")) is None or "New.md" not in changed_paths:
                changed_paths += await asyncio.wait_for(anext(changes), 10)
            assert dict(marks.properties) == {"private": True}
            assert known.spelling("new") == "New.md"
            (vault.root / "New.md").unlink()
            while "New.md" in known.paths():
                await asyncio.wait_for(anext(changes), 10)
            assert known.spelling("new") is None


async def test_no_note_is_known_before_the_index_is_read(tmp_path: Path) -> None:
    async with Vault(write_vault(tmp_path / "vault", NOTES), watch=False) as vault:
        known = KnownNotes(Searcher(Index(tmp_path / "index.sqlite")), vault)
        assert known.marks("A/Plain.md") is None
        assert list(known.paths()) == []


async def test_the_candidates_of_a_link_are_the_exact_note_or_all_of_that_name(tmp_path: Path) -> None:
    async with follow_index(tmp_path) as (known, vault):
        assert known.candidates("a/plain") == ("A/Plain.md",)
        assert known.candidates("Plain") == ("A/Plain.md",)
        assert known.candidates("Elsewhere/PLAIN.md") == ("A/Plain.md",)
        assert known.candidates("Nowhere") == known.candidates("") == ()
        with known.changed.subscribe() as changes:
            await vault.create(NotePath("B/Plain.md"), "Text.\n")
            async with asyncio.timeout(10):
                while known.marks("B/Plain.md") is None:
                    await anext(changes)
        assert set(known.candidates("Plain")) == {"A/Plain.md", "B/Plain.md"}
