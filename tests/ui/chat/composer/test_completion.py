"""Tests of ui/chat/composer/completion.py."""

import asyncio
from collections.abc import Iterator, Sequence

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.chat.names_at_hand import FakeFinder
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

# Name before the cursor.


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
def test_name_after_its_sign_is_completed(before: str, expected: TypedName) -> None:
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
def test_sign_within_a_word_or_after_a_finished_name_is_ignored(before: str) -> None:
    assert name_before_cursor(before, first=True) is None


def test_quick_command_starts_on_the_first_line_only() -> None:
    assert name_before_cursor("/su", first=False) is None


def test_last_sign_starts_the_name() -> None:
    assert name_before_cursor("@Boiler and [[Bud", first=True) == TypedName("[[", "Bud")
    assert name_before_cursor("@Boiler and @Bud", first=True) == TypedName("@", "Bud")


def test_replaced_text_is_the_name_with_its_sign() -> None:
    assert TypedName("[[", "Boi").replaced_text == "[[Boi"


# Question completion: keys while candidates are offered; no key is lost.

NAMES = ("Boiler", "Boat 🚤", "Budget")


class NameSource:
    """Completes names by prefix; can be blocked by a gate."""

    def __init__(self) -> None:
        self.queries: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()

    def hint(self, name: TypedName) -> str:
        return "Enter takes it"

    async def find(self, name: TypedName) -> Sequence[ListRow]:
        self.queries.append(name.typed)
        await self.gate.wait()
        return [ListRow(title, title) for title in NAMES if title.casefold().startswith(name.typed.casefold())]

    def accept(self, key: str) -> str | None:
        return f"[[{key}]]"


class LongSource(NameSource):
    """Offers as many rows as fit, all of them with marks."""

    async def find(self, name: TypedName) -> Sequence[ListRow]:
        self.queries.append(name.typed)
        marks = ((0, min(6, len(name.typed))),)
        return [
            ListRow(f"{number}", f"Boiler of house {number}", right="Projects/House", title_marks=marks)
            for number in range(20)
        ]


class Scene:
    """A question field in a window that completes names after `@` and `[[`."""

    def __init__(self, source: "NameSource | None" = None) -> None:
        self.window = QWidget()
        self.window.resize(400, 500)
        self.field = QuestionField()
        column = QVBoxLayout(self.window)
        column.addStretch(1)
        column.addWidget(self.field)
        self.source = source or NameSource()
        self.completion = QuestionCompletion(self.field, {"@": self.source, "[[": self.source})
        self.sent: list[str] = []
        sent, field = self.sent, self.field
        field.entered.connect(lambda: sent.append(field.toPlainText()))
        self.window.show()
        self.window.activateWindow()
        self.field.setFocus()

    async def type(self, text: str, shown_count: int) -> None:
        await until(self.field.hasFocus)
        QTest.keyClicks(self.field, text)
        await until(lambda: self.completion.shown_count == shown_count)

    def press(self, key: Qt.Key) -> None:
        QTest.keyClick(self.field, key)


@on_qt_loop
async def test_candidates_open_after_the_sign_and_enter_accepts_one() -> None:
    scene = Scene()
    await scene.type("is @bo", 2)
    assert scene.completion.popup.hint.text() == "Enter takes it"
    scene.press(Qt.Key.Key_Down)
    scene.press(Qt.Key.Key_Return)
    assert scene.field.toPlainText() == "is [[Boat 🚤]]"
    assert (scene.completion.shown_count, scene.sent) == (0, [])
    scene.press(Qt.Key.Key_Return)
    assert scene.sent == ["is [[Boat 🚤]]"]


@on_qt_loop
async def test_tab_accepts_a_candidate_and_the_focus_stays() -> None:
    scene = Scene()
    await scene.type("[[bu", 1)
    scene.press(Qt.Key.Key_Tab)
    assert scene.field.toPlainText() == "[[Budget]]"
    assert scene.field.hasFocus()


@on_qt_loop
async def test_esc_closes_the_list_keeps_the_text_and_offers_nothing_more_for_it() -> None:
    scene, escapes = Scene(), []
    scene.field.escaped.connect(lambda: escapes.append(True))
    await scene.type("@bo", 2)
    scene.press(Qt.Key.Key_Escape)
    assert (scene.completion.shown_count, scene.field.toPlainText(), escapes) == (0, "@bo", [])
    QTest.keyClicks(scene.field, "iler")
    await asyncio.sleep(0)
    assert (scene.completion.shown_count, scene.field.toPlainText()) == (0, "@boiler")
    scene.press(Qt.Key.Key_Escape)
    assert escapes == [True]
    await scene.type(" @bu", 1)


