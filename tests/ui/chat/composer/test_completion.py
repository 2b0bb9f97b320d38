"""Tests of ui/chat/composer/completion.py."""

import asyncio
import time
from collections.abc import Iterator, Sequence

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.chat.names_at_hand import Names as FakeFinder
from vaultdesk.agent.instructions.quick_commands import QuickCommand
from vaultdesk.chat.messages import ContextItem
from vaultdesk.ui.chat.composer.completion import (
    MAX_NAME_LENGTH,
    AtCommand,
    CommandCompletionSource,
    LinkCompletionSource,
    MentionCompletionSource,
    QuestionCompletion,
    TypedName,
    name_before_cursor,
)
from vaultdesk.ui.chat.composer.context_tray import ReachText
from vaultdesk.ui.chat.composer.question_field import QuestionField
from vaultdesk.ui.widgets.lists.list_row import ListRow

# Unfinished name.


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("@", TypedName("@", "")),
        ("What does @boi", TypedName("@", "boi")),
        ("(@heat pump", TypedName("@", "heat pump")),
        ("see [[Boi", TypedName("[[", "Boi")),
        ("see [[Boiler#Why", TypedName("[[", "Boiler#Why")),
        ("[[Boiler#^a1", TypedName("[[", "Boiler#^a1")),
        ("@#hea", TypedName("@", "#hea")),
        ("/su", TypedName("/", "su")),
        ("/", TypedName("/", "")),
    ],
)
def test_a_name_behind_its_sign_is_being_typed(before: str, expected: TypedName) -> None:
    assert name_before_cursor(before, first=True) == expected


@pytest.mark.parametrize(
    "before",
    [
        "ann@example.org",
        "plain words",
        "[[Boiler]] is",
        "[[Boiler|the bo",
        "@ now",
        "@Boiler ",
        "and /or",
        "/usr/bin",
        "@" + "x" * (MAX_NAME_LENGTH + 1),
    ],
)
def test_a_sign_inside_a_word_or_behind_a_finished_name_is_a_letter(before: str) -> None:
    assert name_before_cursor(before, first=True) is None


def test_a_quick_command_begins_on_the_first_line_only() -> None:
    assert name_before_cursor("/su", first=False) is None


def test_the_later_sign_is_the_one_being_typed() -> None:
    assert name_before_cursor("@Boiler and [[Bud", first=True) == TypedName("[[", "Bud")
    assert name_before_cursor("@Boiler and @Bud", first=True) == TypedName("@", "Bud")


def test_what_is_replaced_is_the_name_with_its_sign() -> None:
    assert TypedName("[[", "Boi").replaced_text == "[[Boi"


# Box offers: what a key does while something is offered, and that none is lost.

A_FRAME = 16.0
"""Milliseconds that a key may cost."""

NAMES = ("Boiler", "Boat 🚤", "Budget")


