"""Session: which vault a command works on."""

import asyncio
from pathlib import Path

import pytest

from vaultdesk.cli.command_session import CommandSession, wait_for_index, with_progress
from vaultdesk.core.errors import IndexFailed, UsageError
from vaultdesk.core.logs import stop_logging


@pytest.fixture
def session(home: Path) -> CommandSession:
    made = CommandSession()
    stop_logging()
    return made


def test_the_named_vault_comes_before_the_last_one(session: CommandSession, vault: Path, tmp_path: Path) -> None:
    session.store.change(lambda settings: settings.with_vault(tmp_path))
    assert session.vault_root(vault) == vault


def test_without_any_vault_the_usage_is_wrong(session: CommandSession) -> None:
    with pytest.raises(UsageError):
        session.vault_root(None)


async def test_an_opened_vault_becomes_the_default(session: CommandSession, vault: Path) -> None:
    async with session.workspace(vault) as workspace:
        await wait_for_index(workspace)
        assert (await workspace.searcher.counts()).notes == 3
    assert session.vault_root(None).samefile(vault)


async def test_what_goes_wrong_while_it_is_watched_is_told_as_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    over = asyncio.Event()

    async def show() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            over.set()

    async def fail() -> None:
        await asyncio.sleep(0)
        raise IndexFailed("The search index is in use.")

    with pytest.raises(IndexFailed):
        await with_progress(fail(), show)
    assert over.is_set()
