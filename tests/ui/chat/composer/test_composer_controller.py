"""Tests of ui/chat/composer/composer_controller.py."""

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QColor, QDragEnterEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from tests.support.chats import MemoryChats, led
from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_desk import rewrite
from tests.ui.agents.instructed import instructed
from tests.ui.chat.chat_desk import LOCAL, ChatDesk, open_chat, says
from tests.ui.chat.names_at_hand import Things, sized
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

# Fresh start: the summary is seen by the person and told to the model once, with the notes it is from.


def turned(conversation: Conversation, message_id: str) -> Conversation:
    return branch_conversation(conversation, message_id, "Chats/Heating.md")


def long_chat() -> Conversation:
    chat = Conversation(title="Heating")
    for number in range(3):
        answer = Message(role="assistant", parts=(TextPart(text=f"{number}."),))
        chat.extend((user_message(f"Question {number}"), answer))
    return chat


def test_what_is_not_summed_up_has_no_fresh_start() -> None:
    assert continued_from_summary(long_chat(), turned) is None


def test_it_begins_with_the_summary_goes_on_with_the_rest_and_leaves_the_old_one_alone() -> None:
    chat = long_chat()
    summary = "They chose a heat pump.\n\nNotes: [[House/Boiler.md]]"
    chat.checkpoints = (Checkpoint(chat.messages[3].id, summary, datetime.now(UTC), "local/one"),)
    before = chat.messages

    fresh = continued_from_summary(chat, turned)

    assert fresh is not None
    assert chat.messages == before
    first = f"Summary of the earlier conversation:\n\n{summary}"
    assert [message.text for message in fresh.messages] == [first, "Question 2", "2."]
    assert (fresh.title, fresh.id == chat.id, fresh.parent.startswith("Chats/Heating#^")) == ("Heating", False, True)
    beginning = compacted_beginning(fresh, fresh.messages)
    assert beginning.summarized_count == 1
    assert beginning.rest == fresh.messages[1:]
    assert "They chose a heat pump." in beginning.parts[0].text
    assert {source.path for source in beginning.parts[0].sources} == {"House/Boiler.md"}
    assert {source.path for source in fresh.messages[0].sources} == {"House/Boiler.md"}


# Instruction banner: one text at a time, until it was read, or put off.


