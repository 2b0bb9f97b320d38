"""Mode choosing: a choice holds for the conversation, counts for new ones, and a project is accepted first."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import ChatDesk, open_chat, says, until
from vaultdesk.agent.modes.mode_choice import MODES
from vaultdesk.ui.chat.mode_choosing import ICONS

PROJECT = "Assistant/Projects/House.md"
NOTE = "---\ndescription: All about the house\nfolder: Projects/House\n---\nBe brief.\n"


def entries(desk: ChatDesk) -> list[str]:
    popup = desk.dock.composer.mode.open()
    titles = [entry.title for entry in popup.list.entries()]
    popup.close()
    return titles


@on_qt_loop
async def test_the_five_ways_are_offered_and_one_holds_here_and_for_new_chats(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Hello.")]) as desk:
        button = desk.dock.composer.mode
        assert button.words() == "Agent"
        assert entries(desk) == [mode.title for mode in MODES]
        assert set(ICONS) == {mode.name for mode in MODES}
        button.chosen.emit("vault-qa")
        assert button.words() == "Notes only"
        assert desk.dock.conversations[0].conversation.choices.mode == "vault-qa"
        assert desk.workspace.store.settings.chat.mode == "vault-qa"
        await desk.ask("Anything?")
        button.chosen.emit("chat")
        desk.dock.new_chat()
        assert button.words() == "Chat"
        assert desk.dock.conversations[0].conversation.messages[-1].mode == "vault-qa"


@on_qt_loop
async def test_a_way_without_tools_makes_no_offer_of_tools(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Hello.")], tools=False) as desk:
        desk.dock.composer.mode.chosen.emit("chat")
        await desk.ask("Hi")
        assert not desk.workspace.tool_calling


@on_qt_loop
async def test_signs_of_tools_count_where_they_make_one_run(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        modes = desk.dock.modes
        assert modes.signs() == ()
        desk.dock.composer.mode.chosen.emit("plus")
        words = [sign.word for sign in modes.signs()]
        assert "vault" in words
        assert "websearch" not in words


@on_qt_loop
async def test_a_project_is_read_first_and_then_worked_in(tmp_path: Path) -> None:
    (tmp_path / "vault/Assistant/Projects").mkdir(parents=True)
    (tmp_path / "vault" / PROJECT).write_text(NOTE, encoding="utf-8")
    async with open_chat(tmp_path, []) as desk:
        button, modes, told = desk.dock.composer.mode, desk.dock.modes, list[str]()
        modes.look_requested.connect(told.append)
        await desk.workspace.projects.refresh()
        await until(lambda: entries(desk)[-2:] == ["Projects", "House"])
        button.chosen.emit("project")
        assert told == [PROJECT]
        assert button.words() == "Agent"
        project = desk.workspace.projects.list()[0]
        await desk.workspace.projects.accept(PROJECT, project.digest)
        await until(lambda: desk.workspace.projects.list()[0].usable)
        button.chosen.emit(f"project:{PROJECT}")
        choices = desk.dock.conversations[0].conversation.choices
        assert (choices.mode, choices.project, button.words()) == ("project", PROJECT, "House")
        assert desk.workspace.store.settings.chat.mode == "agent"
        button.chosen.emit("agent")
        assert desk.dock.conversations[0].conversation.choices.project == ""


@on_qt_loop
async def test_without_a_project_one_is_wanted_and_a_broken_one_says_why(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        told: list[str] = []
        desk.dock.modes.project_wanted.connect(lambda: told.append("new"))
        desk.dock.composer.mode.chosen.emit("project")
        desk.dock.composer.mode.chosen.emit("project:gone.md")
        assert told == ["new"]
        assert desk.dock.note.text() == "That project is gone."
