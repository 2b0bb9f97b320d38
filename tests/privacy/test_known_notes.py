"""KnownNotes: follows the index, and takes what it does not know for private."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

from tests.support.desk import write_notes
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
async def following(folder: Path) -> AsyncIterator[tuple[KnownNotes, Vault]]:
    root = write_notes(folder / "vault", NOTES)
    (root / ".obsidian").mkdir()
    (root / ".obsidian/app.json").write_text('{"userIgnoreFilters": ["Old/"]}')
    (root / "Broken.md").write_bytes(b"\0\1")
    index = Index(folder / "index.sqlite")
    async with Vault(root) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        await indexer.settled()
        known = KnownNotes(searcher, vault)
        async with asyncio.TaskGroup() as tasks:
            with known.changed.subscribe() as heard:
                following = tasks.create_task(known.follow(indexer.events))
                assert await asyncio.wait_for(anext(heard), 10) == ()
            yield known, vault
            following.cancel()


async def test_every_note_is_known_with_its_marks(tmp_path: Path) -> None:
    async with following(tmp_path) as (known, _):
        assert set(known.paths()) == {*NOTES, "Broken.md"}
        tagged = known.marks("A/Tagged.md")
        assert tagged is not None
        assert (tagged.tags, dict(tagged.properties)) == (("private/money",), {"status": "open"})
        assert known.marks("Broken.md") is None
        assert known.marks("Nowhere.md") is None
        assert known.marks("picture.png") is NO_MARKS


async def test_a_note_that_search_leaves_out_is_looked_at_all_the_same(tmp_path: Path) -> None:
    async with following(tmp_path) as (known, _):
        secret = known.marks("Old/Secret.md")
        assert secret is not None
        assert dict(secret.properties) == {"private": True}


async def test_a_name_means_a_note_in_any_spelling(tmp_path: Path) -> None:
    async with following(tmp_path) as (known, _):
        assert known.spelling("a/TAGGED") == known.spelling(" A/Tagged.md ") == "A/Tagged.md"
        assert known.spelling("Tagged") is None


async def test_changes_are_followed_and_told(tmp_path: Path) -> None:
    async with following(tmp_path) as (known, vault):
        with known.changed.subscribe() as heard:
            await vault.create(NotePath("New.md"), "---\nprivate: true\n---\n")
            told: list[str] = []
            # What is told comes after what is known, or just before it.
            while (marks := known.marks("New.md")) is None or "New.md" not in told:
                told += await asyncio.wait_for(anext(heard), 10)
            assert dict(marks.properties) == {"private": True}
            assert known.spelling("new") == "New.md"
            (vault.root / "New.md").unlink()
            while "New.md" in known.paths():
                await asyncio.wait_for(anext(heard), 10)
            assert known.spelling("new") is None


async def test_nothing_is_known_before_it_was_learned(tmp_path: Path) -> None:
    async with Vault(write_notes(tmp_path / "vault", NOTES), watch=False) as vault:
        known = KnownNotes(Searcher(Index(tmp_path / "index.sqlite")), vault)
        assert known.marks("A/Plain.md") is None
        assert list(known.paths()) == []


async def test_a_link_means_that_very_note_or_all_of_its_name(tmp_path: Path) -> None:
    async with following(tmp_path) as (known, vault):
        assert known.candidates("a/plain") == ("A/Plain.md",)
        assert known.candidates("Plain") == ("A/Plain.md",)
        assert known.candidates("Elsewhere/PLAIN.md") == ("A/Plain.md",)
        assert known.candidates("Nowhere") == known.candidates("") == ()
        with known.changed.subscribe() as heard:
            await vault.create(NotePath("B/Plain.md"), "Text.\n")
            async with asyncio.timeout(10):
                while known.marks("B/Plain.md") is None:
                    await anext(heard)
        assert set(known.candidates("Plain")) == {"A/Plain.md", "B/Plain.md"}
