import pytest

from vaultdesk.errors import ProviderBroken
from vaultdesk.providers.model_list import MAX_MODELS, listed_models
from vaultdesk.providers.peer import Peer
from vaultdesk.providers.provider import ModelInfo

PEER = Peer("Work", "llm.example", "OpenAI")


@pytest.mark.parametrize(
    "body",
    [
        {"object": "list", "data": [{"id": "b"}, {"id": "a", "display_name": "A"}, {"id": "b"}, {"odd": 1}, 7]},
        {"models": [{"id": "b"}, {"id": "a", "name": "A"}]},
        [{"id": "b"}, {"id": "a", "name": "A"}],
    ],
)
def test_models_are_listed_once_each_in_order(body: object) -> None:
    assert listed_models(body, PEER) == (ModelInfo("a", "A"), ModelInfo("b"))  # type: ignore[arg-type]


def test_no_models_are_no_error() -> None:
    assert listed_models({"object": "list", "data": []}, PEER) == ()
    assert listed_models({"object": "list", "data": None}, PEER) == ()


@pytest.mark.parametrize("body", [{"hello": 1}, "text", 7, None, {"data": 7}])
def test_something_else_is_told(body: object) -> None:
    with pytest.raises(ProviderBroken, match="does not answer like"):
        listed_models(body, PEER)  # type: ignore[arg-type]


def test_an_endless_list_is_cut() -> None:
    assert len(listed_models([{"id": f"{n:06}"} for n in range(MAX_MODELS * 2)], PEER)) == MAX_MODELS
