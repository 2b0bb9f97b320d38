"""What belongs to an act on files: typing saved before, private folders staying so, tabs, a word, the way back."""

from pathlib import Path

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.ui.files.at_work import at_work
from vaultdesk.core.settings.settings_schema import PrivacyRule


@on_qt_loop
async def test_an_open_note_is_saved_then_deleted_and_shown_again_by_undo(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        page = await at.views.notes.show_note("Boiler.md")
        page.toggle_edit()
        page.saving.edited("typed a moment ago\n")
        at.deeds.delete("Boiler.md")
        await at.hears("Moved “Boiler” to the trash.")
        assert at.says(".trash/Boiler.md") == "typed a moment ago\n"
        assert at.views.notes.current_path != "Boiler.md"
        at.take_back()
        await until(lambda: at.views.notes.current_path == "Boiler.md")
        assert at.says("Boiler.md") == "typed a moment ago\n"


@on_qt_loop
async def test_what_is_private_in_its_folder_stays_so_when_the_folder_moves(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        store, root = at.views.workspace.store, at.views.workspace.vault.root
        rule = PrivacyRule(kind="folder", value="Daily", answer="never")
        store.change(lambda settings: settings.with_vault(root, privacy=(rule,)))
        at.deeds.rename_to("Daily", "Diary")
        await at.hears("Renamed “Daily” to “Diary”.")
        assert [rule.value for rule in store.settings.vault_settings(root).privacy] == ["Daily", "Diary"]
        assert at.views.workspace.privacy.why("Diary/2026-11-20.md") is not None


@on_qt_loop
async def test_it_is_said_where_a_note_leaves_its_private_folder(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        store, root = at.views.workspace.store, at.views.workspace.vault.root
        rule = PrivacyRule(kind="folder", value="Daily", answer="never")
        store.change(lambda settings: settings.with_vault(root, privacy=(rule,)))
        at.deeds.move(["Daily/2026-11-20.md"], "Projects")
        await at.hears("Moved “2026-11-20” to “Projects”. It is not private there.")


@on_qt_loop
async def test_what_cannot_be_done_changes_no_rule_and_no_file(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        store, root = at.views.workspace.store, at.views.workspace.vault.root
        rule = PrivacyRule(kind="folder", value="Daily", answer="never")
        store.change(lambda settings: settings.with_vault(root, privacy=(rule,)))
        (at.root / "Diary").mkdir()
        at.deeds.rename_to("Daily", "Diary")
        await at.hears("There is already something called “Diary” here")
        assert [rule.value for rule in store.settings.vault_settings(root).privacy] == ["Daily"]
        assert at.model.index_of("Daily").data() == "Daily"
        (at.root / "Boiler.md").unlink()
        at.deeds.rename_to("Boiler.md", "Heating")
        await at.hears("Boiler")
        assert not (at.root / "Heating.md").exists()


@on_qt_loop
async def test_an_empty_folder_goes_and_comes_back_without_the_journal(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        (at.root / "Empty").mkdir()
        at.views.files.list_files()
        await at.shown("Empty")
        at.deeds.delete("Empty")
        await at.hears("Moved “Empty” to the trash.")
        assert not (at.root / "Empty").exists()
        at.take_back()
        await until((at.root / "Empty").is_dir)
        at.deeds.move("Empty", "Projects")
        await until((at.root / "Projects/Empty").is_dir)
        await at.hears("Moved “Empty” to “Projects”.")
        at.take_back()
        await until((at.root / "Empty").is_dir)


@on_qt_loop
async def test_empty_folders_come_back_with_the_notes_beside_them(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        (at.root / "Daily/Empty/Inner").mkdir(parents=True)
        at.deeds.delete("Daily")
        await at.hears("Moved “Daily” to the trash.")
        assert not (at.root / "Daily").exists()
        at.take_back()
        await until(lambda: (at.root / "Daily/2026-11-20.md").exists() and (at.root / "Daily/Empty/Inner").is_dir())
        await at.shown("Daily/2026-11-20.md")
        at.deeds.move("Daily", "Projects")
        await at.hears("Moved “Daily” to “Projects”.")
        assert (at.root / "Projects/Daily/Empty/Inner").is_dir()
        at.take_back()
        await until(lambda: (at.root / "Daily/2026-11-20.md").exists() and (at.root / "Daily/Empty/Inner").is_dir())
        await until(lambda: not (at.root / "Projects/Daily").exists())


@on_qt_loop
async def test_a_copy_is_made_beside_the_note_and_chosen(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        at.deeds.duplicate("Boiler.md")
        await until(lambda: at.tree.chosen() == ["Boiler 1.md"])
        assert at.says("Boiler 1.md") == at.says("Boiler.md")


@on_qt_loop
async def test_a_note_one_is_writing_in_keeps_what_was_typed_and_gets_its_links_repaired(tmp_path: Path) -> None:
    async with at_work(tmp_path) as at:
        page = await at.views.notes.show_note("Boiler.md")
        page.toggle_edit()
        page.saving.edited("Typed. See [[Heat-loss survey]].\n")
        at.deeds.rename_to("Projects/Heat-loss survey.md", "Survey")
        await until(lambda: page.text == "Typed. See [[Survey]].\n")
        assert at.says("Boiler.md") == "Typed. See [[Survey]].\n"
        assert page.saving.draft is not None
        assert not page.saving.draft.dirty