@on_qt_loop
async def test_each_text_that_waits_is_told_of_and_one_that_changed_again(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (workspace, shelf):
        banner, emitted = InstructionBanner(shelf), list[str]()
        banner.read_requested.connect(emitted.append)
        assert banner.text() == "This vault has instructions for assistants (AGENTS.md)."
        banner.links[0].click()
        assert emitted == ["AGENTS.md"]
        await shelf.accept("AGENTS.md", shelf.list()[0].digest)
        await until(lambda: banner.text() == "This vault has a skill for assistants: “Letters”.")
        await rewrite(workspace, "AGENTS.md", "short", "shorter")
        await until(lambda: "changed since you accepted them" in banner.text())


@on_qt_loop
async def test_put_off_it_makes_room_for_the_next_and_stays_away_until_it_changes(tmp_path: Path) -> None:
    async with instructed(tmp_path) as (workspace, shelf):
        banner = InstructionBanner(shelf)
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
async def test_what_is_typed_survives_the_end_of_the_program(tmp_path: Path) -> None:
    chats = MemoryChats()
    chats.write(PUMP, led("Pump", "Cost?", "18,400."))
    async with open_chat(tmp_path, [], chats=chats) as desk:
        desk.type("a new thought")
        await desk.open(PUMP)
        assert desk.dock.composer.text == ""
        desk.type("half a thou")
        await desk.dock.finish()
    async with open_chat(tmp_path, [], chats=chats) as desk:
        assert desk.dock.composer.text == "a new thought"
        await desk.open(PUMP)
        assert desk.dock.composer.text == "half a thou"


@on_qt_loop
async def test_a_draft_survives_closing_its_chat(tmp_path: Path) -> None:
    chats = MemoryChats()
    chats.write(PUMP, led("Pump", "Cost?", "18,400."))
    async with open_chat(tmp_path, [], chats=chats) as desk:
        await desk.open(PUMP)
        desk.type("half a thou")
        desk.dock.header.close_requested.emit()
        assert desk.dock.composer.text == ""
        await desk.open(PUMP)
        assert desk.dock.composer.text == "half a thou"


@on_qt_loop
async def test_what_was_sent_is_no_draft_any_more(tmp_path: Path) -> None:
    chats = MemoryChats()
    async with open_chat(tmp_path, [says("One.")], chats=chats) as desk:
        desk.type("First")
        desk.dock.drafts.save()
        assert chats.drafts == {NEW_CHAT_KEY: "First"}
        desk.enter()
        assert chats.drafts[NEW_CHAT_KEY] == ""
        await until(lambda: bool(desk.exchanges) and desk.exchanges[-1].exchange.is_finished)
        desk.type("Sec")
        desk.dock.drafts.save()
        assert chats.drafts[desk.dock.conversation_id] == "Sec"


@on_qt_loop
async def test_a_pause_in_typing_keeps_the_draft(tmp_path: Path) -> None:
    chats = MemoryChats()
    async with open_chat(tmp_path, [], chats=chats) as desk:
        desk.type("a thought")
        assert chats.drafts == {}
        await until(lambda: chats.drafts == {NEW_CHAT_KEY: "a thought"})


@on_qt_loop
async def test_a_draft_is_kept_while_the_typing_goes_on(tmp_path: Path) -> None:
    chats = MemoryChats()
    async with open_chat(tmp_path, [], chats=chats) as desk:
        desk.type("one")
        pause = desk.dock.drafts._save_timer
        await until(lambda: pause.remainingTime() < DRAFT_SAVE_DELAY - 50)
        desk.type(" two")
        assert pause.remainingTime() < DRAFT_SAVE_DELAY - 50, "the next key does not put it off"
        await until(lambda: chats.drafts.get(NEW_CHAT_KEY) == "one two")


# Beside desk.

BOILER = ContextItem(kind="note", target="House/Boiler.md")


class Scene:
    """A composer with things at hand."""

    def __init__(self) -> None:
        self.composer = Composer()
        self.composer.resize(400, 160)
        self.composer.show()
        self.things = Things({"House/Boiler.md": sized(412)})
        self.desk = ContextController(self.composer, self.things)
        self.refused: list[str] = []
        self.composer.refused.connect(self.refused.append)

    @property
    def said(self) -> list[str]:
        return [chip.size_text for chip in self.composer.tray.chips]


def naming(*files: Path) -> QMimeData:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(file)) for file in files])
    return data


@on_qt_loop
async def test_each_chip_gets_its_size_and_one_that_is_gone_its_reason() -> None:
    scene = Scene()
    scene.composer.tray.set_attachments((BOILER, ContextItem(kind="note", target="gone")))
    await until(lambda: scene.said == ["412 tokens", "not sent"])
    scene.things.sizes["House/Boiler.md"] = sized(9_000)
    scene.desk.measure_again()
    await until(lambda: scene.said[0] == "9.0k tokens")


async def _dropped(scene: Scene, data: QMimeData, place: QPoint) -> None:
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    entered = QDragEnterEvent(place, copy, data, left, none)
    QApplication.sendEvent(scene.composer, entered)
    assert entered.isAccepted()
    QApplication.sendEvent(scene.composer, QDropEvent(place, copy, data, left, none))


def test_files_and_pictures_that_are_dropped_become_chips_and_the_rest_is_said(tmp_path: Path) -> None:
    (tmp_path / "quotes.txt").write_text("a quote " * 100, encoding="utf-8")

    @on_qt_loop
    async def story() -> None:
        scene = Scene()
        data = naming(tmp_path / "quotes.txt", tmp_path / "plan.png", tmp_path / "song.mp3")
        await _dropped(scene, data, QPoint(200, 5))
        await until(lambda: scene.said == ["200 tokens", "1.6k tokens"])
        assert scene.refused == ["song.mp3 cannot be read. Text, PDF and pictures can be."]
        assert [item.kind for item in scene.composer.question.context] == ["file"]
        assert [image.name for image in scene.composer.question.images] == ["plan.png"]

    story()


def test_a_heap_of_files_is_a_slip(tmp_path: Path) -> None:
    @on_qt_loop
    async def story() -> None:
        scene = Scene()
        await _dropped(
            scene, naming(*(tmp_path / f"{number}.txt" for number in range(MAX_ATTACHED_FILES + 1))), QPoint(9, 9)
        )
        assert scene.refused == ["You dropped 21 files. Drop at most 20 at once."]
        assert scene.composer.question.is_empty

    story()


