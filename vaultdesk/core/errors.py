"""Exception hierarchy for everything that can go wrong outside the program's own code.

    VaultDeskError
    ├── SettingsError                 settings or a key cannot be read or stored
    ├── VaultError
    │   ├── VaultUnavailable          the folder is missing, not a folder, or may not be read
    │   ├── OutsideVault              a path that leads out of the vault, or to a hidden or special file
    │   ├── NoteNotFound
    │   ├── AmbiguousNote             a short name that matches several notes
    │   ├── NoteUnreadable            no permission, a device error, removed while being read
    │   ├── NoteNotText               not UTF-8, or binary
    │   ├── NoteTooLarge
    │   ├── NoteConflict              the note changed since it was read
    │   │   ├── NameTaken             another file has the name
    │   │   └── ConflictCopyFound     there is a sync program's conflict copy of the note
    │   ├── NoteNotWritten            nothing was changed: disk full, no permission, an invalid name
    │   ├── NoteNotConfirmed          written, but the disk did not confirm it
    │   ├── VaultReadOnly             another VaultDesk has the vault open for writing
    │   └── JournalFailed             the change journal cannot be written or read, so no note is changed
    ├── IndexFailed                   the search index cannot be used; the notes are untouched
    ├── EmbeddingFailed               texts cannot be compared by meaning; searching by words still works
    ├── AuditFailed                   the audit log cannot be written, so no tool runs
    ├── ChatStoreFailed               chats cannot be stored or read outside the vault; open ones continue in memory
    ├── LedgerFailed                  the disclosure ledger cannot be written, so nothing is sent
    ├── ImportFailed                  chats of another program cannot be read; nothing was written
    ├── BudgetExceeded                a request would exceed a limit of the settings; it was not sent
    ├── ProviderError
    │   ├── ProviderRefused           key, quota, policy, a bad request: asking again is useless
    │   ├── ProviderUnreachable       network, overload, rate: asking again may help
    │   └── ProviderBroken            an answer that violates the protocol or is truncated
    ├── WebError
    │   ├── AddressBlocked            an address that is not fetched: not a public web page
    │   ├── WebRefused                a site or search engine refused, or sent an unusable answer
    │   └── WebUnreachable            it cannot be reached, or does not answer in time: asking again may help
    └── UsageError                    the command line or a setting was used wrongly

An error has a title and a hint for the user, and facts for the log (vaultdesk/core/README.md, "Errors").
"""

from typing import ClassVar, Literal

from vaultdesk.core.phrases import Phrase, Sentences, verbatim

ProviderErrorKind = Literal[
    "auth", "quota", "rate_limit", "overloaded", "context", "no_tools", "bad_request", "network", "protocol"
]
"""The kind of a provider's failure (vaultdesk/providers/README.md, "Stream events")."""


class VaultDeskError(Exception):
    """An expected error: a sentence with what happened, one with what to do, and facts for the log."""

    exit_code: ClassVar[int] = 1

    def __init__(self, title: str, *, hint: str = "", **facts: object) -> None:
        """*title* and *hint* are phrases; a plain `str` is text of another program, which has no translation."""
        super().__init__(title)
        self.title = verbatim(title)
        self.hint = verbatim(hint)
        self.facts = facts

    @property
    def message(self) -> Phrase:
        """Title and hint as one message."""
        return Sentences(self.title, self.hint) if self.hint else self.title

    def __str__(self) -> str:
        # Titles are fragments for a heading; as a sentence before the hint they need their full stop.
        return str(self.message)


class SettingsError(VaultDeskError):
    """Settings or a key cannot be read or stored."""


class UsageError(VaultDeskError):
    """The command line or a setting was used wrongly."""

    exit_code = 2


class VaultError(VaultDeskError):
    """An error of the vault or one of its notes."""


class VaultUnavailable(VaultError):
    """The folder is missing, not a folder, or may not be read."""


class OutsideVault(VaultError):
    """A path that leads out of the vault, or to a hidden or special file inside it."""


class NoteNotFound(VaultError):
    """The note does not exist."""


class AmbiguousNote(VaultError):
    """A short name that matches several notes; `facts["candidates"]` lists their paths."""


class NoteUnreadable(VaultError):
    """No permission, a device error, or removed while being read."""


class NoteNotText(VaultError):
    """The file is not UTF-8 text."""


class NoteTooLarge(VaultError):
    """The file exceeds the size this program reads."""


class NoteConflict(VaultError):
    """The note changed since it was read; nothing was written."""


class NameTaken(NoteConflict):
    """Another file has the name, or will have it; reading it again changes nothing."""


class ConflictCopyFound(NoteConflict):
    """There is a sync program's conflict copy of the note: the user has to choose between the two first."""


class NoteNotWritten(VaultError):
    """Nothing was changed: disk full, no permission, a name that some system does not allow."""


class NoteNotConfirmed(VaultError):
    """The note was replaced, but the disk did not confirm that it survives a power failure (vaultdesk/vault/README.md,
    "Written, not confirmed").
    """


class VaultReadOnly(VaultError):
    """Another VaultDesk has the vault open for writing; this one only reads."""


class JournalFailed(VaultError):
    """The change journal cannot be written or read, so no note is changed."""


class IndexFailed(VaultDeskError):
    """The search index cannot be used; the notes are untouched."""


class EmbeddingFailed(VaultDeskError):
    """Texts cannot be compared by meaning; `facts["absent"]` is set if a required component is not installed."""


class AuditFailed(VaultDeskError):
    """The audit log of tool calls cannot be written or read; no tool runs without its entry."""


class LedgerFailed(VaultDeskError):
    """The disclosure ledger cannot be written, so nothing is sent."""


class ChatStoreFailed(VaultDeskError):
    """Chats cannot be stored or read outside the vault; open ones continue in memory."""


class ImportFailed(VaultDeskError):
    """Chats of another program cannot be read; nothing was written."""


class BudgetExceeded(VaultDeskError):
    """A request would exceed a limit of the settings; it was not sent."""


class ProviderError(VaultDeskError):
    """A provider could not answer."""

    def __init__(
        self,
        title: str,
        *,
        hint: str = "",
        kind: ProviderErrorKind,
        retry_after: float | None = None,
        **facts: object,
    ) -> None:
        """`retry_after` is the delay in seconds that the provider asked for, if it named one."""
        super().__init__(title, hint=hint, **facts)
        self.kind: ProviderErrorKind = kind
        self.retry_after = retry_after


class ProviderRefused(ProviderError):
    """Key, quota, policy or a bad request: asking again is useless."""


class ProviderUnreachable(ProviderError):
    """Network, overload or rate: asking again may help."""


class ProviderBroken(ProviderError):
    """An answer that violates the protocol or is truncated; its beginning is preserved, none of its calls run."""


class WebError(VaultDeskError):
    """An error of the web: a page, a search engine, a video service."""


class AddressBlocked(WebError):
    """An address that is not fetched: this computer, a private network, or not a web page (vaultdesk/web/README.md,
    "Public addresses").
    """


class WebRefused(WebError):
    """A site or search engine refused, or sent an unusable answer: asking again is useless."""


class WebUnreachable(WebError):
    """It cannot be reached or does not answer in time: asking again may help."""


def sole_error(error: BaseException) -> BaseException:
    """Return the single error inside nested task groups; if there are several, the group that contains them."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error
