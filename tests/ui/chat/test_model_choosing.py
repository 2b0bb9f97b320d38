"""Model choosing: where a choice is kept, and that what becomes known of models is shown."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.chat.chat_desk import open_chat, says
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.providers.capabilities import ToolModeChoice
from vaultdesk.providers.model_events import Noticed
from vaultdesk.providers.provider import ModelInfo
from vaultdesk.providers.scripted_provider import ScriptedTurn
from vaultdesk.ui.widgets.labels import PlainLabel


@on_qt_loop
async def test_a_choice_holds_here_and_for_conversations_to_come(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        desk.dock.composer.model.chosen.emit("other/one")
        assert desk.dock.conversations[0].conversation.choices.model == "other/one"
        assert desk.workspace.store.settings.chat.model == "other/one"
        view = await desk.ask("Who are you?")
        assert view.exchange.text == "The other one answers."


@on_qt_loop
async def test_another_conversation_keeps_its_own(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        desk.dock.composer.model.chosen.emit("offline/offline")
        await desk.ask("x")
        desk.dock.new_chat()
        desk.dock.composer.model.chosen.emit("other/one")
        assert [talk.conversation.choices.model for talk in desk.dock.conversations] == ["offline/offline", "other/one"]


@on_qt_loop
async def test_opening_the_choice_renews_the_lists_in_the_background(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        popup = desk.dock.composer.model.open()
        await until(lambda: desk.catalog.refreshed == ["other"])
        desk.catalog.infos["other/two"] = ModelInfo("two", images=True)
        desk.catalog.changes.publish(None)
        await until(lambda: popup.list.count() == 3)


@on_qt_loop
async def test_how_much_models_think_is_kept(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        desk.dock.composer.model.effort_chosen.emit("high")
        assert desk.workspace.store.settings.chat.effort == "high"
        assert desk.dock.composer.model.open().effort.current() == 4


@on_qt_loop
async def test_a_choice_that_cannot_be_kept_is_said_above_the_composer(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        desk.workspace.store.file.write_text("version = 99\n", encoding="utf-8")
        desk.dock.composer.model.effort_chosen.emit("high")
        assert "newer VaultDesk" in desk.dock.note.text()
        assert desk.dock.note.isVisibleTo(desk.dock)


@on_qt_loop
async def test_a_model_moved_to_text_in_mid_answer_is_noticed_and_marked_with_the_reason(tmp_path: Path) -> None:
    told = "scripted has no tools of its own. VaultDesk gives it tools by text."
    turns: list[ScriptedTurn] = [[Noticed(told), *says("The boiler leaks.")]]
    async with open_chat(tmp_path, turns) as desk:
        assert desk.dock.composer.model.remark() == ""
        desk.type("What leaks?")
        desk.enter()
        await until(lambda: bool(desk.exchanges) and desk.exchanges[-1].exchange.over)
        view = desk.exchanges[-1]
        lines = [label for label in view.findChildren(PlainLabel) if label.text() == told]
        await until(lambda: [line.isVisible() for line in lines] == [True])
        desk.catalog.manners["offline/offline"] = ToolModeChoice(
            "sentinel", f"scripted refused to be given tools. {told}"
        )
        desk.catalog.changes.publish(None)
        button = desk.dock.composer.model
        await until(lambda: button.remark() == "tools by text")
        assert button.open().detail.text() == f"scripted refused to be given tools. {told}"


@on_qt_loop
async def test_going_over_to_another_conversation_does_not_list_the_models_again(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [says("Yes.")]) as desk:
        await desk.ask("Is it?")
        listed = desk.catalog.listings
        desk.dock.new_chat()
        assert desk.catalog.listings == listed
        desk.dock.renew_models()
        assert desk.catalog.listings == listed + 1


@on_qt_loop
async def test_what_is_told_before_the_loops_first_turn_is_not_missed(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        desk.catalog.manners["offline/offline"] = ToolModeChoice("none", "It called no tool.")
        desk.catalog.changes.publish(None)
        await until(lambda: desk.dock.composer.model.remark() == "no tools")


@on_qt_loop
async def test_a_conversation_whose_provider_was_removed_asks_who_the_settings_name_until_undo(tmp_path: Path) -> None:
    other = ProviderSettings(kind="openai-compatible", base_url="http://localhost:1/v1")
    async with open_chat(tmp_path, [says("Quoted."), says("Quoted.")]) as desk:
        store, dock = desk.workspace.store, desk.dock
        store.change(lambda settings: settings.with_provider("other", other))
        dock.composer.model.chosen.emit("other/one")
        told: list[str] = []
        dock.model_changed.connect(told.append)
        store.change(
            lambda settings: settings.with_provider("other", None).model_copy(
                update={"chat": settings.chat.model_copy(update={"model": "offline/offline"})}
            )
        )
        await until(lambda: told[-1:] == ["Offline assistant"])
        view = await desk.ask("Who are you?")
        assert view.exchange.text == "Quoted."
        store.change(lambda settings: settings.with_provider("other", other))
        await until(lambda: told[-1] == "one" and dock.models.current(dock.conversations[0]) == "other/one")
        view = await desk.ask("And now?")
        assert view.exchange.text == "The other one answers."


@on_qt_loop
async def test_a_removed_provider_that_is_chosen_again_is_asked(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        store, dock = desk.workspace.store, desk.dock
        store.change(lambda settings: settings.with_provider("other", ProviderSettings(kind="ollama")))
        dock.composer.model.chosen.emit("other/one")
        store.change(lambda settings: settings.with_provider("other", None))
        await until(lambda: dock.models.current(dock.conversations[0]) == store.settings.chat.model)
        dock.composer.model.chosen.emit("other/two")
        assert dock.models.current(dock.conversations[0]) == "other/two"


@on_qt_loop
async def test_who_chose_a_model_goes_on_to_ask(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as desk:
        desk.dock.composer.model.setFocus()
        desk.dock.composer.model.chosen.emit("other/one")
        assert desk.dock.focusWidget() is desk.dock.composer.box
