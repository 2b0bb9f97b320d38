"""Accepted notes: one yes a note, each taken back by itself, none of them lost with another."""

from pathlib import Path

import pytest

from vaultdesk.agent.instructions import InstructionShelf
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.vault.vault import Vault


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
    async with Vault(root, watch=False) as vault, InstructionShelf(vault, store) as shelf:

        def given() -> list[str]:
            return [grant.path for grant in store.settings.vault_settings(root).instructions]

        await shelf.refresh()
        for one in (*shelf.list(), *shelf.list()):
            await shelf.accept(one.path, one.digest)
        assert sorted(given()) == ["AGENTS.md", "Assistant/Skills/Filing/SKILL.md"]
        assert all(one.used for one in shelf.list())

        await shelf.revoke("AGENTS.md")
        assert given() == ["Assistant/Skills/Filing/SKILL.md"]
        assert [one.used for one in shelf.list()] == [False, True]
