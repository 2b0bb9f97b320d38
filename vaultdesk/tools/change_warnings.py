"""Change warnings: what a person should know of each change before agreeing, found by our code (THREATS 2.3.2)."""

import asyncio
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from vaultdesk.tools.visible import hidden_in, short, warnings_for
from vaultdesk.vault.diff.change_set import ChangeSet, NoteChange
from vaultdesk.vault.vault import Vault

LARGE_SHARE = 0.5
"""Share of a note's lines whose removal is worth a word."""

LARGE_LINES = 10
"""Lines that must go at least: half of a note of four lines is no loss to warn of."""

TRASH: Mapping[str, str] = {
    "local": "to the vault's .trash",
    "system": "to the trash of this computer",
    "none": "to the vault's .trash",
}
"""Where a deleted note goes, by what the vault's settings say. Nothing is ever deleted for good."""

_COMMENT = re.compile(r"%%(?:[^%]++|%(?!%))*+%%")

_CAPITALS = str.maketrans("I|", "ll")
"""What is drawn like a small L as it is written, before the case is folded."""

_LOOKS = str.maketrans("авеікмнорстухѕјһԁɡοαιρυνκı01", "abeikmhopctyxsjhdgoaipuvkiol")
"""Cyrillic and Greek letters and digits that are drawn like a Latin letter, after case folding."""


async def warned(changes: ChangeSet, vault: Vault) -> ChangeSet:
    """Return *changes* with the warnings of each, and where a deleted note goes."""
    arriving = [change for change in changes.changes if change.kind in ("create", "move")]
    alike = await _look_alikes(arriving, vault) if arriving else {}
    return ChangeSet(
        tuple(
            replace(
                change,
                warnings=tuple(dict.fromkeys((*change.warnings, *_warnings(change, alike.get(change.final_path, ""))))),
                reason=change.reason or (TRASH[vault.settings.trash] if change.kind == "delete" else ""),
            )
            for change in changes.changes
        )
    )


def _warnings(change: NoteChange, alike: str) -> Iterable[str]:
    yield from warnings_for([change.path, change.final_path])
    if alike:
        yield f"The new name looks like that of another note, “{short(alike, 120)}”."
    old = {line for hunk in change.hunks for line in hunk.old_lines}
    if any(hidden_in(line) for hunk in change.hunks for line in hunk.new_lines if line not in old):
        yield "The new text contains characters that cannot be seen; they are shown as <U+…>."
    if change.kind in ("modify", "move"):
        yield from _losses(change)


def _losses(change: NoteChange) -> Iterable[str]:
    before = change.old_text.count("\n") + 1
    gone = change.removed - change.added
    if gone >= LARGE_LINES and gone >= before * LARGE_SHARE:
        yield f"This removes {100 * gone // before} % of the note."
    left = list(_COMMENT.findall(change.new_text))
    for comment in _COMMENT.findall(change.old_text):
        if comment in left:
            left.remove(comment)
        else:
            yield "This removes or changes a private comment."
            return


async def _look_alikes(arriving: Sequence[NoteChange], vault: Vault) -> Mapping[str, str]:
    """Return for each new path a note of the vault with another name that is drawn the same."""
    wanted = {_look(change.final_path) for change in arriving}
    names = await asyncio.to_thread(
        lambda: [state.path.text for state in vault.files.walk() if state.conflict_of is None]
    )
    by_look: dict[str, list[str]] = {}
    for name in names:
        look = _look(name)
        if look in wanted:
            by_look.setdefault(look, []).append(name)
    found: dict[str, str] = {}
    for change in arriving:
        own, path = _name(change.final_path), change.final_path
        others = (name for name in by_look.get(_look(path), ()) if name != change.path and _name(name) != own)
        found[path] = next(others, "")
    return found


def _name(path: str) -> str:
    return unicodedata.normalize("NFC", path.rpartition("/")[2])


def _look(path: str) -> str:
    """Return the last name of *path* as it looks: another one with the same look can be taken for it."""
    composed = unicodedata.normalize("NFKC", path.rpartition("/")[2])
    return composed.translate(_CAPITALS).casefold().translate(_LOOKS).replace("rn", "m").replace("vv", "w")
