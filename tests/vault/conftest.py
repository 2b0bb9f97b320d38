"""Fixtures: a temporary vault for each test, with a journal and a writer."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.transactions.journal import Journal
from vaultdesk.vault.transactions.trash import Trash
from vaultdesk.vault.transactions.writer import Writer


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """An empty vault, with a secret file outside it."""
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "secret.md").write_text("SECRET")
    folder = tmp_path / "vault"
    folder.mkdir()
    return folder.resolve()


@pytest.fixture
def files(root: Path) -> VaultFiles:
    return VaultFiles(root)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    """A journal outside the vault."""
    opened = Journal(tmp_path / "place")
    yield opened
    opened.close()


@pytest.fixture
def writer(files: VaultFiles, journal: Journal) -> Writer:
    """A writer that moves deleted notes to the vault's own trash folder."""
    return Writer(files, journal, Trash(files.root, files.operations, lambda: "local"))
