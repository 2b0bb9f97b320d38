"""Tests of cli/command_session.py."""

import asyncio
from pathlib import Path

import pytest

from vaultdesk.cli.command_session import CommandSession, wait_for_index, with_progress
from vaultdesk.core.errors import IndexFailed, UsageError
from vaultdesk.core.logs import stop_logging


@pytest.fixture
def session(home: Path) -> CommandSession:
    opened = CommandSession()
    stop_logging()
    return opened


def test_the_named_vault_takes_precedence_over_the_last_one(
    session: CommandSession, vault: Path, tmp_path: Path
) -> None:
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


async def test_errors_during_a_progress_display_are_raised_unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    ended = asyncio.Event()

    async def show() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async def fail() -> None:
        await asyncio.sleep(0)
        raise IndexFailed("The search index is in use.")

    with pytest.raises(IndexFailed):
        await with_progress(fail(), show)
    assert ended.is_set()
