"""The search index of a vault; it can be deleted at any time and is then rebuilt from the notes."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from vaultdesk.index.index_results import Hit
    from vaultdesk.index.index_state import IndexState, NotesIndexed
    from vaultdesk.index.indexing.indexer import Indexer
    from vaultdesk.index.search.searcher import Searcher
    from vaultdesk.index.store.index_file import Index

__all__ = ["Hit", "Index", "IndexState", "Indexer", "NotesIndexed", "Searcher"]

_MODULES = {
    "Hit": "index_results",
    "Index": "store.index_file",
    "IndexState": "index_state",
    "Indexer": "indexing.indexer",
    "NotesIndexed": "index_state",
    "Searcher": "search.searcher",
}


def __getattr__(name: str) -> object:
    """Import a name when it is first used. The parser process needs neither the searcher nor an event loop."""
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_MODULES[name]}"), name)
