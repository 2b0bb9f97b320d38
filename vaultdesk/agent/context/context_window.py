"""The context window of a model, and the meter of how full a conversation makes it."""

from collections.abc import Awaitable, Callable, Mapping

from msgspec import Struct

from vaultdesk.agent.context.conversation_summary import compacted_beginning
from vaultdesk.agent.profile import DEFAULT_PROFILE, AgentProfile
from vaultdesk.agent.question import Question
from vaultdesk.agent.token_usage import count_in_slices, estimate_request
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.settings.settings_schema import ProviderKind, ProviderSettings
from vaultdesk.providers.gguf.model_files import MODEL_FILE_WINDOW
from vaultdesk.providers.known_models import ModelStatus
from vaultdesk.providers.ollama_models import DEFAULT_WINDOW
from vaultdesk.providers.provider import ModelRequest

UNLIMITED_WINDOW = 1_000_000_000
"""Window of a provider that does not read text into a context: the offline assistant."""

VENDOR_WINDOWS: Mapping[ProviderKind, int] = {
    "openai": 128_000,
    "anthropic": 200_000,
    "gemini": 1_000_000,
    "codex": 200_000,
    "offline": UNLIMITED_WINDOW,
}
"""Smallest window of the chat models of a vendor, used if its model list does not say."""


def context_window_of(model_status: ModelStatus, settings: ProviderSettings | None) -> int:
    """Return the window of a model in tokens; 0 if not known. The user's value in *settings* takes precedence."""
    kind = settings.kind if settings is not None else model_status.label.partition("/")[0]
    if kind == "gguf":
        # The window a model file is loaded with, at most the trained one (model_files.py).
        trained = model_status.info.context if model_status.info else 0
        window = (settings.context if settings is not None else 0) or MODEL_FILE_WINDOW
        return min(window, trained or window)
    if settings is not None and settings.context:
        return settings.context
    if model_status.info is not None and model_status.info.window:
        return model_status.info.window
    reported = (model_status.info.context if model_status.info else 0) or (
        model_status.card.context if model_status.card else 0
    )
    if kind == "ollama" and model_status.local:
        # Facts not known yet: the window requested is limited by the likely memory (ollama_models.py).
        return min(reported or DEFAULT_WINDOW, DEFAULT_WINDOW)
    return reported or next((window for vendor, window in VENDOR_WINDOWS.items() if vendor == kind), 0)


NEARLY_FULL_SHARE = 0.8
"""Share of the window from which a warning is shown: the next long answer may not fit."""


class ContextFill(Struct, frozen=True):
    """How full a window is."""

    used: int
    """Estimated tokens of the next request, without its answer."""
    window: int
    """Size of the window in tokens; 0 if not known."""
    summarized_messages: int = 0
    """Number of messages replaced by a summary in requests."""
    is_nearly_full: bool = False


class PlannedRequest(Struct, frozen=True):
    """A request that would be sent, and its model."""

    request: ModelRequest
    """The request as the server would get it."""
    label: str
    """`provider/name`."""


PlanRequest = Callable[[Conversation, Question, str | None, AgentProfile], Awaitable[PlannedRequest]]
"""Builds the request that would be sent, without sending it."""


class ContextMeter:
    """Measures how much of a model's window conversations use."""

    def __init__(self, plan_request: PlanRequest, window: Callable[[str], int], compacts: Callable[[], bool]) -> None:
        """*window* returns a model's window in tokens by its label; *compacts* whether long chats are summarized."""
        self._plan_request = plan_request
        self._window = window
        self._compacts = compacts

    async def measure(
        self,
        conversation: Conversation,
        question: Question | str = "",
        model: str | None = None,
        profile: AgentProfile = DEFAULT_PROFILE,
    ) -> ContextFill | None:
        """Return how full the window would be with *question*; None for the offline assistant, which has no window.

        Raises `VaultDeskError` if the question cannot be asked.
        """
        await count_in_slices(conversation.messages)
        planned = await self._plan_request(conversation, Question.of(question), model, profile)
        window = self._window(planned.label)
        if window >= UNLIMITED_WINDOW:
            return None
        used = estimate_request(planned.request).input_tokens
        summarized = (
            compacted_beginning(conversation, conversation.messages).summarized_count if self._compacts() else 0
        )
        return ContextFill(used, window, summarized, is_nearly_full=bool(window) and used >= NEARLY_FULL_SHARE * window)
