"""Embedding: the plan of one text put into that of another, where a line of it is an embed. Pure; reads nothing."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from vaultdesk.ui.markdown.plan import Block, Box, Piece, Place, Plan, Run, Table, runs_of
from vaultdesk.ui.markdown.runs import LINE_BREAK


@dataclass(frozen=True, slots=True)
class Embed:
    """An embed that has a line to itself."""

    run: Run
    line: Block
    """The line as a link: what is shown where nothing can be put in."""


def has_embeds(plan: Plan) -> bool:
    """Whether anything in *plan* is to be shown in its place."""
    return any(run.embed for piece in plan for run in runs_of(piece))


def parted(piece: Piece) -> list[Piece | Embed]:
    """Return *piece* in its order as text and embeds; an embed within a sentence stays the link it is."""
    if not isinstance(piece, Block) or piece.kind != "paragraph" or not any(run.embed for run in piece.runs):
        return [piece]
    lines = _lines(piece.runs)
    if not any(_alone(line) for line in lines):
        return [piece]
    made: list[Piece | Embed] = []
    text: list[Run] = []
    blank = replace(piece, runs=())

    def take(runs: tuple[Run, ...]) -> Block:
        nonlocal blank
        block, blank = replace(blank, runs=runs), Block("paragraph", (), piece.place)
        return block

    for line in lines:
        run = _alone(line)
        if run is None:
            text += [Run(LINE_BREAK), *line] if text else line
            continue
        if text:
            made.append(take(tuple(text)))
            text = []
        made.append(Embed(run, take((run,))))
    return [*made, take(tuple(text))] if text else made


def put_in(embed: Embed, icon: str, title: str, part: Plan, number: int) -> Plan:
    """Return the pieces that stand for *embed*: *part* under *title*, in a frame with boxes numbered from *number* on.

    The line of a list has its own link before the frame, which then has no title.
    """
    line = embed.line
    frame = Box(number, "embed", icon, line.place.depth)
    inside = Place((*line.place.boxes, frame), line.place.depth)
    head = Block("title", (replace(embed.run, text=title, embed=False),), inside, "", line.anchor, line.continued)
    framed = [replace(piece, place=_within(inside, piece.place, number + 1)) for piece in part]
    return (line, *framed) if line.marker else (head, *framed)


def boxes_of(plan: Plan) -> int:
    """Return how many numbers the boxes of *plan* use up."""
    return max((box.number + 1 for piece in plan for box in piece.place.boxes), default=0)


def with_runs(plan: Plan, change: Callable[[Run], Run]) -> Plan:
    """Return *plan* with *change* made to each of its links and pictures."""

    def changed(runs: tuple[Run, ...]) -> tuple[Run, ...]:
        return tuple(change(run) if run.href or run.image else run for run in runs)

    made: list[Piece] = []
    for piece in plan:
        if isinstance(piece, Block):
            piece = replace(piece, runs=changed(piece.runs))
        elif isinstance(piece, Table):
            piece = replace(piece, rows=tuple(tuple(changed(cell) for cell in row) for row in piece.rows))
        made.append(piece)
    return tuple(made)


def _within(outer: Place, inner: Place, first: int) -> Place:
    boxes = (replace(box, number=first + box.number, depth=outer.depth + box.depth) for box in inner.boxes)
    return Place((*outer.boxes, *boxes), outer.depth + inner.depth)


def _lines(runs: tuple[Run, ...]) -> list[list[Run]]:
    lines: list[list[Run]] = [[]]
    for run in runs:
        if LINE_BREAK not in run.text or run.image or run.math or run.embed:
            lines[-1].append(run)
            continue
        for nth, text in enumerate(run.text.split(LINE_BREAK)):
            if nth:
                lines.append([])
            if text:
                lines[-1].append(replace(run, text=text))
    return lines


def _alone(line: list[Run]) -> Run | None:
    """Return the embed that is all there is in *line*."""
    said = [run for run in line if run.embed or run.image or run.math or run.text.strip()]
    return said[0] if len(said) == 1 and said[0].embed else None
