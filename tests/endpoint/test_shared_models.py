"""Tests of endpoint/shared_models.py."""

import pytest

from tests.endpoint.bench import scripted
from tests.support.scripted_provider import ScriptedProvider
from vaultdesk.core.errors import UsageError
from vaultdesk.endpoint.http_error import EndpointError
from vaultdesk.endpoint.shared_models import DEFAULT_ANSWER_TOKENS, MAX_OPEN_MODELS, SharedModels
from vaultdesk.providers.catalog import ChosenModel
from vaultdesk.providers.provider import ModelInfo


class ModelOpener:
    """Opens any model of `work` and records it."""

    def __init__(self) -> None:
        self.opened: dict[str, ScriptedProvider] = {}

    def __call__(self, label: str) -> ChosenModel:
        if not label.startswith("work/"):
            raise UsageError(f"There is no provider {label!r}", hint="There are: work.")
        assert label not in self.opened or self.opened[label].closed, "opened twice"
        self.opened[label] = scripted()
        return ChosenModel(self.opened[label], label.removeprefix("work/"), label)


async def test_a_model_is_opened_once_and_closed_at_the_end() -> None:
    opener = ModelOpener()
    models = SharedModels(opener, lambda: ())
    async with models.use("work/a") as first, models.use("work/a") as second:
        assert first is second
    assert not opener.opened["work/a"].closed

    await models.aclose()

    assert opener.opened["work/a"].closed


async def test_only_recently_used_models_stay_open_and_used_ones_are_never_closed() -> None:
    opener = ModelOpener()
    models = SharedModels(opener, lambda: ())
    async with models.use("work/used"):
        for number in range(MAX_OPEN_MODELS * 2):
            async with models.use(f"work/{number}"):
                pass
        assert not opener.opened["work/used"].closed
    open_labels = [label for label, provider in opener.opened.items() if not provider.closed]

    assert len(open_labels) == MAX_OPEN_MODELS
    assert f"work/{MAX_OPEN_MODELS * 2 - 1}" in open_labels


def test_labels_are_listed_once_with_the_default_first() -> None:
    assert SharedModels(ModelOpener(), lambda: ("work/a", "work/b"), "work/b").labels() == ("work/b", "work/a")
    assert SharedModels(ModelOpener(), lambda: ("work/a",)).labels() == ("work/a",)


@pytest.mark.parametrize(("default", "name", "label"), [
    ("", "work/a", "work/a"), ("work/b", "b", "work/b"), ("work/b", None, "work/b"), ("work/b", "", "work/b"),
    ("work/b", "work/a", "work/a"), ("work/x/b:7", "x/b:7", "work/x/b:7"), ("", "a", "a"),
])  # fmt: skip
def test_model_names_of_callers_are_resolved(default: str, name: str | None, label: str) -> None:
    assert SharedModels(ModelOpener(), lambda: (), default).label_of(name) == label


def test_a_model_must_be_named_without_a_default() -> None:
    with pytest.raises(EndpointError) as raised:
        SharedModels(ModelOpener(), lambda: ()).label_of(None)

    assert (raised.value.status, raised.value.param) == (400, "model")


def test_an_unknown_model_lists_the_known_ones() -> None:
    with pytest.raises(EndpointError) as raised:
        SharedModels(ModelOpener(), lambda: tuple(f"work/{number}" for number in range(30))).ensure_open("x" * 900)

    assert (raised.value.status, raised.value.code) == (404, "model_not_found")
    assert "work/19, ..." in raised.value.message
    assert len(raised.value.message) < 2500


@pytest.mark.parametrize(
    ("info", "expected"),
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
def test_the_answer_length_is_the_models_own_and_leaves_tokens_for_the_question(
    info: ModelInfo | None, expected: int
) -> None:
    assert SharedModels(ModelOpener(), lambda: (), model_info=lambda _: info).max_answer_tokens("work/a") == expected
    assert SharedModels(ModelOpener(), lambda: ()).max_answer_tokens("work/a") == DEFAULT_ANSWER_TOKENS