@on_qt_loop
async def test_a_pasted_picture_lies_beside_the_question_and_a_blind_model_is_said() -> None:
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
    scene.desk.set_model_takes_images(False)
    assert scene.said == ["not sent", "not sent"]
    scene.desk.set_model_takes_images(None)
    assert scene.said == ["1.6k tokens", "1.6k tokens"]


@on_qt_loop
async def test_the_open_note_and_what_is_selected_in_it_are_offered_and_not_added() -> None:
    scene = Scene()
    scene.desk.set_open_note("House/Boiler.md", "it leaks", "Ctrl+J")
    assert [quiet.attachment.kind for quiet in scene.composer.tray.offered] == ["selection", "active"]
    assert scene.composer.question.context == ()
    scene.desk.set_open_note("House/Boiler.md", " ")
    assert [quiet.attachment.kind for quiet in scene.composer.tray.offered] == ["active"]
    scene.desk.set_open_note("")
    assert scene.composer.tray.offered == ()


@on_qt_loop
async def test_notes_and_folders_out_of_the_list_become_chips_and_no_text(tmp_path: Path) -> None:
    scene = Scene()
    data = naming(tmp_path / "House/Boiler.md", tmp_path / "House")
    data.setData(NOTES_MIME_TYPE, json.dumps(["House/Boiler.md", "House/"]).encode())
    data.setText("[[Boiler]]")
    await _dropped(scene, data, QPoint(20, 20))
    assert [(item.kind, item.target) for item in scene.composer.tray.items] == [
        ("note", "House/Boiler"),
        ("folder", "House"),
    ]
    assert scene.composer.text == ""


@on_qt_loop
async def test_one_folder_of_the_list_is_a_chip_and_one_of_the_computer_is_the_windows(tmp_path: Path) -> None:
    scene = Scene()
    (tmp_path / "House").mkdir()
    folder = naming(tmp_path / "House")
    assert not scene.composer.field.canInsertFromMimeData(folder)
    folder.setData(NOTES_MIME_TYPE, b'["House/"]')
    assert scene.composer.field.canInsertFromMimeData(folder)
    scene.composer.field.insertFromMimeData(folder)
    assert [item.kind for item in scene.composer.tray.items] == ["folder"]


# Private notes: each chip follows the model, the rules and the notes at once.

CLOUD = Destination("Anthropic", "api.anthropic.com", local=False)
HERE = Destination("Ollama", "localhost:11434", local=True)


def elsewhere_closed(destination: Destination) -> ContextReach:
    return ContextReach(1) if destination.local else ContextReach(1, 1, 0, (Phrase("in House"),))


@on_qt_loop
async def test_t7_a_chip_follows_the_model_that_is_chosen() -> None:
    scene = Scene()
    scene.things.reaches["House/Boiler.md"] = elsewhere_closed
    scene.desk.set_destination(CLOUD)
    scene.composer.tray.add(BOILER)
    (chip,) = scene.composer.tray.chips
    await until(lambda: chip.reach.short == "will not be sent")
    assert chip.reach.sentence == "Private: in House. It will not be sent to Anthropic."
    scene.desk.set_destination(HERE)
    await until(lambda: chip.reach.short == "")
    scene.desk.set_destination(CLOUD)
    await until(lambda: chip.reach.is_warning)


@on_qt_loop
async def test_t7_a_slow_answer_about_the_model_before_says_nothing() -> None:
    scene = Scene()
    late: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    asked: list[str] = []

    async def reach(_one: object, destination: Destination, _active: str = "") -> ContextReach:
        asked.append(destination.name)
        if not destination.local:
            await late
        return elsewhere_closed(destination)

    scene.things.reach = reach  # type: ignore[method-assign, assignment]
    scene.desk.set_destination(CLOUD)
    scene.composer.tray.add(BOILER)
    await until(lambda: "Anthropic" in asked)
    scene.desk.set_destination(HERE)
    await until(lambda: "Ollama" in asked)
    late.set_result(None)
    for _ in range(5):
        await asyncio.sleep(0)
    assert scene.composer.tray.chips[0].reach.short == ""


