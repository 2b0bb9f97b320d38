"""Formulas: the pictures of formulas there are, and those that are being laid out in a thread. Knows no document."""

import asyncio
from collections import OrderedDict
from typing import TypeAlias, TypeVar

import shiboken6
from PySide6.QtCore import QObject, Signal

from vaultdesk.ui.bridge import start
from vaultdesk.ui.formula.typesetting import Drawing, FormulaPicture, picture, typeset

MOST_DRAWINGS, MOST_PICTURES = 500, 1_000
"""Formulas that are remembered as drawings (a few thousand letters each) and as pictures."""

MOST_BYTES = 48_000_000
"""Bytes of all pictures that are remembered: the formulas of some hundred pages."""

AT_ONCE = 12
"""Formulas laid out before those that are ready are shown."""

MOST_WAITING = 3_000
"""Formulas that wait to be laid out; the ones asked for first are forgotten, and asked for again when shown again."""

Formula: TypeAlias = tuple[str, bool]
"""What is written, and whether it stands on a line of its own."""

Look: TypeAlias = tuple[Formula, float, str, float]
"""A formula with the size of its letters in pixels, its colour and the screen's ratio."""

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")


class Formulas(QObject):
    """Answers from memory; what is not there is laid out, and `ready` tells of it."""

    ready = Signal(object)
    """Pictures were laid out: a set of what is written in them."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._drawings: OrderedDict[Formula, Drawing | None] = OrderedDict()
        self._pictures: OrderedDict[Look, FormulaPicture | None] = OrderedDict()
        self._waiting: OrderedDict[Look, None] = OrderedDict()
        self._at_work = False

    def picture(self, latex: str, display: bool, size: float, color: str, ratio: float) -> FormulaPicture | None:
        """Return the picture of *latex*; None where it is not ready yet, or cannot be drawn."""
        look = ((latex, display), size, color, ratio)
        if look in self._pictures:
            self._pictures.move_to_end(look)
            return self._pictures[look]
        if self._drawings.get(look[0], ...) is not None:
            self._waiting[look] = None
            if len(self._waiting) > MOST_WAITING:
                self._waiting.popitem(last=False)
            self._begin()
        return None

    def is_waiting(self) -> bool:
        """Tell whether any formula is still to be laid out."""
        return bool(self._waiting) or self._at_work

    def _begin(self) -> None:
        if self._at_work:
            return
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return  # nothing runs yet: the next question begins the work
        self._at_work = True
        start(self._work(), self)

    async def _work(self) -> None:
        try:
            while self._waiting:
                made = await asyncio.to_thread(self._made, tuple(self._waiting)[:AT_ONCE])
                for look, drawing, shown in made:
                    self._waiting.pop(look, None)
                    _keep(self._drawings, look[0], drawing, MOST_DRAWINGS)
                    _keep(self._pictures, look, shown, MOST_PICTURES)
                told = {look[0][0] for look, _, shown in made if shown is not None}
                if told:
                    self.ready.emit(told)
                self._forget()  # Not before: who was told takes what it waited for.
        finally:
            self._at_work = False

    def _forget(self) -> None:
        """Forget the pictures that were asked for least lately, where they are too much together."""
        held = sum(map(_bytes_of, self._pictures.values()))
        wanted = MOST_BYTES // 2 if held > MOST_BYTES else held
        while held > wanted:
            held -= _bytes_of(self._pictures.popitem(last=False)[1])

    def _made(self, looks: tuple[Look, ...]) -> list[tuple[Look, Drawing | None, FormulaPicture | None]]:
        """Lay these out, in a thread."""
        made: list[tuple[Look, Drawing | None, FormulaPicture | None]] = []
        for look in looks:
            (latex, display), size, color, ratio = look
            drawing = self._drawings[look[0]] if look[0] in self._drawings else typeset(latex, display)
            made.append((look, drawing, picture(drawing, size, color, ratio) if drawing is not None else None))
        return made


def _bytes_of(shown: FormulaPicture | None) -> int:
    return shown.image.sizeInBytes() if shown is not None else 0


def _keep(kept: OrderedDict[_Key, _Value], key: _Key, value: _Value, most: int) -> None:
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > most:
        kept.popitem(last=False)


_the_formulas: list[Formulas] = []
"""The application's one store of formulas, made at the first question for it."""


def formulas() -> Formulas:
    """Return the application's one store of formulas."""
    if not _the_formulas or not shiboken6.isValid(_the_formulas[0]):
        _the_formulas[:] = [Formulas()]
    return _the_formulas[0]
