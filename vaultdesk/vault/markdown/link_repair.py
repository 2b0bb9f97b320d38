"""Rewrites links in text and properties after files were renamed or moved, so that they lead to the same files."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from posixpath import normpath
from typing import Literal

import yaml

from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.frontmatter.yaml_reader import readable_block, unmasked
from vaultdesk.vault.markdown.link_resolution import NoteNames, link_candidates
from vaultdesk.vault.markdown.link_syntax import (
    Link,
    Splice,
    apply_splices,
    links_in_value,
    may_link,
    retarget_link,
)
from vaultdesk.vault.markdown.markdown_scanner import scan
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, same_name_key
from vaultdesk.vault.obsidian.vault_config import LinkFormat

_Form = Literal["name", "beside", "relative", "rooted", "root", "partial"]
"""How a link names a file: by its name; so, but from a Markdown link in the same folder; by the path from the note's
folder; by the path from the root, with a slash before it or without; by the end of its path."""


class _RenamedNames(NoteNames):
    """The names as they are after the moves, without a copy of fifteen thousand."""

    def __init__(self, before: NoteNames, moves: Mapping[str, str]) -> None:
        super().__init__(moves.values())
        self._before = before
        self._gone = frozenset(moves)

    def __contains__(self, path: object) -> bool:
        return super().__contains__(path) or (path not in self._gone and path in self._before)

    def at(self, path: str) -> list[str]:
        found = {*super().at(path), *(kept for kept in self._before.at(path) if kept not in self._gone)}
        return sorted(found, key=lambda one: (one != path, one))

    def ending_in(self, path: str) -> list[str]:
        kept = (one for one in self._before.ending_in(path) if one not in self._gone)
        return list(dict.fromkeys((*kept, *super().ending_in(path))))


@dataclass(frozen=True)
class Renaming:
    """*moves* from old to new paths, among all files of the vault as they are *before*."""

    before: NoteNames
    moves: Mapping[str, str]
    style: LinkFormat = "shortest"
    """How the vault's owner lets new links be written."""
    keeps_paths: bool = False
    """Whether a Markdown link that is a path from its note's folder must stay one: other programs than Obsidian, which
    also finds files by their names alone, read the notes."""
    after: NoteNames = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "after", _RenamedNames(self.before, self.moves))

    def targets(self, link: Link, source: str) -> list[str] | None:
        """Return what *link*, in the file that was at *source*, could say now, in its writer's form first.

        None where it may stay as it is. Not every syntax can say every name: take the first one it can.
        """
        if link.external or not link.target:
            return None
        meant = link_candidates(link.target, source, self.before)
        if not meant:
            return None
        new_source = self.moves.get(source, source)
        wanted = self.moves.get(meant[0], meant[0])
        now = link_candidates(link.target, new_source, self.after)
        form = _form(link, meant[0], source)
        newly_ambiguous = len(now) > 1 >= len(meant)
        if now[:1] == [wanted] and not newly_ambiguous and not self._is_left_behind(form, link, wanted, new_source):
            return None
        spelled = dict.fromkeys(_spellings(form, link, meant[0], wanted, new_source))
        return [
            say for say in spelled if say != link.target and link_candidates(say, new_source, self.after) == [wanted]
        ]

    def _is_left_behind(self, form: _Form, link: Link, wanted: str, new_source: str) -> bool:
        """Whether a path from the note's folder, which the owner goes by, would now only work by its last name."""
        goes_by_paths = self.style == "relative" or (self.keeps_paths and link.kind == "markdown")
        by_folder = goes_by_paths and form in ("relative", "beside")
        return by_folder and _full(wanted) != _full(_joined(new_source, link.target))


def _form(link: Link, meant: str, source: str) -> _Form:
    target = link.target
    if target.startswith("/"):
        return "rooted"
    if target.startswith(("./", "../")):
        return "relative"
    if "/" not in target:
        same_folder = meant.rpartition("/")[0] == source.rpartition("/")[0]
        return "name" if link.kind == "wikilink" or not same_folder else "beside"
    if _full(target) == _full(meant):
        return "root"
    return "relative" if _full(_joined(source, target)) == _full(meant) else "partial"


def _spellings(form: _Form, link: Link, meant: str, wanted: str, new_source: str) -> Iterator[str]:
    """Yield what could be said for *wanted*: in the writer's own form first, at last in the forms that always work."""
    relative = _relative(wanted, new_source)
    dotted = relative if relative.startswith("../") else f"./{relative}"
    named = wanted.rpartition("/")[2]
    last = "/".join(wanted.split("/")[-1 - link.target.count("/") :])
    own: dict[_Form, tuple[str, ...]] = {
        "name": (named,),
        "beside": (relative, named),
        "relative": (dotted if link.target.startswith("./") else relative, dotted),
        "rooted": (f"/{wanted}",),
        "root": (wanted,),
        "partial": (last,),
    }
    # Only a note may be named without its ending, and only where the writer does.
    bare = meant.lower().endswith(NOTE_SUFFIX) and wanted.lower().endswith(NOTE_SUFFIX) and not _is_full(link, meant)
    spelled = (*own[form], wanted, f"/{wanted}", dotted, named)
    if bare:
        yield from (say[: -len(NOTE_SUFFIX)] for say in spelled)
    yield from spelled


def _is_full(link: Link, meant: str) -> bool:
    """Whether *link* gives the file's ending."""
    return same_name_key(link.target.rpartition("/")[2]) == same_name_key(meant.rpartition("/")[2])


def _full(path: str) -> str:
    """Return *path* as it is compared, with the ending of a note."""
    key = same_name_key(path)
    return key if key.endswith(NOTE_SUFFIX) else f"{key}{NOTE_SUFFIX}"


