"""Tests of ui/settings/sheet.py."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.support.words import words_of
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.settings.sheet import COLUMN_WIDTH, SettingsWriter, Sheet, SheetStack, UndoBanner
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel

# Change: what cannot be kept is said in its place, and the file stays as it was.


def with_rounds(settings: Settings, rounds: int) -> Settings:
    return settings.model_copy(update={"chat": settings.chat.model_copy(update={"max_rounds": rounds})})


def test_a_change_is_written_and_says_nothing(qtbot: QtBot, tmp_path: Path) -> None:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    banner.hide()
    store = SettingsStore(tmp_path / "settings.toml")
    assert SettingsWriter(store, banner).save(lambda settings: with_rounds(settings, 7))
    assert "max_rounds = 7" in store.file.read_text(encoding="utf-8")
    assert banner.isHidden()


def test_a_value_the_model_refuses_is_said_and_not_written(qtbot: QtBot, tmp_path: Path) -> None:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    store = SettingsStore(tmp_path / "settings.toml")
    assert not SettingsWriter(store, banner).save(lambda settings: with_rounds(settings, 0))
    assert "greater than or equal to 1" in banner.text()
    assert not banner.isHidden()
    assert store.settings.chat.max_rounds == 5
    assert not store.file.exists()


def test_a_file_that_cannot_be_read_is_named_and_left_alone(qtbot: QtBot, tmp_path: Path) -> None:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    file = tmp_path / "settings.toml"
    file.write_text("[broken", encoding="utf-8")
    store = SettingsStore(file)
    store.load()
    assert not SettingsWriter(store, banner).save(lambda settings: with_rounds(settings, 7))
    assert str(file) in banner.text() or "settings" in banner.text()
    assert file.read_text(encoding="utf-8") == "[broken"


def test_the_next_change_that_succeeds_takes_the_words_away(qtbot: QtBot, tmp_path: Path) -> None:
    banner = Banner("danger", "")
    qtbot.addWidget(banner)
    keeper = SettingsWriter(SettingsStore(tmp_path / "settings.toml"), banner)
    keeper.show_problem("The key could not be removed.")
    assert banner.text() == "The key could not be removed."
    assert keeper.save(lambda settings: with_rounds(settings, 7))
    assert banner.isHidden()


# Undo banner: says what was done and leads back once.


def test_it_says_what_was_done_and_undo_takes_it_back_and_the_banner_away(qtbot: QtBot) -> None:
    banner = UndoBanner()
    qtbot.addWidget(banner)
    assert banner.isHidden()
    done: list[str] = []
    banner.offer("Forgotten: a rule.", lambda: done.append("first"))
    banner.offer("Forgotten: another.", lambda: done.append("second"))
    assert (banner.text(), banner.isHidden()) == ("Forgotten: another.", False)
    banner.links[0].click()
    assert (done, banner.isHidden()) == (["second"], True)


# Sheet: a page's frame: one column that scrolls down and never sideways, and all its words for the search.


def test_title_and_sentence_stand_on_top_and_no_problem_is_shown(qtbot: QtBot) -> None:
    sheet = Sheet("General", "How conversations are led.")
    qtbot.addWidget(sheet)
    assert words_of(sheet) == "General\nHow conversations are led."


def test_the_column_keeps_its_width_in_a_wide_window_and_shrinks_in_a_narrow_one(qtbot: QtBot) -> None:
    sheet = Sheet("General", "words " * 40)
    qtbot.addWidget(sheet)
    field = QWidget()
    sheet.content.addWidget(field)
    sheet.resize(1600, 600)
    sheet.show()
    assert field.width() == theme().px(COLUMN_WIDTH)
    sheet.resize(500, 600)
    assert field.width() == sheet.viewport().width() - 2 * theme().px(24)


def test_it_takes_no_keyboard_itself_and_never_scrolls_sideways(qtbot: QtBot) -> None:
    sheet = Sheet("General", "")
    qtbot.addWidget(sheet)
    assert sheet.focusPolicy() == Qt.FocusPolicy.NoFocus
    assert sheet.horizontalScrollBarPolicy() == Qt.ScrollBarPolicy.ScrollBarAlwaysOff


def test_its_words_are_those_of_labels_and_buttons_on_it(qtbot: QtBot) -> None:
    sheet = Sheet("Providers", "Where questions may be answered.")
    qtbot.addWidget(sheet)
    sheet.content.addWidget(PlainButton("Add Server…"))
    sheet.add_remark(PlainLabel("Keys are kept in memory."))
    words = sheet.all_text()
    for wanted in ("Providers", "Where questions", "Add Server…", "kept in memory"):
        assert wanted in words


# Sheet stack: the sheet in sight is made at once, the others in pauses, each once.


def stack_of(*titles: str) -> tuple[SheetStack, list[str]]:
    """Return a stack and the titles of what it has made so far."""
    made: list[str] = []

    def make(title: str) -> Sheet:
        made.append(title)
        return Sheet(title, "")

    return SheetStack([lambda title=title: make(title) for title in titles]), made  # type: ignore[misc] # bound at once


@on_qt_loop
async def test_only_what_is_shown_is_made_at_once() -> None:
    stack, made = stack_of("One", "Two", "Three")
    stack.show_sheet(1)
    assert made == ["Two"]
    current = stack.currentWidget()
    assert isinstance(current, Sheet)
    assert current.title == "Two"
    assert list(stack.created_sheets()) == [current]


@on_qt_loop
async def test_the_others_come_one_at_a_time_once_it_is_seen() -> None:
    stack, made = stack_of("One", "Two", "Three")
    stack.show_sheet(1)
    stack.show()
    assert made == ["Two"]
    await until(lambda: len(made) == 3)
    assert made == ["Two", "One", "Three"]
    assert stack.currentIndex() == 1
    assert [stack.sheet(number).title for number in range(stack.count())] == ["One", "Two", "Three"]
    assert len(made) == 3
    stack.close()
