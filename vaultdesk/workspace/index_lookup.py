"""Index lookups of the offline assistant: names, rarity of words and semantic similarity; reads no note."""

import logging
import re
from collections.abc import Callable, Sequence

from vaultdesk.core.errors import IndexFailed
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.index_results import VaultNames
from vaultdesk.index.search.lookups import count_notes, vault_names
from vaultdesk.index.search.question_terms import flatten_text, lookup_terms, split_words
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.providers.offline.quotes import WeighedQuestion, asked_question, asked_terms

log = logging.getLogger(__name__)

_TEMPLATE_FOLDER = re.compile(r"(?:^|/)[^/]*(?:templat|vorlage|mod[eè]le|plantilla|模板)[^/]*/", re.IGNORECASE)


class IndexLookup:
    """Implements `VaultLookup` with the index of one vault."""

    def __init__(
        self, searcher: Searcher, embeddings: EmbeddingIndex | None, templates_folder: Callable[[], str]
    ) -> None:
        """*templates_folder* returns the folder of templates from the vault's settings; empty if none is set."""
        self._searcher = searcher
        self._embeddings = embeddings
        self._templates_folder = templates_folder

    async def names(self, question: str) -> VaultNames:
        """Return the tags, properties and folders, with the values of the properties named in *question*."""
        words = f" {' '.join(split_words(flatten_text(question)))} "

        def is_named(name: str) -> bool:
            plain = " ".join(split_words(flatten_text(name)))
            return bool(plain) and plain in words

        folder = self._templates_folder().strip("/")

        def is_template(path: str) -> bool:
            return path.startswith(f"{folder}/") if folder else _TEMPLATE_FOLDER.search(path) is not None

        low = question.lower().strip(" ?!.¿¡").split()
        phrases = {" ".join(low[start : start + count]) for count in (1, 2, 3) for start in range(len(low) - count + 1)}
        try:
            return await self._searcher.read_database(vault_names, is_named, phrases, is_template)
        except IndexFailed as problem:  # The search that follows fails as well, and reports it.
            log.info("no names for a question: %s", problem.title)
            return VaultNames()

    async def question(self, text: str) -> WeighedQuestion:
        """Return the question *text* with the forms and the rarity of its words."""
        try:
            indexed = await self._searcher.read_database(lookup_terms, asked_terms(text))
            return asked_question(text, indexed, await self._searcher.read_database(count_notes))
        except IndexFailed as problem:  # As above.
            log.info("no rarity of words for a question: %s", problem.title)
            return asked_question(text)

    async def nearness(self, question: str, texts: Sequence[str]) -> list[float] | None:
        """Return the semantic similarity of each of *texts* to *question*; None if no model is available now."""
        return await self._embeddings.nearness(question, texts) if self._embeddings is not None else None