@on_qt_loop
async def test_t7_offered_chips_pictures_and_links_of_the_words_say_it_too() -> None:
    scene = Scene()
    scene.things.reaches |= {
        "House/Boiler.md": elsewhere_closed,
        "plan.png": elsewhere_closed,
        "Boiler": elsewhere_closed,
    }
    scene.desk.set_destination(CLOUD)
    scene.desk.set_open_note("House/Boiler.md", "it leaks")
    tray = scene.composer.tray
    await until(lambda: all("will not be sent" in one.accessibleName() for one in tray.offered))
    assert len(tray.offered) == 2
    tray.add(ImagePart(media_type="image/png", data="", name="plan.png"))
    await until(lambda: tray.chips[0].reach.is_warning)
    scene.composer.field.setPlainText("What of [[Boiler]] and [[Budget]]?")
    await until(lambda: [chip.attachment.target for chip in tray.linked] == ["Boiler"])
    scene.composer.field.setPlainText("What?")
    await until(lambda: tray.linked == ())


@on_qt_loop
async def test_t7_a_rule_a_note_and_a_model_change_count_at_once_in_the_chat(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], to=LOCAL) as desk:
        active(desk)
        await shown_count(desk, "@boil", 1)
        desk.enter()
        workspace, root = desk.workspace, desk.workspace.vault.root
        (chip,) = desk.dock.composer.tray.chips
        await until(lambda: "tokens" in chip.size_text)
        assert chip.reach.short == ""

        def keep(*rules: PrivacyRule) -> None:
            workspace.store.change(lambda settings: settings.with_vault(root, privacy=rules))

        keep(PrivacyRule(kind="folder", value="Projects/House", answer="local"))
        desk.dock.models.choose(desk.dock.conversations[0], "other/one")
        await until(lambda: chip.reach.sentence == "Private: in Projects/House. It will not be sent to Other.")
        keep(PrivacyRule(kind="tag", value="secret", answer="ask"))
        await until(lambda: chip.reach.short == "")
        text = (root / "Projects/House/Boiler.md").read_text(encoding="utf-8")
        (root / "Projects/House/Boiler.md").write_text(f"#secret\n\n{text}", encoding="utf-8")
        await until(lambda: chip.reach.short == "you will be asked")
        keep(PrivacyRule(kind="tag", value="secret", answer="local"))
        await until(lambda: chip.reach.short == "will not be sent")
        desk.dock.models.choose(desk.dock.conversations[0], "offline/offline")
        await until(lambda: chip.reach.short == "")


@on_qt_loop
async def test_t7_a_private_note_is_marked_while_it_is_only_mentioned(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [], to=LOCAL) as desk:
        workspace, root = desk.workspace, desk.workspace.vault.root
        rule = PrivacyRule(kind="folder", value="Projects/House", answer="local")
        workspace.store.change(lambda settings: settings.with_vault(root, privacy=(rule,)))
        await workspace.wait_until_indexed()
        desk.dock.models.choose(desk.dock.conversations[0], "other/one")
        active(desk)
        await shown_count(desk, "@boil", 1)
        popup = desk.dock.composer_controller.completion.popup
        assert popup is not None
        (entry,) = popup.list.row_model.rows
        assert (entry.right, entry.mark) == ("will not be sent", "lock")


# Composing: mentions, links, quick commands and sizes of a real vault, from the first key to what is sent.

COMMAND = "---\ndescription: The note in five points\nmode: chat\n---\nSum up {selection}. {words}\n"


def put(folder: Path, path: str, text: str) -> None:
    file = folder / "vault" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


async def shown_count(desk: ChatDesk, typed: str, count: int) -> None:
    desk.type(typed)
    await until(lambda: desk.dock.composer_controller.completion.shown_count == count)


def active(desk: ChatDesk) -> None:
    desk.dock.activateWindow()
    desk.dock.composer.field.setFocus()


