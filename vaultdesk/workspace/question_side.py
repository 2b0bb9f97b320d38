"""Question side: all that goes to a model beside a question's words, joined: context, mentions, commands, instructions.

The order of the steps before each request is told here. What stands before the first question comes last: what no
longer fits is summed up first, and instructions are never part of a summary.
"""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.context.compaction import (
    Compaction,
    ContextMeter,
    PlannedRequest,
    compacted_beginning,
    context_window_of,
)
from vaultdesk.agent.context.context_attacher import ContextAttacher, taint_step
from vaultdesk.agent.context.context_reader import ContextFileFinder, ContextReader, ContextSelector
from vaultdesk.agent.context.mention_completion import MentionCompletion
from vaultdesk.agent.instructions.quick_commands import QuickCommandCatalog
from vaultdesk.agent.instructions.vault_instructions import InstructionCatalog
from vaultdesk.agent.profile import AgentProfile
from vaultdesk.agent.question import Question
from vaultdesk.chat.conversation import Conversation
from vaultdesk.chat.messages import Message
from vaultdesk.core.errors import UsageError
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.index.search.passage_search import PassageSearch
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.providers.catalog import Catalog
from vaultdesk.tools.runtime.agent_scope import AgentScope
from vaultdesk.tools.runtime.policy import NotePrivacy
from vaultdesk.tools.runtime.taint import TaintTracker
from vaultdesk.vault.vault import Vault


class QuestionSide:
    """Of one open vault."""

    def __init__(
        self,
        vault: Vault,
        store: SettingsStore,
        catalog: Catalog,
        found: tuple[Searcher, PassageSearch],
        privacy: NotePrivacy,
        agent: Callable[..., Agent],
    ) -> None:
        """*found* is what finds notes; *agent* makes the one that would be asked."""
        searcher, passages = found
        self._store = store
        self._catalog = catalog
        reader = ContextReader(
            vault, ContextFileFinder(vault, searcher), ContextSelector(searcher, passages, privacy), privacy
        )
        self.contexts = ContextAttacher(reader, vault.root, self._summed)
        self.mentions = MentionCompletion(vault, searcher)
        self.instructions = InstructionCatalog(vault, store)
        self.commands = QuickCommandCatalog(vault, store, searcher, self._model_problem)
        self.compaction = Compaction(self.window, self._compacts, self.instructions.tokens)
        self._agent = agent
        self.meter = ContextMeter(self._look, self.window, self._compacts)

    @property
    def parts(self) -> tuple[ContextAttacher, MentionCompletion, ContextMeter, QuickCommandCatalog, InstructionCatalog]:
        """What others ask by itself."""
        return self.contexts, self.mentions, self.meter, self.commands, self.instructions

    @asynccontextmanager
    async def living(self) -> AsyncIterator["QuestionSide"]:
        """Follow notes and settings until the block ends."""
        async with AsyncExitStack() as living:
            await living.enter_async_context(self.instructions)
            await living.enter_async_context(self.commands)
            yield self

    def prepared(self, agent: Agent, leash: AgentScope, taint: TaintTracker) -> Agent:
        """Return *agent*, on *leash*, with every step before its requests; *taint* learns which notes were given."""
        steps = (self.contexts.fill, taint_step(taint), self.compaction.fit, self.instructions.within(leash))
        return agent.preparing(*steps)

    def window(self, label: str) -> int:
        """Return how many tokens the model *label* takes at once; 0 where nobody knows."""
        try:
            standing = self._catalog.standing(label)
        except UsageError:
            return 0  # Taken away meanwhile; the request itself says so.
        return context_window_of(standing, self._store.settings.providers.get(label.partition("/")[0]))

    async def _look(
        self, conversation: Conversation, question: Question, model: str | None, profile: AgentProfile
    ) -> PlannedRequest:
        agent = self._agent(model, profile=profile)
        return PlannedRequest(await agent.request(conversation, question), agent.label)

    def _summed(self, conversation: Conversation, messages: Sequence[Message]) -> int:
        return compacted_beginning(conversation, messages).summed if self._compacts() else 0

    def _compacts(self) -> bool:
        return self._store.settings.chat.compact

    def _model_problem(self, model: str) -> str:
        try:
            self._catalog.standing(model)
        except UsageError as problem:
            return str(problem)
        return ""
