"""Placing: where a new note goes by the path a model gives, and whether it may be there. Stages nothing."""

from vaultdesk.tools.naming import NAME_SHOWN, note_path
from vaultdesk.tools.tool import ToolFailure, View
from vaultdesk.tools.visible import short
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import StagingArea


async def new_place(text: str, draft: StagingArea, view: View) -> NotePath:
    """Return the path of a new note: *text*, `.md` added, its folders spelled as on the disk where they are there.

    Raises `ToolFailure` where *view* does not see that place, `OutsideVault` and `NoteNotWritten` for a bad name.
    """
    path = note_path(text).for_writing()
    spelled = await _spelled(path, draft)
    if view.sees(spelled.text):
        return spelled
    if view.sees(path.text):
        return path
    # In the words that were given: how a folder out of sight is spelled is not told.
    raise ToolFailure("PERMISSION_DENIED", f"“{short(path.text, NAME_SHOWN)}” is outside what may be written here.")


async def _spelled(path: NotePath, draft: StagingArea) -> NotePath:
    parts = path.parts
    for depth in range(len(parts) - 1, 0, -1):
        folder = await draft.vault.find(NotePath("/".join(parts[:depth])))
        if folder is not None:
            return NotePath("/".join((folder.text, *parts[depth:])))
    return path
