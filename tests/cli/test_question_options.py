"""Tests of cli/question_options.py."""

import argparse
import asyncio
import io
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from tests.cli.conftest import CommandLine
from tests.support.tool_env import LOCAL, REMOTE
from tests.support.vaults import HEATING, write_vault
from vaultdesk.agent.question import Question
from vaultdesk.chat.chatgpt_md import SEPARATOR
from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.chat.messages import ContextItem, Message, TextPart
from vaultdesk.cli import console, question_options
from vaultdesk.cli.argument_parser import build_parser
from vaultdesk.cli.question_options import (
    announce_private_notes,
    editor_command,
    offer_note_settings,
    parsed_question,
    question_after_plan,
    selected_choices,
    with_attached_notes,
)
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.errors import UsageError
from vaultdesk.core.platform.paths import app_folders
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.workspace import Workspace

# Modes, projects and plans on the command line.

PROJECT = "Assistant/Projects/Garden.md"
NOTES = {**HEATING, PROJECT: "---\nfolders: [Garden]\n---\nAnswer like a gardener.\n"}


def type_lines(patch: pytest.MonkeyPatch, *lines: str) -> None:
    """Simulate typing *lines*."""
    text = io.StringIO("".join(f"{line}\n" for line in lines))
    patch.setattr(console.read_typed_line, "__defaults__", (text.readline,))


def use_terminal(patch: pytest.MonkeyPatch) -> io.StringIO:
    """Simulate a terminal and return its output."""

    class Terminal(io.StringIO):
        isatty: Callable[[], bool] = staticmethod(lambda: True)

    patch.setattr(sys, "stdin", Terminal())
    output = Terminal()
    patch.setattr(sys, "stderr", output)
    return output


def conversation_with_plan(text: str = "1. Search.", mode: str = "plan") -> Conversation:
    conversation = Conversation()
    conversation.append(Message(role="assistant", parts=(TextPart(text=text),), mode=mode))
    return conversation


def options(mode: str | None = None, project: str | None = None, **more: object) -> argparse.Namespace:
    return argparse.Namespace(**{"mode": mode, "project": project, "temperature": None, "max_tokens": None, **more})


def test_vault_qa_mode_answers_from_the_notes(command: CommandLine, vault: Path) -> None:
    result = command("ask", "What about the heat pump?", "--vault", vault, "--mode", "vault-qa", "--approve", "all")

    assert result.code == 0
    assert "Nordwind" in result.out
    assert "local_search" in result.err
    assert "file_read" not in result.err


def test_chat_mode_uses_no_notes(command: CommandLine, vault: Path) -> None:
    result = command("ask", "What about the heat pump?", "--vault", vault, "--mode", "chat", "--approve", "all")

    assert (result.code, "Nordwind" in result.out, result.err) == (0, False, "")


def test_project_mode_without_a_project_is_wrong_usage(command: CommandLine, vault: Path) -> None:
    result = command("ask", "why?", "--vault", vault, "--mode", "project")

    assert result.code == 2
    assert "--project NOTE" in result.err


def test_a_project_not_accepted_is_refused(command: CommandLine, tmp_path: Path) -> None:
    vault = write_vault(tmp_path / "with-project", NOTES)
    result = command("ask", "apples?", "--vault", vault, "--project", "Garden", "--approve", "all")

    assert result.code == 1
    assert "has not been accepted yet" in result.err


def test_an_unknown_mode_is_wrong_usage(command: CommandLine, vault: Path) -> None:
    assert command("ask", "why?", "--vault", vault, "--mode", "loud").code == 2


def test_a_plan_is_requested_by_a_prefix_of_the_question() -> None:
    assert (parsed_question("/plan tidy up").plan_first, parsed_question("/plan tidy up").text) == (True, "tidy up")
    assert not parsed_question("plan tidy up").plan_first
    assert parsed_question("/plan ").text == "/plan "


