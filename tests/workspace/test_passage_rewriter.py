"""Rewriting: the passage goes out as a passage of its note, and comes back as the model wrote it."""

import pytest

from vaultdesk.chat.attached_text import unwrap_attached
from vaultdesk.chat.messages import TextPart
from vaultdesk.core.errors import UsageError
from vaultdesk.providers.catalog import ChosenModel
from vaultdesk.providers.model_events import TextArrived, TurnEnded
from vaultdesk.providers.scripted_provider import ScriptedProvider
from vaultdesk.workspace.passage_rewriter import (
    MAX_REWRITE_CHARACTERS,
    PassageRewriter,
    PassageToRewrite,
    fit_rewrite,
)

PASSAGE = PassageToRewrite("The old boiler leaks.", "House/Boiler.md", 3, 3)


async def written(rewriting: PassageRewriter, passage: PassageToRewrite = PASSAGE) -> str:
    return "".join([piece async for piece in rewriting.rewrite(passage, "Shorter", "work/model")])


async def test_the_passage_is_sent_as_text_of_its_note_with_the_wish_beside_it() -> None:
    provider = ScriptedProvider([[TextArrived("The boiler "), TextArrived("leaks."), TurnEnded("stop")]])

    answer = await written(PassageRewriter(lambda _label: ChosenModel(provider, "model", "work/model")))

    assert answer == "The boiler leaks."
    parts = provider.requests[0].messages[0].parts
    passage, wish = (part for part in parts if isinstance(part, TextPart))
    assert (unwrap_attached(passage.text), passage.sources[0].path, passage.sources[0].first_line) == (
        PASSAGE.text,
        "House/Boiler.md",
        3,
    )
    assert "Shorter" in wish.text
    assert wish.sources == ()


async def test_the_offline_assistant_says_that_it_cannot() -> None:
    with pytest.raises(UsageError, match="offline assistant cannot rewrite"):
        await written(PassageRewriter(lambda _label: None))


async def test_what_is_too_long_to_be_looked_through_is_not_sent() -> None:
    provider = ScriptedProvider([])
    with pytest.raises(UsageError, match="too long"):
        await written(
            PassageRewriter(lambda _label: ChosenModel(provider, "model", "work/model")),
            PassageToRewrite("x" * (MAX_REWRITE_CHARACTERS + 1), "a.md"),
        )
    assert provider.requests == []


@pytest.mark.parametrize(
    ("passage", "answer", "wanted"),
    [
        ("old", "\nnew\n", "new"),
        ("old\n", "new", "new\n"),
        ("\n\nold\n\n", "new", "\n\nnew\n\n"),
        ("old", "```markdown\nnew\n```", "new"),
        ("```py\nold\n```", "```py\nnew\n```", "```py\nnew\n```"),
        ("- a\n", "- b\n- c", "- b\n- c\n"),
    ],
)
def test_line_breaks_around_the_passage_stay_as_they_were(passage: str, answer: str, wanted: str) -> None:
    assert fit_rewrite(passage, answer) == wanted
