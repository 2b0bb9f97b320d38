"""Revalidation: what it plans is what a comparison of everything would, and nothing is made where nothing changed."""

import os
from pathlib import Path

import pytest

from tests.index.scene import at_work, lay
from tests.index.test_damage import notes
from vaultdesk.core.errors import IndexFailed
from vaultdesk.index import database
from vaultdesk.index.entry import Stored
from vaultdesk.index.index import Index
from vaultdesk.index.revalidation import Revalidation
from vaultdesk.index.scan import Plan, compare
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.obsidian.vault_config import ExcludedFiles

HIDING = ExcludedFiles(["garden/Hidden"])


@pytest.fixture
def root(tmp_path: Path) -> Path:
    made = notes() | {"boiler/Note 0.sync-conflict-20240101-120000.md": "a copy that sync left"}
    return lay(tmp_path / "vault", made)


@pytest.fixture
async def index(root: Path, tmp_path: Path) -> Index:
    async with at_work(root, tmp_path / "index.sqlite"):
        pass
    one = Index(tmp_path / "index.sqlite")
    one.open()
    return one


def plans(root: Path, index: Index, excluded: ExcludedFiles) -> tuple[Plan, Plan]:
    """The quick plan and the one of a whole comparison."""
    files = VaultFiles(root)
    return Revalidation(files, index).compare(excluded), compare(files.walk(), index.stored(), excluded)


def same(quick: Plan, whole: Plan) -> bool:
    return (set(quick.sightings), set(quick.removed), set(quick.different)) == (
        set(whole.sightings), set(whole.removed), set(whole.different),
    )  # fmt: skip


def test_where_nothing_changed_nothing_is_to_be_done(root: Path, index: Index) -> None:
    quick, whole = plans(root, index, HIDING)
    assert quick == whole == Plan((), (), ())
    index.close()


@pytest.mark.parametrize("excluded", [HIDING, ExcludedFiles(), ExcludedFiles(["boiler/", "/Note [0-9]$/"])])
def test_the_plan_is_that_of_a_whole_comparison(root: Path, index: Index, excluded: ExcludedFiles) -> None:
    lay(root, {"Ärger/Note 1.md": "changed", "New.md": "new", "New folder/Other.md": "new"})
    (root / "boiler" / "Note 3.md").unlink()
    (root / "boiler" / "Note 6.md").rename(root / "Moved.md")
    os.utime(root / "heat pump" / "Note 5.md", ns=(1, 1))
    (root / "heat pump" / "Note 2.md").unlink()
    (root / "heat pump" / "Note 2.md").symlink_to(root / "New.md")
    quick, whole = plans(root, index, excluded)
    assert same(quick, whole)
    assert len(quick.removed) >= 3
    index.close()


def test_other_filters_than_at_the_last_comparison_hide_and_show(root: Path, index: Index) -> None:
    again = Revalidation(VaultFiles(root), index)
    assert again.compare(HIDING) == Plan((), (), ())
    shown = again.compare(ExcludedFiles())
    assert [one.path.text for one in shown.different] == ["garden/Hidden.md"]
    hidden = again.compare(ExcludedFiles(["garden/"]))
    assert {seen.path for seen in hidden.sightings} == {path for path in index.stored() if path.startswith("garden/")
                                                        and path != "garden/Hidden.md"}  # fmt: skip
    index.close()


def test_a_note_still_to_be_read_is_planned_again(root: Path, index: Index) -> None:
    with index.writing() as connection:
        connection.execute("UPDATE note SET digest = '' WHERE path = 'Ärger/Note 1.md'")
    quick, whole = plans(root, index, HIDING)
    assert same(quick, whole)
    assert [one.path.text for one in quick.different] == ["Ärger/Note 1.md"]
    index.close()


def test_a_name_that_no_note_may_have_makes_no_work(root: Path, index: Index, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "bell\x07.md").write_text("x")

    def everything(*_: object) -> dict[str, Stored]:
        raise AssertionError("the whole index was asked for")

    monkeypatch.setattr(Index, "stored", everything)
    assert Revalidation(VaultFiles(root), index).compare(HIDING) == Plan((), (), ())
    index.close()


def test_a_lost_index_is_told_as_such(root: Path, index: Index) -> None:
    files = VaultFiles(root)
    database.throw_away(index.file)
    with pytest.raises(IndexFailed):
        Revalidation(files, index).compare(HIDING)


def test_a_hidden_note_whose_path_is_none_is_gone(root: Path, index: Index) -> None:
    with index.writing() as connection:
        connection.execute("UPDATE note SET path = '../out.md' WHERE path LIKE '%sync-conflict%'")
    quick, whole = plans(root, index, HIDING)
    assert same(quick, whole)
    assert quick.removed == ("../out.md",)
    index.close()