@pytest.mark.parametrize("answer", ["y", "Yes"])
async def test_a_plan_is_executed_after_confirmation(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    type_lines(monkeypatch, answer)
    question = await question_after_plan(conversation_with_plan())

    assert question is not None
    assert question.text == "Carry out this plan:\n\n1. Search."


@pytest.mark.parametrize("answer", ["", "n", "no", "maybe"])
async def test_any_other_input_does_not_execute_the_plan(monkeypatch: pytest.MonkeyPatch, answer: str) -> None:
    type_lines(monkeypatch, answer)

    assert await question_after_plan(conversation_with_plan()) is None


async def test_only_a_complete_plan_is_offered_for_execution(monkeypatch: pytest.MonkeyPatch) -> None:
    type_lines(monkeypatch, "y", "y", "y")
    cut = conversation_with_plan()
    cut.replace(cut.messages[0].model_copy(update={"cut": True}))

    assert [
        await question_after_plan(conversation)
        for conversation in (conversation_with_plan(mode="agent"), cut, Conversation())
    ] == [
        None,
        None,
        None,
    ]


async def test_a_plan_is_edited_by_typing_without_an_editor(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    type_lines(monkeypatch, "e", "1. Read the note.", "2. Answer.", ".", "more")
    question = await question_after_plan(conversation_with_plan())

    assert question is not None
    assert question.text == "Carry out this plan:\n\n1. Read the note.\n2. Answer."


async def test_a_plan_is_edited_in_the_users_editor(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    script = tmp_path / "editor.py"
    script.write_text(
        "import sys, pathlib\nf = pathlib.Path(sys.argv[1])\nf.write_text(f.read_text() + '\\n2. Stop.')\n"
    )

    assert (
        await question_options.edit_plan("1. Search.", {"EDITOR": f"{sys.executable} {script}"})
        == "1. Search.\n2. Stop."
    )
    with pytest.raises(UsageError, match="could not be used"):
        await question_options.edit_plan("1. Search.", {"EDITOR": str(tmp_path / "nothing")})


def test_the_command_line_of_an_editor_is_passed_to_windows_unchanged() -> None:
    """On Windows it contains backslashes and spaces that need no quoting."""
    editor, file = r"C:\Program Files\Notepad++\notepad++.exe -n1", PureWindowsPath(r"C:\Temp\my plan.md")
    assert editor_command(editor, file, windows=True) == rf'{editor} "{file}"'
    assert editor_command("code --wait", PurePosixPath("/tmp/plan.md"), windows=False) == [
        "code", "--wait", "/tmp/plan.md",
    ]  # fmt: skip


CHAT_NOTE = f"""\
---
system_commands: ['Answer in rhymes.']
temperature: 0.4
max_tokens: 300
openaiUrl: https://evil.example
---
What about the boiler?

{SEPARATOR}

### role::assistant

It leaks.
"""


@pytest.mark.parametrize(("answer", "status"), [("y", "accepted"), ("", "declined")])
async def test_u19_settings_of_a_chat_note_are_shown_once_and_accepted_or_declined(
    answer: str, status: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folders = app_folders({"VAULTDESK_HOME": str(tmp_path / "home")})
    store = SettingsStore(folders.settings_file)
    store.load()
    root = write_vault(tmp_path / "vault", {"Talk.md": CHAT_NOTE})
    async with Workspace.open(root, folders=folders, store=store, credentials=Credentials({})) as workspace:
        await workspace.wait_until_indexed()
        conversation = await workspace.chats.open("Talk.md")
        await offer_note_settings(workspace, conversation)
        terminal = use_terminal(monkeypatch)
        type_lines(monkeypatch, answer)
        await offer_note_settings(workspace, conversation)
        found = await workspace.chat_note_settings.of(conversation)
        shown = terminal.getvalue()
        await offer_note_settings(workspace, conversation)

    assert found is not None
    assert found.status == status
    assert terminal.getvalue() == shown
    for words in ("Answer in rhymes.", "Temperature 0.4", "At most 300 tokens an answer", "Not used: openaiUrl"):
        assert words in shown


def test_u19_temperature_and_length_are_options_of_a_question(command: CommandLine, vault: Path) -> None:
    async def choices() -> ChatChoices:
        parsed = build_parser().parse_args(["ask", "x", "--temperature", "0.2", "--max-tokens", "300"])
        return await selected_choices(None, parsed, ChatChoices(rounds=3))  # type: ignore[arg-type]  # not used

    assert asyncio.run(choices()) == ChatChoices(temperature=0.2, max_tokens=300, rounds=3)
    for invalid in (("--temperature", "3"), ("--temperature", "warm"), ("--max-tokens", "1"), ("--max-tokens", "2.5")):
        result = command("ask", "What about the heat pump?", "--vault", vault, *invalid)
        assert result.code == 2
        assert invalid[1] in result.err


async def test_a_project_is_shown_and_accepted_at_the_terminal(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = app_folders({"VAULTDESK_HOME": str(tmp_path / "home")})
    store = SettingsStore(folders.settings_file)
    store.load()
    root = write_vault(tmp_path / "vault", NOTES)
    async with Workspace.open(root, folders=folders, store=store, credentials=Credentials({})) as workspace:
        await workspace.wait_until_indexed()
        terminal = use_terminal(monkeypatch)
        type_lines(monkeypatch, "no")
        choices = await selected_choices(workspace, options(project="Garden"), ChatChoices(model="a/b"))
        assert choices == ChatChoices("a/b", None, "project", PROJECT)
        assert (await workspace.projects.get(PROJECT)).status == "new"

        type_lines(monkeypatch, "y")
        await selected_choices(workspace, options(project="Garden"), ChatChoices())
        assert (await workspace.projects.get(PROJECT)).status == "accepted"
        shown = terminal.getvalue()
        assert "Answer like a gardener." in shown
        assert "It is about Garden, and has its own chats." in shown

        chat_choices = ChatChoices(mode="project", project=PROJECT)
        assert await selected_choices(workspace, options(), chat_choices) == chat_choices
        assert (await selected_choices(workspace, options("chat"), chat_choices)).mode == "chat"


# Notes attached on the command line, and private ones reported before sending.


@asynccontextmanager
async def open_workspace(vault: Path, *rules: PrivacyRule) -> AsyncIterator[Workspace]:
    store = SettingsStore(app_folders().settings_file)
    store.change(lambda settings: settings.with_vault(vault, privacy=rules))
    async with Workspace.open(vault, folders=app_folders(), store=store, credentials=Credentials({})) as workspace:
        await workspace.wait_until_indexed()
        yield workspace


def note(target: str) -> ContextItem:
    return ContextItem(kind="note", target=target)


def test_t7_notes_are_attached_by_option_and_by_mention(home: Path, vault: Path) -> None:
    async def check() -> None:
        async with open_workspace(vault) as workspace:
            text = "Compare @Boiler, @garden/apples. Not me@Budget nor @vault nor @nobody"
            question = await with_attached_notes(workspace, Question(text), ["Budget.md"])
            assert question.context == (note("Budget"), note("Boiler"), note("Garden/Apples"))
            assert question.text == text
            with pytest.raises(UsageError, match="no note “Nowhere”"):
                await with_attached_notes(workspace, Question("x"), ["Nowhere"])

    asyncio.run(check())


def test_t7_private_notes_are_named_with_their_rule(
    home: Path, vault: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = (
        PrivacyRule(kind="tag", value="heating", answer="local"),
        PrivacyRule(kind="folder", value="Garden", answer="ask"),
    )

    async def check() -> None:
        async with open_workspace(vault, *rules) as workspace:
            question = Question("And [[Apples]], [[Budget]]?", (note("Boiler"),))
            await announce_private_notes(workspace, question, REMOTE)
            captured = capsys.readouterr()
            assert captured.out == ""
            assert captured.err.splitlines() == [
                "Boiler will not be sent to Anthropic: it is private, tagged #heating",
                "You will be asked before Apples is sent to Anthropic: it is private, in Garden",
            ]
            await announce_private_notes(workspace, question, LOCAL)
            assert capsys.readouterr().err == ""

    asyncio.run(check())


def test_t7_ask_reports_private_notes_before_the_answer(command: CommandLine, home: Path, vault: Path) -> None:
    rule = PrivacyRule(kind="note", value="Boiler.md", answer="never")
    store = SettingsStore(app_folders().settings_file)
    store.change(lambda settings: settings.with_vault(vault.resolve(), privacy=(rule,)))
    result = command("ask", "What does it cost?", "--note", "Boiler", "--vault", vault, "--approve", "all")
    assert result.code == 0
    assert result.err.splitlines()[0] == "Boiler will not be sent to Offline assistant: it is private, by name"
    assert "Nordwind" not in result.out
    assert command("ask", "x", "--note", "Nowhere", "--vault", vault).code == 2
