"""Composing: mentions, links, quick commands and sizes of a real vault, from the first key to what is sent."""

from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop
from tests.ui.chat.chat_desk import ChatDesk, open_chat, says, until
from vaultdesk.chat.conversation import Checkpoint
from vaultdesk.chat.messages import ContextItem

COMMAND = "---\ndescription: The note in five points\nmode: chat\n---\nSum up {selection}. {words}\n"


def put(folder: Path, path: str, text: str) -> None:
    file = folder / "vault" / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


async def offered(desk: ChatDesk, typed: str, count: int) -> None:
    desk.type(typed)
    await until(lambda: desk.dock.composing.offers.offered == count)


def active(desk: ChatDesk) -> None:
    desk.dock.activateWindow()
    desk.dock.composer.box.setFocus()


@on_qt_loop
async def test_a_mention_becomes_a_chip_with_its_size_and_goes_with_the_question(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Yes.")]) as desk:
        active(desk)
        await offered(desk, "Why @boil", 1)
        desk.enter()
        assert desk.dock.composer.text == "Why "
        item = ContextItem(kind="note", target="Projects/House/Boiler")
        assert desk.dock.composer.question.context == (item,)
        chip = desk.dock.composer.tray.chips[0]
        await until(lambda: chip.size_said.endswith("tokens"))
        desk.type("now?")
        desk.enter()
        await until(lambda: bool(desk.exchanges) and desk.exchanges[0].exchange.over)
        assert desk.dock.conversations[0].conversation.messages[0].context == (item,)
        assert desk.dock.composer.question.empty
        assert "The boiler leaks" in str(desk.provider.requests[0].messages)


@on_qt_loop
async def test_a_link_stays_in_the_words_with_its_heading(tmp_path: Path) -> None:
    put(tmp_path, "Plan.md", "# Plan\n\n## Cost\n\nMuch.\n\n## Time\n\nLong.\n")
    async with open_chat(tmp_path, []) as desk:
        active(desk)
        await offered(desk, "see [[Plan#co", 1)
        QTest.keyClick(desk.dock.composer.box, Qt.Key.Key_Tab)
        assert desk.dock.composer.text == "see [[Plan#Cost]]"
        assert desk.dock.composer.tray.items == ()


@on_qt_loop
async def test_signs_of_tools_are_offered_where_they_count(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        active(desk)
        desk.dock.composer.mode.chosen.emit("plus")
        await offered(desk, "@vau", 1)
        desk.enter()
        assert desk.dock.composer.text == "@vault "
        desk.dock.composer.set_text("")
        desk.dock.composer.mode.chosen.emit("agent")
        desk.type("@vau")
        await until(lambda: not desk.dock.composing.offers._asking)
        assert desk.dock.composing.offers.offered == 0


@on_qt_loop
async def test_a_quick_command_is_put_in_with_what_is_at_hand(tmp_path: Path) -> None:
    put(tmp_path, "Assistant/Commands/Sum up.md", COMMAND)
    async with open_chat(tmp_path, [says("Five points.")]) as desk:
        await desk.workspace.commands.refresh()
        active(desk)
        desk.dock.composing.beside.set_at_hand("Projects/House/Boiler.md", "it leaks")
        await offered(desk, "/su", 1)
        desk.enter()
        await until(lambda: desk.dock.composer.text.startswith("Sum up the attached selection"))
        question = desk.dock.composer.question
        assert [item.text for item in question.context] == ["it leaks"]
        assert (question.mode, desk.dock.composer.mode.remark()) == ("chat", "this once")
        desk.enter()
        await until(lambda: bool(desk.exchanges) and desk.exchanges[0].exchange.over)
        assert desk.dock.conversations[0].conversation.choices.mode is None
        assert desk.dock.composer.mode.words() == "Agent"


@on_qt_loop
async def test_a_new_command_is_wanted_by_the_name_that_was_typed(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        active(desk)
        wanted: list[str] = []
        desk.dock.composing.new_command_requested.connect(wanted.append)
        await offered(desk, "/translate", 1)
        desk.enter()
        assert (wanted, desk.dock.composer.text) == (["translate"], "/translate")


@on_qt_loop
async def test_the_ring_tells_how_full_it_is_and_the_banner_waits(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Yes.")]) as desk:
        await until(lambda: not desk.dock.composer.meter.isHidden())
        assert "tokens" in desk.dock.composer.meter.toolTip()
        assert desk.dock.composing.long.isHidden()


@on_qt_loop
async def test_chips_belong_to_the_chat_they_were_laid_in(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Yes.")]) as desk:
        await desk.ask("One")
        item = ContextItem(kind="tag", target="heating")
        desk.dock.composer.tray.add(item)
        first = desk.dock.conversations[0]
        desk.dock.new_chat()
        assert desk.dock.composer.tray.items == ()
        desk.dock._talks.show_talk(first)
        assert desk.dock.composer.tray.items == (item,)


@on_qt_loop
async def test_a_long_chat_is_gone_on_with_from_its_summary_and_stays_as_it_is(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("One."), says("Two.")]) as desk:
        await desk.ask("First")
        await desk.ask("Second")
        first = desk.dock.conversations[0]
        place = first.conversation.messages[1].id
        first.conversation.checkpoints = (Checkpoint(place, "They began.", datetime.now(UTC)),)
        desk.dock.composing.meter.measure()
        banner = desk.dock.composing.long
        await until(lambda: not banner.isHidden())
        assert banner.text() == "2 messages are summed up for the model; the chat is whole."
        banner.links[0].click()
        fresh = desk.dock.conversations[-1]
        assert desk.dock.conversation_id == fresh.conversation.id != first.conversation.id
        told = [message.text for message in fresh.conversation.messages]
        assert told == ["What was said before, summed up:\n\nThey began.", "Second", "Two."]
        assert len(first.conversation.messages) == 4
