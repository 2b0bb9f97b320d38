"""Session: which vault a command works on."""

from pathlib import Path

import pytest

from vaultdesk.cli.session import Session, wait_for_index
from vaultdesk.errors import UsageError
from vaultdesk.logs import stop_logging


@pytest.fixture
def session(home: Path) -> Session:
    made = Session()
    stop_logging()
    return made


def test_the_named_vault_comes_before_the_last_one(session: Session, vault: Path, tmp_path: Path) -> None:
    session.store.change(lambda settings: settings.with_vault(tmp_path))
    assert session.vault_root(vault) == vault


def test_without_any_vault_the_usage_is_wrong(session: Session) -> None:
    with pytest.raises(UsageError):
        session.vault_root(None)


async def test_an_opened_vault_becomes_the_default(session: Session, vault: Path) -> None:
    async with session.workspace(vault) as workspace:
        await wait_for_index(workspace)
        assert (await workspace.searcher.counts()).notes == 3
    assert session.vault_root(None).samefile(vault)
