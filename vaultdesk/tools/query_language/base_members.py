"""Base members: what the names and methods of a Bases statement mean. Parses nothing; see base_expression.py."""

from typing import TypeAlias

from vaultdesk.tools.query_language.criteria import (
    Compare,
    Compared,
    Criterion,
    Either,
    Empty,
    Every,
    File,
    FileFact,
    Length,
    LinkTo,
    Operand,
    Property,
    Truthy,
    Written,
)
from vaultdesk.tools.query_language.refusal import cannot_evaluate

FACTS: dict[str, FileFact] = {
    "name": "file_name", "basename": "name", "path": "path", "folder": "folder", "ext": "ext", "size": "size",
    "ctime": "created", "mtime": "modified", "tags": "tags", "links": "links", "backlinks": "backlinks",
    "aliases": "aliases",
}  # fmt: skip
"""What each name after `file.` is."""

NESTED = ("tags", "links", "backlinks")
"""Facts that are lists of files or tags: their items are no plain texts in Bases."""

Piece: TypeAlias = Criterion | Operand
"""What a part of a statement came to."""

OPERANDS = (Written, LinkTo, Property, File, Length)


_METHODS: dict[str, Compare] = {"startsWith": "starts", "endsWith": "ends"}

MIRRORED: dict[Compare, Compare] = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}
"""The same comparison read from the right; those not here read the same."""


def base_operand(name: str) -> Operand | None:
    """Return what the column or sort key *name* shows; None where it cannot be worked out."""
    room, dot, rest = name.partition(".")
    if room == "file" and dot:
        fact = FACTS.get(rest)
        return File(fact) if fact is not None else None
    if room in ("formula", "this") and dot:
        return None
    return Property(rest if room == "note" and dot else name)


def base_method(of: Operand, name: str, given: list[Piece], said: str) -> Piece:
    """Return what `of.name(given)` asks."""
    if name == "isEmpty" and not given:
        return Empty(of)
    if name == "isTruthy" and not given:
        return Truthy(of)
    plain = not (isinstance(of, File) and of.fact in NESTED) and not isinstance(of, Written | LinkTo)
    if not plain or not all(isinstance(piece, Written | LinkTo) for piece in given):
        raise cannot_evaluate(said)
    compare = _METHODS.get(name, "contains")
    parts = tuple(Compared(of, compare, piece, "base") for piece in given if isinstance(piece, Written | LinkTo))
    if name in ("contains", "startsWith", "endsWith") and len(parts) == 1:
        return parts[0]
    if name == "containsAny" and parts:
        return Either(parts)
    if name == "containsAll" and parts:
        return Every(parts)
    raise cannot_evaluate(said)


def as_criterion(piece: Piece) -> Criterion:
    """Return *piece*, which is no operand, as the criterion it is."""
    assert not isinstance(piece, OPERANDS)
    return piece  # type: ignore[return-value] # what is no operand is a criterion


def written_text(piece: Piece, said: str) -> str:
    """Return the text that *piece* writes; refuse anything else."""
    if isinstance(piece, Written) and isinstance(piece.value, str) and piece.value.strip():
        return piece.value
    raise cannot_evaluate(said)


def written_number(text: str) -> float | int:
    """Return the number that *text* is."""
    return float(text) if "." in text else int(text[:300])
