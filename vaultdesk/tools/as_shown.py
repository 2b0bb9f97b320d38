"""As shown: whether the files of a plan are still what the person was shown, and may still be changed."""

from collections.abc import Collection, Sequence

from vaultdesk.core.errors import NoteNotFound, VaultDeskError
from vaultdesk.tools.conditions import Conditions
from vaultdesk.tools.frozen_call import FrozenCall
from vaultdesk.tools.planning import Plan, judged
from vaultdesk.vault.diff.change_set import NoteChange, NoteChoice
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import find_choice
from vaultdesk.vault.vault import Vault


async def changed_since(
    conditions: Conditions, calls: Sequence[FrozenCall], plan: Plan, choices: Sequence[NoteChoice]
) -> tuple[str, ...]:
    """Return the chosen files that are no longer what was shown, or no longer may be changed."""
    chosen = [change for change in plan.changes.changes if find_choice(choices, change) is not None]
    leaving = {NotePath(change.path).key for change in chosen if change.kind in ("move", "delete")}
    changed = []
    for change in chosen:
        verdict = await judged(conditions, calls, change, plan.changes, plan.looked)
        if isinstance(verdict, str) or not await _is_as_shown(conditions.vault, change, leaving):
            changed.append(change.path)
    return tuple(changed)


async def _is_as_shown(vault: Vault, change: NoteChange, leaving: Collection[str]) -> bool:
    try:
        if change.kind != "create" and (await vault.read(NotePath(change.path))).digest != change.digest:
            return False
    except NoteNotFound:
        return False
    except VaultDeskError:
        return True  # The writer meets the same trouble and tells it.
    if change.kind not in ("create", "move"):
        return True
    there = await vault.find(NotePath(change.final_path))
    return there is None or there.key in leaving
