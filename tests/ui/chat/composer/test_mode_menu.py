"""Tests of ui/chat/composer/mode_menu.py."""

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.chat.chat_env import ChatEnv, open_chat, streamed_text
from vaultdesk.agent.answer_modes import MODES
from vaultdesk.ui.chat.composer.mode_menu import MODE_ICONS, ModeButton, ModePopup
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.lists.list_row import ListRow

# Mode popup: the list has the focus, Enter selects, Tab moves to the plan switch.

ENTRIES = [
    ListRow("agent", "Agent", text="Works step by step."),
    ListRow("chat", "Chat", text="The model alone."),
    ListRow("", "Projects", heading=True),
    ListRow("project:House.md", "House", text="Everything about the house"),
]


class Scene:
    """A popup at a button at the bottom of a window."""

    def __init__(self, *, projects: bool = True) -> None:
        self.window = QWidget()
        self.window.resize(360, 600)
        self.button = PlainButton("Agent", parent=self.window)
        self.button.move(QPoint(10, 560))
        self.window.show()
        emitted = self.emitted = list[str]()
        self.popup = ModePopup(self.button)
        self.popup.chosen.connect(emitted.append)
        self.popup.plan_switched.connect(lambda on: emitted.append(f"plan {on}"))
        self.popup.new_project_requested.connect(lambda: emitted.append("new project"))
        self.popup.open(ENTRIES, "chat", plan_first=False, projects=projects)


def test_arrow_keys_and_enter_select_a_mode(qtbot: QtBot) -> None:
    scene = Scene()
    qtbot.waitUntil(scene.popup.list.hasFocus, timeout=30_000)
    assert scene.popup.geometry().bottom() < scene.button.mapToGlobal(QPoint(0, 0)).y()
    QTest.keyClick(scene.popup.list, Qt.Key.Key_Down)
    QTest.keyClick(scene.popup.list, Qt.Key.Key_Return)
    assert scene.emitted == ["project:House.md"]
    assert not scene.popup.isVisible()


def test_nothing_overlaps_the_list(qtbot: QtBot) -> None:
    scene = Scene()
    qtbot.waitUntil(scene.popup.list.hasFocus, timeout=30_000)
    assert scene.popup.list.geometry().bottom() < scene.popup.plan.geometry().top()
    assert scene.popup.plan.geometry().bottom() < scene.popup.new_project.geometry().top()
    assert scene.popup.new_project.geometry().bottom() < scene.popup.height()
    scene.popup.close()


def test_plan_is_switched_without_closing_and_esc_closes(qtbot: QtBot) -> None:
    scene = Scene()
    qtbot.waitUntil(scene.popup.list.hasFocus, timeout=30_000)
    QTest.keyClick(scene.popup.list, Qt.Key.Key_Tab)
    assert scene.popup.plan.hasFocus()
    QTest.keyClick(scene.popup.plan, Qt.Key.Key_Space)
    assert (scene.emitted, scene.popup.isVisible()) == (["plan True"], True)
    QTest.keyClick(scene.popup.plan, Qt.Key.Key_Escape)
    assert not scene.popup.isVisible()


def test_new_project_can_be_requested_if_projects_are_supported() -> None:
    scene = Scene()
    scene.popup.new_project.click()
    assert (scene.emitted, scene.popup.isVisible()) == (["new project"], False)
    scene = Scene(projects=False)
    assert not scene.popup.new_project.isVisible()
    scene.popup.close()


# Mode button.

BUTTON_ENTRIES = [
    ListRow("agent", "Agent", text="Works step by step.", icon="bolt"),
    ListRow("chat", "Chat", text="The model alone."),
]


def test_button_shows_the_mode_and_that_a_plan_comes_first() -> None:
    button, emitted = ModeButton(), []
    button.plan_changed.connect(emitted.append)
    button.set_choices(BUTTON_ENTRIES, "agent", projects=True)
    assert (button.shown_text(), button.toolTip()) == ("Agent", "Works step by step.")
    button.set_plan_first(True)
    button.set_plan_first(True)
    assert (button.shown_text(), button.remark(), emitted) == ("Agent", "plan", [True])
    assert button.accessibleName() == "Mode: Agent, plan"
    button.set_choices(BUTTON_ENTRIES, "gone", projects=True)
    assert (button.shown_text(), button.remark()) == ("gone", "plan")


