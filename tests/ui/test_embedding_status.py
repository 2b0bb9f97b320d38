"""Tests of ui/embedding_status.py."""

import pytest

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.core.feed import Feed
from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.ui.embedding_status import EmbeddingStatusItem, embedding_text, related_progress_text
from vaultdesk.ui.window.status_bar import StatusBar


@pytest.mark.parametrize(
    ("state", "words", "related"),
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
def test_where_the_reading_stands_is_said(state: EmbeddingState, words: str, related: str) -> None:
    assert (embedding_text(state), related_progress_text(state)) == (words, related)


# Meaning status: told while it is under way, silent when there is nothing to do, paused by a press.


class Reading:
    """A reading that does as it is told; the real one takes minutes to be half way."""

    def __init__(self) -> None:
        self.progress: Feed[EmbeddingState] = Feed()
        self.state = EmbeddingState("waiting")
        self.asked: list[str] = []

    def tell(self, state: EmbeddingState) -> None:
        self.state = state
        self.progress.publish(state)

    def pause(self) -> None:
        self.asked.append("pause")

    def resume(self) -> None:
        self.asked.append("resume")


@on_qt_loop
async def test_the_line_follows_the_reading_and_a_press_pauses_it() -> None:
    bar, reading = StatusBar(), Reading()
    status = EmbeddingStatusItem(bar, reading)  # type: ignore[arg-type]  # as much of a Meaning as it looks at
    assert bar.embeddings.isHidden()
    reading.tell(EmbeddingState("reading", 2_700, 5_400, "MiniLM"))
    await until(lambda: bar.embeddings.shown_text() == "Indexing for search by meaning · 50 %")
    assert "Click to pause" in bar.embeddings.toolTip()
    bar.embeddings.click()
    reading.tell(EmbeddingState("paused", 2_700, 5_400, "MiniLM"))
    await until(lambda: "paused" in bar.embeddings.shown_text())
    bar.embeddings.click()
    assert reading.asked == ["pause", "resume"]
    reading.tell(EmbeddingState("reading", 5_398, 5_400, "MiniLM"))
    await until(bar.embeddings.isHidden)
    reading.tell(EmbeddingState("ready", 5_400, 5_400, "MiniLM", passages=5_400))
    await until(bar.embeddings.isHidden)
    reading.tell(EmbeddingState("failed", reason="The model's answer was no vector."))
    await until(lambda: not bar.embeddings.isHidden())
    assert "no vector" in bar.embeddings.toolTip()
    status.close()
    assert bar.embeddings.isHidden()
