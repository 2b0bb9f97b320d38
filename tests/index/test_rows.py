"""Rows: times that no calendar has, and tags in the spelling met first."""

from datetime import UTC, datetime
from pathlib import Path

from tests.index.scene import filled
from vaultdesk.index import rows
from vaultdesk.index.results import TagCount


def test_a_time_that_no_calendar_has_is_the_earliest() -> None:
    assert rows.local_time(10**30) == datetime.fromtimestamp(0, tz=UTC)
    assert rows.local_time(1_000_000_000) == datetime.fromtimestamp(1, tz=UTC)


def test_tags_ignore_case_and_keep_the_first_spelling(tmp_path: Path) -> None:
    notes = {"A.md": "#Home/Garden", "B.md": "#home/garden #zoo"}
    index = filled(tmp_path / "index.sqlite", tmp_path / "vault", notes)
    with index.reading() as connection:
        assert rows.tags(connection) == [TagCount("Home/Garden", 2), TagCount("zoo", 1)]
    index.close()
