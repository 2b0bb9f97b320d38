"""Passages: what a question finds, made up; and a reading for meaning that stands where a test puts it."""

from datetime import UTC, datetime, timedelta

from vaultdesk.core.feed import Feed
from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.index.search.passage_search import FoundPassage, MatchReasons

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)


def found(
    path: str, text: str = "The boiler leaks.", *marks: tuple[int, int], reasons: MatchReasons | None = None
) -> FoundPassage:
    """A passage of the note at *path*."""
    why = reasons or MatchReasons(1, ("boiler",), None, None, 0, 0.0)
    title = path.rpartition("/")[2].removesuffix(".md")
    changed = NOW - timedelta(days=3)
    return FoundPassage(path, title, "House › Result", text, marks, 3, 9, 0.83, changed, NOW, why)


class ReadingStandsAt:
    """As much of `Meaning` as a page looks at."""

    def __init__(self, state: EmbeddingState) -> None:
        self.progress: Feed[EmbeddingState] = Feed()
        self.state = state

    @property
    def ready(self) -> bool:
        """Whether something can be found."""
        return self.state.phase == "ready"

    def move(self, state: EmbeddingState) -> None:
        """Go to *state* and tell it."""
        self.state = state
        self.progress.publish(state)
