"""SectionEdit: text put in at a heading, or in place of a block. Pure text; single words are exact_edit.py's.

Everything not asked for stays byte for byte; the last line end is kept or left out as it was. What was put in is read
again: it may not swallow what follows it, as code that nobody closes does.
"""

import re
from typing import Literal

from vaultdesk.vault.blocks import is_item
from vaultdesk.vault.exact_edit import MOST_LISTED, EditRefused, listed
from vaultdesk.vault.frontmatter import read_frontmatter
from vaultdesk.vault.markdown import Scan, scan
from vaultdesk.vault.note_path import visible
from vaultdesk.vault.sections import Section, block, block_ids, sections_named

Place = Literal["replace", "append", "prepend", "before", "after"]

_HEADING = re.compile(r" {0,3}#{1,6}(?:[ \t]|$)", re.MULTILINE)
_ID = re.compile(r"\^([A-Za-z0-9\-]+)")
_TABLE = re.compile(r"[ \t]*+\|")


def edited_section(text: str, heading: str, content: str, place: Place) -> str:
    """Return *text* with *content* put in at *heading*. Raises `EditRefused` where that is no one heading of it.

    `replace`: in place of all under the heading, deeper headings included; the heading stays. `append` and `prepend`:
    last or first in the heading's own text, before any deeper heading; content that begins with a heading is appended
    after the deeper ones. `before` and `after`: outside the part.
    """
    content = content.replace("\r\n", "\n").strip("\n")
    part = _only_section(text, heading)
    if not content.strip() and place != "replace":
        raise EditRefused("The content is empty; give the text to put in.")
    start, end = _region(part, content, place)
    words = _words(text, start, end)
    if place == "before":
        changed = _spliced(text, start, start, f"{_lead(text, start)}{content}\n\n")
    elif words is None:
        changed = _filled(text, part.body_start, content)
    elif place == "replace":
        changed = _spliced(text, words[0], words[1], content) if content.strip() else f"{text[: words[0]]}{text[end:]}"
    elif place == "prepend":
        below = text[words[0] : words[1]].split("\n", 1)[0]
        changed = _spliced(text, words[0], words[0], content + _gap(content.rsplit("\n", 1)[-1], below))
    else:
        changed = _put_after(text, words[1], content)
    _refuse_other_meaning(text, changed)
    return changed


def replaced_block(text: str, block_id: str, content: str) -> str:
    """Return *text* with *content* for the block of that id, which keeps its id. Raises `EditRefused`."""
    wanted = block_id.strip().removeprefix("^")
    found = block(text, wanted)
    if found is None:
        ids = block_ids(text)
        known = f" It has {', '.join(f'^{one}' for one in ids[:MOST_LISTED])}." if ids else " It has no ids at all."
        raise EditRefused(f"The note has no block ^{visible(wanted)}.{known}", ids)
    start, end = found
    old = text[start:end]
    content = content.replace("\r\n", "\n").strip("\n")
    if not content.strip():
        raise EditRefused("The new text of the block is empty; to take it out, replace its old text by nothing.")
    if wanted not in block_ids(content):
        content = _with_id(old.rstrip("\n"), content, wanted)
    ending = old[len(old.rstrip("\n")) :]
    changed = f"{text[:start]}{content}{ending}{text[end:]}"
    _refuse_other_meaning(text, changed)
    return changed


def _only_section(text: str, heading: str) -> Section:
    found = sections_named(text, heading)
    if len(found) == 1:
        return found[0]
    if found:
        lines = listed([part.heading.line for part in found])
        raise EditRefused(
            f"{len(found)} headings are called “{visible(heading)}”, in lines {lines}. "
            "Name the one above it too (Above#Heading), or use old and new."
        )
    headings = tuple(f"{'#' * one.level} {one.text}" for one in _scanned(text).headings[:MOST_LISTED])
    known = f" It has: {'; '.join(visible(one) for one in headings)}." if headings else " It has no headings at all."
    raise EditRefused(f"The note has no heading “{visible(heading)}”.{known}", headings)


def _region(part: Section, content: str, place: Place) -> tuple[int, int]:
    """Return the stretch whose first or last words *content* is put beside, or in place of."""
    match place:
        case "replace":
            return part.body_start, part.end
        case "append":
            return part.body_start, part.end if _HEADING.match(content) else part.own_end
        case "prepend":
            return part.body_start, part.own_end
        case "before" | "after":
            return part.start, part.end


