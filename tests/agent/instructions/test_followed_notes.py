"""Tests of agent/instructions/followed_notes.py."""

import asyncio
from pathlib import Path

import pytest

from tests.support.vaults import write_vault
from vaultdesk.agent.instructions.followed_notes import FollowedNotes
from vaultdesk.agent.instructions.vault_instructions import InstructionCatalog
from vaultdesk.core.errors import VaultError
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

# Followed notes are read again only when they or their settings change.


class FollowedTexts(FollowedNotes[str]):
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


async def test_notes_are_read_in_the_background_and_again_after_changes(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", {"Chats/A.md": "one", "Else/B.md": "two"})
    store = SettingsStore(tmp_path / "settings.toml")
    async with asyncio.timeout(5), Vault(root, watch=False) as vault, FollowedTexts(vault, store) as texts:
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


async def test_an_unavailable_vault_keeps_the_last_state(tmp_path: Path) -> None:
    root = write_vault(tmp_path / "vault", {"Chats/A.md": "one"})
    store = SettingsStore(tmp_path / "settings.toml")
    async with asyncio.timeout(5), Vault(root, watch=False) as vault, FollowedTexts(vault, store) as texts:
        await texts.refresh()
        root.rename(tmp_path / "elsewhere")
        with pytest.raises(VaultError):
            await texts.refresh()
        await texts._refresh_quietly()
        assert texts.list() == ("one",)


# Accepted notes: one grant for each note, revoked independently.


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    skill = root / "Assistant/Skills/Filing/SKILL.md"
    skill.parent.mkdir(parents=True)
    skill.write_text("---\ndescription: Files things\n---\nFile.\n", encoding="utf-8")
    (root / "AGENTS.md").write_text("Be brief.\n", encoding="utf-8")
    return root


async def test_each_note_has_one_grant_that_is_revoked_independently(root: Path, tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    async with Vault(root, watch=False) as vault, InstructionCatalog(vault, store) as catalog:

        def granted_paths() -> list[str]:
            return [grant.path for grant in store.settings.vault_settings(root).instructions]

        await catalog.refresh()
        for instructions in (*catalog.list(), *catalog.list()):
            await catalog.accept(instructions.path, instructions.digest)
        assert sorted(granted_paths()) == ["AGENTS.md", "Assistant/Skills/Filing/SKILL.md"]
        assert all(instructions.is_used for instructions in catalog.list())

        await catalog.revoke("AGENTS.md")
        assert granted_paths() == ["Assistant/Skills/Filing/SKILL.md"]
        assert [instructions.is_used for instructions in catalog.list()] == [False, True]
