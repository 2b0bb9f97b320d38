"""Place notice: a folder that cannot be written is told in the window, and the program runs all the same."""

from pathlib import Path

import pytest

from tests.support.desktop import running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.core.platform.paths import DataLocation
from vaultdesk.ui.place_notice import words_of
from vaultdesk.ui.widgets.banner import Banner


def test_the_words_say_where_why_and_what_to_do() -> None:
    words = words_of(DataLocation("portable", Path("/stick/vaultdesk-data"), "Read-only file system"))
    assert "portable" in words
    assert "vaultdesk-data" in words
    assert "Read-only file system" in words
    assert "portable" not in words_of(DataLocation("system", Path("/x"), "no"))


@on_qt_loop
async def test_nothing_is_said_where_it_can_be_written(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        assert not [one for one in desktop.window.problems.findChildren(Banner) if "cannot write" in one.text()]


def test_a_program_whose_folder_cannot_be_written_starts_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "locked").write_text("a file where the folder should be")
    monkeypatch.setenv("VAULTDESK_HOME", str(tmp_path / "locked" / "home"))

    @on_qt_loop
    async def scene() -> None:
        async with running_desktop() as desktop:
            problems = desktop.window.problems
            await until(lambda: any("cannot write there" in one.text() for one in problems.findChildren(Banner)))

    scene()


def test_the_window_says_it(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    locked = DataLocation("portable", tmp_path / "vaultdesk-data", "Read-only file system")
    monkeypatch.setattr("vaultdesk.ui.place_notice.find_data_location", lambda _where: locked)

    @on_qt_loop
    async def scene() -> None:
        async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
            problems = desktop.window.problems
            await until(lambda: any("Read-only file system" in one.text() for one in problems.findChildren(Banner)))

    scene()
