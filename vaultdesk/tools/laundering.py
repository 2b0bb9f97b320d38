"""Laundering: a change after which text may be read that may not be read now: moved, copied, or its mark taken off.

Each change is permitted by its own place; this is about the way round that two permitted steps make together.
"""

import asyncio
from collections.abc import Mapping, Sequence

from vaultdesk.tools.conditions import Conditions
from vaultdesk.tools.frozen_call import FrozenCall
from vaultdesk.tools.subject import STRENGTH
from vaultdesk.tools.tool import ChangingTool
from vaultdesk.vault.change_set import NoteChange
from vaultdesk.vault.comments import Comment, comments_in

MARK = "%%"
"""What begins and ends a comment."""

TELLING = 12
"""Letters of one line of a comment by which it is known again where its marks are gone; fewer are ordinary words."""

SMALL = 50_000
"""Characters of a note that are looked through in the loop: a few milliseconds."""


async def widens(
    conditions: Conditions, calls: Sequence[FrozenCall], change: NoteChange, looked: Mapping[str, Sequence[str]]
) -> bool:
    """Whether *change* opens text to more readers: then it is never made unasked, whatever rules and presets say."""
    permissions, destination = conditions.permissions, conditions.context.destination
    for call in calls:
        if call.call_id not in change.calls:
            continue
        subject = conditions.subject(call.tool, "read")
        sources = [change.path] if change.kind == "move" else []
        if isinstance(call.tool, ChangingTool) and call.tool.copies:
            copied = [path for path in looked.get(call.call_id, ()) if path != change.path]
            for path in copied:
                if await permissions.privacy.of_named(path, destination) != "open":
                    return True
            sources += copied
        after = STRENGTH[permissions.decide(subject, change.final_path).answer]
        if any(STRENGTH[permissions.decide(subject, path).answer] > after for path in sources):
            return True
    if change.kind not in ("modify", "move"):
        return False
    return permissions.privacy.loosens(change.path, change.old_text, change.final_path, change.new_text)


async def shows_comments(conditions: Conditions, change: NoteChange) -> bool:
    """Whether *change* turns a comment that is kept from the model into open text, as one more mark before it does."""
    if change.kind == "delete" or MARK not in change.old_text or change.old_text == change.new_text:
        return False
    destination, shown = conditions.context.destination, conditions.permissions.privacy.shown

    def opened() -> bool:
        kept = shown(change.path, change.old_text, destination) != change.old_text
        return kept and opened_comments(change.old_text, change.new_text)

    return opened() if len(change.old_text) < SMALL else await asyncio.to_thread(opened)


def opened_comments(old: str, new: str) -> bool:
    """Whether more of the words of *old*'s comments stand outside any comment in *new* than in *old*."""
    before, after = comments_in(old), comments_in(new)
    for comment in before:
        raw = old[comment.start : comment.end].strip()
        lines = (line.strip("% \t") for line in raw.split("\n"))
        # With its marks it is what stood there; a bare line may be the model's own where it is short.
        for words in (raw, *(line for line in lines if len(line) >= TELLING)):
            if words.strip("% \t\n") and _open(words, new, after) > _open(words, old, before):
                return True
    return False


def _open(words: str, text: str, comments: Sequence[Comment]) -> int:
    """Return how often *words* stand in *text* with anything of them outside *comments*."""
    count, place = 0, text.find(words)
    while place >= 0:
        count += not _is_hidden(place, place + len(words), text, comments)
        place = text.find(words, place + len(words))
    return count


def _is_hidden(start: int, end: int, text: str, comments: Sequence[Comment]) -> bool:
    """Whether no word from *start* to *end* stands outside *comments*."""
    for comment in comments:
        if comment.end > start and comment.start < end:
            if text[start : comment.start].strip("% \t\n"):
                return False
            start = max(start, comment.end)
    return not text[start:end].strip("% \t\n")
