"""Tests of ui/settings/general_sheets.py."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QComboBox, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.support.spelling import SmallSpeller
from tests.support.updates import HOST, OTHERS, PAGE, signed_file, update_site, updates_on
from tests.support.web_site import WebSite
from tests.support.wire_turns import Raw
from tests.ui.agents.agent_desk import open_workspace
from tests.ui.hotkey.test_hotkeys import Desk
from vaultdesk import __version__
from vaultdesk.core.errors import SettingsError
from vaultdesk.core.platform.autostart import AutostartObstacle, AutostartState, AutostartStatus
from vaultdesk.core.platform.paths import AppFolders
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.editor.spell_checker import SpellChecker
from vaultdesk.ui.hotkey.hotkeys import Hotkeys
from vaultdesk.ui.settings.general_sheets import (
    PROJECT_URL,
    AboutSheet,
    AppearanceSheet,
    AutostartCard,
    ChatSavingCard,
    DesktopSheet,
    GeneralSheet,
    QuickAskCard,
    SpellingCard,
    UpdateCard,
)
from vaultdesk.ui.settings.sheet import SettingsWriter
from vaultdesk.ui.translation import WindowLanguage
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.form_controls import NumberField
from vaultdesk.ui.widgets.text_fields import TextField
from vaultdesk.web.update_check import UpdateChecker

# Keeping card.


@on_qt_loop
async def test_chats_are_kept_from_now_on_or_no_more(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        card = ChatSavingCard(workspace.chats, SettingsWriter(workspace.store, Banner("danger", "")))
        assert not card.switch.isChecked()
        card.switch.click()
        assert workspace.chats.save_mode == "keep"
        card.switch.click()
        assert workspace.store.settings.vault_settings(workspace.vault.root).chats == "off"
        workspace.chats.set_save_mode("keep")
        card.refresh()
        assert card.switch.isChecked()


# Spelling card: what can be chosen where there is a speller, and what it says where there is none.


def card_of(store: SettingsStore, spelling: SpellChecker) -> tuple[SpellingCard, QCheckBox, TextField]:
    card = SpellingCard(SettingsWriter(store, Banner("danger", "")), spelling)
    tick, languages = card.form.field("spelling"), card.form.field("spelling_languages")
    assert isinstance(tick, QCheckBox)
    assert isinstance(languages, TextField)
    return card, tick, languages


@on_qt_loop
async def test_what_is_chosen_is_kept_and_what_is_found_is_said(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    spelling = SpellChecker(SmallSpeller, system_language="en_GB")
    card, tick, languages = card_of(store, spelling)
    card.show()
    await until(lambda: spelling.dictionaries_loaded)
    tick.click()
    card.refresh(store.settings)
    languages.set_text("de, en-GB")
    languages.edit.editingFinished.emit()
    card.refresh(store.settings)
    assert (store.settings.editor.spelling, store.settings.editor.spelling_languages) == (True, "de, en-GB")
    assert card.state.text() == "In use: Deutsch (de_DE), British English (en_GB)."
    card.close()


@on_qt_loop
async def test_where_no_speller_is_it_says_so_and_only_a_choice_of_before_can_be_taken_back(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    spelling = SpellChecker(lambda: None)
    card, tick, languages = card_of(store, spelling)
    card.show()
    await until(lambda: spelling.dictionaries_loaded)
    await until(card.state.text)
    assert "No spell checker was found" in card.state.text()
    assert not tick.isEnabled()
    assert not languages.isEnabled()
    card.refresh(store.set("editor.spelling", "true"))
    assert tick.isEnabled()
    card.close()


# Update card: off at first; asks only when the button is pressed, says before what leaves, and shows what came.


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    created = SettingsStore(tmp_path / "settings.toml")
    created.load()
    return created


def update_card_card_of(store: SettingsStore, updates: UpdateChecker | None, *, wanted: bool = True) -> UpdateCard:
    card = UpdateCard(SettingsWriter(store, Banner("danger", "")), updates)
    if wanted:
        tick(card).click()
        card.refresh(store.settings)
    card.resize(700, 400)
    card.show()
    return card


def tick(card: UpdateCard) -> QCheckBox:
    field = card.form.field("updates")
    assert isinstance(field, QCheckBox)
    return field


async def asked(site: WebSite, store: SettingsStore, then: Callable[[UpdateCard], None]) -> None:
    card = update_card_card_of(store, updates_on(site, version=__version__))
    QTest.keyClick(card.check, Qt.Key.Key_Space)
    await until(lambda: not card._asking)
    then(card)
    card.deleteLater()


def words(card: QWidget) -> str:
    from vaultdesk.ui.widgets.labels import PlainLabel

    return "\n".join(one.text() for one in card.findChildren(PlainLabel) if one.isVisible())


@on_qt_loop
async def test_it_is_off_at_first_and_nothing_is_asked_by_itself(store: SettingsStore) -> None:
    with update_site(signed_file()) as site:
        card = update_card_card_of(store, updates_on(site), wanted=False)
        assert not tick(card).isChecked()
        assert not card.check.isVisible()
        tick(card).click()
        card.refresh(store.settings)
        assert store.settings.desktop.updates
        assert card.check.isVisible()
        card.refresh(store.settings)
        assert site.requests == []
        assert site.looked_up == []


@on_qt_loop
async def test_what_leaves_is_said_before(store: SettingsStore) -> None:
    with update_site(signed_file()) as site:
        card = update_card_card_of(store, updates_on(site))
        assert site.url(HOST, "/updates.txt") in card.disclosure.text()
        assert "contains nothing about you, your notes or your version" in card.disclosure.text()


@on_qt_loop
async def test_a_newer_version_is_told_and_its_page_opened_only_by_the_button(
    store: SettingsStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(QUrl(url).toString()))
    notes = "<b>New</b>: tabs\u202egnp.exe"

    def look(card: UpdateCard) -> None:
        assert "VaultDesk 9.1.0 was released on " in card.result.text()
        assert "2026" in card.result.text()
        assert card.notes.text() == "<b>New</b>: tabsU+202Egnp.exe", "never read as markup, and nothing in it turned"
        assert HOST in card.browser_hint.text()
        assert opened == []
        QTest.keyClick(card.download_button, Qt.Key.Key_Space)
        assert opened == [PAGE]

    with update_site(signed_file(notes=notes)) as site:
        await asked(site, store, look)


@on_qt_loop
async def test_the_newest_is_said_to_be_up_to_date_and_offers_nothing(store: SettingsStore) -> None:
    def look(card: UpdateCard) -> None:
        assert f"VaultDesk {__version__} is up to date" in card.result.text()
        assert not card.download_button.isVisible()
        assert not card.notes.isVisible()

    with update_site(signed_file(version=__version__)) as site:
        await asked(site, store, look)


@on_qt_loop
async def test_a_wrong_signature_is_told_as_such_and_nothing_of_the_file_is_shown(store: SettingsStore) -> None:
    def look(card: UpdateCard) -> None:
        assert "not signed by the developers" in card.notes.text()
        assert not card.download_button.isVisible()
        assert "evil" not in words(card)
        assert "99.0.0" not in words(card)

    with update_site(signed_file(OTHERS, version="99.0.0", notes="evil", page="https://evil.example/")) as site:
        await asked(site, store, look)


@on_qt_loop
async def test_what_could_not_be_asked_says_why_and_can_be_tried_again(store: SettingsStore) -> None:
    answers = [Raw(b"", 503, "text/plain"), Raw(signed_file(), content_type="text/plain")]
    with update_site(lambda _request: answers.pop(0)) as site:
        card = update_card_card_of(store, updates_on(site))
        card.check.click()
        await until(lambda: not card._asking)
        assert "could not check for a newer version" in card.result.text()
        assert "503" in card.notes.text()
        card.check.click()
        await until(lambda: not card._asking)
        assert "9.1.0 was released" in card.result.text()


@on_qt_loop
async def test_a_second_press_asks_no_second_time(store: SettingsStore) -> None:
    with update_site(signed_file()) as site:
        card = update_card_card_of(store, updates_on(site))
        card.check.click()
        card.check.click()
        await until(lambda: not card._asking)
        assert len(site.requests) == 1


@on_qt_loop
async def test_a_build_that_has_nobody_to_ask_says_so_and_what_to_do(store: SettingsStore) -> None:
    card = update_card_card_of(store, None)
    assert "Only released builds can check for updates" in card.disclosure.text()
    assert not card.check.isVisible()


# Appearance sheet: what is chosen is written, and what is changed elsewhere is shown.


@pytest.fixture
def appearance_sheet_store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.toml")


def test_appearance_writes_the_theme_and_follows_a_change_made_elsewhere(
    qtbot: QtBot, appearance_sheet_store: SettingsStore
) -> None:
    sheet = AppearanceSheet(appearance_sheet_store)
    qtbot.addWidget(sheet)
    box = sheet.form.field("theme")
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData("dark"))
    assert appearance_sheet_store.settings.appearance.theme == "dark"
    sheet.refresh(appearance_sheet_store.set("appearance.theme", "light"))
    assert box.currentData() == "light"
    assert appearance_sheet_store.settings.appearance.theme == "light"


def test_what_could_not_be_kept_goes_back_to_what_holds(qtbot: QtBot, tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    store = SettingsStore(file)
    sheet = AppearanceSheet(store)
    qtbot.addWidget(sheet)
    file.write_text("[broken", encoding="utf-8")
    box = sheet.form.field("theme")
    assert isinstance(box, QComboBox)
    box.setCurrentIndex(box.findData("dark"))
    assert not sheet.problem.isHidden()
    assert box.currentData() == "system"


def test_a_language_is_chosen_by_its_own_name(qtbot: QtBot, appearance_sheet_store: SettingsStore) -> None:
    sheet = AppearanceSheet(appearance_sheet_store, [WindowLanguage("de", "Deutsch"), WindowLanguage("en", "English")])
    qtbot.addWidget(sheet)
    box = sheet.language.field("language")
    assert isinstance(box, QComboBox)

    box.setCurrentIndex(box.findText("Deutsch"))

    assert appearance_sheet_store.settings.appearance.language == "de"


# Sheets: general and appearance write what is chosen, never a folder outside the vault; about says what it is.


@pytest.fixture
def sheets_store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.toml")


def test_general_writes_the_number_of_rounds(qtbot: QtBot, sheets_store: SettingsStore) -> None:
    sheet = GeneralSheet(sheets_store)
    qtbot.addWidget(sheet)
    rounds = sheet.form.field("max_rounds")
    assert isinstance(rounds, NumberField)
    rounds.setValue(9)
    again = SettingsStore(sheets_store.file)
    assert again.load().chat.max_rounds == 9


@pytest.mark.parametrize("folder", ["../outside", "/etc", "a/../../b", "C:\\x", ".obsidian", "", "x\\y"])
def test_a_chat_folder_outside_the_vault_is_said_under_the_field_and_not_kept(
    qtbot: QtBot, sheets_store: SettingsStore, folder: str
) -> None:
    sheet = GeneralSheet(sheets_store)
    qtbot.addWidget(sheet)
    field = sheet.form.field("folder")
    assert isinstance(field, TextField)
    field.set_text(folder)
    field.edit.editingFinished.emit()
    assert field.problem() in ("This is not a folder in the vault.", "Enter a folder in the vault.")
    assert sheets_store.settings.chat.folder == "Chats"


def test_a_chat_folder_in_the_vault_is_kept(qtbot: QtBot, sheets_store: SettingsStore) -> None:
    sheet = GeneralSheet(sheets_store)
    qtbot.addWidget(sheet)
    field = sheet.form.field("folder")
    assert isinstance(field, TextField)
    field.set_text(" Talks/With the assistant ")
    field.edit.editingFinished.emit()
    assert field.problem() == ""
    assert sheets_store.settings.chat.folder == "Talks/With the assistant"


def test_about_names_the_version_and_the_settings_file(qtbot: QtBot, sheets_store: SettingsStore) -> None:
    sheet = AboutSheet(sheets_store)
    qtbot.addWidget(sheet)
    assert f"VaultDesk {__version__}" in sheet.all_text()
    assert str(sheets_store.file) in sheet.all_text()


def test_about_says_where_everything_is_and_opens_the_project_s_page(
    qtbot: QtBot, sheets_store: SettingsStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(QUrl(url)))
    where = AppFolders(tmp_path / "s", tmp_path / "d", tmp_path / "c", tmp_path / "l")
    sheet = AboutSheet(sheets_store, where)
    qtbot.addWidget(sheet)

    assert str(where.data) in sheet.all_text()
    assert str(where.logs) in sheet.all_text()
    sheet.project.click()
    assert [url.toString() for url in opened] == [PROJECT_URL]
    assert not sheet.licences.isVisibleTo(sheet), "the source has no folder of licences; the packed program has"


def test_the_project_s_page_is_the_one_the_packages_name() -> None:
    linux = Path(__file__).resolve().parents[3] / "packaging" / "linux"
    for name in ("control", "io.github.vaultdesk.VaultDesk.metainfo.xml"):
        assert PROJECT_URL in (linux / name).read_text(encoding="utf-8")


def test_a_packed_program_shows_its_licences(
    qtbot: QtBot, sheets_store: SettingsStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(QUrl(url).toLocalFile()))
    (tmp_path / "licences").mkdir()
    (tmp_path / "resources").mkdir()
    monkeypatch.setattr("vaultdesk.ui.settings.general_sheets.resource_path", tmp_path.joinpath("resources").joinpath)
    sheet = AboutSheet(sheets_store)
    qtbot.addWidget(sheet)

    assert sheet.licences.isVisibleTo(sheet)
    sheet.licences.click()
    assert opened == [(tmp_path / "licences").as_posix()]


# Start card: the switches show the entry as it is, and what fails is told beside them.


class Entry:
    """An entry in memory."""

    def __init__(self, standing: AutostartStatus = AutostartStatus()) -> None:  # noqa: B008 - a frozen value
        self.now = standing
        self.locked = False

    def status(self) -> AutostartStatus:
        return self.now

    def switch(self, on: bool, hidden: bool) -> None:
        if self.locked:
            raise SettingsError("The setting to start with the system could not be changed", hint="Read-only.")
        self.now = AutostartStatus("on", hidden) if on else AutostartStatus()


@pytest.fixture
def entry() -> Entry:
    return Entry()


def start_card(qtbot: QtBot, entry: Entry) -> AutostartCard:
    card = AutostartCard(entry)
    qtbot.addWidget(card)
    return card


def test_it_is_off_by_itself_and_follows_the_switches(qtbot: QtBot, entry: Entry) -> None:
    card = start_card(qtbot, entry)
    assert not card.switch.isChecked()
    assert not card.hidden.isEnabled()

    card.switch.click()
    assert entry.now == AutostartStatus("on")
    card.hidden.click()
    assert entry.now == AutostartStatus("on", hidden=True)
    card.switch.click()
    assert entry.now == AutostartStatus()
    assert not card.hidden.isChecked()


def test_what_others_changed_is_seen_when_it_is_shown(qtbot: QtBot, entry: Entry) -> None:
    card = start_card(qtbot, entry)
    entry.now = AutostartStatus("on", hidden=True)
    card.show()
    assert card.switch.isChecked()
    assert card.hidden.isChecked()


def test_a_failure_stands_beside_the_switch_which_shows_what_is(qtbot: QtBot, entry: Entry) -> None:
    card = start_card(qtbot, entry)
    card.show()
    entry.locked = True
    card.switch.click()
    assert not card.switch.isChecked()
    assert card.problem.isVisible()

    entry.locked = False
    card.switch.click()
    assert not card.problem.isVisible()


@pytest.mark.parametrize(
    ("barrier", "state", "words"),
    [
        ("flatpak", "off", "Flatpak"),
        ("home", "off", "VAULTDESK_HOME"),
        ("moved", "off", "Move VaultDesk"),
        ("", "missing", "/old/vaultdesk"),
        ("", "other", "/old/vaultdesk"),
    ],
)
def test_why_it_is_not_this_program_s_is_said(
    qtbot: QtBot, entry: Entry, barrier: AutostartObstacle, state: AutostartState, words: str
) -> None:
    entry.now = AutostartStatus(state, False, "/old/vaultdesk" if state != "off" else "", barrier)
    card = start_card(qtbot, entry)
    assert words in card.status_label.text()
    assert card.switch.isEnabled() is not bool(barrier)
    assert not card.switch.isChecked()


def test_where_it_waits_is_said(qtbot: QtBot, entry: Entry) -> None:
    card = start_card(qtbot, entry)
    card.refresh(in_tray=True)
    assert "tray" in card.hidden_hint.text()
    card.refresh(in_tray=False)
    assert "minimised" in card.hidden_hint.text()


# Quick ask card: keys are pressed, kept, refused and removed, and their state is said
# (vaultdesk/ui/hotkey/README.md, "Invariants").

HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


class Scene:
    """A card over a way of a test's own, which follows the settings as the program's does."""

    def __init__(self, folder: Path) -> None:
        self.store = SettingsStore(folder / "settings.toml")
        self.store.load()
        self.keys = Hotkeys(Desk("Ctrl+Alt+K"))
        self.banner = Banner("danger", "")
        self.card = QuickAskCard(SettingsWriter(self.store, self.banner), self.keys)

    def press(self, key: Qt.Key, held: Qt.KeyboardModifier = HELD) -> None:
        QTest.keyClick(self.card.field, key, held)
        self.keys.set_keys(self.kept)

    @property
    def kept(self) -> str:
        return self.store.settings.desktop.quick_ask_keys

    @property
    def said(self) -> str:
        return self.card.state.text()


@pytest.fixture
def scene(qapp: object, tmp_path: Path) -> Scene:
    return Scene(tmp_path)


def test_no_keys_are_set_until_somebody_presses_some(scene: Scene) -> None:
    assert (scene.kept, scene.card.field.text(), scene.said) == ("", "", "Works here.")
    assert scene.card.clear.isHidden()
    scene.press(Qt.Key.Key_Space)
    assert (scene.kept, scene.card.field.text(), scene.said) == ("Ctrl+Alt+Space", "Ctrl+Alt+Space", "Works here.")
    assert not scene.card.clear.isHidden()


def test_a_combination_another_program_has_is_kept_and_told(scene: Scene) -> None:
    scene.press(Qt.Key.Key_K)
    assert (scene.kept, scene.said) == ("Ctrl+Alt+K", "Taken.")


def test_an_impossible_combination_is_refused_with_a_sentence_and_not_kept(scene: Scene) -> None:
    scene.press(Qt.Key.Key_Space)
    QTest.keyClick(scene.card.field, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert scene.kept == "Ctrl+Alt+Space"
    assert "is used by most programs" in scene.said
    assert scene.card.field.accessibleDescription() == scene.said
    QTest.keyClick(scene.card.field, Qt.Key.Key_A)
    assert "needed for typing" in scene.said


def test_backspace_and_the_button_remove_the_keys(scene: Scene) -> None:
    scene.press(Qt.Key.Key_Space)
    scene.press(Qt.Key.Key_Backspace, Qt.KeyboardModifier.NoModifier)
    assert (scene.kept, scene.card.field.text()) == ("", "")
    scene.press(Qt.Key.Key_Space)
    scene.card.clear.click()
    assert scene.kept == ""


# General sheets.


def tick_in(sheet: DesktopSheet, name: str) -> QCheckBox:
    field = (sheet.tray if name == "tray" else sheet.form).field(name)
    assert isinstance(field, QCheckBox)
    return field


def test_what_is_ticked_is_kept(qapp: object, store: SettingsStore) -> None:
    sheet = DesktopSheet(store, lambda: True)
    tick_in(sheet, "tray").click()
    tick_in(sheet, "notify").click()
    desktop = store.settings.desktop
    assert (desktop.tray, desktop.notify) == (True, False)
    sheet.refresh(store.settings)
    assert not tick_in(sheet, "sound").isEnabled()
    assert sheet.tray_hint.text() == "This desktop shows a tray."


def test_where_there_is_no_tray_it_says_so_and_only_a_choice_of_before_can_be_taken_back(
    qapp: object, store: SettingsStore
) -> None:
    sheet = DesktopSheet(store, lambda: False)
    assert not tick_in(sheet, "tray").isEnabled()
    assert "shows no tray" in sheet.tray_hint.text()

    def chosen(settings: Settings) -> Settings:
        return settings.model_copy(update={"desktop": settings.desktop.model_copy(update={"tray": True})})

    store.change(chosen)
    sheet.refresh(store.settings)
    assert tick_in(sheet, "tray").isEnabled()


def test_try_it_is_told(qapp: object, store: SettingsStore) -> None:
    sheet, tried = DesktopSheet(store, lambda: True), []
    sheet.tried.connect(lambda: tried.append("tried"))
    sheet.quick_ask.try_button.click()
    assert tried == ["tried"]
    assert "Quick ask" in sheet.all_text()
