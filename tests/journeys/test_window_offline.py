"""Window, offline assistant: it costs nothing, so no token counts are shown."""

from pathlib import Path

from tests.journeys.window import open_window, seen, words_of
from tests.support.qt_loop import on_qt_loop
from vaultdesk.core.settings.settings_schema import SpendingLimits


@on_qt_loop
async def test_t6_no_meter_and_no_answer_of_the_offline_assistant_shows_tokens(home: Path, tmp_path: Path) -> None:
    async with open_window(home, tmp_path / "vault") as window:
        chat = window.views.chat
        caps = SpendingLimits(day_tokens=100, chat_tokens=100)
        window.views.workspace.store.change(lambda settings: settings.model_copy(update={"spending": caps}))
        window.ask("Hello there!")
        view = await window.over()
        meter = chat.composer_controller.meter
        meter.measure()
        await seen(lambda: not meter._busy)

        assert "built-in offline assistant" in view.exchange.text
        assert "token" not in words_of(view).casefold()
        assert not chat.composer.meter.isVisible()
        assert not chat.budget_meters.isVisible()
        assert chat.budget_meters.texts() == []
