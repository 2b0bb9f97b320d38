"""Repairs tool names and arguments in the calls of one answer."""

import json
from collections.abc import Sequence

from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.chat.tool_names import match_tool_name
from vaultdesk.tools.argument_repair import RepairedArguments, repaired_arguments
from vaultdesk.tools.argument_schema import FieldProblem
from vaultdesk.tools.registry import ToolRegistry


class CallRepairs:
    """The repaired calls of one answer, with remarks and problems for the model."""

    def __init__(self, calls: Sequence[ToolCallPart], registry: ToolRegistry) -> None:
        self._registry = registry
        self._repairs: dict[str, RepairedArguments] = {}
        self.calls: tuple[ToolCallPart, ...] = tuple(map(self._repaired_call, calls))

    def remarks(self, call_id: str) -> tuple[str, ...]:
        """Return remarks to add to the result of a call."""
        repaired = self._repairs.get(call_id)
        return repaired.remarks if repaired else ()

    def problems(self, call_id: str) -> tuple[FieldProblem, ...]:
        """Return what the model must correct before the call can be executed."""
        repaired = self._repairs.get(call_id)
        return repaired.problems if repaired else ()

    def _repaired_call(self, call: ToolCallPart) -> ToolCallPart:
        tool = self._registry.get(call.name)
        name = call.name if tool is not None else match_tool_name(call.name, self._registry.names)
        tool = tool or (self._registry.get(name) if name else None)
        if tool is None or name is None:
            return call
        changed: dict[str, object] = {} if name == call.name else {"name": name}
        if call.arguments is not None:
            repaired = repaired_arguments(tool, call.arguments)
            self._repairs[call.id] = repaired
            if repaired.arguments != call.arguments:
                text = json.dumps(repaired.arguments, ensure_ascii=False)
                changed |= {"arguments": repaired.arguments, "arguments_json": text}
        return call.model_copy(update=changed) if changed else call