class Names:
    """Offers names by their first letters; can be made to wait."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()

    def hint(self, name: TypedName) -> str:
        return "Enter takes it"

    async def find(self, name: TypedName) -> Sequence[ListRow]:
        self.asked.append(name.typed)
        await self.gate.wait()
        return [ListRow(one, one) for one in NAMES if one.casefold().startswith(name.typed.casefold())]

    def accept(self, key: str) -> str | None:
        return f"[[{key}]]"


class Many(Names):
    """Offers as much as there is room for, all of it marked."""

    async def find(self, name: TypedName) -> Sequence[ListRow]:
        marks = ((0, min(6, len(name.typed))),)
        return [
            ListRow(f"{one}", f"Boiler of house {one}", right="Projects/House", title_marks=marks) for one in range(20)
        ]


class Scene:
    """A box in a window with names offered behind `@` and `[[`."""

    def __init__(self, names: "Names | None" = None) -> None:
        self.window = QWidget()
        self.window.resize(400, 500)
        self.box = QuestionField()
        column = QVBoxLayout(self.window)
        column.addStretch(1)
        column.addWidget(self.box)
        self.names = names or Names()
        self.offers = QuestionCompletion(self.box, {"@": self.names, "[[": self.names})
        self.sent: list[str] = []
        sent, box = self.sent, self.box
        box.entered.connect(lambda: sent.append(box.toPlainText()))
        self.window.show()
        self.window.activateWindow()
        self.box.setFocus()

    async def type(self, words: str, shown_count: int) -> None:
        QTest.keyClicks(self.box, words)
        await until(lambda: self.offers.shown_count == shown_count)

    def press(self, key: Qt.Key) -> None:
        QTest.keyClick(self.box, key)


@on_qt_loop
async def test_names_open_behind_the_sign_and_enter_takes_one() -> None:
    scene = Scene()
    await scene.type("is @bo", 2)
    assert scene.offers.popup.hint.text() == "Enter takes it"
    scene.press(Qt.Key.Key_Down)
    scene.press(Qt.Key.Key_Return)
    assert scene.box.toPlainText() == "is [[Boat 🚤]]"
    assert (scene.offers.shown_count, scene.sent) == (0, [])
    scene.press(Qt.Key.Key_Return)
    assert scene.sent == ["is [[Boat 🚤]]"]


@on_qt_loop
async def test_tab_takes_too_and_a_second_one_leaves_the_box() -> None:
    scene = Scene()
    await scene.type("[[bu", 1)
    scene.press(Qt.Key.Key_Tab)
    assert scene.box.toPlainText() == "[[Budget]]"
    assert scene.box.hasFocus()


@on_qt_loop
async def test_esc_folds_keeps_what_was_typed_and_offers_nothing_more_for_it() -> None:
    scene, left = Scene(), []
    scene.box.escaped.connect(lambda: left.append(True))
    await scene.type("@bo", 2)
    scene.press(Qt.Key.Key_Escape)
    assert (scene.offers.shown_count, scene.box.toPlainText(), left) == (0, "@bo", [])
    QTest.keyClicks(scene.box, "iler")
    await asyncio.sleep(0)
    assert (scene.offers.shown_count, scene.box.toPlainText()) == (0, "@boiler")
    scene.press(Qt.Key.Key_Escape)
    assert left == [True]
    await scene.type(" @bu", 1)


@on_qt_loop
async def test_typing_on_narrows_down_and_what_fits_nothing_is_just_text() -> None:
    scene = Scene()
    await scene.type("@b", 3)
    await scene.type("oi", 1)
    await scene.type("l in the cellar?", 0)
    scene.press(Qt.Key.Key_Return)
    assert scene.sent == ["@boil in the cellar?"]


@on_qt_loop
async def test_enter_before_the_answer_takes_what_belongs_to_all_letters() -> None:
    scene = Scene()
    await scene.type("@b", 3)
    scene.names.gate.clear()
    QTest.keyClicks(scene.box, "ud")
    scene.press(Qt.Key.Key_Return)
    assert scene.box.toPlainText() == "@bud"
    scene.names.gate.set()
    await until(lambda: scene.box.toPlainText() == "[[Budget]]")
    assert scene.sent == []


@on_qt_loop
async def test_while_one_is_looked_up_only_the_newest_waits() -> None:
    scene = Scene()
    scene.names.gate.clear()
    QTest.keyClicks(scene.box, "@")
    await until(lambda: scene.names.asked == [""])
    QTest.keyClicks(scene.box, "bud")
    scene.names.gate.set()
    await until(lambda: scene.offers.shown_count == 1)
    assert scene.names.asked == ["", "bud"]


@on_qt_loop
async def test_keys_of_an_input_method_are_its_own() -> None:
    scene = Scene()
    await scene.type("@bo", 2)
    QApplication.sendEvent(scene.box, QInputMethodEvent("に", []))
    scene.press(Qt.Key.Key_Return)
    assert "[[" not in scene.box.toPlainText()
    scene.box.setPlainText("@bo")
    scene.box.moveCursor(scene.box.textCursor().MoveOperation.End)
    done = QInputMethodEvent("", [])
    done.setCommitString("at")
    QApplication.sendEvent(scene.box, done)
    await until(lambda: scene.offers.shown_count == 1)
    scene.press(Qt.Key.Key_Return)
    assert scene.box.toPlainText() == "[[Boat 🚤]]"


@on_qt_loop
async def test_brackets_that_are_there_already_are_the_links_own_and_undo_takes_it_back_whole() -> None:
    scene = Scene()
    scene.box.setPlainText("🚤 see []] now")
    cursor = scene.box.textCursor()
    cursor.setPosition(len("🚤 see [") + 1)
    scene.box.setTextCursor(cursor)
    await scene.type("[bud", 1)
    scene.press(Qt.Key.Key_Return)
    assert scene.box.toPlainText() == "🚤 see [[Budget]] now"
    scene.box.undo()
    assert scene.box.toPlainText() == "🚤 see [[bud]] now"


@on_qt_loop
async def test_leaving_the_box_folds_the_list_and_a_click_takes() -> None:
    scene = Scene()
    await scene.type("@bo", 2)
    rows = scene.offers.popup.list
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=rows.visualRect(rows.model().index(0, 0)).center())
    assert scene.box.toPlainText() == "[[Boiler]]"
    await scene.type(" @bo", 2)
    scene.box.clearFocus()
    await until(lambda: scene.offers.shown_count == 0)


@on_qt_loop
async def test_a_key_with_the_list_open_costs_the_window_little() -> None:
    scene = Scene(Many())
    await scene.type("@", 20)
    costs = []
    for letter in "boiler" * 5:
        before = time.thread_time()
        QTest.keyClicks(scene.box, letter)
        await until(lambda: scene.offers._shown_for == scene.offers._name)
        scene.offers.popup.list.viewport().repaint()
        costs.append(1_000 * (time.thread_time() - before))
    # The time of this thread alone, and of the key least disturbed: how busy the computer is does not count.
    assert min(costs) < A_FRAME


# Command offering.

COMMANDS = (
    QuickCommand("Commands/Note to list.md", "Note to list"),
    QuickCommand("Commands/Sum up.md", "Sum up", "In five points"),
)


class Shelf:
    """Two commands."""

    def list(self) -> tuple[QuickCommand, ...]:
        return COMMANDS


@pytest.fixture
def owner() -> Iterator[QObject]:
    parent = QObject()
    yield parent
    parent.deleteLater()


def titles(offering: CommandCompletionSource, typed: str) -> list[str]:
    return [entry.title for entry in asyncio.run(offering.find(TypedName("/", typed)))]


def test_all_are_offered_then_those_that_fit_and_a_new_one_where_none_does(owner: QObject) -> None:
    offering = CommandCompletionSource(Shelf(), owner)
    assert titles(offering, "") == ["Note to list", "Sum up", "New command…"]
    assert titles(offering, "up") == ["Sum up"]
    assert titles(offering, "new") == ["New command…"]
    assert titles(offering, "translate") == ["New command…"]
    assert titles(offering, "what is this") == []


def test_one_is_taken_out_of_the_words_and_a_new_one_leaves_them(owner: QObject) -> None:
    offering = CommandCompletionSource(Shelf(), owner)
    taken: list[QuickCommand] = []
    emitted: list[str] = []
    offering.command_chosen.connect(taken.append)
    offering.new_requested.connect(emitted.append)
    entry = asyncio.run(offering.find(TypedName("/", "sum")))[0]
    assert (entry.text, entry.title_marks) == ("In five points", ((0, 3),))
    assert offering.accept(entry.key) == ""
    assert taken == [COMMANDS[1]]
    titles(offering, "translate")
    assert offering.accept("new") is None
    titles(offering, "new")
    assert offering.accept("new") is None
    assert emitted == ["translate", ""]


# Mention offering.

OPEN = ContextItem(kind="active", target="House/Boiler.md")
SELECTED = ContextItem(kind="selection", target="House/Boiler.md", text="it leaks")


def all_sent(_item: ContextItem) -> ReachText:
    return ReachText()


def mentions(owner: QObject) -> MentionCompletionSource:
    offering = MentionCompletionSource(FakeFinder(), owner, all_sent)
    offering.available_items = lambda: (OPEN, SELECTED)
    offering.tools = lambda: (AtCommand("vault", "search notes"), AtCommand("web", "search the web"))
    return offering


def mention_titles(offering: MentionCompletionSource | LinkCompletionSource, typed: str) -> list[str]:
    sign = "@" if isinstance(offering, MentionCompletionSource) else "[["
    return [entry.title for entry in asyncio.run(offering.find(TypedName(sign, typed)))]


def test_nothing_typed_offers_what_is_at_hand_then_names_then_tools(owner: QObject) -> None:
    assert mention_titles(mentions(owner), "") == [
        "Open note", "Selection", "Boiler", "Budget", "#heating", "House", "@vault", "@web",
    ]  # fmt: skip


def test_letters_narrow_all_of_it_down(owner: QObject) -> None:
    offering = mentions(owner)
    assert mention_titles(offering, "boi") == ["Boiler"]
    assert mention_titles(offering, "sel") == ["Selection"]
    assert mention_titles(offering, "web") == ["@web"]
    assert mention_titles(offering, "#hea") == ["#heating"]
    assert mention_titles(offering, "Boiler#") == ["Cost", "^a1"]


def test_a_sentence_behind_a_sign_names_nothing(owner: QObject) -> None:
    assert mention_titles(mentions(owner), "b o") == []


def test_what_is_taken_is_told_and_leaves_the_words_a_tool_stays_in_them(owner: QObject) -> None:
    offering = mentions(owner)
    emitted: list[ContextItem] = []
    offering.item_chosen.connect(emitted.append)
    entries = asyncio.run(offering.find(TypedName("@", "")))
    assert [offering.accept(entries[place].key) for place in (0, 1, 2, 6)] == ["", "", "", "@vault "]
    assert emitted == [OPEN, SELECTED, ContextItem(kind="note", target="House/Boiler")]


def test_a_link_leads_to_a_note_or_a_place_in_one(owner: QObject) -> None:
    offering = LinkCompletionSource(FakeFinder(), owner, all_sent)
    assert mention_titles(offering, "b") == ["Boiler", "Budget"]
    entries = asyncio.run(offering.find(TypedName("[[", "boiler#c")))
    assert [offering.accept(entry.key) for entry in entries] == ["[[House/Boiler#Cost]]"]
    assert (entries[0].icon, offering.hint(TypedName("[[", "x"))) == ("hash", "")


def test_an_index_that_fails_offers_what_needs_none(owner: QObject) -> None:
    offering = MentionCompletionSource(FakeFinder(broken=True), owner, all_sent)
    offering.available_items = lambda: (OPEN,)
    assert mention_titles(offering, "") == ["Open note"]
    assert mention_titles(LinkCompletionSource(FakeFinder(broken=True), owner, all_sent), "") == []


def test_t7_a_private_note_is_marked_in_the_rows_with_what_is_done_with_it(owner: QObject) -> None:
    withheld = ReachText("will not be sent", "Private: in House. It will not be sent to Anthropic.", is_warning=True)
    asked = ReachText("you will be asked", "Private: by name. You will be asked before it is sent to Anthropic.")

    def reach_of(item: ContextItem) -> ReachText:
        return withheld if "Boiler" in item.target else asked if item.target == "House" else ReachText()

    offering = MentionCompletionSource(FakeFinder(), owner, reach_of)
    offering.available_items = lambda: (OPEN,)
    rows = {entry.title: entry for entry in asyncio.run(offering.find(TypedName("@", "")))}
    for title in ("Open note", "Boiler"):
        row = rows[title]
        assert (row.right, row.right_role, row.mark, row.mark_role) == (
            "will not be sent",
            "warning",
            "lock",
            "warning",
        )
        assert row.description == withheld.sentence
    assert (rows["House"].right, rows["House"].mark, rows["House"].mark_role) == ("you will be asked", "lock", "muted")
    assert (rows["Budget"].mark, rows["Budget"].description) == ("", "")
    (linked, *_) = asyncio.run(LinkCompletionSource(FakeFinder(), owner, reach_of).find(TypedName("[[", "boi")))
    assert (linked.right, linked.mark) == ("will not be sent", "lock")
