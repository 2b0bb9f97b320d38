"""Exception hierarchy for everything that can go wrong outside the program's own code.

    VaultDeskError
    ├── SettingsError                 settings or a key cannot be read or kept
    ├── VaultError
    │   ├── VaultUnavailable          the folder is missing, not a folder, or may not be read
    │   ├── OutsideVault              a path that leads out of the vault, or to a hidden or special file
    │   ├── NoteNotFound
    │   ├── AmbiguousNote             a short name that several notes answer to
    │   ├── NoteUnreadable            no permission, a device error, vanished while being read
    │   ├── NoteNotText               not UTF-8, or binary
    │   ├── NoteTooLarge
    │   ├── NoteConflict              the note changed since it was read
    │   │   ├── NameTaken             another file has the name
    │   │   └── ConflictCopyFound     a sync program's conflict copy lies beside the note
    │   ├── NoteNotWritten            nothing was changed: disk full, no permission, a name no system keeps
    │   ├── NoteNotConfirmed          written, but the disk did not confirm it
    │   ├── VaultReadOnly             another VaultDesk has the vault open for writing
    │   └── JournalFailed             the record of changes cannot be written or read; so no note is changed
    ├── IndexFailed                   the search index cannot be used; the notes are untouched
    ├── EmbeddingFailed                 texts cannot be compared by meaning; searching by words goes on
    ├── AuditFailed                   the record of tool calls cannot be written; so no tool runs
    ├── ChatStoreFailed               chats cannot be kept or read outside the vault; open ones go on in memory
    ├── LedgerFailed                  what leaves this computer cannot be written down; so nothing leaves
    ├── ImportFailed                  chats of another program cannot be read; nothing was written
    ├── BudgetExceeded               a request would pass a cap the person set; it was not sent
    ├── ProviderError
    │   ├── ProviderRefused           key, quota, policy, a bad request: asking again is useless
    │   ├── ProviderUnreachable       network, overload, rate: asking again may help
    │   └── ProviderBroken            an answer that breaks the protocol or ends half-way
    ├── WebError
    │   ├── AddressBlocked             an address that is not fetched: no public web page
    │   ├── WebRefused                a site or search engine said no, or sent what cannot be used
    │   └── WebUnreachable            it cannot be reached, or does not answer in time: asking again may help
    └── UsageError                    the command line or a setting was used wrongly

An error has a title for the eye, a hint for the hand, and facts for the log (vaultdesk/core/README.md, "Errors").
"""

from typing import ClassVar, Literal

from vaultdesk.core.phrases import Phrase, Sentences, verbatim

ProviderErrorKind = Literal[
    "auth", "quota", "rate_limit", "overloaded", "context", "no_tools", "bad_request", "network", "protocol"
]
"""What a provider's failure comes down to (vaultdesk/providers/README.md, "Stream events")."""


class VaultDeskError(Exception):
    """The world is so: one sentence of what happened, one of what to do, and facts for the log."""

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
    """Settings or a key cannot be read or kept."""


class UsageError(VaultDeskError):
    """The command line or a setting was used wrongly."""

    exit_code = 2


class VaultError(VaultDeskError):
    """Something about the vault or one of its notes."""


class VaultUnavailable(VaultError):
    """The folder is missing, not a folder, or may not be read."""


class OutsideVault(VaultError):
    """A path that leads out of the vault, or to a hidden or special file inside it."""


class NoteNotFound(VaultError):
    """No such note."""


class AmbiguousNote(VaultError):
    """A short name that several notes answer to; `facts["candidates"]` lists their paths."""


class NoteUnreadable(VaultError):
    """No permission, a device error, or gone while being read."""


class NoteNotText(VaultError):
    """The file is not UTF-8 text."""


class NoteTooLarge(VaultError):
    """The file is over the size this program reads."""


class NoteConflict(VaultError):
    """The note changed since it was read; nothing was written."""


class NameTaken(NoteConflict):
    """Another file has the name, or will have it; reading it again changes nothing."""


class ConflictCopyFound(NoteConflict):
    """A sync program's conflict copy lies beside the note: a person decides between the two first."""


class NoteNotWritten(VaultError):
    """Nothing was changed: disk full, no permission, a name that not every system keeps."""


class NoteNotConfirmed(VaultError):
    """The note was replaced, but the disk did not confirm that it will survive a power cut
    (vaultdesk/vault/README.md, "Written, not confirmed")."""


class VaultReadOnly(VaultError):
    """Another VaultDesk has the vault open for writing; this one only reads."""


class JournalFailed(VaultError):
    """The record of changes cannot be written or read; so no note is changed."""


class IndexFailed(VaultDeskError):
    """The search index cannot be used; the notes are untouched."""


class EmbeddingFailed(VaultDeskError):
    """Texts cannot be compared by meaning; `facts["absent"]` where something that is needed is not installed."""


class AuditFailed(VaultDeskError):
    """The record of tool calls cannot be written or read; no tool runs without its record."""


class LedgerFailed(VaultDeskError):
    """What leaves this computer cannot be written down; so nothing leaves."""


class ChatStoreFailed(VaultDeskError):
    """Chats cannot be kept or read outside the vault; those that are open go on in memory."""


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
    """An answer that breaks the protocol or ends half-way; what came before it is kept, no call in it runs."""


class WebError(VaultDeskError):
    """Something about the web: a page, a search engine, a video service."""


class AddressBlocked(WebError):
    """An address that is not fetched: this computer, a private network, or no web page at all
    (vaultdesk/web/README.md, "Public addresses")."""


class WebRefused(WebError):
    """A site or search engine said no, or sent what cannot be used: asking again is useless."""


class WebUnreachable(WebError):
    """It cannot be reached or does not answer in time: asking again may help."""


def sole_error(error: BaseException) -> BaseException:
    """Return the one error that task groups wrapped, however deep; where they wrapped several, the group of those."""
    while isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:
        error = error.exceptions[0]
    return error