@on_qt_loop
async def test_a_mention_becomes_a_chip_with_its_size_and_goes_with_the_question(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Yes.")]) as desk:
        active(desk)
        await shown_count(desk, "Why @boil", 1)
        desk.enter()
        assert desk.dock.composer.text == "Why "
        item = ContextItem(kind="note", target="Projects/House/Boiler")
        assert desk.dock.composer.question.context == (item,)
        chip = desk.dock.composer.tray.chips[0]
        await until(lambda: chip.size_text.endswith("tokens"))
        desk.type("now?")
        desk.enter()
        await until(lambda: bool(desk.exchanges) and desk.exchanges[0].exchange.is_finished)
        assert desk.dock.conversations[0].conversation.messages[0].context == (item,)
        assert desk.dock.composer.question.is_empty
        assert "The boiler leaks" in str(desk.provider.requests[0].messages)


@on_qt_loop
async def test_a_link_stays_in_the_words_with_its_heading(tmp_path: Path) -> None:
    put(tmp_path, "Plan.md", "# Plan\n\n## Cost\n\nMuch.\n\n## Time\n\nLong.\n")
    async with open_chat(tmp_path, []) as desk:
        active(desk)
        await shown_count(desk, "see [[Plan#co", 1)
        QTest.keyClick(desk.dock.composer.field, Qt.Key.Key_Tab)
        assert desk.dock.composer.text == "see [[Plan#Cost]]"
        assert desk.dock.composer.tray.items == ()


@on_qt_loop
async def test_signs_of_tools_are_offered_where_they_count(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        active(desk)
        desk.dock.composer.mode.chosen.emit("plus")
        await shown_count(desk, "@vau", 1)
        desk.enter()
        assert desk.dock.composer.text == "@vault "
        desk.dock.composer.set_text("")
        desk.dock.composer.mode.chosen.emit("agent")
        desk.type("@vau")
        await until(lambda: not desk.dock.composer_controller.completion._looking_up)
        assert desk.dock.composer_controller.completion.shown_count == 0


@on_qt_loop
async def test_a_quick_command_is_put_in_with_what_is_at_hand(tmp_path: Path) -> None:
    put(tmp_path, "Assistant/Commands/Sum up.md", COMMAND)
    async with open_chat(tmp_path, [says("Five points.")]) as desk:
        await desk.workspace.quick_commands.refresh()
        active(desk)
        desk.dock.composer_controller.context.set_open_note("Projects/House/Boiler.md", "it leaks")
        await shown_count(desk, "/su", 1)
        desk.enter()
        await until(lambda: desk.dock.composer.text.startswith("Sum up the attached selection"))
        question = desk.dock.composer.question
        assert [item.text for item in question.context] == ["it leaks"]
        assert (question.mode, desk.dock.composer.mode.remark()) == ("chat", "this once")
        desk.enter()
        await until(lambda: bool(desk.exchanges) and desk.exchanges[0].exchange.is_finished)
        assert desk.dock.conversations[0].conversation.choices.mode is None
        assert desk.dock.composer.mode.shown_text() == "Agent"


@on_qt_loop
async def test_a_new_command_is_wanted_by_the_name_that_was_typed(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        active(desk)
        emitted: list[str] = []
        desk.dock.composer_controller.new_command_requested.connect(emitted.append)
        await shown_count(desk, "/translate", 1)
        desk.enter()
        assert (emitted, desk.dock.composer.text) == (["translate"], "/translate")


@on_qt_loop
async def test_the_ring_tells_how_full_it_is_and_the_banner_waits(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Yes.")]) as desk:
        desk.dock.composer.model.chosen.emit("other/one")
        await until(lambda: not desk.dock.composer.meter.isHidden())
        assert "tokens" in desk.dock.composer.meter.toolTip()
        assert desk.dock.composer_controller.long_banner.isHidden()


@on_qt_loop
async def test_chips_belong_to_the_chat_they_were_laid_in(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Yes.")]) as desk:
        await desk.ask("One")
        item = ContextItem(kind="tag", target="heating")
        desk.dock.composer.tray.add(item)
        first = desk.dock.conversations[0]
        desk.dock.new_chat()
        assert desk.dock.composer.tray.items == ()
        desk.dock._conversations.show_conversation(first)
        assert desk.dock.composer.tray.items == (item,)


@on_qt_loop
async def test_a_long_chat_is_gone_on_with_from_its_summary_and_stays_as_it_is(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("One."), says("Two.")]) as desk:
        await desk.ask("First")
        await desk.ask("Second")
        first = desk.dock.conversations[0]
        place = first.conversation.messages[1].id
        first.conversation.checkpoints = (Checkpoint(place, "They began.", datetime.now(UTC)),)
        desk.dock.composer.model.chosen.emit("other/one")
        desk.dock.composer_controller.meter.measure()
        banner = desk.dock.composer_controller.long_banner
        await until(lambda: not banner.isHidden())
        assert banner.text() == "2 messages are summarized for the model. The chat itself is unchanged."
        banner.links[0].click()
        fresh = desk.dock.conversations[-1]
        assert desk.dock.conversation_id == fresh.conversation.id != first.conversation.id
        texts = [message.text for message in fresh.conversation.messages]
        assert texts == ["Summary of the earlier conversation:\n\nThey began.", "Second", "Two."]
        assert len(first.conversation.messages) == 4
