"""Tests of ui/chat/composer/answerer_choice.py."""

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.support.qt_loop import on_qt_loop, until
from tests.support.scripted_provider import ScriptedTurn
from tests.ui.chat.chat_env import ChatEnv, open_chat, streamed_text
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_schema import ProviderSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.providers.capabilities import ToolModeChoice
from vaultdesk.providers.provider import ModelInfo, Noticed
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel
from vaultdesk.vault.note_path import NotePath

# Agent choice: per conversation and by name; the answer names its agent.

HOUSE = "---\ndescription: Knows the house\nfolders: [Projects]\n---\n\nYou know the house.\n"
GUEST = "---\ndescription: Asks another model\nmodel: other/one\n---\n\nYou are a guest.\n"


async def add_agents(env: ChatEnv, *, allowed: bool = True) -> None:
    """Add two agents to the vault, and grant them if *allowed*."""
    workspace = env.workspace
    workspace.agents._notes._model_problem = lambda _model: ""  # only the scripted catalog knows the model
    for name, text in (("House", HOUSE), ("Guest", GUEST)):
        await workspace.vault.create(NotePath.parse(f"Agents/{name}.md"), text)
    await workspace.agents.refresh()
    if allowed:
        for agent in workspace.agents.list():
            if agent.path:
                await workspace.agents.grant(agent.path, agent.digest)


@on_qt_loop
async def test_default_assistant_answers_until_an_agent_is_selected(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("Plain."), streamed_text("From the house.")]) as env:
        await add_agents(env)
        assert env.dock.header.agent.shown_text() == "Assistant"
        view = await env.ask("Who are you?")
        assert view.exchange.agent == ""
        env.dock.agents.pick("House")
        assert env.dock.header.agent.shown_text() == "House"
        view = await env.ask("And you?")
        assert view.exchange.agent == "House"
        texts = [label.text() for label in view.findChildren(ElidedLabel)]
        assert any(text.startswith("House · ") for text in texts), texts
        assert "You know the house." in env.provider.requests[-1].system


@on_qt_loop
async def test_agent_choice_belongs_to_its_conversation(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("x")]) as env:
        await add_agents(env)
        env.dock.agents.pick("House")
        await env.ask("x")
        env.dock.new_chat()
        assert env.dock.header.agent.shown_text() == "Assistant"
        assert [controller.conversation.choices.agent for controller in env.dock.conversations] == ["House", None]


@on_qt_loop
async def test_new_conversations_use_the_agent_of_the_settings(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        await add_agents(env)

        def with_agent(settings: Settings) -> Settings:
            return settings.model_copy(update={"chat": settings.chat.model_copy(update={"agent": "House"})})

        env.workspace.store.change(with_agent)
        await until(lambda: env.dock.header.agent.shown_text() == "House")
        env.dock.agents.pick("")
        assert env.dock.header.agent.shown_text() == "Assistant"


@on_qt_loop
async def test_model_of_the_agent_is_used_unless_the_user_chose_one(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("Quoted.")]) as env:
        await add_agents(env)
        env.dock.agents.pick("Guest")
        button = env.dock.composer.model
        assert (button.shown_text(), button.remark()) == ("one", "agent’s")
        assert "Guest uses this model." in button.accessibleDescription()
        view = await env.ask("Who are you?")
        assert view.exchange.text == "The other one answers."
        button.chosen.emit("offline/offline")
        assert button.remark() == ""
        view = await env.ask("And now?")
        assert (view.exchange.text, view.exchange.agent) == ("Quoted.", "Guest")


