"""Index: the disposable search picture of the vault; delete it and it grows again."""

from vaultdesk.index.events import IndexState, NotesIndexed
from vaultdesk.index.index import Index
from vaultdesk.index.indexer import Indexer
from vaultdesk.index.results import Hit
from vaultdesk.index.searcher import Searcher

__all__ = ["Hit", "Index", "IndexState", "Indexer", "NotesIndexed", "Searcher"]
