"""DiskTrouble: what the system's error numbers mean for a note, as our errors. The one door where OSError ends."""

import errno
from typing import Literal

from vaultdesk.core.errors import NoteNotFound, NoteNotWritten, NoteUnreadable, OutsideVault, VaultError
from vaultdesk.vault.note_path import NotePath, visible

Doing = Literal["read", "write"]

_FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
_FORBIDDEN = (errno.EACCES, errno.EPERM)
_SPECIAL = (errno.EINVAL, errno.EISDIR, errno.ENXIO, getattr(errno, "EOPNOTSUPP", errno.EINVAL))
_UNSAFE = (errno.ELOOP,)
_MISSING = (errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG)


def as_vault_error(error: OSError, path: NotePath, doing: Doing) -> VaultError:
    """Return what *error*, met while *doing* something to *path*, means for a person."""
    name = visible(path.text)
    facts = {"path": path.text, "reason": str(error)}
    number = error.errno
    if number in _UNSAFE:
        return OutsideVault(
            f"“{name}” is a link, or lies behind one.",
            hint="Links inside the vault are not followed. Move the real file into the vault.",
            **facts,
        )
    if number in _SPECIAL:
        return OutsideVault(f"“{name}” is not a regular file.", hint="Only plain files are notes.", **facts)
    if number in _MISSING:
        return NoteNotFound(f"There is no note “{name}”.", hint="It may have been moved, renamed or deleted.", **facts)
    if doing == "read":
        if number in _FORBIDDEN:
            return NoteUnreadable(f"“{name}” may not be read.", hint="Check the file's permissions.", **facts)
        return NoteUnreadable(
            f"“{name}” cannot be read from the disk.",
            hint="Check that the disk is connected and healthy, then try again.",
            **facts,
        )
    return NoteNotWritten(f"“{name}” was not saved: {_why(number)}", hint=_what_to_do(number), **facts)


def _why(number: int | None) -> str:
    if number in _FULL:
        return "the disk is full."
    if number in _FORBIDDEN:
        return "writing there is not allowed."
    if number == errno.EROFS:
        return "the disk is read-only."
    if number == errno.EFBIG:
        return "it is larger than this disk takes."
    return "the disk reported an error."


def _what_to_do(number: int | None) -> str:
    if number in _FULL:
        return "Free some space, then save again. The note on disk is unchanged."
    if number in (*_FORBIDDEN, errno.EROFS):
        return "Check the permissions of the folder, then save again. The note on disk is unchanged."
    return "Check the disk, then save again. The note on disk is unchanged."
