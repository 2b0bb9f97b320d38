"""Text stops: the window states that the text walk inspects, and how each is reached."""

import os
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QApplication, QTabBar, QWidget

from tests.chat.importers.drawing import fixture
from tests.journeys.program import KEY, Program
from tests.journeys.window import Window
from tests.support.cut_text import rows
from tests.support.desktop import open_views, running_desktop
from tests.support.passages import found_request
from tests.support.requests import AWAY
from tests.support.text_walk import SCREEN, Walk, windows
from tests.support.wire import Call, Recorded, Turn, WireServer, refused
from tests.ui.notes.test_note_draft import MERGED
from tests.ui.privacy.requests import EVERYTHING
from tests.ui.review.test_undo_conflict import PLAN
from vaultdesk.core.crash_report import CrashReport
from vaultdesk.tools.elicitation import DISMISSED_ANSWER
from vaultdesk.tools.runtime.approvals import FirstUseRequest
from vaultdesk.ui import bridge
from vaultdesk.ui.activity.activity_page import ActivityPage
from vaultdesk.ui.app.crash_dialog import PROBLEM_KEY, show_crash_banner
from vaultdesk.ui.notes.note_draft import MergeDialog
from vaultdesk.ui.privacy.disclosure_dialog import DisclosureDialog, DisclosureView
from vaultdesk.ui.review import RequestView
from vaultdesk.ui.review.approval_view import ApprovalDialog
from vaultdesk.ui.review.elicitation_card import ElicitationCard
from vaultdesk.ui.review.first_use_card import FirstUseSheet
from vaultdesk.ui.review.undo_conflict import UndoConflictDialog
from vaultdesk.ui.settings.settings_page import SettingsPage
from vaultdesk.ui.vault_pages.search_test_page import SearchTestPage
from vaultdesk.ui.vault_pages.vocabulary_page import ReviewPane, VocabularyPage
from vaultdesk.ui.widgets.buttons import SegmentedControl
from vaultdesk.ui.widgets.menu import ChoiceButton
from vaultdesk.ui.window.drop_target import DropOverlay

WELCOME = Path(__file__).parents[2] / "resources" / "welcome-vault"
BOILER = "Projects/House/Boiler.md"

Stop = Callable[[Walk], Awaitable[None]]

CANVAS = """{"nodes": [
 {"id": "g", "type": "group", "x": -20, "y": -60, "width": 620, "height": 420, "label": "Heating", "color": "4"},
 {"id": "a", "type": "text", "x": 0, "y": 0, "width": 260, "height": 120, "text": "# Heat pump\\nThree quotes"},
 {"id": "b", "type": "file", "x": 320, "y": 0, "width": 260, "height": 220, "file": "Projects/House/Boiler.md"}],
 "edges": [{"id": "e", "fromNode": "a", "fromSide": "right", "toNode": "b", "toSide": "left", "label": "replaces"}]}"""

CALLS = {
    "read": [Call("file_read", {"file_paths": [BOILER, "Welcome.md"]}, "a")],
    "search": [Call("vault_search", {"query": "boiler"}, "a")],
    "change": [
        Call("edit_note", {"path": BOILER, "old": "boiler", "new": "heater"}, "b"),
        Call("rename_note", {"path": "Welcome.md", "new_path": "Hello.md"}, "c"),
    ],
    "which": [Call("ask_user", {"question": "Which?", "choices": ["House", "Garden"], "several": True}, "a")],
}
"""Tool calls of the model, by the first word of the question."""


def reply(request: Recorded) -> Any:
    """Answer like a model: with the tool calls that the question names, then with text."""
    messages = request.json["messages"]
    question = str(next((message["content"] for message in reversed(messages) if message["role"] == "user"), ""))
    if "fail" in question:
        return refused(500, "overloaded")
    if messages[-1]["role"] != "tool":
        for word, calls in CALLS.items():
            if question.strip().startswith(word) or f"\n{word}" in question:
                return Turn("I look.", calls)
    return Turn(f"We chose a **heat pump** [[{BOILER}]].\n\n- [ ] ring Brandt\n\n```python\nprint(1)\n```\n")


