"""Laundering: a change after which text may be read that may not be read now: moved, copied, or its mark taken off.

Each change is permitted by its own place; this is about the way round that two permitted steps make together.
"""

import asyncio
from bisect import bisect_right
from collections.abc import Mapping, Sequence

from vaultdesk.tools.conditions import Conditions
from vaultdesk.tools.frozen_call import FrozenCall
from vaultdesk.tools.subject import STRENGTH
from vaultdesk.tools.tool import ChangingTool
from vaultdesk.vault.diff.change_set import NoteChange
from vaultdesk.vault.markdown.markdown_scanner import Comment, comments_in

MARK = "%%"
"""What begins and ends a comment."""

TELLING = 12
"""Letters of one line of a comment by which it is known again where its marks are gone; fewer are ordinary words."""

SMALL = 50_000
"""Characters of a note that are looked through in the loop: a few milliseconds."""

MOST_LOOKED_THROUGH = 500_000_000
"""Characters that are looked through for the words of comments: about a second, off the loop."""

_BLANK = "% \t\n"


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
    """Whether any words of *old*'s comments stand outside every comment in *new*, and did not before."""
    if old == new:
        return False
    before, after = _Cover(comments_in(old)), _Cover(comments_in(new))
    head = _same(old, new)
    tail = _same(old[head:][::-1], new[head:][::-1])
    end, shift = len(old) - tail, len(new) - len(old)
    between: set[str] = set()
    for comment in before.comments:
        # Above the first difference and below the last one it is known where it is now.
        if comment.end <= head or comment.start >= end:
            moved = shift if comment.start >= end else 0
            if not after.hides(comment.start + moved, comment.end + moved, new):
                return True
            continue
        raw = old[comment.start : comment.end].strip()
        lines = (line.strip(_BLANK) for line in raw.split("\n"))
        # With its marks it is what stood there; a bare line may be the model's own where it is short.
        between.update(
            words for words in (raw, *(line for line in lines if len(line) >= TELLING)) if words.strip(_BLANK)
        )
    if len(between) * (len(old) + len(new)) > MOST_LOOKED_THROUGH:
        return True  # Not to be known in good time: a limit closes.
    return any(after.open(words, new) > before.open(words, old) for words in between)


class _Cover:
    """What of a text is comment."""

    def __init__(self, comments: Sequence[Comment]) -> None:
        self.comments = comments
        self._ends = [comment.end for comment in comments]

    def hides(self, start: int, end: int, text: str) -> bool:
        """Whether no word from *start* to *end* stands outside the comments."""
        for number in range(bisect_right(self._ends, start), len(self.comments)):
            comment = self.comments[number]
            if comment.start >= end:
                break
            if text[start : comment.start].strip(_BLANK):
                return False
            start = max(start, comment.end)
        return not text[start:end].strip(_BLANK)

    def open(self, words: str, text: str) -> int:
        """Return how often *words* stand in *text* with anything of them outside the comments."""
        count, place = 0, text.find(words)
        while place >= 0:
            count += not self.hides(place, place + len(words), text)
            place = text.find(words, place + len(words))
        return count


def _same(one: str, other: str) -> int:
    """Return how many characters both begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
