"""Story book: twenty scenarios with the welcome vault, each a function that saves pictures of its states."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping

from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget
from story_desk import Desk, StoryFailed

from vaultdesk.ui.graph.graph_view import GraphView
from vaultdesk.ui.settings.settings_page import SettingsPage

Story = Callable[[Desk], Awaitable[None]]

QUESTION, BOILER = "What did we decide about the heating?", "Projects/House/Boiler.md"


async def look_around(desk: Desk) -> None:
    """Open a note in the tree with the keyboard, and another by its name."""
    await desk.press("Ctrl+Alt+1")
    await desk.click_row("Notes", "Welcome")
    await desk.until(lambda: desk.views.notes.current_path == "Welcome.md", "Welcome is open")
    await desk.shot("01-welcome")
    await open_by_name(desk, "boil", BOILER)
    await desk.shot("01-boiler")


async def jump_to_a_note(desk: Desk) -> None:
    """Find a note by a few letters, and create a missing one."""
    await open_by_name(desk, "boil", BOILER)
    await desk.press("Ctrl+O")
    await desk.shot("02-recent")
    await desk.type("hea")
    await desk.shot("02-found")
    await desk.press("Ctrl+A")
    await desk.type("Chimney sweep")
    await desk.until(lambda: first_offered(desk) == "create", "the note can be made")
    await desk.shot("02-create")
    await desk.press("Shift+Return")
    await desk.until(lambda: "Chimney sweep" in (desk.views.notes.current_path or ""), "the note is made")
    await desk.until(lambda: isinstance(QApplication.focusWidget(), QPlainTextEdit), "the editor has the keyboard")
    await desk.type("Comes on Monday.")
    await desk.shot("02-made")


async def search_for_a_passage(desk: Desk) -> None:
    """Search with operators, move through the passages, and open one."""
    await desk.press("Ctrl+Shift+F")
    await desk.type('path:Projects "flow temperature"')
    await asyncio.sleep(0.6)
    await desk.shot("03-passages")
    await desk.press("Down", "Return")
    await desk.until(lambda: desk.find_widget("Matches"), "the matches are shown")
    await desk.shot("03-opened")
    await desk.press("Ctrl+Shift+F")
    await desk.press("Ctrl+A")
    await desk.type('tag:heating "underfloor"')
    await asyncio.sleep(0.6)
    await desk.shot("03-nothing")


async def tags_and_links(desk: Desk) -> None:
    """Show the tags, the links to the open note, and its outline."""
    await open_by_name(desk, "boil", BOILER)
    await desk.press("Ctrl+Alt+2")
    await asyncio.sleep(0.4)
    await desk.shot("04-tags")
    await desk.press("Ctrl+Alt+3")
    await asyncio.sleep(0.6)
    await desk.shot("04-links")
    await desk.press("Ctrl+Shift+U")
    await asyncio.sleep(0.4)
    await desk.shot("04-outline")


async def write_a_note(desk: Desk) -> None:
    """Write a note with list continuation, link completion and a task."""
    await desk.press("Ctrl+N")
    await desk.until(lambda: isinstance(QApplication.focusWidget(), QPlainTextEdit), "the editor has the keyboard")
    await desk.type("# Saturday")
    await desk.press("Return", "Return")
    await desk.type("- [ ] Ring Brandt")
    await desk.press("Return")
    await desk.type("Measure for [[Heat")
    await asyncio.sleep(0.6)
    await desk.shot("05-completion")
    await desk.press("Return", "Return")
    await desk.type("**Bring** the `survey`, #heating")
    await desk.shot("05-written")


async def find_and_replace(desk: Desk) -> None:
    """Find text in the note, and open the replacement bar."""
    await open_by_name(desk, "boil", BOILER)
    await desk.press("Ctrl+F")
    await desk.type("Nordw")
    await asyncio.sleep(0.4)
    await desk.shot("06-found-reading")
    await desk.press("Esc", "Ctrl+E", "Ctrl+H")
    await asyncio.sleep(0.3)
    await desk.shot("06-replace")


async def properties(desk: Desk) -> None:
    """Add a property to the note."""
    await open_by_name(desk, "boil", BOILER)
    await desk.press("Ctrl+;")
    await asyncio.sleep(0.4)
    await desk.shot("07-add-property")


async def today(desk: Desk) -> None:
    """Open the daily note of today."""
    await desk.press("Ctrl+D")
    await asyncio.sleep(0.8)
    await desk.shot("08-today")


async def side_by_side(desk: Desk) -> None:
    """Show two notes in a split view."""
    await open_by_name(desk, "boil", BOILER)
    await desk.press("Ctrl+Alt+Right")
    await asyncio.sleep(0.5)
    await open_by_name(desk, "budget", "Projects/House/Budget.md")
    await desk.shot("09-split")
    await desk.press("F6")
    await desk.shot("09-other-side")


async def rename_a_note(desk: Desk) -> None:
    """Rename a note in the tree, and open its context menu."""
    await open_by_name(desk, "radia", "Projects/House/Radiators.md")
    await desk.press("Ctrl+Alt+1")
    await desk.click_row("Notes", "Radiators")
    await desk.press("F2")
    await asyncio.sleep(0.3)
    await desk.shot("10-renaming")
    await desk.type("Old radiators")
    await desk.press("Return")
    await desk.until(lambda: (desk.vault / "Projects/House/Old radiators.md").exists(), "the note is renamed")
    await asyncio.sleep(0.8)
    await desk.shot("10-renamed")
    await desk.press("Ctrl+Alt+1")
    await desk.click_row("Notes", "Old radiators", button=Qt.MouseButton.RightButton)
    await desk.press("Shift+F10")
    await asyncio.sleep(0.4)
    await desk.shot("10-menu")


async def pictures_of_links(desk: Desk) -> None:
    """Show the local graph and the graph of all notes."""
    await open_by_name(desk, "boil", BOILER)
    await desk.press("Ctrl+Shift+I")
    await asyncio.sleep(1.5)
    await desk.shot("11-local-graph")
    await desk.press("Up", "Up", "Space")
    await asyncio.sleep(0.5)
    await desk.shot("11-chosen")
    await desk.press("Ctrl+G")
    await desk.until(lambda: all(view.scene for view in seen_graphs(desk)), "the graph is drawn")
    await asyncio.sleep(1.5)
    await desk.shot("11-whole-graph")


async def board_and_picture(desk: Desk) -> None:
    """Open a canvas, a picture, and a note with a formula."""
    (desk.vault / "Plan.canvas").write_text(CANVAS, encoding="utf-8")
    picture = QImage(480, 320, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.darkCyan)
    picture.save(str(desk.vault / "Cellar.png"))
    (desk.vault / "Heat.md").write_text(FORMULAS)
    await desk.until(lambda: desk.views.browser.model.rowCount() >= 6, "the new files are listed")
    for path, state in (("Plan.canvas", "canvas"), ("Cellar.png", "picture"), ("Heat.md", "formula")):
        desk.views.open_note(path, True)
        await asyncio.sleep(1.0)
        await desk.shot(f"12-{state}")


async def ask_about_the_notes(desk: Desk) -> None:
    """Ask a question, approve the requests, open a source of the answer, and show the links to it."""
    for letters in ("boil", "11-20", "buildings"):
        await open_in_tab(desk, letters)
    await ask(desk, QUESTION, "13")
    await desk.shot("13-answer")
    desk.views.chat.source_opened.emit(BOILER, "", "8.5 kW air-source heat pump")
    await desk.until(lambda: desk.views.notes.current_path == BOILER, "the source is open")
    await asyncio.sleep(0.8)
    await desk.shot("13-passage")
    await desk.click("Linked from")
    await asyncio.sleep(0.5)
    await desk.shot("13-source")


async def look_at_a_change(desk: Desk) -> None:
    """Create and rename notes, and show the activity and the disclosure record."""
    await jump_to_a_note(desk)
    await desk.press("Ctrl+S")
    await open_by_name(desk, "radia", "Projects/House/Radiators.md")
    await desk.press("F2")
    await asyncio.sleep(0.3)
    await desk.type("Old radiators")
    await desk.press("Return")
    await desk.until(lambda: (desk.vault / "Projects/House/Old radiators.md").exists(), "the note is renamed")
    await desk.press("Ctrl+Shift+A")
    await asyncio.sleep(0.8)
    await desk.shot("14-activity")
    await desk.press("Ctrl+Shift+L")
    await asyncio.sleep(0.5)
    await desk.shot("14-what-left")


async def several_chats(desk: Desk) -> None:
    """Open two chats, find a word in one, and show the list of chats."""
    await ask(desk, QUESTION, "")
    await desk.press("Ctrl+Shift+N")
    await desk.type("When does the Nordwärme price run out?")
    await asyncio.sleep(0.3)
    await desk.shot("15-two-chats")
    await desk.press("Ctrl+F")
    await asyncio.sleep(0.3)
    await desk.shot("15-find-in-chat")
    await desk.press("Esc", "Ctrl+Shift+H")
    await asyncio.sleep(0.5)
    await desk.shot("15-chat-list")


async def quick_ask(desk: Desk) -> None:
    """Ask in the Quick Ask window."""
    desk.desktop.show_quick_ask()
    await asyncio.sleep(0.6)
    await desk.type("Nordwärme price")
    await asyncio.sleep(0.8)
    await desk.shot_of(quick_window(desk), "16-quick-ask")


async def commands_and_keys(desk: Desk) -> None:
    """Search for a command, and show pages of the settings."""
    await open_by_name(desk, "boil", BOILER)
    await desk.press("Ctrl+P")
    await desk.type("ins")
    await asyncio.sleep(0.3)
    await desk.shot("17-palette")
    await desk.press("Esc")
    await asyncio.sleep(0.2)
    await desk.press("Ctrl+,")
    await asyncio.sleep(0.6)
    for sheet in ("Keyboard", "Appearance", "Providers", "Permissions", "Desktop"):
        show_sheet(desk, sheet)
        await asyncio.sleep(0.4)
        await desk.shot(f"17-settings-{sheet.lower()}")


async def drop_a_picture(desk: Desk) -> None:
    """Paste a picture into a note."""
    await open_by_name(desk, "boil", BOILER)
    await desk.press("Ctrl+E")
    picture = QImage(200, 120, QImage.Format.Format_RGB32)
    picture.fill(Qt.GlobalColor.darkGreen)
    data = QMimeData()
    data.setImageData(picture)
    QApplication.clipboard().setMimeData(data)
    await desk.press("Ctrl+End", "Ctrl+V")
    await desk.until(lambda: list(desk.vault.rglob("Pasted image*.png")), "the picture is in the vault")
    await asyncio.sleep(0.5)
    await desk.shot("18-pasted")
    QApplication.clipboard().clear()


async def chat_elsewhere(desk: Desk) -> None:
    """Show the chat in a tab instead of beside the note."""
    await ask(desk, QUESTION, "")
    store = desk.views.workspace.store
    look = store.settings.appearance.model_copy(update={"chat": "tab"})
    store.change(lambda settings: settings.model_copy(update={"appearance": look}))
    await asyncio.sleep(0.8)
    await desk.shot("19-chat-tab")


async def words_to_learn(desk: Desk) -> None:
    """Add a word to the vocabulary and review it."""
    await desk.views.workspace.vocabulary.add("thermal bridge", "where heat leaves a house sooner than beside it")
    await desk.press("Ctrl+Shift+Y")
    await asyncio.sleep(0.8)
    await desk.shot("20-vocabulary")
    await desk.click("Review")
    await asyncio.sleep(0.4)
    await desk.shot("20-word")
    await desk.press("Space")
    await asyncio.sleep(0.3)
    await desk.shot("20-meaning")


STORIES: Mapping[str, Story] = {
    story.__name__: story
    for story in (
        look_around, jump_to_a_note, search_for_a_passage, tags_and_links, write_a_note, find_and_replace, properties,
        today, side_by_side, rename_a_note, pictures_of_links, board_and_picture, ask_about_the_notes, look_at_a_change,
        several_chats, quick_ask, commands_and_keys, drop_a_picture, chat_elsewhere, words_to_learn,
    )
}  # fmt: skip

FORMULAS = """# Heat

