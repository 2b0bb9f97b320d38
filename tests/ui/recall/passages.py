"""Found passages and an embedding state for tests of search pages."""

from datetime import UTC, datetime, timedelta

from vaultdesk.core.feed import Feed
from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.index.search.passage_search import FoundPassage, MatchReasons

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def found(
    path: str, text: str = "The boiler leaks.", *marks: tuple[int, int], reasons: MatchReasons | None = None
) -> FoundPassage:
    """Return a found passage of the note at *path*."""
    match_reasons = reasons or MatchReasons(1, ("boiler",), None, None, 0, 0.0)
    title = path.rpartition("/")[2].removesuffix(".md")
    changed = NOW - timedelta(days=3)
    return FoundPassage(path, title, "House › Result", text, marks, 3, 9, 0.83, changed, NOW, match_reasons)


class ReadingStandsAt:
    """Stands in for the embedding worker: a state set by the test."""

    def __init__(self, state: EmbeddingState) -> None:
        self.progress: Feed[EmbeddingState] = Feed()
        self.state = state

    @property
    def ready(self) -> bool:
        """Whether search by embedding is available."""
        return self.state.phase == "ready"

    def move(self, state: EmbeddingState) -> None:
        """Set *state* and publish it."""
        self.state = state
        self.progress.publish(state)
