"""Finding wiring: the commands lead to the panes, and what they ask for is done."""

from pathlib import Path

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.browser.left_pane import FILES, LINKS, SEARCH, TAGS
from vaultdesk.ui.finding_wiring import FINDING_COMMANDS


@on_qt_loop
async def test_each_command_shows_its_pane_also_where_it_was_hidden(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.panes.toggle("files")
        for name, page in (("tags", TAGS), ("links", LINKS), ("search-vault", SEARCH), ("files", FILES)):
            desktop.window.commands[name].trigger()
            assert views.browser.tabs.current() == page
            assert views.browser.isVisible()


@on_qt_loop
async def test_the_outline_of_the_open_note_takes_the_keyboard(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["outline"].trigger()  # without a note there is none, and nothing goes wrong
        views.open_note("Projects/Heat-loss survey.md")
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")
        page = views.notes.current_page
        assert page is not None
        await until(lambda: page.text)
        desktop.window.commands["outline"].trigger()
        await until(lambda: [row.title for row in page.foot.outline.list.shown.rows] == ["Survey", "Result"])
        assert page.foot.outline.field.hasFocus() or not desktop.window.isActiveWindow()


@on_qt_loop
async def test_what_is_not_yet_written_is_made_where_the_vault_puts_it(home: Path, tmp_path: Path) -> None:
    vault = small_vault(tmp_path / "Lindenweg")
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        views.browser.links_pane.create_asked.emit("Zinc roof")
        await until(lambda: (vault / "Zinc roof.md").exists())
        await until(lambda: views.notes.current_path == "Zinc roof.md")


@on_qt_loop
async def test_a_closed_vault_takes_its_commands_away(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        commands = desktop.window.commands
        assert all(commands[name].isEnabled() for name in FINDING_COMMANDS)
        await views.finding.close()
        assert not any(commands[name].isEnabled() for name in FINDING_COMMANDS)
