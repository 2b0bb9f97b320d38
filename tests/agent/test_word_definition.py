"""A word's meaning, asked of a model: the word goes as text of its note, and nothing is written."""

from pathlib import Path

import pytest

from tests.support.talk import open_table, says
from vaultdesk.agent.word_definition import DEFINITION_QUESTION, define_word
from vaultdesk.chat.attached_text import unwrap_attached
from vaultdesk.core.errors import ProviderBroken, ProviderUnreachable
from vaultdesk.providers.model_events import TextArrived, TurnEnded
from vaultdesk.tools.builtin.vocabulary_word import VocabularyWord

WORD = VocabularyWord("Vocabulary/nuances.md", "nuances")


async def test_the_word_is_sent_with_its_source_and_without_tools(tmp_path: Path) -> None:
    async with open_table(tmp_path, [says(" **“small differences”**\n\n  in  tone ")]) as table:
        before = table.desk.everything()
        assert await define_word(WORD, table.agent) == "small differences”**\nin tone"
        (request,) = table.provider.requests
        (message,) = request.messages
        assert [source.path for source in message.sources] == [WORD.path]
        assert [unwrap_attached(part.text) for part in message.parts] == ["nuances", DEFINITION_QUESTION]  # type: ignore[union-attr] # texts
        assert request.tools == ()
        assert table.desk.everything() == before


async def test_an_answer_that_is_none_or_cut_is_told(tmp_path: Path) -> None:
    for number, turn in enumerate((says("  "), [TextArrived("small diff"), TurnEnded("length")])):
        async with open_table(tmp_path / str(number), [turn]) as table:
            with pytest.raises(ProviderBroken):
                await define_word(WORD, table.agent)


async def test_a_model_that_cannot_be_reached_is_told_as_itself(tmp_path: Path) -> None:
    trouble = ProviderUnreachable("No answer", hint="Try later.", kind="network")
    async with open_table(tmp_path, [[trouble]]) as table:
        with pytest.raises(ProviderUnreachable):
            await define_word(WORD, table.agent)
