"""Tests of privacy/embedding_gate.py."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.privacy.scene import HERE, OTHER, RULES, open_scene
from vaultdesk.core.errors import LedgerFailed
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.transmission import Destination
from vaultdesk.index.embeddings.embedder import EmbeddingText
from vaultdesk.privacy.embedding_gate import LEDGER_PURPOSE, EmbeddingGate, GatedVectors
from vaultdesk.privacy.ledger import Ledger

ALL = ("Open.md", "Personal/Diary.md", "Tagged.md", "Plan.md", "Marked.md", "Asked.md", "Gone.md")


class Source:
    """Makes vectors of texts' lengths, and remembers the texts."""

    def __init__(self, destination: Destination, settled: Destination | None = None) -> None:
        self.destination = destination
        self._settled = settled or destination
        self.texts: list[str] = []
        self.closed = False

    async def resolve_destination(self) -> Destination:
        self.destination = self._settled
        return self.destination

    async def vectors(self, texts: Sequence[str]) -> list[list[float]]:
        self.texts += texts
        return [[float(len(text)), 1.0] for text in texts]

    async def aclose(self) -> None:
        self.closed = True


def passages(*paths: str) -> list[EmbeddingText]:
    return [EmbeddingText(f"of {path}", path, "Part", nth + 1, nth + 2) for nth, path in enumerate(paths)]


async def test_private_notes_do_not_leave_and_the_others_are_written_down(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        source = Source(OTHER)
        gate = EmbeddingGate(source, scene.rules, scene.ledger, "openai/embed")
        came = await gate.vectors([*passages(*ALL), EmbeddingText("what did I decide?")])
        assert source.texts == ["of Open.md", "of Plan.md", "what did I decide?"]
        assert came == GatedVectors([[10.0, 1.0], [10.0, 1.0], [18.0, 1.0]], refused=(1, 2, 4, 5, 6))
        written = await scene.ledger.recent()
        assert [(one.path, one.host, one.question, one.characters) for one in written] == [
            ("Plan.md", OTHER.host, LEDGER_PURPOSE, 10), ("Open.md", OTHER.host, LEDGER_PURPOSE, 10),
        ]  # fmt: skip
        await gate.aclose()
        assert source.closed


async def test_a_model_of_this_computer_gets_all_but_what_is_never_to_be_read(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        scene.set(privacy=(*RULES, PrivacyRule(kind="note", value="Open.md", answer="never")))
        source = Source(HERE)
        came = await EmbeddingGate(source, scene.rules, scene.ledger, "ollama/embed").vectors(passages(*ALL[:4]))
        assert (source.texts, came.refused) == (["of Personal/Diary.md", "of Tagged.md", "of Plan.md"], (0,))
        assert await scene.ledger.recent() == ()


async def test_a_model_that_turns_out_to_be_elsewhere_is_elsewhere(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        source = Source(HERE, settled=OTHER)
        came = await EmbeddingGate(source, scene.rules, scene.ledger, "ollama/embed").vectors(passages(*ALL[:2]))
        assert (source.texts, came.refused) == (["of Open.md"], (1,))
        assert [one.host for one in await scene.ledger.recent()] == [OTHER.host]


async def test_passages_of_one_note_are_one_line(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        gate = EmbeddingGate(Source(OTHER), scene.rules, scene.ledger, "openai/embed")
        await gate.vectors(passages("Open.md", "Open.md"))
        (line,) = await scene.ledger.recent()
        assert (line.path, line.characters, line.first_line, line.last_line) == ("Open.md", 20, 1, 3)


async def test_a_note_that_was_made_private_a_moment_ago_stays(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        (scene.root / "Open.md").write_text("---\nprivate: true\n---\nnow mine\n")
        source = Source(OTHER)
        came = await EmbeddingGate(source, scene.rules, scene.ledger, "openai/embed").vectors(passages("Open.md"))
        assert (source.texts, came) == ([], GatedVectors([], (0,)))


async def test_no_passage_is_embedded_without_its_ledger_row(tmp_path: Path) -> None:
    (tmp_path / "broken.sqlite").mkdir()
    async with open_scene(tmp_path / "scene") as scene, Ledger(tmp_path / "broken.sqlite") as ledger:
        source = Source(OTHER)
        with pytest.raises(LedgerFailed):
            await EmbeddingGate(source, scene.rules, ledger, "openai/embed").vectors(passages("Open.md"))
        assert source.texts == []
