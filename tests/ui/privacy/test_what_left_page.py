"""What left page: the month in a sentence, the lines of it by question, searched, narrowed down and exported."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.activity.scene import LOCAL, open_vault, sent
from vaultdesk.ui import bridge
from vaultdesk.ui.privacy import what_left_page as module
from vaultdesk.ui.privacy.what_left_page import WhatLeftPage
from vaultdesk.ui.widgets.lists.card_list import CardRow
from vaultdesk.workspace import Workspace


class Scene:
    def __init__(self, workspace: Workspace) -> None:
        self.workspace = workspace
        self.page = WhatLeftPage(workspace.ledger, lambda path: path.startswith("Personal"))
        self.page.resize(1000, 700)
        self.page.show()

    def rows(self) -> list[str]:
        return ["".join(span.text for span in row.spans) for row in self.page.list.cards.rows]

    def row(self, words: str) -> CardRow:
        return next(row for row in self.page.list.cards.rows if words in row.text)


@asynccontextmanager
async def scene(home: Path, root: Path) -> AsyncIterator[Scene]:
    async with open_vault(home, root) as workspace:
        made = Scene(workspace)
        yield made
        await bridge.cancel_all()
        made.page.deleteLater()


@on_qt_loop
async def test_what_leaves_appears_by_itself_under_a_sentence_of_the_month(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        await until(lambda: at.page.lead.text() == "This month nothing has left this computer.")
        assert at.page.empty.isVisible()
        await sent(at.workspace, "What of the boiler?", "Boiler.md", "Budget.md")
        await until(lambda: len(at.rows()) == 4)

        assert at.rows()[1:] == ["What of the boiler?", "Boiler", "Budget"]
        assert at.page.lead.text() == "This month: 2 notes in 1 question, 200 tokens. No private note."
        await sent(at.workspace, "And the rest?", "Personal/Diary.md", chat="d")
        await until(lambda: "1 of them would stay here" in at.page.lead.text())


@on_qt_loop
async def test_a_search_asks_for_notes_and_questions_and_filters_narrow_it(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        await sent(at.workspace, "What of the boiler?", "Boiler.md")
        await sent(at.workspace, "How much?", "Budget.md", destination=LOCAL, chat="d")
        await until(lambda: len(at.rows()) == 5)
        at.page.search.setText("BUDG")
        await until(lambda: at.rows()[1:] == ["How much?", "Budget"])
        at.page.search.setText("")
        at.page.narrowing.receiver.set_value("Anthropic")
        at.page.narrowing.changed.emit()
        await until(lambda: at.rows()[1:] == ["What of the boiler?", "Boiler"])
        at.page.narrowing.decision.set_value("kept")
        at.page.narrowing.changed.emit()
        await until(lambda: at.page.empty.isVisible())


@on_qt_loop
async def test_one_note_s_way_can_be_followed_and_left_again(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        await sent(at.workspace, "What of the boiler?", "Boiler.md", "Budget.md")
        await until(lambda: len(at.rows()) == 4)
        at.page.list.acted.emit(at.row("Budget"), "history")
        await until(lambda: at.rows()[1:] == ["What of the boiler?", "Budget"])
        assert (at.page.title.text(), at.page.note) == ("Where “Budget” went", "Budget.md")
        assert at.page.only.isVisible()

        at.page.only.links[0].click()
        await until(lambda: len(at.rows()) == 4)
        assert at.page.title.text() == "What left this computer"


@on_qt_loop
async def test_a_row_s_menu_does_what_it_says(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        await sent(at.workspace, "What?", "Boiler.md", "Personal/Diary.md")
        await until(lambda: len(at.rows()) == 4)
        opened: list[str] = []
        closed: list[str] = []
        at.page.note_opened.connect(opened.append)
        at.page.never_asked.connect(closed.append)
        menu = at.page.list.menu_of(at.row("Boiler"))
        for action in menu.actions():
            action.trigger()

        assert [action.text() for action in menu.actions()] == [
            "Open note", "Never send it again", "Where this note went", "Copy path",
        ]  # fmt: skip
        assert (opened, closed, QApplication.clipboard().text()) == (["Boiler.md"], ["Boiler.md"], "Boiler.md")
        assert "Never send it again" not in [
            action.words for row in at.page.list.cards.rows for action in row.actions if "Diary" in row.text
        ]


@on_qt_loop
async def test_a_question_can_be_folded_and_rules_redraw(home: Path, tmp_path: Path) -> None:
    async with scene(home, tmp_path / "vault") as at:
        await sent(at.workspace, "What?", "Boiler.md")
        await until(lambda: len(at.rows()) == 3)
        at.page.list.folded.emit(at.row("What?"))
        assert len(at.rows()) == 2
        at.page.redraw()
        assert len(at.rows()) == 2
        at.page.show_question("What?")
        await until(lambda: at.page.search.text() == "What?")


@on_qt_loop
async def test_what_is_listed_is_exported(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: dict[str, str] = {}

    async def save(_parent: object, _title: str, _name: str, kinds: dict[str, tuple[str, object]]) -> Path:
        written.update({ending: made() for ending, (_, made) in kinds.items()})  # type: ignore[operator] # contents
        return tmp_path / "left.csv"

    monkeypatch.setattr(module, "save_as", save)
    async with scene(home, tmp_path / "vault") as at:
        told: list[str] = []
        at.page.told.connect(lambda words, _action, _do: told.append(words))
        await sent(at.workspace, "What?", "Boiler.md")
        await until(lambda: len(at.rows()) == 3)
        at.page.export.click()
        await until(lambda: told)

        assert told == ["Written to left.csv."]
        assert "Boiler.md" in written["csv"]
        assert '"path": "Boiler.md"' in written["json"]


@on_qt_loop
async def test_a_place_that_cannot_be_written_is_told(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def save(*_rest: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "save_as", save)
    async with scene(home, tmp_path / "vault") as at:
        told: list[str] = []
        at.page.told.connect(lambda words, _action, _do: told.append(words))
        at.page.export.click()
        await until(lambda: told)

        assert told == ["The file could not be written: No space left on device."]