@asynccontextmanager
async def prepared(folder: Path, language: str, small: bool) -> AsyncIterator[Walk]:
    """Start the program in *language* on a copy of the welcome vault in *folder*."""
    home, vault = folder / "home", folder / "Lindenweg"
    shutil.copytree(WELCOME, vault)
    (vault / "Plan.canvas").write_text(CANVAS, encoding="utf-8")
    (vault / "Table.csv").write_text("a,b\n", encoding="utf-8")
    (vault / "Paper.pdf").write_bytes(b"%PDF-1.4\n")
    QImage(480, 320, QImage.Format.Format_RGB32).save(str(vault / "Cellar.png"))
    os.environ["VAULTDESK_HOME"] = str(home)
    os.environ["JOURNEY_KEY"] = KEY
    with WireServer(openai=reply) as server:
        ready = Program(home, vault)
        ready.write_provider(server.url, "openai-compatible")
        with ready.settings_file.open("a", encoding="utf-8") as file:
            file.write(f'\n[appearance]\nlanguage = "{language}"\ntheme = "light"\nmotion = "none"\n')
            file.write(f"\n[vaults.'{vault}']\ntool_calling = true\n")
        async with running_desktop(vault) as desktop:
            desktop.window.resize(*SCREEN)
            views = await open_views(desktop)
            await views.workspace.indexer.settled()
            yield Walk(desktop, language, vault, small=small)


async def open_note(walk: Walk, path: str = BOILER) -> None:
    """Open the note at *path*."""
    walk.views.open_note(path)
    await walk.until(lambda: walk.views.notes.current_path == path)
    await walk.calm()


async def panes(walk: Walk) -> None:
    """The three panes and their contents."""
    await open_note(walk)
    for pane in ("files", "tags", "links", "search-vault"):
        walk.window.commands[pane].trigger()
        await walk.look_each(pane)
    for pane in ("files", "note", "chat"):
        walk.window.show_pane(pane)
        await walk.look_each(f"pane {pane}")
        for size in walk.sizes:
            walk.window.resize(*size)
            await walk.calm()
            await press_openers(walk, walk.window, f"pane {pane}")
            await open_menus(walk, walk.window, f"pane {pane}")


async def searching(walk: Walk) -> None:
    """Search results, and searches without results."""
    pane = walk.views.browser.search_pane
    for query in ("boiler", "path:Projects heat pump", "tag:nowhere xyzzy", 'line:("a" OR', "regex:("):
        walk.views.browser.show_search(query)
        await walk.calm()
        await walk.look_each(f"search {query}")
        await press_openers(walk, pane, f"search {query}")
    walk.views.browser.show_search("")


async def writing(walk: Walk) -> None:
    """The editor with its bars, the outline, and a split view."""
    await open_note(walk)
    for names in (("find",), ("toggle-edit", "find"), ("replace",), ("rewrite",), ("outline",), ("add-property",)):
        for name in names:
            walk.window.commands[name].trigger()
        await walk.look_each(" ".join(names))
    await walk.close_over()
    split_view = walk.views.notes.split_view
    walk.window.commands["split-right"].trigger()
    await walk.until(lambda: len(split_view.groups) == 2 and walk.views.notes.current_path == BOILER)
    await walk.look_each("two sides")
    walk.window.commands["close-tab"].trigger()
    await walk.until(lambda: len(split_view.groups) == 1)
    await walk.calm()
    for path in ("Plan.canvas", "Cellar.png", "Table.csv", "Paper.pdf"):
        walk.views.open_note(path, True)
        await walk.calm()
        await walk.look_each(path)
        await press_openers(walk, walk.views.notes, path)


ALSO_OPEN = ("what-leaves", "stop", "shortcuts", "close-tab", "pomodoro")
"""Commands that open something although their text does not end with an ellipsis."""

NOT_PRESSED = ("rewrite", "import-chats", "open-vault", "open-in-window")
"""Commands that are inspected elsewhere or open a dialog of Qt."""


async def commands(walk: Walk) -> None:
    """Each command that opens something, in a large and in a small window."""
    for action in list(walk.window.commands):
        name = action.objectName()
        opens = walk.window.commands.row(name).text.endswith("…") or name in ALSO_OPEN
        if not opens or name in NOT_PRESSED or not action.isEnabled():
            continue
        await open_note(walk)
        for size in walk.sizes:
            walk.window.resize(*size)
            page = walk.window.pages.page
            action.trigger()
            await walk.look(f"command {name} {size}")
            over = len(windows()) > 1
            await walk.close_over()
            if walk.window.pages.page is not page:
                walk.window.pages.leave_page()
            elif not over:
                break
        walk.window.resize(*SCREEN)


async def settings(walk: Walk) -> None:
    """Each page of the settings, and the dialogs it opens."""
    walk.window.commands["settings"].trigger()
    page = walk.window.pages.page
    assert isinstance(page, SettingsPage)
    for number, title in enumerate(page.titles()):
        page.show_sheet(title)
        await walk.look_each(f"settings {number} {title}")
        await press_openers(walk, page.sheet(), f"settings {number} {title}")


