import asyncio
from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.editor.name_offers import NameOffers
from vaultdesk.ui.editor.unfinished import Unfinished
from vaultdesk.ui.note.editor import NoteEditor
from vaultdesk.ui.widgets.lists.entry_list import ListEntry

Key = Qt.Key


class Names:
    """Offers two names for whatever is typed; `gate` holds answers back."""

    def __init__(self) -> None:
        self.asked: list[Unfinished] = []
        self.gate = asyncio.Event()
        self.gate.set()

    async def find(self, name: Unfinished) -> Sequence[ListEntry]:
        self.asked.append(name)
        await self.gate.wait()
        return [ListEntry(f"{name.typed}{number}", f"{name.typed} {number}") for number in (1, 2)]

    def take(self, key: str) -> str:
        return f"[[{key}|x]]"

    def taken(self, key: str) -> None:
        pass


async def shown_editor() -> tuple[NoteEditor, Names, NameOffers]:
    editor, names = NoteEditor(), Names()
    offers = NameOffers(editor, names)
    editor.key_taker = offers
    editor.resize(600, 400)
    editor.show()
    editor.activateWindow()
    editor.setFocus()
    await until(editor.hasFocus)
    return editor, names, offers


@on_qt_loop
async def test_enter_takes_the_second_name_and_brackets_that_are_there() -> None:
    editor, _, offers = await shown_editor()
    editor.set_text("]]")
    QTest.keyClicks(editor, "[[B")
    await until(lambda: offers.offered == 2)
    QTest.keyClick(editor, Key.Key_Down)
    QTest.keyClick(editor, Key.Key_Return)
    assert editor.text() == "[[B2|x]]"
    assert offers.offered == 0
    editor.undo()
    assert editor.text() == "[[B]]"
    editor.close()
    editor.deleteLater()


@on_qt_loop
async def test_in_a_table_the_bar_is_escaped() -> None:
    editor, _, offers = await shown_editor()
    editor.set_text("")
    QTest.keyClicks(editor, "| [[B")
    await until(lambda: offers.offered)
    QTest.keyClick(editor, Key.Key_Tab)
    assert editor.text() == "| [[B1\\|x]]"
    editor.close()
    editor.deleteLater()


@on_qt_loop
async def test_the_newest_typing_wins_and_enter_waits_for_its_answer() -> None:
    editor, names, offers = await shown_editor()
    editor.set_text("")
    QTest.keyClicks(editor, "[[A")
    await until(lambda: offers.offered)
    names.gate.clear()
    QTest.keyClicks(editor, "B")
    await until(lambda: len(names.asked) > 1)
    QTest.keyClick(editor, Key.Key_Return)
    assert editor.text() == "[[AB"
    names.gate.set()
    await until(lambda: editor.text() == "[[AB1|x]]")
    editor.close()
    editor.deleteLater()


@on_qt_loop
async def test_esc_ends_it_for_this_name_and_walking_through_a_link_offers_nothing() -> None:
    editor, names, offers = await shown_editor()
    editor.set_text("")
    QTest.keyClicks(editor, "[[A")
    await until(lambda: offers.offered)
    QTest.keyClick(editor, Key.Key_Escape)
    QTest.keyClicks(editor, "B")
    assert offers.offered == 0
    asked = len(names.asked)
    QTest.keyClick(editor, Key.Key_Left)
    QTest.keyClick(editor, Key.Key_Right)
    assert len(names.asked) == asked
    editor.close()
    editor.deleteLater()
