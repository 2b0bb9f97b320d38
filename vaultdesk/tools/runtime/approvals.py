"""Approval requests and decisions, and the digest that proves a request was not altered while shown."""

import hashlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Final, Literal, Protocol

from pydantic import JsonValue

from vaultdesk.core.destination import Destination
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.tools.network_tool import ResultChoice
from vaultdesk.tools.runtime.first_use import FirstUseAnswer, FirstUseRequest
from vaultdesk.tools.tool import Effect, FileChoice
from vaultdesk.vault.diff.change_set import NO_CHANGES, ChangeSet, NoteChoice

LineRange = tuple[int, int]
"""First and last line, from 1, inclusive."""

AnswerScope = Literal["once", "conversation", "always"]
"""How long a yes holds. Only reads inside a folder may hold longer than once
(vaultdesk/tools/README.md, "Approval rules", 6)."""


@dataclass(frozen=True, slots=True)
class CallReview:
    """One call of a request, frozen: what is shown is what runs (vaultdesk/tools/README.md, "Approval rules", 1)."""

    call_id: str
    tool: str
    display_name: Phrase | str
    purpose: Phrase | str
    effect: Effect
    arguments: dict[str, JsonValue]
    """The validated arguments, canonical names, as they will run."""
    files: tuple[FileChoice, ...] = ()
    warnings: tuple[Phrase, ...] = ()
    """Made by our code: invisible characters, look-alike names, files a rule keeps back."""
    action: Phrase | str = ""
    """The start of the headline: `Read` (before `2 notes`) or `Search your notes for "x"`."""
    receiver: Destination | None = None
    """Who is sent the arguments, besides the model that asks: a search engine, a site. None where nobody is."""
    has_lines: bool = False
    """Whether single lines of its files may be picked in the preview."""


@dataclass(frozen=True, slots=True)
class PassageChoice:
    """One piece of text that would be sent, shown literally."""

    id: str
    """What a decision names it by."""
    path: str
    """The note it is of; empty for a result of no single note, such as a tree of names."""
    text: str = field(repr=False)
    """Exactly what would be sent."""
    heading: str = ""
    first_line: int = 0
    """Its lines in the note, from 1; 0 where not known."""
    last_line: int = 0
    is_whole_note: bool = False
    marks: tuple[tuple[int, int], ...] = ()
    """Ranges of `text` that match the words of the search."""
    ticked: bool = True

    @property
    def tokens(self) -> int:
        """About how many tokens it is."""
        return text_tokens(self.text)


@dataclass(frozen=True, slots=True)
class WithheldNote:
    """A note that a call found and that is private: listed with a lock, never with its text."""

    path: str
    reason: Phrase
    """What makes it private, in words: `tagged #private`."""


@dataclass(frozen=True, slots=True)
class ApprovalRequest:
    """What is asked at once: one call, or several independent reads of one answer."""

    id: str
    headline: Phrase
    """What will happen in one sentence made by us."""
    calls: tuple[CallReview, ...]
    destination: Destination
    model_text: str = ""
    """What the model said before it asked; shown as its words, not checked."""
    folder: str | None = None
    """The folder a longer answer would hold for (`""` is the whole vault); None where only once is offered."""
    preview: Callable[[str], Awaitable[str]] | None = field(default=None, compare=False)
    """Gives the text of one named file as the model would read it. Raises `VaultDeskError`."""
    changes: ChangeSet = NO_CHANGES
    """Everything the calls would write, as one set; empty where they only read."""
    agent: str = ""
    """Name of the agent that asks; empty for the plain assistant."""
    results: tuple[ResultChoice, ...] = ()
    """What a call brought in from outside and the model has not read yet; then this is what is asked about."""
    passages: tuple[PassageChoice, ...] = ()
    """What the calls that name no files found on this computer: the literal text that would be sent."""
    withheld_notes: tuple[WithheldNote, ...] = ()
    """Private notes among what was found; no answer lets them out."""
    query: str = ""
    """The words of the search, which a decision may change; empty where nothing can be changed."""
    query_call: str = ""
    """Id of the call that `query` belongs to."""
    continues: str = ""
    """Id of the request that this one replaces after a search with other words, or because a note changed."""

    @property
    def files(self) -> tuple[FileChoice, ...]:
        """The files of all calls, each once, in order."""
        seen: dict[str, FileChoice] = {}
        for call in self.calls:
            for choice in call.files:
                seen.setdefault(choice.path, choice)
        return tuple(seen.values())

    def has_lines(self, path: str) -> bool:
        """Return whether single lines of the file at *path* may be picked instead of sharing its whole preview."""
        naming = [call for call in self.calls if any(choice.path == path for choice in call.files)]
        return bool(naming) and all(call.has_lines for call in naming)


