"""Survey: a vault counted by its names alone, hidden folders only as far as they must be watched."""

import os
from itertools import count
from pathlib import Path

import pytest

from vaultdesk.diagnosis.survey import survey


def vault_of(folder: Path, *files: str) -> Path:
    for name in files:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("text", encoding="utf-8")
    return folder


def test_notes_and_folders_are_counted_as_the_index_and_the_watcher_see_them(tmp_path: Path) -> None:
    vault = vault_of(tmp_path / "v", "A.md", "B/C.MD", "B/D/E.md", "B/picture.png", ".obsidian/plugins/x.md", ".git/y")
    found = survey(vault)
    assert (found.notes, found.folders) == (3, 6)
    assert (found.whole, found.links, found.twins, found.conflicts, found.closed) == (True, 0, 0, 0, 0)


def test_conflict_copies_are_counted_among_the_notes(tmp_path: Path) -> None:
    vault = vault_of(tmp_path / "v", "Plan.md", "Plan.sync-conflict-20260101-101010-ABCDEFG.md")
    found = survey(vault)
    assert (found.notes, found.conflicts) == (2, 1)


def test_twins_are_names_beside_each_other_and_not_in_other_folders(tmp_path: Path) -> None:
    vault = vault_of(tmp_path / "v", "Plan.md", "plan.md", "B/PLAN.md", "Caf\u00e9.md", "Cafe\u0301.md")
    if len(list(vault.iterdir())) < 5:
        pytest.skip("this disk does not tell them apart itself")
    assert survey(vault).twins == 2


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_links_are_counted_and_not_followed(tmp_path: Path) -> None:
    outside = vault_of(tmp_path / "outside", "Secret.md")
    vault = vault_of(tmp_path / "v", "A.md", "B/C.md")
    (vault / "within").symlink_to(vault / "B")
    (vault / "out").symlink_to(outside)
    (vault / "nowhere").symlink_to(vault / "missing")
    (vault / "up").symlink_to(tmp_path)
    found = survey(vault)
    assert (found.links, found.outside, found.notes, found.folders) == (4, 2, 2, 2)


def test_a_survey_that_takes_too_long_is_a_part_of_the_picture(tmp_path: Path) -> None:
    vault = tmp_path / "v"
    for number in range(200):
        (vault / str(number)).mkdir(parents=True)
    seconds = count()
    found = survey(vault, 0.5, lambda: float(next(seconds)))
    assert not found.whole
    assert 0 < found.folders < 201


def test_a_folder_that_is_not_there_is_no_survey(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        survey(tmp_path / "missing")


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="nobody is refused there")
def test_a_folder_that_may_not_be_listed_is_counted(tmp_path: Path) -> None:
    vault = vault_of(tmp_path / "v", "A.md", "B/C.md")
    (vault / "B").chmod(0)
    try:
        assert survey(vault).closed == 1
    finally:
        (vault / "B").chmod(0o700)
