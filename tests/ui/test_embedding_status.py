"""Tests of ui/embedding_status.py."""

import pytest

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.feed import Feed
from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.ui.embedding_status import EmbeddingStatusItem, embedding_text, related_progress_text
from vaultdesk.ui.window.status_bar import StatusBar


@pytest.mark.parametrize(
    ("state", "text", "related"),
    [
        (EmbeddingState("off"), "Search by meaning is turned off in Settings.", ""),
        (
            EmbeddingState("absent", reason="The model's file is missing."),
            "The model's file is missing.",
            "By links and tags only. The model's file is missing.",
        ),
        (
            EmbeddingState("reading", 1200, 5400),
            "Indexing for search by meaning: 1,200 of 5,400 passages.",
            "Related by meaning: 1,200 of 5,400 passages indexed",
        ),
        (
            EmbeddingState("reading", 0, 9, older_model="Old"),
            "Indexing for search by meaning: 0 of 9 passages. Until then, Old is used.",
            "Related by meaning: 0 of 9 passages indexed",
        ),
        (
            EmbeddingState("paused", 3, 9, reason="Paused on battery."),
            "Paused on battery. 3 of 9 passages are indexed.",
            "Related by meaning: 3 of 9 passages indexed",
        ),
        (EmbeddingState("ready", passages=9), "9 passages can be found by meaning.", ""),
        (
            EmbeddingState("waiting"),
            "Indexing for search by meaning starts once all notes are indexed.",
            "By links and tags only. Indexing for search by meaning starts once all notes are indexed.",
        ),
        (
            EmbeddingState("failed", reason="The disk is full."),
            "The disk is full.",
            "By links and tags only. The disk is full.",
        ),
    ],
)
def test_each_state_has_a_text_and_a_related_text(state: EmbeddingState, text: str, related: str) -> None:
    assert (embedding_text(state), related_progress_text(state)) == (text, related)


# EmbeddingStatusItem: shown while indexing, hidden when idle, paused by a click.


class FakeIndexer:
    """An embedding indexer controlled by the test; the real one takes minutes."""

    def __init__(self) -> None:
        self.progress: Feed[EmbeddingState] = Feed()
        self.state = EmbeddingState("waiting")
        self.calls: list[str] = []

    def set_state(self, state: EmbeddingState) -> None:
        self.state = state
        self.progress.publish(state)

    def pause(self) -> None:
        self.calls.append("pause")

    def resume(self) -> None:
        self.calls.append("resume")


@on_qt_loop
async def test_the_item_follows_the_progress_and_a_click_pauses_it() -> None:
    bar, indexer = StatusBar(), FakeIndexer()
    status = EmbeddingStatusItem(bar, indexer)  # type: ignore[arg-type]  # has the members used
    assert bar.embeddings.isHidden()
    indexer.set_state(EmbeddingState("reading", 2_700, 5_400, "MiniLM"))
    await until(lambda: bar.embeddings.shown_text() == "Indexing for search by meaning · 50 %")
    assert "Click to pause" in bar.embeddings.toolTip()
    bar.embeddings.click()
    indexer.set_state(EmbeddingState("paused", 2_700, 5_400, "MiniLM"))
    await until(lambda: "paused" in bar.embeddings.shown_text())
    bar.embeddings.click()
    assert indexer.calls == ["pause", "resume"]
    indexer.set_state(EmbeddingState("reading", 5_398, 5_400, "MiniLM"))
    await until(bar.embeddings.isHidden)
    indexer.set_state(EmbeddingState("ready", 5_400, 5_400, "MiniLM", passages=5_400))
    await until(bar.embeddings.isHidden)
    indexer.set_state(EmbeddingState("failed", reason="The model's answer was no vector."))
    await until(lambda: not bar.embeddings.isHidden())
    assert "no vector" in bar.embeddings.toolTip()
    status.close()
    assert bar.embeddings.isHidden()
