"""The steps before each model request: attached context, compaction and instructions."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager

from vaultdesk.agent.agent import Agent
from vaultdesk.agent.context.compaction import Compaction
from vaultdesk.agent.context.context_attacher import ContextAttacher, TaintStep
from vaultdesk.agent.context.context_reader import ContextFileFinder, ContextReader, ContextSelector
from vaultdesk.agent.context.context_window import ContextMeter, PlannedRequest, context_window_of
from vaultdesk.agent.context.conversation_summary import compacted_beginning
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

PlanningAgent = Callable[[str | None, AgentProfile], Agent]
"""Returns an agent that is only used to plan a request, for a model and a profile."""


class QuestionPipeline:
    """The message steps of one open vault, and the catalogs of instructions and commands they use.

    Instructions are added last, because compaction must never summarize them.
    """

    def __init__(
        self,
        vault: Vault,
        store: SettingsStore,
        catalog: Catalog,
        searcher: Searcher,
        passage_search: PassageSearch,
        privacy: NotePrivacy,
        planning_agent: PlanningAgent,
    ) -> None:
        self._store = store
        self._catalog = catalog
        self._planning_agent = planning_agent
        reader = ContextReader(
            vault,
            ContextFileFinder(vault, searcher),
            ContextSelector(searcher, passage_search, privacy),
            privacy,
        )
        self.context_attacher = ContextAttacher(reader, vault.root, self._summarized_count)
        self.mention_completion = MentionCompletion(vault, searcher)
        self.instructions = InstructionCatalog(vault, store)
        self.quick_commands = QuickCommandCatalog(vault, store, searcher, catalog.model_problem)
        self.compaction = Compaction(self._compacts_chats, self.instructions.tokens)
        self.context_meter = ContextMeter(self._planned_request, self.context_window, self._compacts_chats)

    @asynccontextmanager
    async def running(self) -> AsyncIterator["QuestionPipeline"]:
        """Follow notes and settings until the block ends."""
        async with self.instructions, self.quick_commands:
            yield self

    def prepare(self, agent: Agent, agent_scope: AgentScope, taint: TaintTracker) -> Agent:
        """Return *agent* with all message steps for *agent_scope*; *taint* receives the attached notes."""
        steps = (
            self.context_attacher.attach,
            TaintStep(taint),
            self.compaction.fit_messages,
            self.instructions.message_step(agent_scope),
        )
        return agent.with_message_steps(*steps)

    def context_window(self, label: str) -> int:
        """Return the context window of the model *label* in tokens; 0 if it is not known."""
        try:
            status = self._catalog.model_status(label)
        except UsageError:
            return 0  # The provider was removed in the meantime; the request itself reports it.
        return context_window_of(status, self._store.settings.providers.get(label.partition("/")[0]))

    async def _planned_request(
        self, conversation: Conversation, question: Question, model: str | None, profile: AgentProfile
    ) -> PlannedRequest:
        agent = self._planning_agent(model, profile)
        # No question is sent now, so remote servers are not contacted; a self-hosted one reports its window
        # immediately.
        await self._catalog.refresh_facts(agent.label, self_hosted_only=True)
        # Created again: the facts determine how the model is given tools.
        agent = self._planning_agent(model, profile)
        return PlannedRequest(await agent.request_as_sent(conversation, question), agent.label)

    def _summarized_count(self, conversation: Conversation, messages: Sequence[Message]) -> int:
        return compacted_beginning(conversation, messages).summarized_count if self._compacts_chats() else 0

    def _compacts_chats(self) -> bool:
        return self._store.settings.chat.compact
