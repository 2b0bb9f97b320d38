"""Tests of chat_dock.py: whole stories through the real agent, runner, index and dock."""

from pathlib import Path

from tests.support.desk import YES, read, search
from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import asks, open_chat, says


@on_qt_loop
async def test_a_question_is_searched_read_and_answered_with_a_chip(tmp_path: Path) -> None:
    turns = [
        asks(search("boiler", "call_1")),
        asks(read("Projects/House/Boiler.md", call_id="call_2")),
        says("We chose a ", "heat pump, see [[Boiler]]."),
    ]
    async with open_chat(tmp_path, turns, YES) as desk:
        opened: list[tuple[str, str]] = []
        desk.dock.source_opened.connect(lambda note, heading: opened.append((note, heading)))
        view = await desk.ask("What about the boiler?")
        print(view.exchange.text, [b for b in view.exchange.blocks])
