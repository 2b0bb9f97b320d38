"""Models: lent by name, kept ready, closed in the end."""

import pytest

from tests.endpoint.bench import scripted
from tests.support.scripted_provider import ScriptedProvider
from vaultdesk.core.errors import UsageError
from vaultdesk.endpoint.http_error import EndpointError
from vaultdesk.endpoint.shared_models import DEFAULT_ANSWER_TOKENS, MAX_OPEN_MODELS, SharedModels
from vaultdesk.providers.catalog import ChosenModel
from vaultdesk.providers.provider import ModelInfo


class Shelf:
    """Opens any model of `work`, and remembers each."""

    def __init__(self) -> None:
        self.opened: dict[str, ScriptedProvider] = {}

    def __call__(self, label: str) -> ChosenModel:
        if not label.startswith("work/"):
            raise UsageError(f"There is no provider {label!r}", hint="There are: work.")
        assert label not in self.opened or self.opened[label].closed, "opened twice"
        self.opened[label] = scripted()
        return ChosenModel(self.opened[label], label.removeprefix("work/"), label)


async def test_a_model_is_opened_once_and_closed_in_the_end() -> None:
    shelf = Shelf()
    models = SharedModels(shelf, lambda: ())
    async with models.use("work/a") as first, models.use("work/a") as second:
        assert first is second
    assert not shelf.opened["work/a"].closed

    await models.aclose()

    assert shelf.opened["work/a"].closed


async def test_only_the_models_used_last_are_kept_and_none_in_use_is_closed() -> None:
    shelf = Shelf()
    models = SharedModels(shelf, lambda: ())
    async with models.use("work/used"):
        for number in range(MAX_OPEN_MODELS * 2):
            async with models.use(f"work/{number}"):
                pass
        assert not shelf.opened["work/used"].closed
    still = [label for label, provider in shelf.opened.items() if not provider.closed]

    assert len(still) == MAX_OPEN_MODELS
    assert f"work/{MAX_OPEN_MODELS * 2 - 1}" in still


def test_names_are_listed_once_the_default_first() -> None:
    assert SharedModels(Shelf(), lambda: ("work/a", "work/b"), "work/b").labels() == ("work/b", "work/a")
    assert SharedModels(Shelf(), lambda: ("work/a",)).labels() == ("work/a",)


@pytest.mark.parametrize(("default", "name", "label"), [
    ("", "work/a", "work/a"), ("work/b", "b", "work/b"), ("work/b", None, "work/b"), ("work/b", "", "work/b"),
    ("work/b", "work/a", "work/a"), ("work/x/b:7", "x/b:7", "work/x/b:7"), ("", "a", "a"),
])  # fmt: skip
def test_what_callers_call_a_model(default: str, name: str | None, label: str) -> None:
    assert SharedModels(Shelf(), lambda: (), default).label_of(name) == label


def test_a_model_must_be_named_where_there_is_no_default() -> None:
    with pytest.raises(EndpointError) as caught:
        SharedModels(Shelf(), lambda: ()).label_of(None)

    assert (caught.value.status, caught.value.param) == (400, "model")


def test_an_unknown_model_is_told_the_known_ones() -> None:
    with pytest.raises(EndpointError) as caught:
        SharedModels(Shelf(), lambda: tuple(f"work/{number}" for number in range(30))).ensure_open("x" * 900)

    assert (caught.value.status, caught.value.code) == (404, "model_not_found")
    assert "work/19, ..." in caught.value.message
    assert len(caught.value.message) < 2500


@pytest.mark.parametrize(
    ("told", "longest"),
    [
        (None, DEFAULT_ANSWER_TOKENS),
        (ModelInfo("a"), DEFAULT_ANSWER_TOKENS),
        (ModelInfo("a", max_output=4096), 4096),
        (ModelInfo("a", max_output=64_000, context=200_000), 64_000),
        (ModelInfo("a", context=8192), 4096),
        (ModelInfo("a", max_output=131_072, context=131_072), 65_536),
        (ModelInfo("a", context=1_000_000), DEFAULT_ANSWER_TOKENS),
        (ModelInfo("a", context=1), DEFAULT_ANSWER_TOKENS),
    ],
)
def test_how_long_an_answer_may_be_is_the_models_own_and_leaves_room_for_the_question(
    told: ModelInfo | None, longest: int
) -> None:
    assert SharedModels(Shelf(), lambda: (), model_info=lambda _: told).max_answer_tokens("work/a") == longest
    assert SharedModels(Shelf(), lambda: ()).max_answer_tokens("work/a") == DEFAULT_ANSWER_TOKENS
