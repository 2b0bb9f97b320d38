"""Tests of finding.py: over a real index."""

from pathlib import Path

from PySide6.QtCore import QObject

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import open_chat
from vaultdesk.ui.quick_ask.finding import Finding


@on_qt_loop
async def test_notes_with_all_the_words_come_else_those_that_answer_the_question(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        owner = QObject()
        finding = Finding(desk.workspace, owner)
        found: list[tuple[str, list[str]]] = []
        finding.found.connect(lambda text, hits: found.append((text, [hit.path for hit in hits])))
        finding.look("heat pump costs")
        await until(lambda: found)
        assert found[-1] == ("heat pump costs", ["Projects/House/Budget.md"])
        found.clear()
        finding.look("How much does that new pump cost us?")
        await until(lambda: found)
        assert "Projects/House/Budget.md" in found[-1][1]
        finding.look("zyxwv unheard")
        await until(lambda: found[-1] == ("zyxwv unheard", []))


@on_qt_loop
async def test_the_newest_wins_and_nothing_typed_finds_nothing(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        owner = QObject()
        finding = Finding(desk.workspace, owner)
        found: list[str] = []
        finding.found.connect(lambda text, _hits: found.append(text))
        for text in ("b", "bo", "boi", "boiler"):
            finding.look(text)
        await until(lambda: "boiler" in found)
        assert set(found) == {"boiler"}
        finding.look("")
        assert found[-1] == ""
