"""Change lines: a change set as lines for a terminal: what happens to each note, its diff, its warnings."""

import re
from collections.abc import Sequence

from vaultdesk.cli.screen import one_line, plain
from vaultdesk.tools.runtime.approval_text import change_line
from vaultdesk.vault.diff.change_set import ChangeSet, NoteChange
from vaultdesk.vault.diff.unified_diff import unified_diff

DIFF_LINES = 60
"""Lines of one note's diff that are shown; a screen and a half. The rest is counted."""

LINE_CHARACTERS = 400
"""Characters of one line of a diff; the rest is counted, so that nothing hides far to the right."""

WHOLE_DIFF = 4_000_000
"""Characters of a diff that are made, to count what is not shown."""

_BLANKS = re.compile(r"[ \t]{20,}")


def groups(changes: ChangeSet) -> list[tuple[NoteChange, ...]]:
    """Return *changes* as a person chooses among them: a rename and the links it repairs are one choice."""
    found: dict[str, list[NoteChange]] = {}
    for change in changes.changes:
        found.setdefault(f"unit {change.unit}" if change.unit else f"change {change.id}", []).append(change)
    return [tuple(members) for members in found.values()]


def change_lines(changes: ChangeSet) -> list[str]:
    """Return what *changes* would do, each choice under its number."""
    lines: list[str] = []
    for number, members in enumerate(groups(changes), start=1):
        for place, change in enumerate(members):
            mark = f"{number}." if place == 0 else " " * len(f"{number}.")
            lines.append(f"   {mark} {plain(change_line(change))}")
            lines += [f"      ! {one_line(warning, 300)}" for warning in change.warnings]
            lines += _diff(change)
    return lines


def _diff(change: NoteChange) -> list[str]:
    if change.kind == "delete":
        return []
    diff = unified_diff(change.old_text, change.new_text, change.final_path, WHOLE_DIFF).split("\n")[2:-1]
    shown = [f"      {_cut(line)}" for line in diff[:DIFF_LINES]]
    more = _changed(diff[DIFF_LINES:])
    hidden = len(diff) - len(shown)
    return [*shown, f"      … {hidden:,} more lines of this diff are not shown ({more})"] if hidden > 0 else shown


def _changed(lines: Sequence[str]) -> str:
    added = sum(line.startswith("+") for line in lines)
    removed = sum(line.startswith("-") for line in lines)
    return f"+{added:,} −{removed:,}"


def _cut(line: str) -> str:
    # Blanks are told by their number: text far behind them would be out of sight.
    told = _BLANKS.sub(lambda blanks: f" <{len(blanks[0]):,} blanks> ", line)
    text = plain(told[: LINE_CHARACTERS * 2])
    hidden = len(told) - LINE_CHARACTERS
    return f"{text[:LINE_CHARACTERS]}… <{hidden:,} more characters>" if hidden > 0 else text