@on_qt_loop
async def test_typing_narrows_the_list_and_unmatched_text_stays_text() -> None:
    scene = Scene()
    await scene.type("@b", 3)
    await scene.type("oi", 1)
    await scene.type("l in the cellar?", 0)
    scene.press(Qt.Key.Key_Return)
    assert scene.sent == ["@boil in the cellar?"]


@on_qt_loop
async def test_enter_before_the_result_accepts_the_match_for_all_letters() -> None:
    scene = Scene()
    await scene.type("@b", 3)
    scene.source.gate.clear()
    QTest.keyClicks(scene.field, "ud")
    scene.press(Qt.Key.Key_Return)
    assert scene.field.toPlainText() == "@bud"
    scene.source.gate.set()
    await until(lambda: scene.field.toPlainText() == "[[Budget]]")
    assert scene.sent == []


@on_qt_loop
async def test_only_the_latest_query_waits_during_a_lookup() -> None:
    scene = Scene()
    scene.source.gate.clear()
    await until(scene.field.hasFocus)
    QTest.keyClicks(scene.field, "@")
    await until(lambda: scene.source.queries == [""])
    QTest.keyClicks(scene.field, "bud")
    scene.source.gate.set()
    await until(lambda: scene.completion.shown_count == 1)
    assert scene.source.queries == ["", "bud"]


@on_qt_loop
async def test_keys_of_an_input_method_are_not_intercepted() -> None:
    scene = Scene()
    await scene.type("@bo", 2)
    QApplication.sendEvent(scene.field, QInputMethodEvent("に", []))
    scene.press(Qt.Key.Key_Return)
    assert "[[" not in scene.field.toPlainText()
    scene.field.setPlainText("@bo")
    scene.field.moveCursor(scene.field.textCursor().MoveOperation.End)
    commit = QInputMethodEvent("", [])
    commit.setCommitString("at")
    QApplication.sendEvent(scene.field, commit)
    await until(lambda: scene.completion.shown_count == 1)
    scene.press(Qt.Key.Key_Return)
    assert scene.field.toPlainText() == "[[Boat 🚤]]"


@on_qt_loop
async def test_existing_brackets_are_reused_and_undo_reverts_the_completion_in_one_step() -> None:
    scene = Scene()
    scene.field.setPlainText("🚤 see []] now")
    cursor = scene.field.textCursor()
    cursor.setPosition(len("🚤 see [") + 1)
    scene.field.setTextCursor(cursor)
    await scene.type("[bud", 1)
    scene.press(Qt.Key.Key_Return)
    assert scene.field.toPlainText() == "🚤 see [[Budget]] now"
    scene.field.undo()
    assert scene.field.toPlainText() == "🚤 see [[bud]] now"


@on_qt_loop
async def test_losing_focus_closes_the_list_and_a_click_accepts() -> None:
    scene = Scene()
    await scene.type("@bo", 2)
    rows = scene.completion.popup.list
    QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=rows.visualRect(rows.model().index(0, 0)).center())
    assert scene.field.toPlainText() == "[[Boiler]]"
    await scene.type(" @bo", 2)
    scene.field.clearFocus()
    await until(lambda: scene.completion.shown_count == 0)


@on_qt_loop
async def test_each_key_press_with_the_list_open_searches_once() -> None:
    source = LongSource()
    scene = Scene(source)
    await scene.type("@", 20)
    source.queries.clear()
    for letter in "boiler":
        QTest.keyClicks(scene.field, letter)
        await until(lambda: scene.completion._shown_for == scene.completion._name)
    assert source.queries == ["b", "bo", "boi", "boil", "boile", "boiler"]


# Command completion.

COMMANDS = (
    QuickCommand("Commands/Note to list.md", "Note to list"),
    QuickCommand("Commands/Sum up.md", "Sum up", "In five points"),
)


class CommandList:
    """Two commands."""

    def list(self) -> tuple[QuickCommand, ...]:
        return COMMANDS


@pytest.fixture
def owner() -> Iterator[QObject]:
    parent = QObject()
    yield parent
    parent.deleteLater()


def titles(source: CommandCompletionSource, typed: str) -> list[str]:
    return [entry.title for entry in asyncio.run(source.find(TypedName("/", typed)))]


def test_matching_commands_are_offered_and_a_new_one_if_none_matches(owner: QObject) -> None:
    source = CommandCompletionSource(CommandList(), owner)
    assert titles(source, "") == ["Note to list", "Sum up", "New command…"]
    assert titles(source, "up") == ["Sum up"]
    assert titles(source, "new") == ["New command…"]
    assert titles(source, "translate") == ["New command…"]
    assert titles(source, "what is this") == []


