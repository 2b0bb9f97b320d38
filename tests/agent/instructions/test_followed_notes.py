"""Tests of agent/instructions/followed_notes.py."""

import asyncio
from pathlib import Path

import pytest

from tests.support.desk import write_notes
from vaultdesk.agent.instructions.followed_notes import FollowedNotes
from vaultdesk.agent.instructions.vault_instructions import InstructionCatalog
from vaultdesk.core.errors import VaultError
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

# Notes that are followed are read again when they or their settings change, and only then.


class Texts(FollowedNotes[str]):
    reads = 0

    async def _read_all(self) -> tuple[str, ...]:
        self.reads += 1
        folder = self._store.settings.chat.folder
        paths = sorted(state.path for state in self._vault.files.walk() if state.path.is_inside(folder))
        return tuple([(await self._vault.read(path)).text for path in paths])

    def _is_followed_path(self, path: str) -> bool:
        return path.startswith(f"{self._store.settings.chat.folder}/")

    def _relevant_settings(self, settings: Settings) -> object:
        return settings.chat.folder


async def test_they_come_by_themselves_and_change_with_their_notes(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "vault", {"Chats/A.md": "one", "Else/B.md": "two"})
    store = SettingsStore(tmp_path / "settings.toml")
    async with asyncio.timeout(5), Vault(root, watch=False) as vault, Texts(vault, store) as texts:
        assert texts.list() == ()
        with texts.changes.subscribe() as changes:
            await anext(changes)
            assert texts.list() == ("one",)
            await vault.create(NotePath("Else/C.md"), "not one of them")
            await vault.create(NotePath("Chats/D.md"), "three")
            await anext(changes)
            assert texts.list() == ("one", "three")
            assert texts.reads == 2
            store.set("chat.max_rounds", "7")
            store.set("chat.folder", "Else")
            await anext(changes)
            assert texts.list() == ("two", "not one of them")


async def test_a_vault_that_is_gone_leaves_what_was_known(tmp_path: Path) -> None:
    root = write_notes(tmp_path / "vault", {"Chats/A.md": "one"})
    store = SettingsStore(tmp_path / "settings.toml")
    async with asyncio.timeout(5), Vault(root, watch=False) as vault, Texts(vault, store) as texts:
        await texts.refresh()
        root.rename(tmp_path / "elsewhere")
        with pytest.raises(VaultError):
            await texts.refresh()
        await texts._refresh_quietly()
        assert texts.list() == ("one",)


# Accepted notes: one yes a note, each taken back by itself, none of them lost with another.


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    skill = root / "Assistant/Skills/Filing/SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text("---\ndescription: Files things\n---\nFile.\n", encoding="utf-8")
    (root / "AGENTS.md").write_text("Be brief.\n", encoding="utf-8")
    return root


async def test_each_note_has_one_yes_which_is_taken_back_by_itself(root: Path, tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    async with Vault(root, watch=False) as vault, InstructionCatalog(vault, store) as shelf:

        def given() -> list[str]:
            return [grant.path for grant in store.settings.vault_settings(root).instructions]

        await shelf.refresh()
        for one in (*shelf.list(), *shelf.list()):
            await shelf.accept(one.path, one.digest)
        assert sorted(given()) == ["AGENTS.md", "Assistant/Skills/Filing/SKILL.md"]
        assert all(one.is_used for one in shelf.list())

        await shelf.revoke("AGENTS.md")
        assert given() == ["Assistant/Skills/Filing/SKILL.md"]
        assert [one.is_used for one in shelf.list()] == [False, True]
