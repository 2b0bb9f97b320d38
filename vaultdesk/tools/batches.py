"""Batches: the calls of one answer in order, neighbours that are asked about in one request together. Runs nothing."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.tools.frozen_call import plans_changes
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.schema import WrongArguments, validated

Kind = Literal["any", "reads", "changes", "alone"]
"""`any`: it comes to its result without doing anything, so it fits everywhere. `alone`: what goes out, or changes
something that is no file of the vault."""


@dataclass(slots=True)
class Batch:
    """Calls that are carried out together."""

    kind: Kind
    calls: list[ToolCallPart] = field(default_factory=list)

    @property
    def changes(self) -> bool:
        """Whether its calls plan changes of files."""
        return self.kind == "changes"


def batches(calls: Sequence[ToolCallPart], registry: ToolRegistry) -> list[Batch]:
    """Return *calls* in order: a read before a write runs before the write is planned, and the other way round."""
    found: list[Batch] = []
    for call in calls:
        kind = _kind(call, registry)
        last = found[-1] if found else None
        if last is None or kind == "alone" or last.kind == "alone" or not _fits(kind, last.kind):
            found.append(Batch(kind, [call]))
            continue
        last.calls.append(call)
        if last.kind == "any":
            last.kind = kind
    return found


def _fits(kind: Kind, other: Kind) -> bool:
    return kind == other or "any" in (kind, other)


def _kind(call: ToolCallPart, registry: ToolRegistry) -> Kind:
    tool = registry.get(call.name)
    if tool is None or call.arguments is None:
        return "any"
    try:
        effect = tool.effect_of(validated(tool.parameters, call.arguments))
    except WrongArguments:
        return "any"
    if plans_changes(tool, effect):
        return "changes"
    return "reads" if effect in ("read", "none") else "alone"
