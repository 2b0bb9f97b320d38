from pathlib import Path

from tests.support.desktop import open_views, running_desktop, small_vault
from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.widgets.lists.entry_list import PickerPopup


def vault(folder: Path) -> Path:
    """Write a vault with one template."""
    small_vault(folder)
    (folder / "Templates").mkdir()
    (folder / "Templates/Meeting.md").write_text("---\nkind: meeting\n---\nAbout {{title}}\n", encoding="utf-8")
    return folder


@on_qt_loop
async def test_a_template_is_put_at_the_end_of_what_is_read_and_at_the_cursor_of_what_is_edited(tmp_path: Path) -> None:
    folder = vault(tmp_path / "vault")
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
async def test_where_no_folder_is_set_one_can_be_chosen(tmp_path: Path) -> None:
    folder = vault(tmp_path / "vault")
    async with running_desktop(folder) as desktop:
        views = await open_views(desktop)
        page = await views.notes.show_note("Boiler.md")
        desktop.window.commands["insert-template"].trigger()
        await until(lambda: desktop.window._notice is not None)
        views.templates._choose_folder(page, ["Templates/Meeting.md"])
        popup = page.breadcrumbs.findChildren(PickerPopup)[-1]
        popup.list.choose_current()
        await until(lambda: len([one for one in page.breadcrumbs.findChildren(PickerPopup) if one.isVisible()]) == 1)
        chooser = next(one for one in page.breadcrumbs.findChildren(PickerPopup) if one.isVisible())
        chooser.list.choose_current()
        await until(lambda: "About Boiler" in (folder / "Boiler.md").read_text(encoding="utf-8"))
