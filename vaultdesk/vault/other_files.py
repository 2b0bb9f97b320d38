"""Other files: those of a vault that are neither notes nor boards, by their names. Reads none of them."""

from collections.abc import Callable

from vaultdesk.core.errors import VaultError
from vaultdesk.vault.files import VaultFiles
from vaultdesk.vault.links import NoteNames


def other_files(files: VaultFiles, sees: Callable[[str], bool]) -> NoteNames:
    """Return the names of those that *sees* lets through. A walk over the vault: call it in a thread."""
    names = NoteNames()
    try:
        for state in files.walk_all():
            if not state.path.is_indexed and sees(state.path.text):
                names.add(state.path.text)
    except VaultError:
        pass  # What was found until then is there.
    return names


def may_be_other(target: str) -> bool:
    """Whether a link to *target* may mean such a file: its last name has an ending."""
    return "." in target.rpartition("/")[2].strip(".")
