from pathlib import Path

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.ui.files.at_work import at_work
from vaultdesk.ui.files.bringing_in import gather
from vaultdesk.vault.note_text import MAX_NOTE_BYTES


def test_names_are_free_and_what_cannot_be_kept_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "in/Trip/.hidden").mkdir(parents=True)
    (tmp_path / "in/Trip/photo.png").write_bytes(b"1")
    (tmp_path / "in/Trip/what?.png").write_bytes(b"2")
    (tmp_path / "in/Trip/link.png").symlink_to(tmp_path / "in/Trip/photo.png")
    (tmp_path / "in/a.md").write_bytes(b"3")
    (tmp_path / "in/big.mp4").write_bytes(b"4" * (MAX_NOTE_BYTES + 1))
    files = [tmp_path / "in" / name for name in ("Trip", "a.md", "big.mp4", "gone.md")]
    found = gather(files, "F", {"a.md", "trip"})
    assert found.small == {"F/Trip 1/photo.png": b"1", "F/a 1.md": b"3"}
    assert list(found.large) == ["F/big.mp4"]
    assert found.left_out == 4


@on_qt_loop
async def test_files_from_elsewhere_are_copied_in_and_taken_back(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    (outside / "Trip").mkdir(parents=True)
    (outside / "Trip/photo.png").write_bytes(b"\x89PNG")
    (outside / "Boiler.md").write_text("another\n")
    (outside / "film.mp4").write_bytes(b"x" * (MAX_NOTE_BYTES + 1))
    async with at_work(tmp_path) as at:
        files = [outside / "Boiler.md", outside / "Trip", outside / "film.mp4"]
        at.views.browser.files.tree.brought.emit(files, "")
        await at.hears("Copied 3 files to the top of the vault. Undo leaves the ones over 10 MB.")
        assert at.says("Boiler 1.md") == "another\n"
        assert (at.root / "film.mp4").stat().st_size == MAX_NOTE_BYTES + 1
        await at.shown("Trip/photo.png")
        at.take_back()
        await until(lambda: not (at.root / "Trip").exists())
        assert not (at.root / "Boiler 1.md").exists()
        assert (outside / "Trip/photo.png").exists()
