"""Fixture: a vault with its index and the services that look up the context of questions."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.scripted_provider import ScriptedProvider
from tests.support.tool_env import LOCAL, REMOTE
from tests.support.vaults import write_vault
from vaultdesk.agent.context.context_attacher import ContextAttacher
from vaultdesk.agent.context.context_reader import ContextFileFinder, ContextReader, ContextRequest, ContextSelector
from vaultdesk.agent.request_preparation import PendingRequest
from vaultdesk.agent.run import RunEvent
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import ContextItem, Message
from vaultdesk.index.indexing.indexer import Indexer
from vaultdesk.index.search.passage_search import PassageSearch
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.index.store.index_file import Index
from vaultdesk.tools.runtime.policy import NO_PRIVATE_NOTES, NotePrivacy
from vaultdesk.vault.vault import Vault

NOTES = {
    "House/Boiler.md": (
        "---\ntags: [heating]\n---\n# Boiler\n\nIt leaks.\n\n## Costs\n\nThe pump costs 18,400. ^price\n\n"
        "### Grants\n\n30 percent.\n\n## Rooms\n\nCellar.\n"
    ),
    "House/Roof.md": "# Roof\n\nSlate. See [[Boiler]].\n",
    "Garden/Apples.md": "#garden/trees\n\nPrune the Boskoop.\n",
    "Diary.md": "Dear diary. %% a secret remark of mine %%\nIt rains.\n",
}


@dataclass
class ContextEnv:
    """A vault and its context services."""

    vault: Vault
    searcher: Searcher
    indexer: Indexer
    file_finder: ContextFileFinder
    selector: ContextSelector
    reader: ContextReader
    contexts: ContextAttacher
    events: list[RunEvent] = field(default_factory=list)

    def pending_request(
        self, *messages: Message, remote: bool = True, preview: bool = False, chat: str = "c1"
    ) -> PendingRequest:
        """Return a pending request with *messages*."""
        provider = ScriptedProvider([], destination=REMOTE if remote else LOCAL)
        conversation = Conversation(id=chat)
        return PendingRequest(conversation, messages, provider, "m", "test/m", self.events.append, preview=preview)

    async def attach(self, *messages: Message, remote: bool = True, preview: bool = False) -> tuple[Message, ...]:
        """Return *messages* with their context attached."""
        return await self.contexts.attach(self.pending_request(*messages, remote=remote, preview=preview))


def redact_for_remote(path: str, text: str, destination: object) -> str:
    """Remove comments for remote destinations, as the privacy rules do."""
    from vaultdesk.vault.markdown.markdown_scanner import without_comments

    return text if destination == LOCAL else without_comments(text)


@asynccontextmanager
async def open_contexts(
    folder: Path, notes: Mapping[str, str] = NOTES, privacy: NotePrivacy = NO_PRIVATE_NOTES
) -> AsyncIterator[ContextEnv]:
    """Open a vault of *notes* with its context services."""
    root = write_vault(folder / "vault", notes)
    index = Index(folder / "data" / "index.sqlite")
    async with Vault(root, watch=False) as vault, Indexer(vault, index) as indexer, Searcher(index) as searcher:
        await indexer.settled()
        file_finder = ContextFileFinder(vault, searcher)
        selector = ContextSelector(searcher, PassageSearch(searcher, None), privacy)
        reader = ContextReader(vault, file_finder, selector, privacy)
        yield ContextEnv(vault, searcher, indexer, file_finder, selector, reader, ContextAttacher(reader, vault.root))


def note(target: str) -> ContextItem:
    """Return a context item for a note or a part of one."""
    return ContextItem(kind="note", target=target)


ANY = ContextRequest("", REMOTE)
"""A request of a remote provider without a question."""
