"""Update card: off at first; asks only when the button is pressed, says before what leaves, and shows what came."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.support.updates import HOST, OTHERS, PAGE, signed_file, update_site, updates_on
from tests.support.web_site import WebSite
from tests.support.wire_turns import Raw
from vaultdesk import __version__
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.update_card import UpdateCard
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.web.update_check import UpdateChecker


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    made = SettingsStore(tmp_path / "settings.toml")
    made.load()
    return made


def card_of(store: SettingsStore, updates: UpdateChecker | None, *, wanted: bool = True) -> UpdateCard:
    card = UpdateCard(Keeper(store, Banner("danger", "")), updates)
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
    card = card_of(store, updates_on(site, version=__version__))
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
        card = card_of(store, updates_on(site), wanted=False)
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
        card = card_of(store, updates_on(site))
        assert site.url(HOST, "/updates.txt") in card.about.text()
        assert "says nothing of you, your notes or your version" in card.about.text()


@on_qt_loop
async def test_a_newer_version_is_told_and_its_page_opened_only_by_the_button(
    store: SettingsStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(QUrl(url).toString()))
    notes = "<b>New</b>: tabs\u202egnp.exe"

    def look(card: UpdateCard) -> None:
        assert "VaultDesk 9.1.0 came out on " in card.result.text()
        assert "2026" in card.result.text()
        assert card.notes.text() == "<b>New</b>: tabsU+202Egnp.exe", "never read as markup, and nothing in it turned"
        assert HOST in card.where.text()
        assert opened == []
        QTest.keyClick(card.get_it, Qt.Key.Key_Space)
        assert opened == [PAGE]

    with update_site(signed_file(notes=notes)) as site:
        await asked(site, store, look)


@on_qt_loop
async def test_the_newest_is_said_to_be_up_to_date_and_offers_nothing(store: SettingsStore) -> None:
    def look(card: UpdateCard) -> None:
        assert f"VaultDesk {__version__} is up to date" in card.result.text()
        assert not card.get_it.isVisible()
        assert not card.notes.isVisible()

    with update_site(signed_file(version=__version__)) as site:
        await asked(site, store, look)


@on_qt_loop
async def test_a_wrong_signature_is_told_as_such_and_nothing_of_the_file_is_shown(store: SettingsStore) -> None:
    def look(card: UpdateCard) -> None:
        assert "not signed by the makers" in card.notes.text()
        assert not card.get_it.isVisible()
        assert "evil" not in words(card)
        assert "99.0.0" not in words(card)

    with update_site(signed_file(OTHERS, version="99.0.0", notes="evil", page="https://evil.example/")) as site:
        await asked(site, store, look)


@on_qt_loop
async def test_what_could_not_be_asked_says_why_and_can_be_tried_again(store: SettingsStore) -> None:
    answers = [Raw(b"", 503, "text/plain"), Raw(signed_file(), content_type="text/plain")]
    with update_site(lambda _request: answers.pop(0)) as site:
        card = card_of(store, updates_on(site))
        card.check.click()
        await until(lambda: not card._asking)
        assert "could not be found out" in card.result.text()
        assert "503" in card.notes.text()
        card.check.click()
        await until(lambda: not card._asking)
        assert "9.1.0 came out" in card.result.text()


@on_qt_loop
async def test_a_second_press_asks_no_second_time(store: SettingsStore) -> None:
    with update_site(signed_file()) as site:
        card = card_of(store, updates_on(site))
        card.check.click()
        card.check.click()
        await until(lambda: not card._asking)
        assert len(site.requests) == 1


@on_qt_loop
async def test_a_build_that_has_nobody_to_ask_says_so_and_what_to_do(store: SettingsStore) -> None:
    card = card_of(store, None)
    assert "does not know where to ask" in card.about.text()
    assert not card.check.isVisible()
