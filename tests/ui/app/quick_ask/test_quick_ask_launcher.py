"""Quick door: one quick ask for the program, at the command, at the keys and for another start's question."""

from pathlib import Path

import pytest

from tests.journeys.window import open_window
from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.single_instance import StartRequest


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    return small_vault(tmp_path / "Lindenweg")


@on_qt_loop
async def test_the_command_shows_it_and_the_end_takes_it_away(home: Path, vault: Path) -> None:
    async with running_desktop(vault) as desktop:
        await open_views(desktop)
        desktop.window.commands["quick-ask"].trigger()
        await until(lambda: desktop.quick.quick_ask.visible)
        first = desktop.quick.quick_ask
        desktop.show_quick_ask()

        assert desktop.quick.quick_ask is first
    assert not first.visible


@on_qt_loop
async def test_the_question_of_another_start_is_asked_there(home: Path, vault: Path) -> None:
    async with open_window(home, vault) as window:
        desktop, views = window.desktop, window.views
        desktop.handle_request(StartRequest(quick_ask=True, question="boiler"))
        await until(lambda: any(controller.exchanges for controller in views.chat.conversations))

        assert desktop.quick.quick_ask.visible
        asked = [
            controller.exchanges[0].asked_question.text
            for controller in views.chat.conversations
            if controller.exchanges
        ]
        assert asked == ["boiler"]
