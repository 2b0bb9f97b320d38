"""Tests of privacy/embedding_gate.py."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.privacy.scene import HERE, OTHER, RULES, open_scene
from tests.support.ledger_entries import sent_entries
from vaultdesk.core.errors import LedgerFailed
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.transmission import Destination
from vaultdesk.index.embeddings.embedder import EmbeddingText
from vaultdesk.privacy.embedding_gate import LEDGER_PURPOSE, EmbeddingGate, GatedVectors
from vaultdesk.privacy.ledger import Ledger

ALL = ("Open.md", "Personal/Diary.md", "Tagged.md", "Plan.md", "Marked.md", "Asked.md", "Gone.md")


class VectorSource:
    """Returns vectors with the lengths of the texts, and records the texts."""

    def __init__(self, destination: Destination, resolved: Destination | None = None) -> None:
        self.destination = destination
        self._resolved = resolved or destination
        self.texts: list[str] = []
        self.closed = False

    async def resolve_destination(self) -> Destination:
        self.destination = self._resolved
        return self.destination

    async def vectors(self, texts: Sequence[str]) -> list[list[float]]:
        self.texts += texts
        return [[float(len(text)), 1.0] for text in texts]

    async def aclose(self) -> None:
        self.closed = True


def passages(*paths: str) -> list[EmbeddingText]:
    return [EmbeddingText(f"of {path}", path, "Part", number + 1, number + 2) for number, path in enumerate(paths)]


async def test_private_notes_are_not_embedded_remotely_and_the_others_are_recorded(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        source = VectorSource(OTHER)
        gate = EmbeddingGate(source, scene.rules, scene.ledger, "openai/embed")
        gated = await gate.vectors([*passages(*ALL), EmbeddingText("what did I decide?", may_leave_computer=True)])
        assert source.texts == ["of Open.md", "of Plan.md", "what did I decide?"]
        assert gated == GatedVectors([[10.0, 1.0], [10.0, 1.0], [18.0, 1.0]], refused=(1, 2, 4, 5, 6))
        entries = await sent_entries(scene.ledger)
        assert [(item.path, item.host, item.question, item.characters) for item in entries] == [
            ("Plan.md", OTHER.host, LEDGER_PURPOSE, 10), ("Open.md", OTHER.host, LEDGER_PURPOSE, 10),
        ]  # fmt: skip
        await gate.aclose()
        assert source.closed


async def test_a_local_model_receives_all_notes_except_those_under_a_never_rule(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        scene.set(privacy=(*RULES, PrivacyRule(kind="note", value="Open.md", answer="never")))
        source = VectorSource(HERE)
        gated = await EmbeddingGate(source, scene.rules, scene.ledger, "ollama/embed").vectors(passages(*ALL[:4]))
        assert (source.texts, gated.refused) == (["of Personal/Diary.md", "of Tagged.md", "of Plan.md"], (0,))
        assert await sent_entries(scene.ledger) == ()


async def test_a_model_whose_destination_resolves_to_a_remote_host_is_remote(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        source = VectorSource(HERE, resolved=OTHER)
        gated = await EmbeddingGate(source, scene.rules, scene.ledger, "ollama/embed").vectors(passages(*ALL[:2]))
        assert (source.texts, gated.refused) == (["of Open.md"], (1,))
        assert [entry.host for entry in await sent_entries(scene.ledger)] == [OTHER.host]


@pytest.mark.parametrize(
    ("destination", "resolved", "sent"),
    [(HERE, HERE, ["CANARY lymphoma", "hi"]), (OTHER, OTHER, ["hi"]), (HERE, OTHER, ["hi"])],
    ids=["local", "remote", "found to be remote"],
)
async def test_a_query_is_sent_to_a_remote_model_only_if_it_may_leave_the_computer(
    tmp_path: Path, destination: Destination, resolved: Destination, sent: list[str]
) -> None:
    async with open_scene(tmp_path) as scene:
        source = VectorSource(destination, resolved)
        gate = EmbeddingGate(source, scene.rules, scene.ledger, "openai/embed")
        gated = await gate.vectors([EmbeddingText("CANARY lymphoma"), EmbeddingText("hi", may_leave_computer=True)])
        assert source.texts == sent
        assert (len(gated.vectors), gated.refused) == ((2, ()) if resolved.local else (1, (0,)))


async def test_passages_of_one_note_are_one_entry(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        gate = EmbeddingGate(VectorSource(OTHER), scene.rules, scene.ledger, "openai/embed")
        await gate.vectors(passages("Open.md", "Open.md"))
        (entry,) = await sent_entries(scene.ledger)
        assert (entry.path, entry.characters, entry.first_line, entry.last_line) == ("Open.md", 20, 1, 3)


async def test_a_note_that_was_just_made_private_is_not_embedded(tmp_path: Path) -> None:
    async with open_scene(tmp_path) as scene:
        (scene.root / "Open.md").write_text("---\nprivate: true\n---\nnow mine\n")
        source = VectorSource(OTHER)
        gated = await EmbeddingGate(source, scene.rules, scene.ledger, "openai/embed").vectors(passages("Open.md"))
        assert (source.texts, gated) == ([], GatedVectors([], (0,)))


async def test_no_passage_is_embedded_without_its_ledger_row(tmp_path: Path) -> None:
    (tmp_path / "broken.sqlite").mkdir()
    async with open_scene(tmp_path / "scene") as scene, Ledger(tmp_path / "broken.sqlite") as ledger:
        source = VectorSource(OTHER)
        with pytest.raises(LedgerFailed):
            await EmbeddingGate(source, scene.rules, ledger, "openai/embed").vectors(passages("Open.md"))
        assert source.texts == []
