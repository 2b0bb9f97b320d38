"""NoteFacts: when a note came to be, by the disk, its properties, or its times."""

from datetime import datetime

import pytest

from vaultdesk.index.note_facts import NoteFacts, created_of, date_ns


def local(*parts: int) -> int:
    return round(datetime(*parts).timestamp()) * 1_000_000_000  # noqa: DTZ001 - local


def test_the_disks_birth_time_comes_first() -> None:
    assert created_of(5, 7, {"created": "2026-01-01"}) == 5


@pytest.mark.parametrize("name", ["created", "Created", "date created"])
def test_without_one_a_property_that_is_a_date_tells(name: str) -> None:
    assert created_of(0, 7, {name: "2026-01-02"}) == local(2026, 1, 2)


@pytest.mark.parametrize("value", ["yesterday", 20260101, None, "2026-13-45", "20260101", ["2026-01-01"], "2026-W01-1"])
def test_what_is_no_date_leaves_the_files_own_times(value: object) -> None:
    assert created_of(0, 7, {"created": value}) == 7  # type: ignore[dict-item] # any value a property can have


def test_times_are_read_with_and_without_a_zone() -> None:
    assert date_ns("2026-01-02T03:04:05") == local(2026, 1, 2, 3, 4, 5)
    assert date_ns("1970-01-01T00:00:01Z") == 1_000_000_000


def test_the_folder_is_the_path_without_the_name() -> None:
    facts = NoteFacts("a/b/C.md", "C", "C", 1, 2, 3)
    assert (facts.folder, NoteFacts("C.md", "C", "C", 1, 2, 3).folder) == ("a/b", "")
