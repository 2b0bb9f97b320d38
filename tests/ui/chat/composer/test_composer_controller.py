"""Tests of ui/chat/composer/composer_controller.py."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.chats import MemoryChats, make_conversation
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_env import rewrite
from tests.ui.agents.instructed import instructed
from tests.ui.chat.chat_env import LOCAL, ChatEnv, open_chat, streamed_text
from tests.ui.chat.names_at_hand import FakeContextSource, sized
from vaultdesk.agent.context.context_reader import ContextReach
from vaultdesk.agent.context.conversation_summary import compacted_beginning
from vaultdesk.chat.conversation import Checkpoint, Conversation, branch_conversation
from vaultdesk.chat.messages import ContextItem, ImagePart, Message, TextPart, user_message
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.transmission import Destination
from vaultdesk.ui.chat.composer.composer import Composer
from vaultdesk.ui.chat.composer.composer_controller import (
    DRAFT_SAVE_DELAY,
    MAX_ATTACHED_FILES,
    NEW_CHAT_KEY,
    ContextController,
    InstructionBanner,
    continued_from_summary,
)
from vaultdesk.ui.window.drop_target import NOTES_MIME_TYPE

# Continuing from a summary: the summary is the first message, and is sent to the model once with its sources.


def branch_of(conversation: Conversation, message_id: str) -> Conversation:
    return branch_conversation(conversation, message_id, "Chats/Heating.md")


def long_chat() -> Conversation:
    chat = Conversation(title="Heating")
    for number in range(3):
        answer = Message(role="assistant", parts=(TextPart(text=f"{number}."),))
        chat.extend((user_message(f"Question {number}"), answer))
    return chat


def test_conversation_without_a_summary_cannot_be_continued_from_one() -> None:
    assert continued_from_summary(long_chat(), branch_of) is None


def test_continued_chat_starts_with_the_summary_and_leaves_the_old_chat_unchanged() -> None:
    chat = long_chat()
    summary = "They chose a heat pump.\n\nNotes: [[House/Boiler.md]]"
    chat.checkpoints = (Checkpoint(chat.messages[3].id, summary, datetime.now(UTC), "local/one"),)
    before = chat.messages

    continued = continued_from_summary(chat, branch_of)

    assert continued is not None
    assert chat.messages == before
    first = f"Summary of the earlier conversation:\n\n{summary}"
    assert [message.text for message in continued.messages] == [first, "Question 2", "2."]
    assert (continued.title, continued.id == chat.id, continued.parent.startswith("Chats/Heating#^")) == (
        "Heating",
        False,
        True,
    )
    beginning = compacted_beginning(continued, continued.messages)
    assert beginning.summarized_count == 1
    assert beginning.rest == continued.messages[1:]
    assert "They chose a heat pump." in beginning.parts[0].text
    assert {source.path for source in beginning.parts[0].sources} == {"House/Boiler.md"}
    assert {source.path for source in continued.messages[0].sources} == {"House/Boiler.md"}


# Instruction banner: one text at a time, until it is read or dismissed.


@on_qt_loop
async def test_banner_names_each_unread_text_and_one_that_changed(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (workspace, catalog):
        banner, emitted = InstructionBanner(catalog), list[str]()
        banner.read_requested.connect(emitted.append)
        assert banner.text() == "This vault has instructions for assistants (AGENTS.md)."
        banner.links[0].click()
        assert emitted == ["AGENTS.md"]
        await catalog.accept("AGENTS.md", catalog.list()[0].digest)
        await until(lambda: banner.text() == "This vault has a skill for assistants: “Letters”.")
        await rewrite(workspace, "AGENTS.md", "short", "shorter")
        await until(lambda: "changed since you accepted them" in banner.text())


@on_qt_loop
async def test_dismissed_text_gives_way_to_the_next_and_stays_hidden_until_it_changes(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (workspace, catalog):
        banner = InstructionBanner(catalog)
        banner.show()
        assert banner._close_button is not None
        banner._close_button.click()
        await until(lambda: banner.isVisible() and "Letters" in banner.text())
        banner._close_button.click()
        await until(lambda: not banner.isVisible())
        await rewrite(workspace, "AGENTS.md", "short", "shorter")
        await until(lambda: not banner.isHidden() and "AGENTS.md" in banner.text())


# Drafts, through the dock.

PUMP = "Chats/Pump.md"


@on_qt_loop
async def test_drafts_survive_a_restart(tmp_path: Path) -> None:
    chats = MemoryChats()
    chats.write(PUMP, make_conversation("Pump", "Cost?", "18,400."))
    async with open_chat(tmp_path, [], chats=chats) as env:
        env.type("a new thought")
        await env.open(PUMP)
        assert env.dock.composer.text == ""
        env.type("half a thou")
        await env.dock.finish()
    async with open_chat(tmp_path, [], chats=chats) as env:
        assert env.dock.composer.text == "a new thought"
        await env.open(PUMP)
        assert env.dock.composer.text == "half a thou"


@on_qt_loop
async def test_draft_survives_closing_its_chat(tmp_path: Path) -> None:
    chats = MemoryChats()
    chats.write(PUMP, make_conversation("Pump", "Cost?", "18,400."))
    async with open_chat(tmp_path, [], chats=chats) as env:
        await env.open(PUMP)
        env.type("half a thou")
        env.dock.header.close_requested.emit()
        assert env.dock.composer.text == ""
        await env.open(PUMP)
        assert env.dock.composer.text == "half a thou"


@on_qt_loop
async def test_submitting_clears_the_draft(tmp_path: Path) -> None:
    chats = MemoryChats()
    async with open_chat(tmp_path, [streamed_text("One.")], chats=chats) as env:
        env.type("First")
        env.dock.drafts.save()
        assert chats.drafts == {NEW_CHAT_KEY: "First"}
        env.enter()
        assert chats.drafts[NEW_CHAT_KEY] == ""
        await until(lambda: bool(env.exchanges) and env.exchanges[-1].is_finished)
        env.type("Sec")
        env.dock.drafts.save()
        assert chats.drafts[env.dock.conversation_id] == "Sec"


@on_qt_loop
async def test_draft_is_saved_after_a_pause_in_typing(tmp_path: Path) -> None:
    chats = MemoryChats()
    async with open_chat(tmp_path, [], chats=chats) as env:
        env.type("a thought")
        assert chats.drafts == {}
        await until(lambda: chats.drafts == {NEW_CHAT_KEY: "a thought"})


@on_qt_loop
async def test_draft_is_saved_while_typing_continues(tmp_path: Path) -> None:
    chats = MemoryChats()
    async with open_chat(tmp_path, [], chats=chats) as env:
        env.type("one")
        timer = env.dock.drafts._save_timer
        await until(lambda: timer.remainingTime() < DRAFT_SAVE_DELAY - 50)
        env.type(" two")
        assert timer.remainingTime() < DRAFT_SAVE_DELAY - 50, "the next key does not restart the timer"
        await until(lambda: chats.drafts.get(NEW_CHAT_KEY) == "one two")


# Context controller.

BOILER = ContextItem(kind="note", target="House/Boiler.md")


class Scene:
    """A composer with a context controller."""

    def __init__(self) -> None:
        self.composer = Composer()
        self.composer.resize(400, 160)
        self.composer.show()
        self.contexts = FakeContextSource({"House/Boiler.md": sized(412)})
        self.controller = ContextController(self.composer, self.contexts)
        self.refused: list[str] = []
        self.composer.refused.connect(self.refused.append)

    @property
    def size_texts(self) -> list[str]:
        return [chip.size_text for chip in self.composer.tray.chips]


def url_data(*files: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    return data


@on_qt_loop
async def test_chip_shows_its_size_or_that_it_is_not_sent() -> None:
    scene = Scene()
    scene.composer.tray.set_attachments((BOILER, ContextItem(kind="note", target="gone")))
    await until(lambda: scene.size_texts == ["412 tokens", "not sent"])
    scene.contexts.sizes["House/Boiler.md"] = sized(9_000)
    scene.controller.measure_again()
    await until(lambda: scene.size_texts[0] == "9.0k tokens")


async def _drop(scene: Scene, data: QMimeData, position: QPoint) -> None:
    copy, button, modifiers = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    drag_enter = QDragEnterEvent(position, copy, data, button, modifiers)
    QApplication.sendEvent(scene.composer, drag_enter)
    assert drag_enter.isAccepted()
    QApplication.sendEvent(scene.composer, QDropEvent(position, copy, data, button, modifiers))


def test_dropped_files_and_pictures_become_chips_and_others_are_rejected(tmp_path: Path) -> None:
    (tmp_path / "quotes.txt").write_text("a quote " * 100, encoding="utf-8")

    @on_qt_loop
    async def run() -> None:
        scene = Scene()
        data = url_data(tmp_path / "quotes.txt", tmp_path / "plan.png", tmp_path / "song.mp3")
        await _drop(scene, data, QPoint(200, 5))
        await until(lambda: scene.size_texts == ["200 tokens", "1.6k tokens"])
        assert scene.refused == ["song.mp3 cannot be read. Text, PDF and pictures can be."]
        assert [item.kind for item in scene.composer.question.context] == ["file"]
        assert [image.name for image in scene.composer.question.images] == ["plan.png"]

    run()


def test_dropping_too_many_files_is_rejected(tmp_path: Path) -> None:
    @on_qt_loop
    async def run() -> None:
        scene = Scene()
        await _drop(
            scene, url_data(*(tmp_path / f"{number}.txt" for number in range(MAX_ATTACHED_FILES + 1))), QPoint(9, 9)
        )
        assert scene.refused == ["You dropped 21 files. Drop at most 20 at once."]
        assert scene.composer.question.is_empty

    run()


@on_qt_loop
async def test_pasted_picture_becomes_a_chip_and_is_not_sent_to_a_model_without_vision() -> None:
    scene = Scene()
    picture = QImage(8, 8, QImage.Format.Format_RGB32)
    picture.fill(QColor("red"))
    data = QMimeData()
    data.setImageData(picture)
    scene.composer.field.insertFromMimeData(data)
    await until(lambda: len(scene.composer.tray.chips) == 1)
    scene.composer.field.insertFromMimeData(data)
    await until(lambda: len(scene.composer.tray.chips) == 2)
    assert [image.name for image in scene.composer.question.images] == ["Pasted picture", "Pasted picture 2"]
    assert scene.composer.send.isEnabled()
    scene.controller.set_model_takes_images(False)
    assert scene.size_texts == ["not sent", "not sent"]
    scene.controller.set_model_takes_images(None)
    assert scene.size_texts == ["1.6k tokens", "1.6k tokens"]


@on_qt_loop
async def test_open_note_and_selection_are_offered_but_not_added() -> None:
    scene = Scene()
    scene.controller.set_open_note("House/Boiler.md", "it leaks", "Ctrl+J")
    assert [chip.attachment.kind for chip in scene.composer.tray.offered_chips] == ["selection", "active"]
    assert scene.composer.question.context == ()
    scene.controller.set_open_note("House/Boiler.md", " ")
    assert [chip.attachment.kind for chip in scene.composer.tray.offered_chips] == ["active"]
    scene.controller.set_open_note("")
    assert scene.composer.tray.offered_chips == []


@on_qt_loop
async def test_notes_and_folders_dropped_from_the_list_become_chips_and_no_text(tmp_path: Path) -> None:
    scene = Scene()
    data = url_data(tmp_path / "House/Boiler.md", tmp_path / "House")
    data.setData(NOTES_MIME_TYPE, json.dumps(["House/Boiler.md", "House/"]).encode())
    data.setText("[[Boiler]]")
    await _drop(scene, data, QPoint(20, 20))
    assert [(item.kind, item.target) for item in scene.composer.tray.items] == [
        ("note", "House/Boiler"),
        ("folder", "House"),
    ]
    assert scene.composer.text == ""


@on_qt_loop
async def test_folder_of_the_list_becomes_a_chip_and_a_folder_of_the_computer_does_not(tmp_path: Path) -> None:
    scene = Scene()
    (tmp_path / "House").mkdir()
    folder = url_data(tmp_path / "House")
    assert not scene.composer.field.canInsertFromMimeData(folder)
    folder.setData(NOTES_MIME_TYPE, b'["House/"]')
    assert scene.composer.field.canInsertFromMimeData(folder)
    scene.composer.field.insertFromMimeData(folder)
    assert [item.kind for item in scene.composer.tray.items] == ["folder"]


# Private notes: chips follow the model, the rules and the notes.

CLOUD = Destination("Anthropic", "api.anthropic.com", local=False)
OLLAMA = Destination("Ollama", "localhost:11434", local=True)


def withheld_if_remote(destination: Destination) -> ContextReach:
    return ContextReach(1) if destination.local else ContextReach(1, 1, 0, (Phrase("in House"),))


@on_qt_loop
async def test_t7_chip_follows_the_selected_model() -> None:
    scene = Scene()
    scene.contexts.reaches["House/Boiler.md"] = withheld_if_remote
    scene.controller.set_destination(CLOUD)
    scene.composer.tray.add(BOILER)
    (chip,) = scene.composer.tray.chips
    await until(lambda: chip.reach.short == "will not be sent")
    assert chip.reach.sentence == "Private: in House. It will not be sent to Anthropic."
    scene.controller.set_destination(OLLAMA)
    await until(lambda: chip.reach.short == "")
    scene.controller.set_destination(CLOUD)
    await until(lambda: chip.reach.is_warning)


@on_qt_loop
async def test_t7_late_result_for_the_previous_model_is_ignored() -> None:
    scene = Scene()
    late: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    destinations: list[str] = []

    async def reach(_item: object, destination: Destination, _active: str = "") -> ContextReach:
        destinations.append(destination.name)
        if not destination.local:
            await late
        return withheld_if_remote(destination)

    scene.contexts.reach = reach  # type: ignore[method-assign, assignment]
    scene.controller.set_destination(CLOUD)
    scene.composer.tray.add(BOILER)
    await until(lambda: "Anthropic" in destinations)
    scene.controller.set_destination(OLLAMA)
    await until(lambda: "Ollama" in destinations)
    late.set_result(None)
    for _ in range(5):
        await asyncio.sleep(0)
    assert scene.composer.tray.chips[0].reach.short == ""


@on_qt_loop
async def test_t7_offered_chips_pictures_and_links_are_marked_too() -> None:
    scene = Scene()
    scene.contexts.reaches |= {
        "House/Boiler.md": withheld_if_remote,
        "plan.png": withheld_if_remote,
        "Boiler": withheld_if_remote,
    }
    scene.controller.set_destination(CLOUD)
    scene.controller.set_open_note("House/Boiler.md", "it leaks")
    tray = scene.composer.tray
    await until(lambda: all("will not be sent" in chip.accessibleName() for chip in tray.offered_chips))
    assert len(tray.offered_chips) == 2
    tray.add(ImagePart(media_type="image/png", data="", name="plan.png"))
    await until(lambda: tray.chips[0].reach.is_warning)
    scene.composer.field.setPlainText("What of [[Boiler]] and [[Budget]]?")
    await until(lambda: [chip.attachment.target for chip in tray.link_warnings] == ["Boiler"])
    scene.composer.field.setPlainText("What?")
    await until(lambda: tray.link_warnings == [])


@on_qt_loop
async def test_t7_changes_of_rule_note_and_model_apply_immediately(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], to=LOCAL) as env:
        focus_composer(env)
        await type_until_shown(env, "@boil", 1)
        env.enter()
        workspace, root = env.workspace, env.workspace.vault.root
        (chip,) = env.dock.composer.tray.chips
        await until(lambda: "tokens" in chip.size_text)
        assert chip.reach.short == ""

        def set_rules(*rules: PrivacyRule) -> None:
            workspace.store.change(lambda settings: settings.with_vault(root, privacy=rules))

        set_rules(PrivacyRule(kind="folder", value="Projects/House", answer="local"))
        env.dock.models.choose(env.dock.conversations[0], "other/one")
        await until(lambda: chip.reach.sentence == "Private: in Projects/House. It will not be sent to Other.")
        set_rules(PrivacyRule(kind="tag", value="secret", answer="ask"))
        await until(lambda: chip.reach.short == "")
        text = (root / "Projects/House/Boiler.md").read_text(encoding="utf-8")
        (root / "Projects/House/Boiler.md").write_text(f"#secret\n\n{text}", encoding="utf-8")
        await until(lambda: chip.reach.short == "you will be asked")
        set_rules(PrivacyRule(kind="tag", value="secret", answer="local"))
        await until(lambda: chip.reach.short == "will not be sent")
        env.dock.models.choose(env.dock.conversations[0], "offline/offline")
        await until(lambda: chip.reach.short == "")


@on_qt_loop
async def test_t7_private_note_is_marked_in_the_completion_list(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], to=LOCAL) as env:
        workspace, root = env.workspace, env.workspace.vault.root
        rule = PrivacyRule(kind="folder", value="Projects/House", answer="local")
        workspace.store.change(lambda settings: settings.with_vault(root, privacy=(rule,)))
        await workspace.wait_until_indexed()
        env.dock.models.choose(env.dock.conversations[0], "other/one")
        focus_composer(env)
        await type_until_shown(env, "@boil", 1)
        popup = env.dock.composer_controller.completion.popup
        assert popup is not None
        (entry,) = popup.list.row_model.rows
        assert (entry.right, entry.mark) == ("will not be sent", "lock")


# Composing with a real vault: mentions, links, quick commands and sizes, up to the request.

COMMAND = "---\ndescription: The note in five points\nmode: chat\n---\nSum up {selection}. {words}\n"


def write_note(folder: Path, path: str, text: str) -> None:
    file = folder / "vault" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


async def type_until_shown(env: ChatEnv, typed: str, count: int) -> None:
    await until(env.dock.composer.field.hasFocus)
    env.type(typed)
    await until(lambda: env.dock.composer_controller.completion.shown_count == count)


def focus_composer(env: ChatEnv) -> None:
    env.dock.activateWindow()
    env.dock.composer.field.setFocus()


@on_qt_loop
async def test_mention_becomes_a_chip_with_its_size_and_is_sent_with_the_question(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("Yes.")]) as env:
        focus_composer(env)
        await type_until_shown(env, "Why @boil", 1)
        env.enter()
        assert env.dock.composer.text == "Why "
        item = ContextItem(kind="note", target="Projects/House/Boiler")
        assert env.dock.composer.question.context == (item,)
        chip = env.dock.composer.tray.chips[0]
        await until(lambda: chip.size_text.endswith("tokens"))
        env.type("now?")
        env.enter()
        await until(lambda: bool(env.exchanges) and env.exchanges[0].is_finished)
        assert env.dock.conversations[0].conversation.messages[0].context == (item,)
        assert env.dock.composer.question.is_empty
        assert "The boiler leaks" in str(env.provider.requests[0].messages)


@on_qt_loop
async def test_link_stays_in_the_text_with_its_heading(tmp_path: Path) -> None:
    write_note(tmp_path, "Plan.md", "# Plan\n\n## Cost\n\nMuch.\n\n## Time\n\nLong.\n")
    async with open_chat(tmp_path, []) as env:
        focus_composer(env)
        await type_until_shown(env, "see [[Plan#co", 1)
        QTest.keyClick(env.dock.composer.field, Qt.Key.Key_Tab)
        assert env.dock.composer.text == "see [[Plan#Cost]]"
        assert env.dock.composer.tray.items == ()


@on_qt_loop
async def test_tool_commands_are_offered_in_modes_that_support_them(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        focus_composer(env)
        env.dock.composer.mode.chosen.emit("plus")
        await type_until_shown(env, "@vau", 1)
        env.enter()
        assert env.dock.composer.text == "@vault "
        env.dock.composer.set_text("")
        env.dock.composer.mode.chosen.emit("agent")
        env.type("@vau")
        await until(lambda: not env.dock.composer_controller.completion._looking_up)
        assert env.dock.composer_controller.completion.shown_count == 0


@on_qt_loop
async def test_quick_command_is_inserted_with_the_selection_and_its_mode(tmp_path: Path) -> None:
    write_note(tmp_path, "Assistant/Commands/Sum up.md", COMMAND)
    async with open_chat(tmp_path, [streamed_text("Five points.")]) as env:
        await env.workspace.quick_commands.refresh()
        focus_composer(env)
        env.dock.composer_controller.context.set_open_note("Projects/House/Boiler.md", "it leaks")
        await type_until_shown(env, "/su", 1)
        env.enter()
        await until(lambda: env.dock.composer.text.startswith("Sum up the attached selection"))
        question = env.dock.composer.question
        assert [item.text for item in question.context] == ["it leaks"]
        assert (question.mode, env.dock.composer.mode.remark()) == ("chat", "this once")
        env.enter()
        await until(lambda: bool(env.exchanges) and env.exchanges[0].is_finished)
        assert env.dock.conversations[0].conversation.choices.mode is None
        assert env.dock.composer.mode.shown_text() == "Agent"


@on_qt_loop
async def test_new_command_is_requested_with_the_typed_name(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        focus_composer(env)
        emitted: list[str] = []
        env.dock.composer_controller.new_command_requested.connect(emitted.append)
        await type_until_shown(env, "/translate", 1)
        env.enter()
        assert (emitted, env.dock.composer.text) == (["translate"], "/translate")


@on_qt_loop
async def test_context_meter_shows_the_usage_and_the_banner_stays_hidden(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("Yes.")]) as env:
        env.dock.composer.model.chosen.emit("other/one")
        await until(lambda: not env.dock.composer.meter.isHidden())
        assert "tokens" in env.dock.composer.meter.toolTip()
        assert env.dock.composer_controller.long_banner.isHidden()


@on_qt_loop
async def test_chips_belong_to_their_conversation(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("Yes.")]) as env:
        await env.ask("One")
        item = ContextItem(kind="tag", target="heating")
        env.dock.composer.tray.add(item)
        first = env.dock.conversations[0]
        env.dock.new_chat()
        assert env.dock.composer.tray.items == ()
        env.dock._conversations.show_conversation(first)
        assert env.dock.composer.tray.items == (item,)


@on_qt_loop
async def test_long_chat_can_be_continued_from_its_summary_and_stays_unchanged(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("One."), streamed_text("Two.")]) as env:
        await env.ask("First")
        await env.ask("Second")
        first = env.dock.conversations[0]
        message_id = first.conversation.messages[1].id
        first.conversation.checkpoints = (Checkpoint(message_id, "They began.", datetime.now(UTC)),)
        env.dock.composer.model.chosen.emit("other/one")
        env.dock.composer_controller.meter.measure()
        banner = env.dock.composer_controller.long_banner
        await until(lambda: not banner.isHidden())
        assert banner.text() == "2 messages are summarized for the model. The chat itself is unchanged."
        banner.links[0].click()
        continued = env.dock.conversations[-1]
        assert env.dock.conversation_id == continued.conversation.id != first.conversation.id
        texts = [message.text for message in continued.conversation.messages]
        assert texts == ["Summary of the earlier conversation:\n\nThey began.", "Second", "Two."]
        assert len(first.conversation.messages) == 4
