"""The vocabulary in the window: its command, its changes with their way back, a meaning from the scripted model."""

from pathlib import Path

import pytest

from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.core.errors import UsageError
from vaultdesk.tools.builtin.vocabulary_word import VocabularyWord


@on_qt_loop
async def test_the_command_shows_the_words_and_a_deletion_is_undone_from_its_notice(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        desktop.window.commands["vocabulary"].trigger()
        page = views.vocabulary.show()
        assert views.notes.page_at(views.notes.tabs.current()) is page
        await views.workspace.vocabulary.add("nuances", "small differences")
        await until(lambda: [word.word for word in page.words] == ["nuances"])
        file = views.workspace.vault.root / "Vocabulary/nuances.md"
        row = page.list.cards.index(0).data(0x0100)
        page.list.acted.emit(row, "delete")
        await until(lambda: not file.exists())
        await until(lambda: desktop.window._notice is not None)
        notice = desktop.window._notice
        assert notice is not None
        assert notice.text() == "Deleted “nuances”."
        notice._act.click()
        await until(file.exists)
        await until(lambda: [word.word for word in page.words] == ["nuances"])


@on_qt_loop
async def test_the_offline_assistant_is_not_asked_for_meanings(home: Path, tmp_path: Path) -> None:
    async with running_desktop(small_vault(tmp_path / "Lindenweg")) as desktop:
        views = await open_views(desktop)
        with pytest.raises(UsageError, match="offline assistant knows no words"):
            await views.vocabulary._look_up(VocabularyWord("V/x.md", "x"))