Loss is $Q = U A \\Delta T$, and in all

$$\\sum_i U_i A_i \\, \\Delta T$$
"""

CANVAS = """{"nodes": [
 {"id": "g", "type": "group", "x": -20, "y": -60, "width": 620, "height": 420, "label": "Heating", "color": "4"},
 {"id": "a", "type": "text", "x": 0, "y": 0, "width": 260, "height": 120, "text": "# Heat pump\\nThree quotes"},
 {"id": "b", "type": "file", "x": 320, "y": 0, "width": 260, "height": 220, "file": "Projects/House/Boiler.md"},
 {"id": "c", "type": "link", "x": 0, "y": 200, "width": 260, "height": 80, "url": "https://example.org/subsidy"}],
 "edges": [{"id": "e", "fromNode": "a", "fromSide": "right", "toNode": "b", "toSide": "left", "label": "replaces"}]}"""


async def open_by_name(desk: Desk, letters: str, path: str) -> None:
    """Open the note *path* with Ctrl+O, *letters* and Enter."""
    await look_for(desk, letters)
    await desk.press("Return")
    await desk.until(lambda: desk.views.notes.current_path == path, f"{path} is open")
    await asyncio.sleep(0.4)


async def look_for(desk: Desk, letters: str) -> None:
    """Open the quick switcher and type *letters*."""
    await desk.press("Ctrl+O")
    await desk.until(lambda: first_offered(desk), "the switcher offers notes")
    popup = desk.views.searches.switcher.popup
    assert popup is not None
    await desk.until(popup.field.hasFocus, "the switcher has the keyboard")
    await desk.type(letters)
    await desk.until(lambda: popup.field.text() == letters, f"“{letters}” is typed")
    await asyncio.sleep(0.3)


async def open_in_tab(desk: Desk, letters: str) -> None:
    """Open the first match of *letters* in a new tab with Ctrl+O, *letters* and Ctrl+Enter."""
    before = desk.views.notes.current_path
    await look_for(desk, letters)
    await desk.press("Ctrl+Return")
    await desk.until(lambda: desk.views.notes.current_path not in (None, before), f"“{letters}” is open")
    await asyncio.sleep(0.4)


async def ask(desk: Desk, question: str, number: str) -> None:
    """Ask *question* and approve each request; with a *number*, the prefix of the state, save a picture of each."""
    from vaultdesk.ui.review import RequestView

    def request() -> RequestView | None:
        windows = [desk.window, *(widget for widget in QApplication.topLevelWidgets() if widget.isVisible())]
        views = (view for window in windows for view in window.findChildren(RequestView))
        return next((view for view in views if view.isVisible()), None)

    await desk.press("Ctrl+L")
    await desk.type(question)
    running = [True]
    desk.views.chat.running_changed.connect(lambda is_running: running.__setitem__(0, is_running))
    await desk.press("Return")
    answered = 0
    while True:
        await desk.until(lambda: not running[0] or request() is not None, "a request or the end of the answer")
        view = request()
        if view is None:
            break
        await desk.until(lambda view=view: view.footer.approve_delay.armed, "the request can be answered")
        if number:
            if view.checklist is not None:
                await desk.click_row("Notes to share; Space ticks", BOILER)
                await asyncio.sleep(0.3)
            await desk.shot(f"{number}-request-{answered + 1}")
        view.footer.approve_button.click()
        answered += 1
        await desk.until(lambda view=view: request() is not view, "the request is closed")
        desk.window.activateWindow()
    await asyncio.sleep(0.5)


def first_offered(desk: Desk) -> str:
    """Return the key of the current row of the switcher, which Enter activates."""
    popup = desk.views.searches.switcher.popup
    row = popup.list.current() if popup is not None else None
    return row.key if row is not None else ""


def seen_graphs(desk: Desk) -> list[GraphView]:
    """Return the visible graphs."""
    return [view for view in desk.window.findChildren(GraphView) if view.isVisible()]


def show_sheet(desk: Desk, title: str) -> None:
    """Show one page of the settings."""
    pages = [page for page in desk.window.findChildren(SettingsPage) if page.isVisible()]
    if not pages or title not in pages[0].titles():
        raise StoryFailed(f"there is no page {title} in the settings")
    pages[0].show_sheet(title)


def quick_window(desk: Desk) -> QWidget:
    """Return the window of quick ask."""
    return next(widget for widget in QApplication.topLevelWidgets() if widget.isVisible() and widget is not desk.window)
