"""Cache of the results of reading calls: an equal call of the same chat gets the earlier result while nothing
changes."""

import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from typing import Literal

from msgspec import Struct

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.values import replace
from vaultdesk.tools.argument_schema import canonical_arguments
from vaultdesk.tools.runtime.call_context import CallContext, ExecutionContext
from vaultdesk.tools.runtime.execution import Execution
from vaultdesk.tools.runtime.resolved_call import ResolvedCall
from vaultdesk.tools.tool import AnyTool, Parameters
from vaultdesk.vault.note_path import NotePath

MAX_CACHED_RESULTS = 200
"""Maximum number of results over all chats: an answer makes twenty calls at most, and few are repeated."""

CACHED_NOTE = "Nothing has changed since the same call was made: this is its earlier result."
"""Note for the model on a cached result."""


class CachedResult(Struct, frozen=True):
    """A cached result with the conditions for using it again."""

    execution: Execution
    circumstances: object
    files: frozenset[str]
    """The readable files named in the call."""
    allowed_paths: frozenset[str]
    """The notes whose text in it was shown and approved."""
    allowed_by: Literal["person", "rule"] | None


class ResultCache:
    """The results of reads by chat, destination, tool and arguments."""

    def __init__(self, generation: Callable[[], object]) -> None:
        """*generation* returns another value whenever the index, the settings or the rules have changed."""
        self._generation = generation
        self._results: OrderedDict[str, CachedResult] = OrderedDict()

    def may_contain(self, context: ExecutionContext, tool: AnyTool, arguments: Parameters) -> bool:
        """Whether there is a result of an equal call that the current state still allows."""
        cached = self._results.get(_key(context.call_context, tool, arguments))
        return cached is not None and cached.circumstances == self._circumstances(context)

    async def find(self, context: ExecutionContext, call: ResolvedCall) -> CachedResult | None:
        """Return the result of an equal call; None if there is none or it is outdated."""
        if not _is_cacheable(call):
            return None
        key = _key(context.call_context, call.tool, call.arguments)
        cached = self._results.get(key)
        if cached is None:
            return None
        try:
            if cached.circumstances == self._circumstances(context) and await _is_current(context, call, cached):
                self._results.move_to_end(key)
                return cached
        except VaultDeskError:
            pass  # An unreadable note: the call runs and reports that itself.
        self._results.pop(key, None)
        return None

    def store(
        self,
        context: ExecutionContext,
        call: ResolvedCall,
        execution: Execution,
        allowed_paths: frozenset[str],
        allowed_by: Literal["person", "rule"] | None,
    ) -> None:
        """Store the result of *call* if it may be used again."""
        if not _is_cacheable(call) or not execution.result.success:
            return
        self._results[_key(context.call_context, call.tool, call.arguments)] = CachedResult(
            execution, self._circumstances(context), _files_of(call), allowed_paths, allowed_by
        )
        while len(self._results) > MAX_CACHED_RESULTS:
            self._results.popitem(last=False)

    def clear(self) -> None:
        """Remove all results, after a write."""
        self._results.clear()

    def _circumstances(self, context: ExecutionContext) -> object:
        """Return the state that must be equal for a result to be used again, besides the call itself."""
        permissions, call_context = context.permissions, context.call_context
        return (
            self._generation(),
            tuple(permissions.rules()),
            permissions.preset(),
            permissions.state(call_context.conversation_id),
            call_context.agent_scope,
            context.taint.flags(call_context.conversation_id),
        )


def repeated_execution(cached: CachedResult) -> Execution:
    """Return the execution of an equal call, marked as cached."""
    result = cached.execution.result.with_note(CACHED_NOTE)
    metadata = result.metadata.model_copy(update={"cached": True, "execution_time_ms": 0})
    return replace(cached.execution, result=result.model_copy(update={"metadata": metadata}), seconds=0.0)


def _is_cacheable(call: ResolvedCall) -> bool:
    # Results without an effect, such as the time, differ each time; network calls need approval each time.
    return call.effect == "read"


def _files_of(call: ResolvedCall) -> frozenset[str]:
    return frozenset(choice.path for choice in call.files)


async def _is_current(context: ExecutionContext, call: ResolvedCall, cached: CachedResult) -> bool:
    """Whether every note in the result is unchanged and may still be read without further approval."""
    if _files_of(call) != cached.files:
        return False
    privacy, destination = context.permissions.privacy, context.call_context.destination
    for path in {source.path for source in cached.execution.sources}:
        if await privacy.current_status(path, destination) != "open":
            return False
    return await _versions_now(context, call, cached.execution.digests) == dict(cached.execution.digests)


async def _versions_now(context: ExecutionContext, call: ResolvedCall, digests: Mapping[str, str]) -> dict[str, str]:
    known = {choice.path: choice.digest for choice in call.files if choice.digest}
    return {path: known.get(path) or (await context.vault.read(NotePath(path))).digest for path in digests}


def _key(call_context: CallContext, tool: AnyTool, arguments: Parameters) -> str:
    destination = call_context.destination
    caller = [call_context.conversation_id, destination.name, destination.host, destination.local]
    return json.dumps([*caller, tool.name, canonical_arguments(arguments)], sort_keys=True)
