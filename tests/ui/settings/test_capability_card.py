"""Tests of ui/settings/capability_card.py."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from tests.support.qt_loop import until
from tests.support.wire import Turn, WireServer
from tests.support.words import words_of
from tests.ui.settings.settings_desk import SettingsDesk, on_settings_loop, settings_desk
from vaultdesk.core.settings.settings_schema import ModelPrice, ProviderSettings
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.capabilities import CapabilityCard, ToolMode, ToolModeChoice
from vaultdesk.providers.known_models import ModelStatus
from vaultdesk.providers.provider import ModelInfo, Price
from vaultdesk.ui.settings.capability_card import CapabilityCheckCard, capability_facts
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.labels import ElidedLabel

# Ability facts: what a model did beats what its list says; what nobody knows is said so.


def standing(way: ToolMode, info: ModelInfo | None = None, card: CapabilityCard | None = None) -> ModelStatus:
    return ModelStatus(
        "p/m", "m", "P", Destination("P", "p.example", local=False), ToolModeChoice(way, "Because."), info, card
    )


def told(one: ModelStatus) -> list[tuple[str, bool | None, str]]:
    return [(fact.name, fact.known, fact.text) for fact in capability_facts(one)]


def test_of_an_unknown_model_nothing_is_claimed() -> None:
    assert told(standing("native")) == [
        ("Tools", None, "not known"),
        ("Context", None, "not known"),
        ("Pictures", None, "not known"),
        ("Thinking", None, "not known"),
        ("JSON", None, "not known"),
        ("Long texts", None, "not known"),
    ]


def test_what_it_did_when_it_was_tried_beats_the_list() -> None:
    info = ModelInfo("m", context=200_000, tools=True, images=True, reasoning=True)
    card = CapabilityCard(native=False, sentinel=True, parallel=True, images=False, json_answers=True, recalls=False)
    assert told(standing("sentinel", info, card)) == [
        ("Tools", True, "by text, several at once"),
        ("Context", True, "200,000 tokens"),
        ("Pictures", False, "no"),
        ("Thinking", True, "yes"),
        ("JSON", True, "answers with nothing else"),
        ("Long texts", False, "no"),
    ]


def test_tools_that_a_list_or_a_trial_tells_of_are_known() -> None:
    listed = standing("native", ModelInfo("m", tools=True))
    tried = standing("native", None, CapabilityCard(native=True))
    assert [told(one)[0] for one in (listed, tried)] == [("Tools", True, "by its own means")] * 2
    assert told(standing("sentinel"))[0] == ("Tools", True, "by text")


def test_a_model_without_any_way_to_tools_has_none() -> None:
    assert told(standing("none"))[0] == ("Tools", False, "none")


# Ability card: what is known of the chosen model, and the trial against a real server that finds it out.

OLLAMA = "ollama@http://127.0.0.1:11434"
NOBODY = "http://127.0.0.1:9"


def card_of(desk: SettingsDesk) -> CapabilityCheckCard:
    card = CapabilityCheckCard(desk.catalog)
    card.resize(600, 200)
    return card


def facts_of(card: CapabilityCheckCard) -> list[str]:
    return [label.text() for label in card.findChildren(ElidedLabel) if label.isVisibleTo(card)]


@on_settings_loop
async def test_without_a_model_there_is_no_card(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    card = card_of(desk)
    card.show_model("ollama/gemma")
    assert card.isVisible()
    card.show_model("")
    assert not card.isVisible()
    card.show_model("unheard-of/x")
    assert not card.isVisible()


@on_settings_loop
async def test_what_is_known_stands_there_with_its_day_and_its_price(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    knowledge = desk.catalog.knowledge
    await knowledge.store_list(OLLAMA, (ModelInfo("gemma", context=8192, images=True, price=Price(9, 9)),))
    prices = {"gemma": ModelPrice(input=3, output=15)}
    desk.store.change(lambda settings: settings.with_provider("ollama", ProviderSettings(kind="ollama", prices=prices)))
    tried = CapabilityCard(native=True, parallel=True, probed=datetime(2026, 11, 18, 12, tzinfo=UTC))
    await knowledge.store_card(OLLAMA, "gemma", tried)
    card = card_of(desk)
    card.show_model("ollama/gemma")
    assert facts_of(card) == [
        "What gemma can do",
        "by its own means, several at once",
        "8,192 tokens",
        "sees them",
        "not known",
        "not known",
        "not known",
    ]
    assert "tried on 18 Nov 2026" in words_of(card)
    assert "$3 in, $15 out per million tokens" in words_of(card)
    assert card.check.text() == "Check Again"


@on_settings_loop
async def test_a_trial_says_what_it_tries_and_ends_in_the_card(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    with WireServer(openai=[Turn("I cannot do that.")] * 30) as server:
        desk.add_server(server.url)
        card = card_of(desk)
        said: list[str] = []
        card.show_model("server/small")
        show = card._show
        card._show = lambda kind, words: (said.append(words), show(kind, words))[0]
        card.check.click()
        assert card.check.text() == "Stop"
        await until(lambda: not card.running(), seconds=15)
        assert all("boiler" not in str(request.json) or "repeat_word" in str(request.json) for request in server.posts)
    assert said[0] == "Asking small…"
    assert "Asking for one tool call…" in said
    assert card.shown_text() == "Tried out. small called no tool in any way when it was tried."
    assert facts_of(card)[1] == "none"
    assert card.check.text() == "Check Again"


@pytest.mark.usefixtures("quick_retries")
@on_settings_loop
async def test_a_server_that_is_not_there_ends_the_trial_in_a_sentence(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    desk.add_server(NOBODY)
    card = card_of(desk)
    card.show_model("server/small")
    card.check.click()
    await until(lambda: not card.running(), seconds=15)
    assert "127.0.0.1:9" in card.shown_text()
    assert card.check.text() == "Check What It Can Do"


@on_settings_loop
async def test_a_trial_can_be_stopped_and_leaves_what_was_known(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    with WireServer(openai=[Turn("Hm.", hold_after=1)]) as server:
        desk.add_server(server.url)
        card = card_of(desk)
        card.show_model("server/small")
        card.check.click()
        await until(server.held.is_set)
        card.check.click()
        await until(lambda: not card.running())
        server.release()
    assert card.shown_text() == "Stopped. What was known before still holds."
    assert card.check.text() == "Check What It Can Do"
    assert desk.catalog.model_status("server/small").card is None


@on_settings_loop
async def test_another_model_ends_the_trial_of_the_first(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    desk.store.change(lambda settings: settings.with_provider("ollama", ProviderSettings(kind="ollama")))
    with WireServer(openai=[Turn("Hm.", hold_after=1)]) as server:
        desk.add_server(server.url)
        card = card_of(desk)
        card.show_model("server/small")
        card.check.click()
        await until(server.held.is_set)
        card.show_model("ollama/gemma")
        server.release()
    assert not card.running()
    assert (card.shown_text(), card.check.text()) == ("", "Check What It Can Do")


@on_settings_loop
async def test_in_a_narrow_card_the_facts_stand_in_one_column(tmp_path: Path) -> None:
    card = card_of(settings_desk(tmp_path))
    card.show_model("ollama/gemma")
    wide = card.sizeHint().height()
    card.resize(theme().px(300), 400)
    assert card.sizeHint().height() > wide
    assert len(facts_of(card)) == 7
    card.resize(theme().px(600), 400)
    assert card.sizeHint().height() == wide


@on_settings_loop
async def test_a_trial_that_is_not_looked_at_any_more_is_ended(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    with WireServer(openai=[Turn("Hm.", hold_after=1)]) as server:
        desk.add_server(server.url)
        card = card_of(desk)
        card.show_model("server/small")
        card.check.click()
        await until(server.held.is_set)
        card.hide()
        await until(server.hung_up.is_set)
        card.show()
    assert card.shown_text() == "Stopped. What was known before still holds."
    assert card.check.text() == "Check What It Can Do"


@on_settings_loop
async def test_leaving_the_page_ends_the_trial(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    with WireServer(openai=[Turn("Hm.", hold_after=1)]) as server:
        desk.add_server(server.url)
        page = QWidget()
        card = CapabilityCheckCard(desk.catalog, page)
        card.show_model("server/small")
        page.show()
        card.check.click()
        await until(server.held.is_set)
        page.deleteLater()
        await until(server.hung_up.is_set)


@on_settings_loop
async def test_a_model_without_a_name_of_its_own_is_called_as_its_provider(tmp_path: Path) -> None:
    card = card_of(settings_desk(tmp_path))
    card.show_model("codex/default", "Codex")
    assert facts_of(card)[0] == "What Codex can do"
