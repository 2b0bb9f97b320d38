"""Which of the notes attached to a question would reach a destination under the current privacy rules."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from vaultdesk.chat.messages import ContextItem, ImagePart
from vaultdesk.core.phrases import NO_PHRASE, Phrase
from vaultdesk.core.transmission import Destination
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.tools.runtime.policy import NotePrivacy, PrivacyStatus
from vaultdesk.vault.note_path import NOTE_SUFFIX

Attachment = ContextItem | ImagePart
"""What can be attached to a question."""

MAX_REASONS = 3
"""Maximum number of rules named for one attachment; the notes of a folder may be private by many rules."""


@dataclass(frozen=True, slots=True)
class ContextReach:
    """How many notes of an attachment a destination receives."""

    notes: int = 0
    """Number of its notes; 0 if they were not counted."""
    withheld: int = 0
    """Number of notes that a rule withholds from the destination."""
    asked: int = 0
    """Number of notes that the user is asked about first."""
    reasons: tuple[Phrase, ...] = ()
    """What makes them private: `in Personal`, `tagged #private`."""

    @property
    def is_withheld(self) -> bool:
        """Whether nothing of it is sent."""
        return 0 < self.notes <= self.withheld

    @property
    def is_private(self) -> bool:
        """Whether some of it is withheld or asked about."""
        return bool(self.withheld or self.asked)


def combined_reach(notes: Iterable[tuple[PrivacyStatus, Phrase]]) -> ContextReach:
    """Return the reach of an attachment of *notes*, each with its status and what makes it private."""
    known = tuple(notes)
    closed = [reason for status, reason in known if status == "closed"]
    asked = [reason for status, reason in known if status == "ask"]
    reasons = tuple(dict.fromkeys(filter(None, closed or asked)))[:MAX_REASONS]
    return ContextReach(len(known), len(closed), len(asked), reasons)


def known_reach(paths: Iterable[str], privacy: NotePrivacy, destination: Destination) -> ContextReach:
    """Return the reach of the notes at *paths* from what the index knows, without reading them."""

    def status_of(path: str) -> tuple[PrivacyStatus, Phrase]:
        status = privacy.status(path, destination)
        return status, privacy.reason(path) if status != "open" else NO_PHRASE

    return combined_reach(map(status_of, paths))


async def current_reach(paths: Iterable[str], privacy: NotePrivacy, destination: Destination) -> ContextReach:
    """Return the reach of the notes at *paths* from the current contents of their files."""
    found: list[tuple[PrivacyStatus, Phrase]] = []
    for path in paths:
        status = await privacy.current_status(path, destination)
        found.append((status, privacy.reason(path) if status != "open" else NO_PHRASE))
    return combined_reach(found)


def offered_reach(item: ContextItem, rules: PrivacyRules, destination: Destination) -> ContextReach:
    """Return the reach of *item* while it is only offered, from what the index knows of its notes. Does not block.

    The notes of a folder or tag are not counted unless a rule withholds all of them.
    """
    match item.kind:
        case "folder":
            private = rules.private_in_folder(item.target, destination)
            all_closed = rules.is_folder_closed(item.target, destination)
        case "tag":
            private = rules.private_with_tag(item.target, destination)
            all_closed = rules.is_tag_closed(item.target, destination)
        case _:
            name = item.target.partition("#")[0]
            path = rules.path_of(name) or (name if name.endswith(NOTE_SUFFIX) else f"{name}{NOTE_SUFFIX}")
            return known_reach((path,), rules.note_privacy, destination)
    reach = combined_reach(private)
    return reach if all_closed else replace(reach, notes=0)