@dataclass(frozen=True, slots=True)
class ApprovalDecision:
    """The answer. `files` are the ticked paths; None leaves every file as asked."""

    approved: bool
    files: tuple[str, ...] | None = None
    lines: Mapping[str, tuple[LineRange, ...]] = field(default_factory=dict)
    """Picked lines of the preview by path, for approved files shared in part; in order, without overlaps."""
    scope: AnswerScope = "once"
    reason: str = ""
    """When refusing: why, for the model to read."""
    changes: tuple[NoteChoice, ...] | None = None
    """What is taken of the change set; None takes all of it as shown, a change that is not named is left."""
    results: tuple[str, ...] | None = None
    """Ids of the results the model may read; None lets it read all that were shown."""
    passages: tuple[str, ...] | None = None
    """Ids of the passages that may be sent; None sends all that were shown."""
    new_query: str = ""
    """With `approved` False: search again with these words and put the request again."""
    by: Literal["person", "rule"] = "person"
    """Who answered: the person who was shown the request, or a rule they gave for this run."""


class Approver(Protocol):
    """Whoever can be asked: a dialog, a card, a terminal prompt, a rule."""

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        """Ask and wait for the answer. Being cancelled means no answer: nothing runs."""
        ...

    async def ask_first_use(self, request: FirstUseRequest) -> FirstUseAnswer:
        """Ask the first decision of a vault and a destination. Being cancelled means no answer: no notes are used."""
        ...


ALTERED_REQUEST = "What was asked was altered while it was shown. Nothing was done."
"""What a model reads where a request came back other than it went out."""


def request_digest(request: ApprovalRequest) -> str:
    """Return a digest of everything *request* shows."""
    digest = hashlib.sha256()
    _update_digest(digest, request)
    return digest.hexdigest()


def verified_decision(request: ApprovalRequest, digest: str, decision: ApprovalDecision) -> ApprovalDecision:
    """Return *decision*, or a refusal where *request* is no longer what *digest* was made of."""
    if request_digest(request) == digest:
        return decision
    return replace(decision, approved=False, reason=ALTERED_REQUEST)


def _update_digest(digest: "hashlib._Hash", value: object) -> None:
    if is_dataclass(value) and not isinstance(value, type):
        digest.update(f"<{type(value).__name__}>".encode())
        for one in fields(value):
            if one.compare:
                digest.update(f"<{one.name}>".encode())
                _update_digest(digest, getattr(value, one.name))
    elif isinstance(value, dict):
        digest.update(f"<{len(value)} keys>".encode())
        for key, inner in value.items():
            _update_digest(digest, key)
            _update_digest(digest, inner)
    elif isinstance(value, list | tuple):
        digest.update(f"<{len(value)} items>".encode())
        for inner in value:
            _update_digest(digest, inner)
    else:
        # Its length before it: no two different texts run together to the same bytes.
        text = repr(value).encode("utf-8", "surrogatepass")
        digest.update(f"<{type(value).__name__} {len(text)}>".encode() + text)


class DenyAll:
    """Denies every request. Used where calls are only planned."""

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        return ApprovalDecision(approved=False, reason="Nobody could be asked.")

    async def ask_first_use(self, request: FirstUseRequest) -> FirstUseAnswer:
        return "no"


DENY_ALL: Final = DenyAll()
