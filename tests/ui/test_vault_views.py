"""Vault views: the panes lead to each other, and commands do what they say."""

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


@on_qt_loop
async def test_a_note_of_the_browser_is_read_and_back_leads_back(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        commands = desktop.window.commands
        assert not commands["back"].isEnabled()

        views.browser.note_opened.emit("Boiler.md", False, None)
        await until(lambda: views.notes.current_path == "Boiler.md")
        views.browser.note_opened.emit("Projects/Heat-loss survey.md", False, None)
        await until(lambda: commands["back"].isEnabled())
        commands["back"].trigger()
        await until(lambda: views.notes.current_path == "Boiler.md")

        await until(lambda: commands["forward"].isEnabled())


@on_qt_loop
async def test_a_source_of_an_answer_opens_its_note(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)

        views.chat.source_opened.emit("Heat-loss survey", "Result", "")
        await until(lambda: views.notes.current_path == "Projects/Heat-loss survey.md")


@on_qt_loop
async def test_the_words_of_a_source_are_lit_and_unknown_ones_only_open_it(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)

        views.chat.source_opened.emit("Boiler", "", "Your old boiler leaks, as you wrote")
        await until(lambda: views.notes.current_page and views.notes.current_page.reader.passage())
        page = views.notes.current_page
        assert page is not None
        assert [page.reader.document_shown.pieces[n].text for n in page.reader.passage() or ()] == [
            "The old boiler leaks. See Heat-loss survey."
        ]

        views.chat.source_opened.emit("Heat-loss survey", "", "Nothing of this is in there")
        await until(lambda: "8.2 kW" in page.reader.toPlainText())
        assert page.reader.passage() is None


@on_qt_loop
async def test_a_source_that_is_gone_is_told(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        told: list[str] = []
        notify = desktop.window.notify
        desktop.window.notify = lambda text, *rest: told.append(text) or notify(text, *rest)  # type: ignore[method-assign]  # listens

        views.chat.source_opened.emit("No such note", "", "")
        await until(lambda: told)

        assert told == ["There is no note called “No such note” any more."]


@on_qt_loop
async def test_an_answer_becomes_a_note(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)

        views.chat.new_note_requested.emit("You chose the heat pump.")
        await until(lambda: list((vault / "Chats").glob("Answer *.md")))
        (made,) = (vault / "Chats").glob("Answer *.md")
        await until(lambda: views.notes.current_path == f"Chats/{made.name}")

        assert made.read_text(encoding="utf-8") == "You chose the heat pump."


@on_qt_loop
async def test_only_web_and_mail_addresses_leave_the_window(
    home: Path, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        "vaultdesk.ui.notes.reading_view.QDesktopServices.openUrl", lambda url: opened.append(url.toString()) or True
    )
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        for address in ("https://example.org/", "file:///etc/passwd", "javascript:alert(1)", "mailto:a@example.org"):
            views.chat.link_opened.emit(address)

    assert opened == ["https://example.org/", "mailto:a@example.org"]


@on_qt_loop
async def test_commands_go_where_they_say(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        desktop.window.activateWindow()
        commands = desktop.window.commands
        await until(lambda: desktop.window.isActiveWindow())

        commands["jump"].trigger()
        popup = views.finding.switcher.popup
        assert popup is not None
        assert popup.field.hasFocus()
        popup.close()
        commands["search-vault"].trigger()
        assert views.browser.search_pane.field.hasFocus()
        desktop.window.panes.toggle("chat")
        commands["focus-chat"].trigger()
        assert views.chat.composer.box.hasFocus() or views.chat.isAncestorOf(QApplication.focusWidget())
        commands["new-chat"].trigger()
        commands["new-note"].trigger()
        await until(lambda: views.notes.current_path == "Untitled.md")


@on_qt_loop
async def test_a_note_that_is_opened_from_the_settings_is_seen(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["settings"].trigger()
        assert desktop.window.pages.page is not None
        views.open_note("Boiler.md")
        await until(lambda: views.notes.current_path == "Boiler.md")
        assert desktop.window.pages.page is None
        assert views.notes.isVisible()


@on_qt_loop
async def test_an_answer_that_ends_unseen_in_a_narrow_window_leaves_a_dot(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        views = await open_views(desktop)
        desktop.window.resize(700, 600)
        await until(lambda: desktop.window.panes.narrow)
        narrow = desktop.window.toolbar.panes.sizeHint().width()

        views.chat.running_changed.emit(False)
        assert desktop.window.toolbar.panes.sizeHint().width() > narrow
        desktop.window.panes.show_pane("chat")

        assert desktop.window.toolbar.panes.sizeHint().width() == narrow
