"""Private notes: which ones are is known from the start, and told anew when notes, rules or the index change."""

import asyncio
import os

import pytest

from tests.workspace.bench import Bench
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.transmission import Destination
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.transactions.file_edits import Move, Origin

ELSEWHERE = Destination("Anthropic", "api.anthropic.com", local=False)


async def test_a_note_that_becomes_private_is_known_and_told(bench: Bench) -> None:
    async with bench.open() as workspace, asyncio.timeout(10):
        await workspace.wait_until_indexed()
        assert workspace.privacy.status("Budget.md", ELSEWHERE) == "open"
        with workspace.privacy.changes.subscribe() as changes:
            path = NotePath("Budget.md")
            before = await workspace.vault.read(path)
            await workspace.vault.write(path, f"---\nprivate: true\n---\n{before.text}", before.digest)
            async for _ in changes:
                if workspace.privacy.status("Budget.md", ELSEWHERE) == "closed":
                    break


async def test_another_rule_is_told(bench: Bench) -> None:
    async with bench.open() as workspace, asyncio.timeout(10):
        await workspace.wait_until_indexed()
        with workspace.privacy.changes.subscribe() as changes:
            rule = PrivacyRule(kind="folder", value="Garden", answer="local")
            bench.store.change(lambda settings: settings.with_vault(bench.root, privacy=(rule,)))
            async for _ in changes:
                break
        assert workspace.privacy.status("Garden/Apples.md", ELSEWHERE) == "closed"


@pytest.mark.skipif(os.name == "nt", reason="Windows removes no file that is open")
async def test_after_the_index_was_lost_what_is_private_is_known_again(bench: Bench) -> None:
    async with bench.open() as workspace, asyncio.timeout(20):
        await workspace.wait_until_indexed()
        workspace.index.file.unlink()
        await workspace.indexer.rescan()
        with workspace.privacy.changes.subscribe() as changes:
            path = NotePath("Secret.md")
            await workspace.vault.create(path, "#private\n")
            async for _ in changes:
                if workspace.known_notes.marks("Secret.md") is not None:
                    break
        assert workspace.privacy.status("Secret.md", ELSEWHERE) == "closed"


async def test_a_note_whose_head_is_broken_is_private_by_what_stands_there(bench: Bench) -> None:
    """A list, a tree or a graph would tell its name otherwise: they ask what is known, not the file."""
    broken = {"Broken.md": "---\nprivate: true\nprivate: [\n---\nx\n", "Late.md": "\n---\nprivate: true\n---\nx\n"}
    for name, text in broken.items():
        (bench.root / name).write_text(text, encoding="utf-8")
    async with bench.open() as workspace, asyncio.timeout(10):
        await workspace.wait_until_indexed()
        assert {name: workspace.privacy.status(name, ELSEWHERE) for name in broken} == dict.fromkeys(broken, "closed")
        assert workspace.privacy.status("Budget.md", ELSEWHERE) == "open"


async def test_a_rule_by_name_goes_along_when_its_note_is_renamed(bench: Bench) -> None:
    rule = PrivacyRule(kind="note", value="Budget.md", answer="local")
    bench.store.change(lambda settings: settings.with_vault(bench.root, privacy=(rule,)))
    async with bench.open() as workspace, asyncio.timeout(10):
        await workspace.wait_until_indexed()
        with workspace.privacy.changes.subscribe() as changes:
            path = NotePath("Budget.md")
            digest = (await workspace.vault.read(path)).digest
            await workspace.vault.apply([Move(path, NotePath("Money.md"), digest)], Origin("renaming"))
            async for _ in changes:
                if len(bench.store.settings.vault_settings(bench.root).privacy) == 2:
                    break
        assert await workspace.privacy.current_status("Money.md", ELSEWHERE) == "closed"
    bench.store.load()
    assert [one.value for one in bench.store.settings.vault_settings(bench.root).privacy] == ["Budget.md", "Money.md"]
