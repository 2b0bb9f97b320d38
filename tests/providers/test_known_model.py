from typing import Any

from vaultdesk.core.settings.settings_schema import ModelPrice, ProviderSettings
from vaultdesk.providers.capabilities import CapabilityCard
from vaultdesk.providers.knowledge import ModelKnowledge
from vaultdesk.providers.known_model import KnownModel
from vaultdesk.providers.provider import ModelInfo, Price


def known(knowledge: ModelKnowledge | None = None, **settings: Any) -> KnownModel:
    given = ProviderSettings(**{"kind": "ollama", **settings})
    return KnownModel("box", given, "gemma3", knowledge or ModelKnowledge())


def test_it_is_known_by_where_it_is_and_not_by_what_the_person_calls_it() -> None:
    assert known().source == known(name="The box").source == "ollama@http://127.0.0.1:11434"
    assert known(base_url="http://other:1").source != known().source
    assert known(kind="codex").source == "codex"


def test_local_is_what_stays_on_this_computer() -> None:
    assert known().local
    assert not known(base_url="http://192.168.1.9:11434").local
    assert not known(kind="codex").local
    assert known(kind="offline").local


async def test_what_it_showed_beats_what_its_list_says() -> None:
    knowledge = ModelKnowledge()
    model = known(knowledge)
    await knowledge.keep_list(model.source, (ModelInfo("gemma3", tools=True, images=False),))
    assert model.manner.way == "native"
    assert model.blind

    await model.learn(refused=True)
    await model.learn(images=True)

    assert model.card == CapabilityCard(refused=True, images=True)
    assert model.manner.way != "native"
    assert not model.blind


async def test_the_persons_price_beats_the_lists() -> None:
    knowledge = ModelKnowledge()
    await knowledge.keep_list(known().source, (ModelInfo("gemma3", price=Price(1.0, 2.0)),))

    assert known().price is None
    assert known(knowledge).price == Price(1.0, 2.0)
    assert known(knowledge, prices={"gemma3": ModelPrice(input=3.0, output=4.0)}).price == Price(3.0, 4.0)


def test_a_standing_is_all_of_it_at_once() -> None:
    standing = known(name="The box").standing

    assert (standing.label, standing.model, standing.title, standing.local) == ("box/gemma3", "gemma3", "The box", True)
    assert (standing.info, standing.card) == (None, None)
    assert known(kind="offline").standing.manner.why == "It is built in."


def test_a_model_that_codex_chooses_is_called_by_codex() -> None:
    chosen = KnownModel("codex", ProviderSettings(kind="codex"), "default", ModelKnowledge())

    assert chosen.manner.why.startswith("Codex does not say whether Codex's own model has tools.")
