"""Tests of chat_pane.py."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import open_chat, says
from vaultdesk.ui.chat.answer_foot import AnswerFoot
from vaultdesk.ui.theme.theme import theme


@on_qt_loop
async def test_an_answer_offers_what_the_window_can_do_with_it(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("One.")]) as desk:
        view = await desk.ask("First")
        foot = view.findChildren(AnswerFoot)[0]
        assert [foot.button(action).isVisible() for action in ("copy", "branch", "insert")] == [True, True, False]
        desk.dock.set_note_actions(insert=True)
        assert foot.button("insert").isVisible()


@on_qt_loop
async def test_head_and_foot_are_no_wider_than_the_text(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        desk.dock.resize(theme().step(1200), theme().step(700))
        assert desk.dock.composer.width() <= theme().step(640)
        assert (
            abs(desk.dock.composer.mapTo(desk.dock, desk.dock.composer.rect().center()).x() - desk.dock.width() // 2)
            <= 2
        )
