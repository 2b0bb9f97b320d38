"""Conditions: under which the calls of one answer are carried out, and what their conversation holds so far. Values."""

from dataclasses import dataclass

from vaultdesk.tools.approvals import Approver
from vaultdesk.tools.permissions import Permissions
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.seen import Seen
from vaultdesk.tools.subject import CHANGING, Subject
from vaultdesk.tools.taint import Taint
from vaultdesk.tools.tool import AnyTool, Effect
from vaultdesk.tools.trail import CallContext, Trail
from vaultdesk.vault.diff.change_set import NoteChangeKind
from vaultdesk.vault.vault import Vault


@dataclass(frozen=True, slots=True)
class Conditions:
    """Everything the stages of a call share."""

    registry: ToolRegistry
    permissions: Permissions
    approver: Approver
    vault: Vault
    context: CallContext
    trail: Trail
    seen: Seen
    taint: Taint

    @property
    def tainted(self) -> bool:
        """Whether every change of this conversation asks, whatever rules say (THREATS 2.3.5)."""
        return self.taint.flags(self.context.conversation_id).both

    def subject(self, tool: AnyTool, effect: Effect, change: NoteChangeKind | None = None) -> Subject:
        """Return a call of *tool* as permissions see it; *change* is what would happen to one file."""
        context = self.context
        return Subject(
            tool.name,
            effect,
            context.conversation_id,
            context.host,
            context.leash,
            change,
            bulk=tool.dangerous and effect in CHANGING,
            tainted=self.tainted,
        )
