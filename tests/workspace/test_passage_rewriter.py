"""Tests of workspace/passage_rewriter.py: the passage is sent with its note as source."""

import pytest

from tests.support.scripted_provider import ScriptedProvider
from vaultdesk.chat.attached_text import unwrap_attached
from vaultdesk.chat.messages import TextPart
from vaultdesk.core.errors import UsageError
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.transmission import Destination
from vaultdesk.providers.catalog import ChosenModel
from vaultdesk.providers.offline.offline_assistant import OFFLINE_DESTINATION
from vaultdesk.providers.provider import TextArrived, TurnEnded
from vaultdesk.tools.runtime.policy import NO_PRIVATE_NOTES, NotePrivacy, PrivacyStatus
from vaultdesk.workspace.available_models import ModelChoice
from vaultdesk.workspace.passage_rewriter import (
    MAX_REWRITE_CHARACTERS,
    PassageRewriter,
    PassageToRewrite,
    fit_rewrite,
)

CLOUD = Destination("Anthropic", "api.anthropic.com", local=False)
LOCAL = Destination("Ollama", "localhost:11434", local=True)
MODELS = (ModelChoice("offline/offline", "Offline", local=True), ModelChoice("ollama/qwen3", "Qwen", local=True))


def rewriter(provider: ScriptedProvider | None, privacy: NotePrivacy = NO_PRIVATE_NOTES) -> PassageRewriter:
    """Return a rewriter with one model, which is the offline assistant without *provider*."""
    return PassageRewriter(
        lambda _label: ChosenModel(provider, "model", "work/model") if provider is not None else None,
        lambda label: OFFLINE_DESTINATION if "offline" in label else LOCAL if "ollama" in label else CLOUD,
        lambda: MODELS,
        privacy,
    )


PASSAGE = PassageToRewrite("The old boiler leaks.", "House/Boiler.md", 3, 3)


async def rewrite(passage_rewriter: PassageRewriter, passage: PassageToRewrite = PASSAGE) -> str:
    texts = [text async for text in passage_rewriter.rewrite(passage, "Shorter", "work/model")]
    return texts[-1] if texts else ""


async def test_the_passage_is_sent_as_text_of_its_note_with_the_instruction() -> None:
    provider = ScriptedProvider([[TextArrived("The boiler "), TextArrived("leaks."), TurnEnded("stop")]])

    answer = await rewrite(rewriter(provider))

    assert answer == "The boiler leaks."
    parts = provider.requests[0].messages[0].parts
    passage, instruction = (part for part in parts if isinstance(part, TextPart))
    assert (unwrap_attached(passage.text), passage.sources[0].path, passage.sources[0].first_line) == (
        PASSAGE.text,
        "House/Boiler.md",
        3,
    )
    assert "Shorter" in instruction.text
    assert instruction.sources == ()


async def test_the_offline_assistant_cannot_rewrite() -> None:
    with pytest.raises(UsageError, match="offline assistant cannot rewrite"):
        await rewrite(rewriter(None))


async def test_a_too_long_passage_is_not_sent() -> None:
    provider = ScriptedProvider([])
    with pytest.raises(UsageError, match="too long"):
        await rewrite(
            rewriter(provider),
            PassageToRewrite("x" * (MAX_REWRITE_CHARACTERS + 1), "a.md"),
        )
    assert provider.requests == []


async def test_t7_the_destination_of_a_passage_is_known_before_sending() -> None:
    route = await rewriter(None).route(PASSAGE, "work/model")
    assert (route.destination, route.words, route.is_possible) == (CLOUD, 4, True)
    assert not (await rewriter(None).route(PASSAGE, "offline/offline")).is_possible


@pytest.mark.parametrize(
    ("answer", "model", "possible", "local_models"),
    [
        ("local", "work/model", False, ["ollama/qwen3"]),
        ("local", "ollama/qwen3", True, ["ollama/qwen3"]),
        ("never", "work/model", False, []),
        ("never", "ollama/qwen3", False, []),
        ("ask", "work/model", True, ["ollama/qwen3"]),
    ],
)
async def test_t7_a_private_passage_is_offered_only_to_allowed_models(
    answer: str, model: str, possible: bool, local_models: list[str]
) -> None:
    def status(path: str, destination: Destination) -> PrivacyStatus:
        assert path == PASSAGE.path
        return (
            "closed" if answer == "never" else "open" if destination.local else "ask" if answer == "ask" else "closed"
        )

    privacy = NotePrivacy(status, reason=lambda _path: Phrase("tagged #private"))
    route = await rewriter(None, privacy).route(PASSAGE, model)
    assert (route.is_possible, [choice.label for choice in route.local_models]) == (possible, local_models)
    assert route.is_closed_here == (answer == "never")
    assert route.reach.reasons == (() if model == "ollama/qwen3" and possible else ("tagged #private",))


@pytest.mark.parametrize(
    ("passage", "answer", "expected"),
    [
        ("old", "\nnew\n", "new"),
        ("old\n", "new", "new\n"),
        ("\n\nold\n\n", "new", "\n\nnew\n\n"),
        ("old", "```markdown\nnew\n```", "new"),
        ("```py\nold\n```", "```py\nnew\n```", "```py\nnew\n```"),
        ("- a\n", "- b\n- c", "- b\n- c\n"),
    ],
)
def test_line_breaks_around_the_passage_are_kept(passage: str, answer: str, expected: str) -> None:
    assert fit_rewrite(passage, answer) == expected
