"""Index: the disposable search picture of the vault; delete it and it grows again."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultdesk.index.events import IndexState, NotesIndexed
    from vaultdesk.index.index import Index
    from vaultdesk.index.indexer import Indexer
    from vaultdesk.index.results import Hit
    from vaultdesk.index.searcher import Searcher

__all__ = ["Hit", "Index", "IndexState", "Indexer", "NotesIndexed", "Searcher"]

_HOMES = {
    "Hit": "results", "Index": "index", "IndexState": "events", "Indexer": "indexer", "NotesIndexed": "events",
    "Searcher": "searcher",
}  # fmt: skip


def __getattr__(name: str) -> object:
    """Import what is asked for only then: the process that parses notes needs no searcher and no event loop."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
