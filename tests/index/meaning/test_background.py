"""Background: it rests, tries again ever later, and looks at everything when much is told at once."""

import asyncio
from pathlib import Path

import pytest

from tests.index.meaning.hashing import Hashing, meaning_at_work
from tests.index.scene import lay
from vaultdesk.core.errors import ProviderUnreachable
from vaultdesk.index.events import NotesIndexed
from vaultdesk.index.meaning import background
from vaultdesk.index.meaning.background import Background
from vaultdesk.index.meaning.backlog import Backlog


class Idle:
    """A reading that has nothing to do."""

    def __init__(self) -> None:
        self.backlog = Backlog()


def test_a_few_notes_are_looked_at_and_many_mean_all() -> None:
    backlog = Idle().backlog
    backlog.comparing = False
    reading = Idle()
    reading.backlog = backlog
    follower = Background(reading)  # type: ignore[arg-type] # only its backlog is used
    follower.told(NotesIndexed(("A.md",), ("B.md",)))
    assert (backlog.paths, backlog.removed, backlog.comparing) == (["A.md"], True, False)
    follower.told(NotesIndexed(tuple(f"{nth}.md" for nth in range(background.TOLD_AT_ONCE))))
    assert (backlog.paths, backlog.comparing) == ([], True)


async def test_a_server_that_is_away_is_asked_again_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(background, "RETRY_FIRST", 0.01)
    root = lay(tmp_path / "vault", {"A.md": "Text.\n"})
    model = Hashing(problem=ProviderUnreachable("Away", trouble="network"))
    async with meaning_at_work(root, tmp_path / "index.sqlite", lambda: model) as at:
        assert (await at.meaning.settled()).phase == "failed"
        model.problem = None
        with at.meaning.progress.subscribe() as states:
            async with asyncio.timeout(10):
                while at.meaning.state.phase != "ready":
                    await anext(states)


async def test_settling_after_the_end_waits_for_nothing() -> None:
    follower = Background(Idle())  # type: ignore[arg-type] # nothing of it is used
    follower._ended = True
    await asyncio.wait_for(follower.settled(), 1)
