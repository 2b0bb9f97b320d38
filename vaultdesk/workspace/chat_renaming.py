"""ChatRenaming: a chat's note under another name, with every link to it; one change in the journal."""

import secrets

from vaultdesk.chat.conversation import chat_file_name
from vaultdesk.core.errors import NoteConflict, NoteNotFound
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.builtin.rename_tool import stage_rename
from vaultdesk.tools.tool import FULL_VISIBILITY, ToolFailure
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, printable
from vaultdesk.vault.staging import StagingArea, build_change_set, edits_of
from vaultdesk.vault.transactions.file_edits import Origin
from vaultdesk.vault.vault import Vault


async def rename_chat(vault: Vault, searcher: Searcher, path: str, title: str) -> str:
    """Name the note at *path* after *title* and repair the links to it; return its new path. Raises `VaultError`."""
    old = await vault.find(NotePath.parse(path))
    if old is None:
        raise NoteNotFound(
            f"There is no note “{printable(path)}”.", hint="It may have been moved or deleted.", path=path
        )
    new = await _free(vault, old, chat_file_name(title))
    if new == old:
        return old.text
    draft = StagingArea(vault)
    try:
        await stage_rename(draft, searcher, old, new, FULL_VISIBILITY)
    except ToolFailure as failure:
        raise NoteConflict("The chat was not renamed", hint=failure.message, path=path) from failure
    origin = Origin(f"rename:{secrets.token_hex(8)}", f"Rename chat to “{title}”")
    for outcome in await vault.apply(edits_of(build_change_set(draft.notes)), origin):
        if outcome.result not in ("done", "unconfirmed"):
            raise NoteConflict("The chat was not renamed", hint=outcome.problem, path=path)
    return new.text


async def _free(vault: Vault, old: NotePath, name: str) -> NotePath:
    """Return a path in the same folder that is called *name*, with a number where another file has it."""
    folder = old.parent_text
    number = 1
    while True:
        numbered = f"{name}{NOTE_SUFFIX}" if number == 1 else f"{name} {number}{NOTE_SUFFIX}"
        path = NotePath.parse(f"{folder}/{numbered}" if folder else numbered)
        found = await vault.find(path)
        if found is None or found == old:
            return path
        number += 1
