"""Provider list: rows in order, one chosen, with what was learned since."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from tests.ui.settings.settings_desk import settings_desk
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.ui.settings.provider_list import ProviderList
from vaultdesk.ui.settings.provider_rows import provider_rows


def test_rows_keep_their_state_when_others_come_and_go(qtbot: QtBot, tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    desk.add_server("http://localhost:1")
    view = ProviderList(desk.catalog)
    qtbot.addWidget(view)
    view.show_rows(provider_rows(desk.store.settings))
    view.set_current("server")
    view.set_state("server", "works")
    view.set_state("server", "no key", keep=True)
    codex = desk.store.change(lambda settings: settings.with_provider("codex", ProviderSettings(kind="codex")))
    view.show_rows(provider_rows(codex))
    assert view.names()[:2] == ["server", "codex"]
    assert view.button("server").words() == "on this computer · answers"
    assert view.button("codex").words() == "a program here · not tested"
    assert (view.current(), view.button("server").isChecked()) == ("server", True)


def test_the_pressed_row_is_told_and_a_gone_one_is_nobody(qtbot: QtBot, tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    view = ProviderList(desk.catalog)
    qtbot.addWidget(view)
    view.show_rows(provider_rows(desk.store.settings))
    told: list[str] = []
    view.chosen.connect(told.append)
    view.button("gemini").click()
    view.set_current("gone")
    assert (told, view.current()) == (["gemini"], None)