def test_accepting_a_command_removes_its_text_and_a_new_command_keeps_it(owner: QObject) -> None:
    source = CommandCompletionSource(CommandList(), owner)
    chosen: list[QuickCommand] = []
    emitted: list[str] = []
    source.command_chosen.connect(chosen.append)
    source.new_requested.connect(emitted.append)
    entry = asyncio.run(source.find(TypedName("/", "sum")))[0]
    assert (entry.text, entry.title_marks) == ("In five points", ((0, 3),))
    assert source.accept(entry.key) == ""
    assert chosen == [COMMANDS[1]]
    titles(source, "translate")
    assert source.accept("new") is None
    titles(source, "new")
    assert source.accept("new") is None
    assert emitted == ["translate", ""]


# Mention completion.

OPEN = ContextItem(kind="active", target="House/Boiler.md")
SELECTED = ContextItem(kind="selection", target="House/Boiler.md", text="it leaks")


def all_sent(_item: ContextItem) -> ReachText:
    return ReachText()


def mention_source(owner: QObject) -> MentionCompletionSource:
    source = MentionCompletionSource(FakeFinder(), owner, all_sent)
    source.available_items = lambda: (OPEN, SELECTED)
    source.tools = lambda: (AtCommand("vault", "search notes"), AtCommand("web", "search the web"))
    return source


def mention_titles(source: MentionCompletionSource | LinkCompletionSource, typed: str) -> list[str]:
    sign = "@" if isinstance(source, MentionCompletionSource) else "[["
    return [entry.title for entry in asyncio.run(source.find(TypedName(sign, typed)))]


def test_empty_query_offers_open_note_and_selection_then_names_then_tools(owner: QObject) -> None:
    assert mention_titles(mention_source(owner), "") == [
        "Open note", "Selection", "Boiler", "Budget", "#heating", "House", "@vault", "@web",
    ]  # fmt: skip


def test_letters_filter_all_candidates(owner: QObject) -> None:
    source = mention_source(owner)
    assert mention_titles(source, "boi") == ["Boiler"]
    assert mention_titles(source, "sel") == ["Selection"]
    assert mention_titles(source, "web") == ["@web"]
    assert mention_titles(source, "#hea") == ["#heating"]
    assert mention_titles(source, "Boiler#") == ["Cost", "^a1"]


def test_sentence_after_a_sign_has_no_candidates(owner: QObject) -> None:
    assert mention_titles(mention_source(owner), "b o") == []


def test_accepted_item_is_emitted_and_removed_from_the_text_but_a_tool_stays(owner: QObject) -> None:
    source = mention_source(owner)
    emitted: list[ContextItem] = []
    source.item_chosen.connect(emitted.append)
    entries = asyncio.run(source.find(TypedName("@", "")))
    assert [source.accept(entries[index].key) for index in (0, 1, 2, 6)] == ["", "", "", "@vault "]
    assert emitted == [OPEN, SELECTED, ContextItem(kind="note", target="House/Boiler")]


def test_link_refers_to_a_note_or_a_heading_in_it(owner: QObject) -> None:
    source = LinkCompletionSource(FakeFinder(), owner, all_sent)
    assert mention_titles(source, "b") == ["Boiler", "Budget"]
    entries = asyncio.run(source.find(TypedName("[[", "boiler#c")))
    assert [source.accept(entry.key) for entry in entries] == ["[[House/Boiler#Cost]]"]
    assert (entries[0].icon, source.hint(TypedName("[[", "x"))) == ("hash", "")


def test_index_error_leaves_the_candidates_that_need_no_index(owner: QObject) -> None:
    source = MentionCompletionSource(FakeFinder(broken=True), owner, all_sent)
    source.available_items = lambda: (OPEN,)
    assert mention_titles(source, "") == ["Open note"]
    assert mention_titles(LinkCompletionSource(FakeFinder(broken=True), owner, all_sent), "") == []


def test_t7_private_note_is_marked_in_the_rows_with_its_handling(owner: QObject) -> None:
    withheld = ReachText("will not be sent", "Private: in House. It will not be sent to Anthropic.", is_warning=True)
    will_ask = ReachText("you will be asked", "Private: by name. You will be asked before it is sent to Anthropic.")

    def reach_of(item: ContextItem) -> ReachText:
        return withheld if "Boiler" in item.target else will_ask if item.target == "House" else ReachText()

    source = MentionCompletionSource(FakeFinder(), owner, reach_of)
    source.available_items = lambda: (OPEN,)
    rows = {entry.title: entry for entry in asyncio.run(source.find(TypedName("@", "")))}
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
    (link_row, *_) = asyncio.run(LinkCompletionSource(FakeFinder(), owner, reach_of).find(TypedName("[[", "boi")))
    assert (link_row.right, link_row.mark) == ("will not be sent", "lock")
