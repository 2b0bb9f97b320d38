"""States and events of the index."""

from vaultdesk.core.values import replace
from vaultdesk.index.index_state import IndexState, NotesIndexed


def test_states_and_commits_compare_by_value() -> None:
    assert IndexState("ready", 1, 1) == replace(IndexState(done=1, total=1), phase="ready")
    assert NotesIndexed(("A.md",)) == NotesIndexed(("A.md",), ())
