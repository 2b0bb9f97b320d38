"""Edit order: edits in an order in which no place is taken before it is empty. Touches no file; see writer.py."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vaultdesk.vault.edits import Create, Delete, FileEdit, Move, Rewrite
from vaultdesk.vault.note_path import NotePath

_PHASES = (Move, Create, Rewrite, Delete)
"""A moved note is rewritten where it is then; what goes to the trash goes last, when all else is in place."""


@dataclass(frozen=True, slots=True)
class PlannedEdit:
    """An edit of a file, and the change it carries out."""

    change_id: str
    edit: FileEdit


def in_order(wanted: Sequence[PlannedEdit]) -> list[PlannedEdit]:
    """Return *wanted* by phases, but what empties a place that another edit takes goes before that one.

    Notes that change places with each other need one more move: the first of them steps aside.
    """
    empties = {planned.edit.path.key: planned for planned in wanted if isinstance(planned.edit, Move | Delete)}
    ordered: list[PlannedEdit] = []
    ids: set[int] = set()
    for phase in _PHASES:
        last: list[PlannedEdit] = []
        for planned in wanted:
            if isinstance(planned.edit, phase) and id(planned) not in ids:
                chain, closes = _chain(planned, empties, ids)
                ids.update(map(id, chain))
                if closes:
                    aside, back = _stepping_aside(chain.pop())
                    ordered.append(aside)
                    last.append(back)
                ordered.extend(reversed(chain))
        ordered.extend(last)
    return ordered


def _chain(planned: PlannedEdit, empties: dict[str, PlannedEdit], done: set[int]) -> tuple[list[PlannedEdit], bool]:
    """Return *planned*, what must be done before it, before that, and so on; and whether that leads back into it."""
    chain = [planned]
    while True:
        before = empties.get(_taken_place(chain[-1].edit))
        if before is None or before is chain[-1] or id(before) in done:
            return chain, False
        if before is chain[0]:
            return chain, True
        chain.append(before)


def _taken_place(edit: FileEdit) -> str:
    match edit:
        case Move(new_path=new_path):
            return new_path.key
        case Create(path=path):
            return path.key
        case _:
            return ""


def _stepping_aside(planned: PlannedEdit) -> tuple[PlannedEdit, PlannedEdit]:
    """Return the two moves that bring a note to its place by way of one that is free."""
    edit = planned.edit
    assert isinstance(edit, Move)
    folder = f"{edit.path.parent_text}/" if edit.path.parent_text else ""
    free = NotePath(f"{folder}moving {edit.expected_digest[:16]}.md")
    return (
        replace(planned, edit=replace(edit, new_path=free)),
        replace(planned, edit=replace(edit, path=free)),
    )
