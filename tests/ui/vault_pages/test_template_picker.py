from pathlib import Path

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.widgets.lists.entry_list import PickerPopup


def vault_with_template(folder: Path) -> Path:
    """Write a vault with one template."""
    small_vault(folder)
    (folder / "Templates").mkdir()
    (folder / "Templates/Meeting.md").write_text("---\nkind: meeting\n---\nAbout {{title}}\n", encoding="utf-8")
    return folder


@on_qt_loop
async def test_template_is_appended_in_reading_mode_and_inserted_at_the_cursor_in_editing_mode(tmp_path: Path) -> None:
    folder = vault_with_template(tmp_path / "vault")
    async with running_desktop(folder) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Daily/2026-11-20.md")
        assert await views.templates.insert("Templates/Meeting.md", page)
        file = folder / "Daily/2026-11-20.md"
        text = "---\nkind: meeting\n---\nBrandt rang about the boiler.\n\nAbout 2026-11-20\n"
        assert file.read_text(encoding="utf-8") == text
        page = await views.notes.show_note("Boiler.md")
        page.toggle_edit()
        assert await views.templates.insert("Templates/Meeting.md", page)
        assert page.editor.text().startswith("---\nkind: meeting\n---\n")
        assert page.editor.text().count("About Boiler") == 1


@on_qt_loop
async def test_template_folder_can_be_selected_when_none_is_set(tmp_path: Path) -> None:
    folder = vault_with_template(tmp_path / "vault")
    async with running_desktop(folder) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Boiler.md")
        desktop.window.commands["insert-template"].trigger()
        await until(lambda: desktop.window._notice is not None)
        views.templates._choose_folder(page, ["Templates/Meeting.md"])
        popup = page.breadcrumbs.findChildren(PickerPopup)[-1]
        popup.list.choose_current()
        await until(
            lambda: len([picker for picker in page.breadcrumbs.findChildren(PickerPopup) if picker.isVisible()]) == 1
        )
        folder_popup = next(picker for picker in page.breadcrumbs.findChildren(PickerPopup) if picker.isVisible())
        folder_popup.list.choose_current()
        await until(lambda: "About Boiler" in (folder / "Boiler.md").read_text(encoding="utf-8"))
