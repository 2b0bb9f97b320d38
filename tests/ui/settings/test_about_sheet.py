"""Tests of ui/settings/about_sheet.py."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.support.updates import HOST, OTHERS, PAGE, signed_file, update_site, updates_on
from tests.support.web_site import WebSite
from tests.support.wire_turns import Raw
from vaultdesk import __version__
from vaultdesk.core.platform.paths import AppFolders
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.ui.settings.about_sheet import PROJECT_URL, AboutSheet, UpdateCard
from vaultdesk.ui.settings.sheet import SettingsWriter
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.web.update_check import UpdateChecker


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    created = SettingsStore(tmp_path / "settings.toml")
    created.load()
    return created


# UpdateCard: off by default; sends a request only when the button is pressed, discloses it first, shows the result.


def update_card(store: SettingsStore, updates: UpdateChecker | None, *, enabled: bool = True) -> UpdateCard:
    card = UpdateCard(SettingsWriter(store, Banner("danger", "")), updates)
    if enabled:
        checkbox(card).click()
        card.refresh(store.settings)
    card.resize(700, 400)
    card.show()
    return card


def checkbox(card: UpdateCard) -> QCheckBox:
    field = card.form.field("updates")
    assert isinstance(field, QCheckBox)
    return field


async def check_for_updates(site: WebSite, store: SettingsStore, verify: Callable[[UpdateCard], None]) -> None:
    card = update_card(store, updates_on(site, version=__version__))
    QTest.keyClick(card.check, Qt.Key.Key_Space)
    await until(lambda: not card._asking)
    verify(card)
    card.deleteLater()


def visible_text(card: QWidget) -> str:
    from vaultdesk.ui.widgets.labels import PlainLabel

    return "\n".join(label.text() for label in card.findChildren(PlainLabel) if label.isVisible())


@on_qt_loop
async def test_update_checks_are_off_by_default_and_never_sent_automatically(store: SettingsStore) -> None:
    with update_site(signed_file()) as site:
        card = update_card(store, updates_on(site), enabled=False)
        assert not checkbox(card).isChecked()
        assert not card.check.isVisible()
        checkbox(card).click()
        card.refresh(store.settings)
        assert store.settings.desktop.updates
        assert card.check.isVisible()
        card.refresh(store.settings)
        assert site.requests == []
        assert site.looked_up == []


@on_qt_loop
async def test_the_update_request_is_disclosed_before_it_is_sent(store: SettingsStore) -> None:
    with update_site(signed_file()) as site:
        card = update_card(store, updates_on(site))
        assert site.url(HOST, "/updates.txt") in card.disclosure.text()
        assert "contains nothing about you, your notes or your version" in card.disclosure.text()


@on_qt_loop
async def test_a_newer_version_is_shown_and_its_page_is_opened_only_by_the_button(
    store: SettingsStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(QUrl(url).toString()))
    notes = "<b>New</b>: tabs\u202egnp.exe"

    def verify(card: UpdateCard) -> None:
        assert "VaultDesk 9.1.0 was released on " in card.result.text()
        assert "2026" in card.result.text()
        assert card.notes.text() == "<b>New</b>: tabsU+202Egnp.exe", "plain text without bidirectional overrides"
        assert HOST in card.browser_hint.text()
        assert opened == []
        QTest.keyClick(card.download_button, Qt.Key.Key_Space)
        assert opened == [PAGE]

    with update_site(signed_file(notes=notes)) as site:
        await check_for_updates(site, store, verify)


@on_qt_loop
async def test_the_newest_version_is_shown_as_up_to_date_without_a_download(store: SettingsStore) -> None:
    def verify(card: UpdateCard) -> None:
        assert f"VaultDesk {__version__} is up to date" in card.result.text()
        assert not card.download_button.isVisible()
        assert not card.notes.isVisible()

    with update_site(signed_file(version=__version__)) as site:
        await check_for_updates(site, store, verify)


@on_qt_loop
async def test_an_invalid_signature_is_reported_and_no_content_of_the_file_is_shown(store: SettingsStore) -> None:
    def verify(card: UpdateCard) -> None:
        assert "not signed by the developers" in card.notes.text()
        assert not card.download_button.isVisible()
        assert "evil" not in visible_text(card)
        assert "99.0.0" not in visible_text(card)

    with update_site(signed_file(OTHERS, version="99.0.0", notes="evil", page="https://evil.example/")) as site:
        await check_for_updates(site, store, verify)


@on_qt_loop
async def test_a_failed_check_shows_the_reason_and_can_be_retried(store: SettingsStore) -> None:
    answers = [Raw(b"", 503, "text/plain"), Raw(signed_file(), content_type="text/plain")]
    with update_site(lambda _request: answers.pop(0)) as site:
        card = update_card(store, updates_on(site))
        card.check.click()
        await until(lambda: not card._asking)
        assert "could not check for a newer version" in card.result.text()
        assert "503" in card.notes.text()
        card.check.click()
        await until(lambda: not card._asking)
        assert "9.1.0 was released" in card.result.text()


@on_qt_loop
async def test_a_second_click_during_a_check_sends_no_second_request(store: SettingsStore) -> None:
    with update_site(signed_file()) as site:
        card = update_card(store, updates_on(site))
        card.check.click()
        card.check.click()
        await until(lambda: not card._asking)
        assert len(site.requests) == 1


@on_qt_loop
async def test_a_build_without_an_update_server_cannot_check(store: SettingsStore) -> None:
    card = update_card(store, None)
    assert "Only released builds can check for updates" in card.disclosure.text()
    assert not card.check.isVisible()


# About sheet.


def test_the_about_sheet_shows_the_version_and_the_settings_file(qtbot: QtBot, store: SettingsStore) -> None:
    sheet = AboutSheet(store)
    qtbot.addWidget(sheet)
    assert f"VaultDesk {__version__}" in sheet.all_text()
    assert str(store.file) in sheet.all_text()


def test_the_about_sheet_shows_the_folders_and_opens_the_project_page(
    qtbot: QtBot, store: SettingsStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[QUrl] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(QUrl(url)))
    folders = AppFolders(tmp_path / "s", tmp_path / "d", tmp_path / "c", tmp_path / "l")
    sheet = AboutSheet(store, folders)
    qtbot.addWidget(sheet)

    assert str(folders.data) in sheet.all_text()
    assert str(folders.logs) in sheet.all_text()
    sheet.project.click()
    assert [url.toString() for url in opened] == [PROJECT_URL]
    assert not sheet.licences.isVisibleTo(sheet), "only the packaged program has a folder of licences"


def test_the_project_url_is_the_one_in_the_packages() -> None:
    linux = Path(__file__).resolve().parents[3] / "packaging" / "linux"
    for name in ("control", "io.github.vaultdesk.VaultDesk.metainfo.xml"):
        assert PROJECT_URL in (linux / name).read_text(encoding="utf-8")


def test_a_packaged_program_shows_its_licences(
    qtbot: QtBot, store: SettingsStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(QUrl(url).toLocalFile()))
    (tmp_path / "licences").mkdir()
    (tmp_path / "resources").mkdir()
    monkeypatch.setattr("vaultdesk.ui.settings.about_sheet.resource_path", tmp_path.joinpath("resources").joinpath)
    sheet = AboutSheet(store)
    qtbot.addWidget(sheet)

    assert sheet.licences.isVisibleTo(sheet)
    sheet.licences.click()
    assert opened == [(tmp_path / "licences").as_posix()]