@on_qt_loop
async def test_agent_without_a_grant_is_reviewed_first(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        await add_agents(env, allowed=False)
        emitted: list[str] = []
        env.dock.agents.review_requested.connect(emitted.append)
        env.dock.agents.pick("House")
        assert (emitted, env.dock.header.agent.shown_text()) == (["Agents/House.md"], "Assistant")


@on_qt_loop
async def test_broken_agent_states_the_reason(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        await env.workspace.vault.create(NotePath.parse("Agents/Bad.md"), "---\napi_key: x\n---\n\nHi.\n")
        await env.workspace.agents.refresh()
        env.dock.agents.pick("Bad")
        assert "Bad cannot be used. Line 2: “api_key” cannot be set by a note" in env.dock.notice.text()


@on_qt_loop
async def test_agent_changed_since_its_grant_does_not_answer(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("never said")]) as env:
        await add_agents(env)
        env.dock.agents.pick("House")
        file = env.workspace.vault.root / "Agents/House.md"
        file.write_text(HOUSE + "Delete everything.\n", encoding="utf-8")
        view = await env.ask("Who are you?")
        assert "has changed since you allowed it" in str(view.exchange.error)
        assert env.provider.requests == []
        await env.workspace.agents.refresh()
        await until(lambda: "changed since you allowed it" in env.dock.header.agent.toolTip())


@on_qt_loop
async def test_agent_can_be_selected_by_keyboard(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        await add_agents(env)
        popup = env.dock.agents.open()
        QTest.keyClicks(popup.search, "hou")
        QTest.keyClick(popup.search, Qt.Key.Key_Return)
        assert env.dock.header.agent.shown_text() == "House"
        assert not popup.isVisible()
        assert env.dock.focusWidget() is env.dock.composer.field


@on_qt_loop
async def test_new_agent_appears_in_the_open_list(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        popup = env.dock.agents.open()
        before = popup.list.count()
        await add_agents(env)
        await until(lambda: popup.list.count() == before + 2)
        popup.close()


@on_qt_loop
async def test_links_open_the_agents_and_the_reach_page(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        emitted: list[str] = []
        env.dock.agents.agents_requested.connect(lambda: emitted.append("agents"))
        env.dock.agents.reach_requested.connect(lambda name: emitted.append(f"reach {name!r}"))
        for index in (0, 1):
            env.dock.agents.open().links[index].click()
        assert emitted == ["agents", "reach ''"]


@on_qt_loop
async def test_missing_agent_is_reported(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("never said")]) as env:
        env.dock.agents.choose(env.dock.conversations[0], "Nobody")
        assert "agent no longer exists" in env.dock.header.agent.toolTip()
        env.dock.agents.pick("Nobody")
        assert env.dock.notice.text() == "This agent no longer exists."
        view = await env.ask("Hello?")
        assert "There is no agent Nobody" in str(view.exchange.error)


# Model choice: where it is stored, and updates of the facts about models.


@on_qt_loop
async def test_model_choice_applies_here_and_to_new_conversations(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        env.dock.composer.model.chosen.emit("other/one")
        assert env.dock.conversations[0].conversation.choices.model == "other/one"
        assert env.workspace.store.settings.chat.model == "other/one"
        view = await env.ask("Who are you?")
        assert view.exchange.text == "The other one answers."


@on_qt_loop
async def test_other_conversation_keeps_its_model(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        env.dock.composer.model.chosen.emit("offline/offline")
        await env.ask("x")
        env.dock.new_chat()
        env.dock.composer.model.chosen.emit("other/one")
        assert [controller.conversation.choices.model for controller in env.dock.conversations] == [
            "offline/offline",
            "other/one",
        ]


@on_qt_loop
async def test_opening_the_menu_refreshes_the_lists_in_the_background(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        popup = env.dock.composer.model.open()
        await until(lambda: env.catalog.refreshed == ["other"])
        env.catalog.infos["other/two"] = ModelInfo("two", images=True)
        env.catalog.changes.publish(None)
        await until(lambda: popup.list.count() == 3)


@on_qt_loop
async def test_reasoning_effort_is_stored(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        env.dock.composer.model.effort_chosen.emit("high")
        assert env.workspace.store.settings.chat.effort == "high"
        assert env.dock.composer.model.open().effort.current() == 4


@on_qt_loop
async def test_error_while_storing_a_choice_is_shown_above_the_composer(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        env.workspace.store.file.write_text("version = 99\n", encoding="utf-8")
        env.dock.composer.model.effort_chosen.emit("high")
        assert "newer VaultDesk" in env.dock.notice.text()
        assert env.dock.notice.isVisibleTo(env.dock)


@on_qt_loop
async def test_fallback_to_text_based_tools_is_noted_and_marked_with_the_reason(tmp_path: Path) -> None:
    reason = "scripted has no tools of its own. VaultDesk uses text-based tools with it."
    turns: list[ScriptedTurn] = [[Noticed(Phrase(reason)), *streamed_text("The boiler leaks.")]]
    async with open_chat(tmp_path, turns) as env:
        assert env.dock.composer.model.remark() == ""
        env.type("What leaks?")
        env.enter()
        await until(lambda: bool(env.exchanges) and env.exchanges[-1].is_finished)
        view = env.exchanges[-1]
        lines = [label for label in view.findChildren(PlainLabel) if label.text() == reason]
        await until(lambda: [line.isVisible() for line in lines] == [True])
        env.catalog.tool_modes["offline/offline"] = ToolModeChoice("sentinel", f"scripted rejected the tools. {reason}")
        env.catalog.changes.publish(None)
        button = env.dock.composer.model
        await until(lambda: button.remark() == "text-based tools")
        assert button.open().detail.text() == f"scripted rejected the tools. {reason}"


@on_qt_loop
async def test_switching_conversations_does_not_list_the_models_again(tmp_path: Path) -> None:
    async with open_chat(tmp_path, [streamed_text("Yes.")]) as env:
        await env.ask("Is it?")
        listings = env.catalog.listings
        env.dock.new_chat()
        assert env.catalog.listings == listings
        env.dock.refresh_models()
        assert env.catalog.listings == listings + 1


@on_qt_loop
async def test_change_published_before_the_first_loop_iteration_is_not_missed(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        env.catalog.tool_modes["offline/offline"] = ToolModeChoice("none", "It called no tool.")
        env.catalog.changes.publish(None)
        await until(lambda: env.dock.composer.model.remark() == "no tools")


@on_qt_loop
async def test_conversation_of_a_removed_provider_uses_the_model_of_the_settings_until_undo(tmp_path: Path) -> None:
    other = ProviderSettings(kind="openai-compatible", base_url="http://localhost:1/v1")
    async with open_chat(tmp_path, [streamed_text("Quoted."), streamed_text("Quoted.")]) as env:
        store, dock = env.workspace.store, env.dock
        store.change(lambda settings: settings.with_provider("other", other))
        dock.composer.model.chosen.emit("other/one")
        emitted: list[str] = []
        dock.model_changed.connect(emitted.append)
        store.change(
            lambda settings: settings.with_provider("other", None).model_copy(
                update={"chat": settings.chat.model_copy(update={"model": "offline/offline"})}
            )
        )
        await until(lambda: emitted[-1:] == ["Offline assistant"])
        view = await env.ask("Who are you?")
        assert view.exchange.text == "Quoted."
        store.change(lambda settings: settings.with_provider("other", other))
        await until(lambda: emitted[-1] == "one" and dock.models.current(dock.conversations[0]) == "other/one")
        view = await env.ask("And now?")
        assert view.exchange.text == "The other one answers."


@on_qt_loop
async def test_removed_provider_can_be_selected_again(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        store, dock = env.workspace.store, env.dock
        store.change(lambda settings: settings.with_provider("other", ProviderSettings(kind="ollama")))
        dock.composer.model.chosen.emit("other/one")
        store.change(lambda settings: settings.with_provider("other", None))
        await until(lambda: dock.models.current(dock.conversations[0]) == store.settings.chat.model)
        dock.composer.model.chosen.emit("other/two")
        assert dock.models.current(dock.conversations[0]) == "other/two"


@on_qt_loop
async def test_focus_returns_to_the_field_after_a_model_choice(tmp_path: Path) -> None:
    async with open_chat(tmp_path, []) as env:
        env.dock.composer.model.setFocus()
        env.dock.composer.model.chosen.emit("other/one")
        assert env.dock.focusWidget() is env.dock.composer.field
