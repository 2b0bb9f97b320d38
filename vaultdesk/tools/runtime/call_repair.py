"""The calls of one answer with their tools' own names, and their arguments in the form the tools take."""

import json
from collections.abc import Sequence

from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.chat.tool_names import meant_tool
from vaultdesk.tools.argument_repair import RepairedArguments, repaired_arguments
from vaultdesk.tools.argument_schema import FieldProblem
from vaultdesk.tools.registry import ToolRegistry


class CallRepairs:
    """Calls as they are carried out, and what is to be told of how they were written."""

    def __init__(self, calls: Sequence[ToolCallPart], registry: ToolRegistry) -> None:
        self._registry = registry
        self._repairs: dict[str, RepairedArguments] = {}
        self.calls: tuple[ToolCallPart, ...] = tuple(map(self._repaired_call, calls))

    def remarks(self, call_id: str) -> tuple[str, ...]:
        """Return what the model should know with the result of a call."""
        repaired = self._repairs.get(call_id)
        return repaired.remarks if repaired else ()

    def problems(self, call_id: str) -> tuple[FieldProblem, ...]:
        """Return what the model must write otherwise before a call can be carried out."""
        repaired = self._repairs.get(call_id)
        return repaired.problems if repaired else ()

    def _repaired_call(self, call: ToolCallPart) -> ToolCallPart:
        tool = self._registry.get(call.name)
        name = call.name if tool is not None else meant_tool(call.name, self._registry.names)
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
