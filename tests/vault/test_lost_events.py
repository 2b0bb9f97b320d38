"""Lost events: what watchdog says it lost is heard while somebody listens; a folder is told from its successor."""

import logging
from pathlib import Path

import pytest

from vaultdesk.vault.lost_events import LOGGERS, LostEvents, folder_at


@pytest.mark.parametrize("name", LOGGERS)
def test_an_overflow_is_heard_and_nothing_else(name: str, caplog: pytest.LogCaptureFixture) -> None:
    told: list[str] = []
    ears = LostEvents(lambda: told.append("lost"))
    logger = logging.getLogger(name)
    logger.warning("Inotify queue overflowed; filesystem events were lost")
    assert told == []
    ears.listen()
    logger.warning("Inotify queue overflowed; filesystem events were lost")
    logger.warning("a thread ended")
    ears.close()
    logger.warning("Inotify queue overflowed; filesystem events were lost")
    assert told == ["lost"]
    caplog.clear()


def test_another_folder_at_the_same_place_is_another(tmp_path: Path) -> None:
    place = tmp_path / "vault"
    assert folder_at(place) is None
    place.mkdir()
    first = folder_at(place)
    assert first == folder_at(place)
    place.rename(tmp_path / "away")
    place.mkdir()
    assert folder_at(place) not in (None, first)