def _words(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return from the first line with words in the stretch to the end of the last one; None where it is blank."""
    stretch = text[start:end]
    if not stretch.strip():
        return None
    first = start + len(stretch) - len(stretch.lstrip())
    last = text.find("\n", start + len(stretch.rstrip()), end)
    return max(start, text.rfind("\n", 0, first) + 1), last if last >= 0 else end


def _filled(text: str, place: int, content: str) -> str:
    """Return *text* with *content* at *place*, where an empty part begins."""
    before, after = text[:place], text[place:]
    lead = "" if before.endswith("\n") else "\n"
    if not after.strip():
        # The end of the note: a last line end only where there was one.
        return f"{before}{lead}{content}{'' if lead else chr(10)}"
    return f"{before}{content}\n{after}" if after.startswith("\n") else f"{before}{content}\n\n{after}"


def _put_after(text: str, place: int, content: str) -> str:
    """Return *text* with *content* after the line that ends at *place*."""
    above = text[text.rfind("\n", 0, place) + 1 : place]
    following = text[place:].split("\n", 2)[1:2]
    # A heading that followed closely still does, but for an underlined one: it would take the content in.
    apart = not following or not following[0].strip() or _HEADING.match(following[0])
    if _is_open(text[:place]):
        raise EditRefused("The text there is code, a comment or a formula that is not closed; close it first.")
    return _spliced(
        text, place, place, f"{_gap(above, content.split(chr(10), 1)[0])}{content}{'' if apart else chr(10)}"
    )


def _spliced(text: str, start: int, end: int, words: str) -> str:
    return f"{text[:start]}{words}{text[end:]}"


def _lead(text: str, place: int) -> str:
    """Return the line end that makes a blank line before *place*; none at the note's beginning."""
    begins = place == read_frontmatter(text).body_start
    return "" if begins or text[:place].endswith("\n\n") else "\n"


def _gap(above: str, below: str) -> str:
    """Return the line ends between two lines: items of a list and rows of a table follow each other, others do not."""
    same_list = is_item(below) and (is_item(above) or above[:1] in (" ", "\t"))
    same_table = _TABLE.match(above) is not None and _TABLE.match(below) is not None
    return "\n" if same_list or same_table else "\n\n"


def _is_open(text: str) -> bool:
    """Whether what follows *text* would not be read as text."""
    return len(_scanned(f"{text}\n\n# x\n").headings) != len(_scanned(text).headings) + 1


def _with_id(old: str, content: str, block_id: str) -> str:
    """Return *content* with the id where the *old* block had it: at the end of a line, or on a line of its own."""
    caret = next(found.start() for found in _ID.finditer(old) if found[1].casefold() == block_id.casefold())
    above = old[:caret].rstrip()
    between, mark = old[len(above) : caret], _ID.match(old, caret)
    assert mark is not None
    if "\n" in between:
        return f"{content}{between}{mark[0]}"
    # Of an item with others under it the first line carries the id, of a paragraph the last one.
    first, newline, rest = content.partition("\n")
    return f"{first} {mark[0]}\n{rest}" if is_item(content) and newline else f"{content} {mark[0]}"


def _refuse_other_meaning(text: str, changed: str) -> None:
    """Raise where the lines after the new words, or above them, are read otherwise than before."""
    head = _same(text, changed)
    tail = _same(text[head:][::-1], changed[head:][::-1])
    before, after = _marks(_scanned(text)), _marks(_scanned(changed))
    end, shift = len(text) - tail, len(changed) - len(text)
    if [(mark, at + shift) for mark, at in before if at >= end] != [one for one in after if one[1] >= end + shift]:
        raise EditRefused(
            "The new text opens code, a comment or a formula and does not close it; what follows would be lost in it."
        )
    line = text.rfind("\n", 0, head) + 1
    if [one for one in before if one[1] < line] != [one for one in after if one[1] < line]:
        raise EditRefused("The new text begins so that the lines above it would be read otherwise.")


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


def _marks(found: Scan) -> list[tuple[str, int]]:
    headings = [(f"{one.level} {one.text}", one.start) for one in found.headings]
    return [*headings, *((link.target, link.start) for link in found.links), *((b.id, b.start) for b in found.blocks)]


def _scanned(text: str) -> Scan:
    return scan(text, read_frontmatter(text).body_start)