def test_button_is_hidden_without_choices() -> None:
    button = ModeButton()
    button.set_choices([], "", projects=False)
    assert button.isHidden()


def test_choice_in_the_popup_is_emitted_by_the_button() -> None:
    window, emitted = QWidget(), []
    window.resize(400, 500)
    button = ModeButton()
    button.setParent(window)
    button.move(0, 460)
    button.chosen.connect(emitted.append)
    button.set_choices(BUTTON_ENTRIES, "agent", projects=False)
    window.show()
    popup = button.open()
    assert not popup.plan.isChecked()
    popup.plan.click()
    popup.list.chosen.emit("chat", False)
    assert (emitted, button.plan_first, popup.isVisible()) == (["chat"], True, False)


# Mode choice: it applies to the conversation and to new ones, and a project must be accepted first.

PROJECT = "Assistant/Projects/House.md"
NOTE = "---\ndescription: All about the house\nfolder: Projects/House\n---\nBe brief.\n"


def listed_titles(env: ChatEnv) -> list[str]:
    popup = env.dock.composer.mode.open()
    titles = [entry.title for entry in popup.list.rows()]
    popup.close()
    return titles


@on_qt_loop
async def test_all_modes_are_offered_and_a_choice_applies_here_and_to_new_chats(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("Hello.")]) as env:
        button = env.dock.composer.mode
        assert button.shown_text() == "Agent"
        assert listed_titles(env) == [mode.title for mode in MODES]
        assert set(MODE_ICONS) == {mode.name for mode in MODES}
        button.chosen.emit("vault-qa")
        assert button.shown_text() == "Notes only"
        assert env.dock.conversations[0].conversation.choices.mode == "vault-qa"
        assert env.workspace.store.settings.chat.mode == "vault-qa"
        await env.ask("Anything?")
        button.chosen.emit("chat")
        env.dock.new_chat()
        assert button.shown_text() == "Chat"
        assert env.dock.conversations[0].conversation.messages[-1].mode == "vault-qa"


@on_qt_loop
async def test_mode_without_tools_does_not_enable_tools(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("Hello.")], tools=False) as env:
        env.dock.composer.mode.chosen.emit("chat")
        await env.ask("Hi")
        assert not env.workspace.tool_calling


@on_qt_loop
async def test_at_commands_are_offered_in_modes_that_run_a_tool(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        modes = env.dock.modes
        assert modes.at_commands() == ()
        env.dock.composer.mode.chosen.emit("plus")
        words = [command.word for command in modes.at_commands()]
        assert "vault" in words
        assert "websearch" not in words


@on_qt_loop
async def test_project_is_reviewed_before_it_can_be_selected(tmp_path: Path) -> None:
    (tmp_path / "vault/Assistant/Projects").mkdir(parents=True)
    (tmp_path / "vault" / PROJECT).write_text(NOTE, encoding="utf-8")
    async with open_chat(tmp_path, []) as env:
        button, modes, emitted = env.dock.composer.mode, env.dock.modes, list[str]()
        modes.review_requested.connect(emitted.append)
        await env.workspace.projects.refresh()
        await until(lambda: listed_titles(env)[-2:] == ["Projects", "House"])
        button.chosen.emit("project")
        assert emitted == [PROJECT]
        assert button.shown_text() == "Agent"
        project = env.workspace.projects.list()[0]
        await env.workspace.projects.accept(PROJECT, project.digest)
        await until(lambda: env.workspace.projects.list()[0].is_usable)
        button.chosen.emit(f"project:{PROJECT}")
        choices = env.dock.conversations[0].conversation.choices
        assert (choices.mode, choices.project, button.shown_text()) == ("project", PROJECT, "House")
        assert env.workspace.store.settings.chat.mode == "agent"
        button.chosen.emit("agent")
        assert env.dock.conversations[0].conversation.choices.project == ""


@on_qt_loop
async def test_missing_project_is_created_on_request_or_reported(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        emitted: list[str] = []
        env.dock.modes.new_project_requested.connect(lambda: emitted.append("new"))
        env.dock.composer.mode.chosen.emit("project")
        env.dock.composer.mode.chosen.emit("project:gone.md")
        assert emitted == ["new"]
        assert env.dock.notice.text() == "This project no longer exists."