async def press_openers(walk: Walk, root: QWidget, name: str) -> None:
    """Press each button of *root* that opens something, inspect the result, and close it."""
    page, before = walk.window.pages.page, set(windows())
    for button in root.findChildren(QAbstractButton):
        opens = isinstance(button, ChoiceButton) or (button.text().endswith("…") and not isinstance(root, RequestView))
        if not shiboken6.isValid(button) or not opens or not button.isVisible() or not button.isEnabled():
            continue
        words = button.accessibleName() or button.text()
        if (words, walk.window.width()) in walk.pressed:
            continue
        walk.pressed.add((words, walk.window.width()))
        button.click()
        await walk.calm()
        await walk.look(f"{name} > {words}")
        await walk.close_over(before)
        if walk.window.pages.page is not page:
            break


async def open_menus(walk: Walk, root: QWidget, name: str) -> None:
    """Open and inspect the context menu of each list, tree and tab bar in *root*."""
    for view in [widget for widget in root.findChildren(QWidget) if widget.isVisible()]:
        if isinstance(view, QAbstractItemView):
            first = next(rows(view.model()), None) if view.model() is not None else None
            if first is None or not view.visualRect(first).isValid():
                continue
            over, place = view.viewport(), view.visualRect(first).center()
        elif isinstance(view, QTabBar) and view.count():
            over, place = view, view.tabRect(0).center()
        else:
            continue
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, over.mapToGlobal(place))
        QApplication.sendEvent(over, event)
        await walk.calm()
        if len(windows()) > 1:
            await walk.look(f"{name} > menu of {view.accessibleName() or type(view).__name__}")
        await walk.close_over()


async def asking(walk: Walk) -> None:
    """Answers, failures, and requests of tools to read, change or choose."""
    await open_note(walk)
    walk.window.show_pane("chat")
    for size in walk.sizes:
        walk.window.resize(*size)
        questions = ("read", "search", "change", "which", "fail", "hello") if size == SCREEN else SMALL_QUESTIONS
        for question in questions:
            await ask(walk, question, f"{question} {size[0]}")
            await walk.look(f"{question} {size[0]}, over")
        await open_menus(walk, walk.views.chat, f"chat {size[0]}")
        await press_openers(walk, walk.views.chat, f"chat {size[0]}")
    walk.window.resize(*SCREEN)
    for name in ("new-chat", "find-in-chat", "chats"):
        walk.window.commands[name].trigger()
        await walk.look_each(f"then {name}")


FIRST_USE = FirstUseRequest(AWAY, "What did we settle on for the heating?", "Lindenweg", 1204, 60)
"""The first-use request of a vault for a remote model."""

SMALL_QUESTIONS = ("read", "change", "which", "fail")
"""Questions that are also asked in a small window."""


async def ask(walk: Walk, question: str, name: str) -> None:
    """Ask *question*, and inspect each request before it is approved."""
    window = Window(walk.desktop, walk.views)
    walk.views.chat.ask(f"{question} the notes about the heating, please")
    while True:
        await walk.until(lambda: request(walk) is not None or (window.exchanges and window.exchanges[-1].is_finished))
        view = request(walk)
        if view is None:
            break
        await walk.look(name)
        if isinstance(view, RequestView):
            await press_openers(walk, view, name)
            await walk.until(view.footer.approve_button.isEnabled)
            view.footer.approve_button.click()
        elif isinstance(view, ElicitationCard):
            view.answered.emit(DISMISSED_ANSWER)
        await walk.until(lambda view=view: request(walk) is not view)


def request(walk: Walk) -> QWidget | None:
    """Return the request that waits for an answer."""
    inside = (view for window in windows() for view in window.findChildren(QWidget))
    return next((view for view in inside if isinstance(view, RequestView | ElicitationCard) and view.isVisible()), None)


async def lists(walk: Walk) -> None:
    """The pages for activity, disclosures, vocabulary and others, with content."""
    await walk.views.workspace.vocabulary.add("thermal bridge", "where heat leaves a house sooner than beside it")
    for name in ("activity", "what-left", "vocabulary", "index", "recall", "graph", "local-graph", "agent-reach"):
        walk.window.commands[name].trigger()
        await walk.look_each(f"page {name}")
        page = walk.window.pages.page or walk.views.notes
        await press_openers(walk, page, f"page {name}")
        await open_menus(walk, page, f"page {name}")
        walk.window.commands[name].trigger()  # Background work may have activated another tab.
        await walk.calm()
        if name == "activity":
            await other_side(walk)
        elif name == "vocabulary":
            await learning(walk)
        elif name == "recall":
            seen(walk, SearchTestPage).ask("What heats the house?")
            await walk.look_each("what a model would find")
        walk.window.pages.leave_page()


