"""Every number a disk can answer becomes a sentence."""

import errno

import pytest

from vaultdesk.core.errors import NoteNotFound, NoteNotWritten, NoteUnreadable, OutsideVault, VaultError
from vaultdesk.vault.disk_trouble import Doing, as_vault_error
from vaultdesk.vault.note_path import NotePath


@pytest.mark.parametrize(
    ("number", "doing", "kind", "words"),
    [
        (errno.ENOENT, "read", NoteNotFound, "no note"),
        (errno.ENOTDIR, "write", NoteNotFound, "no note"),
        (errno.ENAMETOOLONG, "read", NoteNotFound, "no note"),
        (errno.ELOOP, "read", OutsideVault, "link"),
        (errno.EINVAL, "write", OutsideVault, "regular"),
        (errno.EACCES, "read", NoteUnreadable, "may not be read"),
        (errno.EIO, "read", NoteUnreadable, "disk"),
        (errno.ENOSPC, "write", NoteNotWritten, "full"),
        (errno.EDQUOT, "write", NoteNotWritten, "full"),
        (errno.EACCES, "write", NoteNotWritten, "not allowed"),
        (errno.EROFS, "write", NoteNotWritten, "read-only"),
        (errno.EFBIG, "write", NoteNotWritten, "larger"),
        (errno.EIO, "write", NoteNotWritten, "error"),
    ],
)
def test_trouble_is_told_in_a_sentence_with_a_hint(
    number: int, doing: Doing, kind: type[VaultError], words: str
) -> None:
    error = as_vault_error(OSError(number, "x"), NotePath("a.md"), doing)
    assert type(error) is kind
    assert words in error.title
    assert error.title.endswith(".")
    assert error.hint
    assert error.facts["path"] == "a.md"


@pytest.mark.parametrize("number", [*errno.errorcode, None])
def test_every_known_number_has_a_sentence(number: int) -> None:
    for doing in ("read", "write"):
        assert as_vault_error(OSError(number, "x"), NotePath("a.md"), doing).hint
