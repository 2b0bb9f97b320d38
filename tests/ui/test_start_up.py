"""Start-up: what the window needs is read behind it; what comes before it is in test_application.py."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from vaultdesk.paths import places
from vaultdesk.ui.start_up import read_means


@on_qt_loop
async def test_the_settings_are_read_from_their_place(home: Path) -> None:
    (home / "settings").mkdir(parents=True)
    (home / "settings" / "settings.toml").write_text('[appearance]\ntheme = "dark"\n')

    means = await read_means(places())

    assert means.store.settings.appearance.theme == "dark"
    assert means.places == places()