async def other_side(walk: Walk) -> None:
    """Both views of the activity page: tool calls and changes."""
    for choice in seen(walk, ActivityPage).findChildren(SegmentedControl):
        for side in (1, 0):
            choice.set_current(side)
            choice.changed.emit(side)
            await walk.look_each(f"activity, side {side}")


async def learning(walk: Walk) -> None:
    """A vocabulary word that is added and reviewed."""
    page = seen(walk, VocabularyPage)
    page.show_form()
    await walk.look_each("a new word")
    page.start_review()
    await walk.look_each("a word asked")
    seen(walk, ReviewPane).show_meaning()
    await walk.look_each("its meaning")


Page = TypeVar("Page", bound=QWidget)


def seen(walk: Walk, kind: type[Page]) -> Page:
    """Return the visible widget of *kind*."""
    return next(widget for widget in walk.window.findChildren(kind) if widget.isVisible())


async def quick(walk: Walk) -> None:
    """The Quick Ask window."""
    walk.desktop.show_quick_ask()
    await walk.look("quick ask")
    quick_window = next(window for window in windows() if window is not walk.window)
    for words in ("boiler", "xyzzy nothing has that"):
        QTest.keyClicks(QApplication.focusWidget() or quick_window, words)
        await walk.look(f"quick ask, {words}")
        for _ in words:
            QTest.keyClick(QApplication.focusWidget() or quick_window, Qt.Key.Key_Backspace)
    walk.desktop.show_quick_ask("read the notes")
    await walk.until(lambda: request(walk) is not None)
    await walk.look("quick ask, a request")
    view = request(walk)
    assert isinstance(view, RequestView)
    await walk.until(lambda: view.footer.approve_button.isEnabled())
    view.footer.approve_button.click()
    await walk.until(lambda: request(walk) is None)
    await walk.look("quick ask, an answer")


async def importing(walk: Walk) -> None:
    """Every page of the chat import."""
    importer = walk.views.importing
    bridge.start(importer.show(), owner=importer)
    await walk.until(lambda: importer.dialog is not None)
    await walk.look_each("import")
    dialog = importer.dialog
    assert dialog is not None
    source = walk.vault.parent / "in"
    source.mkdir()
    for name in ("copilot-quick.md", "gemini-scribe.md"):
        (source / name).write_text(fixture(name), encoding="utf-8")
    await dialog.read(source)
    await walk.look_each("import, what is there")
    dialog.done_button.click()
    await walk.look_each("import, done")


async def troubles(walk: Walk) -> None:
    """Error reports and dialogs, and the overlay of drag and drop."""
    show_crash_banner(walk.window, CrashReport("RuntimeError\n  in main", walk.vault / "crash-seen.txt"))
    await walk.look_each("a crash")
    walk.window.problems._banners[PROBLEM_KEY].links[0].click()
    await walk.look_each("the report")
    await walk.close_over()
    overlay = walk.window.findChildren(DropOverlay)[0]
    for size in walk.sizes:
        walk.window.resize(*size)
        overlay.show_for([walk.vault], has_vault=True)
        await walk.look(f"dropped {size[0]}")
        overlay.hide()
    for size in walk.sizes:
        walk.window.resize(*size)
        for dialog in (
            MergeDialog(MERGED, walk.window),
            UndoConflictDialog(PLAN, lambda _path: None, walk.window),
            ApprovalDialog(found_request(), walk.window),
            FirstUseSheet(FIRST_USE, walk.window),
            DisclosureDialog(DisclosureView(EVERYTHING, waits_for_answer=True), walk.window),
        ):
            dialog.open()
            await walk.look(f"{type(dialog).__name__} {size[0]}")
            dialog.reject()


async def beginning(walk: Walk) -> None:
    """The start page without an open vault, and its dialogs."""
    walk.desktop.front.close_vault()
    await walk.until(lambda: walk.window.pages.start is not None)
    start = walk.window.pages.start
    assert start is not None
    await walk.look_each("first page")
    await press_openers(walk, start, "first page")


STOPS: dict[str, Stop] = {
    stop.__name__: stop
    for stop in (
        panes, searching, writing, commands, settings, asking, lists, quick, importing, troubles, beginning,
    )
}  # fmt: skip
"""Every stop, in order: the last closes the vault."""
