"""Trail: the audit lines of one answer's calls, written in order off the loop. Decides nothing; see runner.py."""

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from pydantic import JsonValue

from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.core.destination import Destination
from vaultdesk.tools.audit import Audit, By, Happening, Record
from vaultdesk.tools.leash import FREE, Leash
from vaultdesk.tools.tool import RESULT_LIMIT, Effect, ToolResult

REFUSALS = frozenset({"CANCELLED", "PERMISSION_DENIED", "DANGEROUS_OPERATION", "RATE_LIMITED"})
"""Error codes of a call that was not let through, as against one that went wrong."""


@dataclass(frozen=True, slots=True)
class CallContext:
    """In which run the calls were made and where their results go."""

    destination: Destination
    conversation_id: str = ""
    run_id: str = ""
    model_words: str = ""
    """What the model said before it asked; shown as its words, not checked."""
    result_limit: int = RESULT_LIMIT
    """Characters of one result that the model reads."""
    leash: Leash = FREE
    """How far whoever asks may go."""
    question: str = ""
    """What the person asked: the changes that come of it are known by it in the journal."""
    by_program: bool = False
    """Whether the calls are the program's own, for a way of asking the person chose: then no model goes in circles."""

    @property
    def host(self) -> str:
        """Where what is read goes; empty where it stays on this computer."""
        return "" if self.destination.local else self.destination.host


class Trail:
    """Writes what happens to each call; knows which calls have come to no end yet."""

    def __init__(self, audit: Audit, thread: ThreadPoolExecutor, context: CallContext) -> None:
        self._audit = audit
        self._thread = thread
        self._context = context
        self._open: dict[str, Record] = {}

    async def requested(self, calls: Sequence[ToolCallPart]) -> None:
        """Note that *calls* came in. Raises `AuditFailed`: then none of them may go on."""
        for call in calls:
            record = Record(
                "requested", call.name, call.id, self._context.run_id, self._context.conversation_id,
                host=self._context.host, agent=self._context.leash.agent,
            )  # fmt: skip
            self._open[call.id] = record
            await self._write(record)

    def frozen(self, call_id: str, effect: Effect, arguments: dict[str, JsonValue], files: Sequence[str]) -> None:
        """Let the lines of a call carry what it would do from now on."""
        self._open[call_id] = replace(self._open[call_id], effect=effect, arguments=arguments, files=tuple(files))

    def about(self, call_id: str, files: Sequence[str]) -> None:
        """Let the lines of a call name *files* from now on."""
        self._open[call_id] = replace(self._open[call_id], files=tuple(files))

    async def happened(
        self, call_id: str, happening: Happening, by: By = "", why: str = "", files: Sequence[str] | None = None
    ) -> None:
        """Note one step of a call that is not its end; *files* where it is about some of its files only."""
        record = replace(self._open[call_id], happening=happening, by=by, why=why)
        await self._write(record if files is None else replace(record, files=tuple(files)))

    async def ended(self, call_id: str, result: ToolResult, by: By = "", why: str = "") -> None:
        """Note what came of a call; *why* where the model is not told that it was refused."""
        record = self._open[call_id]
        code = why or (result.error.code if result.error is not None else "")
        happening: Happening = "done" if result.success else "failed"
        if why or code in REFUSALS:
            happening = "refused"
        # What was touched is known only now; a refused call keeps the files it was about.
        files = result.metadata.files_affected or record.files
        took = result.metadata.execution_time_ms
        await self._write(replace(record, happening=happening, by=by, why=code, files=files, milliseconds=took))
        del self._open[call_id]

    async def broken_off(self, happening: Happening) -> None:
        """Note that every call that came to no end was broken off. Holds out a cancellation of the caller."""
        records = [replace(record, happening=happening) for record in self._open.values()]
        self._open.clear()
        for record in records:
            await self._write(record)

    async def _write(self, record: Record) -> None:
        # Shielded: a line that is being written is finished even where its writer is cancelled.
        loop = asyncio.get_running_loop()
        await asyncio.shield(loop.run_in_executor(self._thread, self._audit.record, record))
