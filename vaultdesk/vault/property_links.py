"""PropertyLinks: wikilinks inside the properties of a note, changed at their own place in the YAML (OBSIDIAN E.1).

Order, quotes, comments and everything that is no link stay byte for byte. What came out is read again; where it does
not say exactly what was meant, nothing is changed.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence

import yaml

from vaultdesk.vault.frontmatter import read_frontmatter, texts_in
from vaultdesk.vault.link_literal import Splice, inner_retargeted, spliced
from vaultdesk.vault.link_syntax import Link, wikilink

_WIKILINK = re.compile(r"(!?)\[\[([^\[\]\n]++)\]\]")
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_OPENING = re.compile(r"---[ \t]*\r?\n")

Retarget = Callable[[Link], Sequence[str] | None]
"""What a link could say now, the best first; None where it stays."""


def property_splices(text: str, retarget: Retarget) -> tuple[list[Splice], int]:
    """Return what changes the links in the properties of *text*, and how many links could not be changed."""
    head = read_frontmatter(text)
    opening = _OPENING.match(text)
    if opening is None or not any("[[" in value for value in texts_in(dict(head.properties))):
        return [], 0
    begin = opening.end()
    block = text[begin : text.rindex("---", 0, head.body_start)]
    splices: list[Splice] = []
    wanted: list[str] = []
    lost = 0
    for scalar, is_value in _scalars(block):
        made = _in_scalar(block, scalar, retarget) if is_value and "[[" in scalar.value else ([], str(scalar.value), 0)
        splices += made[0]
        wanted.append(made[1])
        lost += made[2]
    if not splices:
        return [], lost
    changed = spliced(block, splices)
    again = read_frontmatter(f"---\n{changed}---\n")
    if again.problem or [str(scalar.value) for scalar, _ in _scalars(changed)] != wanted:
        return [], lost + len(splices)
    return [Splice(one.start + begin, one.end + begin, one.words) for one in splices], lost


def _scalars(block: str) -> Iterator[tuple[yaml.ScalarEvent, bool]]:
    """Yield each scalar of the *block*, and whether it is a value; the block was read without a problem before."""
    expects_name: list[bool | None] = []
    """For each collection around: whether a name comes next; None in a list."""
    try:
        for event in yaml.parse(block, Loader=_LOADER):
            if isinstance(event, yaml.CollectionEndEvent):
                expects_name.pop()
                continue
            if not isinstance(event, yaml.NodeEvent):
                continue
            is_name = bool(expects_name) and expects_name[-1] is True
            if expects_name and expects_name[-1] is not None:
                expects_name[-1] = not expects_name[-1]
            if isinstance(event, yaml.ScalarEvent):
                yield event, not is_name
            elif isinstance(event, yaml.CollectionStartEvent):
                expects_name.append(True if isinstance(event, yaml.MappingStartEvent) else None)
    except yaml.YAMLError:
        # Only what was changed can be unreadable here; it then says less than was meant, and is given up.
        return


def _in_scalar(block: str, scalar: yaml.ScalarEvent, retarget: Retarget) -> tuple[list[Splice], str, int]:
    """Return what changes the links of one value, what it says then, and how many links could not be changed."""
    value, style = str(scalar.value), scalar.style
    assert scalar.start_mark is not None
    assert scalar.end_mark is not None
    start, end = scalar.start_mark.index, scalar.end_mark.index
    in_value: list[Splice] = []
    in_block: list[Splice] = []
    place, lost, hidden = start, 0, False
    for found in _WIKILINK.finditer(value):
        link = wikilink(found[2], embed=bool(found[1]), start=0, end=0, in_properties=True)
        targets = retarget(link) if link is not None else None
        said_now = (inner_retargeted(found[2], target) for target in targets or ())
        inner = next((said for said in said_now if said is not None), None)
        written = _escaped(found[0], style)
        at = block.find(written, place, end)
        place = at + len(written) if at >= 0 else place
        hidden = hidden or at < 0
        if inner is None:
            lost += targets is not None
            continue
        said = f"{found[1]}[[{inner}]]"
        in_value.append(Splice(found.start(), found.end(), said))
        in_block.append(Splice(at, at + len(written), _escaped(said, style)))
    changed = spliced(value, in_value)
    if hidden and in_value:
        # Written with escapes of its own, or over several lines: only a quoted text can be written anew as a whole.
        if style != '"':
            return [], value, lost + len(in_value)
        in_block = [Splice(start, end, json.dumps(changed, ensure_ascii=False))]
    return in_block, changed, lost


def _escaped(text: str, style: str | None) -> str:
    """Return *text* as it stands inside a scalar of that *style*."""
    if style == '"':
        return text.replace("\\", "\\\\").replace('"', '\\"')
    return text.replace("'", "''") if style == "'" else text