def _joined(source: str, target: str) -> str:
    return normpath(f"{source.rpartition('/')[0] or '.'}/{target}")


def _relative(wanted: str, new_source: str) -> str:
    """Return the path to *wanted* from the folder of *new_source*."""
    folder, parts = new_source.split("/")[:-1], wanted.split("/")
    shared = 0
    while shared < min(len(folder), len(parts) - 1) and folder[shared] == parts[shared]:
        shared += 1
    return "/".join([*[".."] * (len(folder) - shared), *parts[shared:]])


# Order, quotes, comments and everything that is no link stay byte for byte. What came out is read again; where it does
# not say exactly what was meant, nothing is changed.

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_OPENING = re.compile(r"---[ \t]*\r?\n")

Retarget = Callable[[Link], Sequence[str] | None]
"""What a link could say now, the best first; None where it stays."""


def property_splices(text: str, retarget: Retarget) -> tuple[list[Splice], int]:
    """Return what changes the links in the properties of *text*, and how many links could not be changed."""
    head = read_frontmatter(text)
    opening = _OPENING.match(text)
    if opening is None or not may_link(text, head.body_start):
        return [], 0
    begin = opening.end()
    block = text[begin : text.rindex("---", 0, head.body_start)]
    if head.problem:
        made, lost = _in_unreadable(block, retarget)
        return [Splice(one.start + begin, one.end + begin, one.text) for one in made], lost
    splices: list[Splice] = []
    wanted: list[str] = []
    lost = 0
    for scalar, is_value in _scalars(block):
        value = unmasked(str(scalar.value))
        changes = _in_scalar(block, scalar, retarget) if is_value and "[" in value else ([], value, 0)
        splices += changes[0]
        wanted.append(changes[1])
        lost += changes[2]
    if not splices:
        return [], lost
    changed = apply_splices(block, splices)
    again = read_frontmatter(f"---\n{changed}---\n")
    if again.problem or [unmasked(str(scalar.value)) for scalar, _ in _scalars(changed)] != wanted:
        return [], lost + len(splices)
    return [Splice(one.start + begin, one.end + begin, one.text) for one in splices], lost


_YAML_SIGNS = re.compile(r"[\"'\\]|: | #")
"""What could end a value, or mean something else in it, whatever quotes it has."""


def _in_unreadable(block: str, retarget: Retarget) -> tuple[list[Splice], int]:
    """Return what changes the links in properties that YAML cannot read: they are found by their brackets alone."""
    splices: list[Splice] = []
    place = lost = 0
    for line in block.splitlines(keepends=True):
        for link in links_in_value(line) if not line.lstrip().startswith("#") else ():
            targets = retarget(link)
            if targets is not None:
                made = (retarget_link(line, link, target) for target in targets)
                said = next((one for one in made if one is not None and not _YAML_SIGNS.search(one.text)), None)
                lost += said is None
                splices += [Splice(said.start + place, said.end + place, said.text)] if said is not None else []
        place += len(line)
    return splices, lost


def _scalars(block: str) -> Iterator[tuple[yaml.ScalarEvent, bool]]:
    """Yield each scalar of the *block*, and whether it is a value; the block was read without a problem before."""
    expects_name: list[bool | None] = []
    """For each collection around: whether a name comes next; None in a list."""
    try:
        for event in yaml.parse(readable_block(block), Loader=_LOADER):
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
    value, style = unmasked(str(scalar.value)), scalar.style
    assert scalar.start_mark is not None
    assert scalar.end_mark is not None
    start, end = scalar.start_mark.index, scalar.end_mark.index
    in_value: list[Splice] = []
    in_block: list[Splice] = []
    place, lost, hidden = start, 0, False
    for link in links_in_value(value):
        targets = retarget(link)
        made = (retarget_link(value, link, target) for target in targets or ())
        splice = next((one for one in made if one is not None), None)
        written = value[link.start : link.end]
        escaped = _escaped(written, style)
        at = block.find(escaped, place, end)
        place = at + len(escaped) if at >= 0 else place
        hidden = hidden or at < 0
        if splice is None:
            lost += targets is not None
            continue
        in_value.append(splice)
        said = value[link.start : splice.start] + splice.text + value[splice.end : link.end]
        in_block.append(Splice(at, at + len(escaped), _escaped(said, style)))
    changed = apply_splices(value, in_value)
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


# Only links change, and only those that would lead elsewhere; code, comments and HTML hold none
# (vaultdesk/vault/README.md, "Links").


@dataclass(frozen=True, slots=True)
class RepairedText:
    """A text with its links repaired."""

    text: str
    count: int = 0
    """How many links were rewritten."""
    lost: int = 0
    """How many would have to be, but no link can say where they lead."""


def repair_links(text: str, source: NotePath, renaming: Renaming) -> RepairedText:
    """Return the *text* of the file that was at *source* with the links that *renaming* breaks repaired."""
    in_head, lost = property_splices(text, lambda link: renaming.targets(link, source.text))
    in_body, lost_in_body = body_splices(text, source.text, renaming, read_frontmatter(text).body_start)
    splices = [*in_head, *in_body]
    return RepairedText(apply_splices(text, splices), len(splices), lost + lost_in_body)


def body_splices(text: str, source: str, renaming: Renaming, start: int = 0) -> tuple[list[Splice], int]:
    """Return what changes the links in the Markdown of *text* from *start* on, and how many cannot be changed."""
    splices: list[Splice] = []
    lost = 0
    for link in scan(text, start).links:
        targets = renaming.targets(link, source)
        if targets is None:
            continue
        splice = next((made for target in targets if (made := retarget_link(text, link, target)) is not None), None)
        if splice is None:
            lost += 1
        else:
            splices.append(splice)
    return splices, lost
