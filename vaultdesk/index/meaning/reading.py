"""Reading: the steps by which notes are cut into passages and the model reads each. Answers no question.

Each step is committed by itself, so that reading can be stopped at any moment and goes on where it was. When a step is
due is told by background.py.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from vaultdesk.core.errors import IndexFailed
from vaultdesk.core.feed import Feed
from vaultdesk.index.meaning.backlog import Backlog
from vaultdesk.index.meaning.books import Books
from vaultdesk.index.meaning.choice import Choice
from vaultdesk.index.meaning.embedder import Embedder
from vaultdesk.index.meaning.meaning_state import MeaningPhase, MeaningState
from vaultdesk.index.meaning.model_store import Model
from vaultdesk.index.meaning.neighbours import Neighbours
from vaultdesk.index.meaning.pace import Pace
from vaultdesk.index.meaning.passage_store import Turned
from vaultdesk.index.meaning.tally import Tally

if TYPE_CHECKING:
    from vaultdesk.index.meaning.embedder import Vectors

log = logging.getLogger(__name__)

CUT_AT_ONCE = 40
"""Notes cut between two looks at whether somebody asks: some 30 ms."""

READ_AT_ONCE = 8
"""Notes whose unread passages are fetched together."""

KEEP_AT = 256
"""Vectors written together: seven seconds of work are lost at most when the program is killed."""

KEEP_AFTER = 20.0
"""Seconds after which fewer are written too."""


class Reading:
    """Belongs to the loop."""

    def __init__(self, books: Books, neighbours: Neighbours, choice: Choice, pace: Pace,
                 battery: Callable[[], bool]) -> None:  # fmt: skip
        self.state = MeaningState()
        self.progress: Feed[MeaningState] = Feed()
        self.backlog = Backlog()
        self.going_well = True
        """Whether the last text that was to be read was read."""
        self._books, self._neighbours, self._choice, self._pace = books, neighbours, choice, pace
        self._battery = battery
        self._model: Model | None = None
        self._others: list[Model] = []
        self._tally = Tally()
        self._older_found = 0
        self._lost = ""
        self._kept_at = time.monotonic()

    @property
    def untidy(self) -> bool:
        """Whether something is to be let go after a while."""
        return self._choice.in_use or bool(self.backlog.loose)

    async def step(self) -> bool:
        """Do one step; False where there is nothing to do, or nothing may be done."""
        await self._pace.turn()
        backlog = self.backlog
        if await self._books.is_new_file():
            backlog.all_anew()
            backlog.forget_texts()
        if backlog.choosing:
            await self._choose()
            return True
        model, reader = self._model, self._choice.reader
        if model is None or reader is None:
            return False
        if backlog.held_back:
            return await self._glance(model)
        if backlog.comparing or backlog.removed or backlog.paths:
            await self._look(model)
        elif backlog.uncut:
            await self._cut(model)
        elif backlog.refused or backlog.counting or backlog.damaged:
            await self._count(model)
        elif not backlog.left:
            await self._finish(model, reader)
            return False
        elif await self._held():
            await self.keep()
            self.tell("paused", self._pace.why)
            return False
        else:
            await self._read(model, reader)
        return True

    async def keep(self) -> None:
        """Write what was read."""
        model, made = self._model, self.backlog.take_made()
        self._kept_at = time.monotonic()
        if model is None or not made:
            return
        dimensions = next((len(vector) // 2 for _, vector in made if vector), 0)
        kept = await self._books.put(model, dimensions, made)
        self._tally = self._tally + kept.change
        if not model.dimensions:
            self._model = replace(model, dimensions=dimensions)
        if self._choice.answering is not None and self._choice.answering.id == model.id:
            await self._neighbours.refresh(kept.notes)

    async def tidy(self, after: float) -> None:
        """Nothing happened for a while: let go of what nobody needs, the model too, *after* seconds of no question."""
        if time.monotonic() - self._pace.asked >= after:
            await self._choice.rest()
        # Not at once: the passages of a note that is renamed come again under its new name, and keep their vectors.
        loose, self.backlog.loose = self.backlog.loose, set()
        await self._books.drop_loose(loose)

    def tell(self, phase: MeaningPhase, why: str = "") -> None:
        """Publish where reading stands."""
        reader, answering = self._choice.reader, self._choice.answering
        older = (
            answering if answering is not None and self._model is not None and answering.id != self._model.id else None
        )
        done = min(self._tally.total, self._tally.done + len(self.backlog.made))
        found = self._older_found if older is not None else self._tally.found
        state = MeaningState(
            phase, done, self._tally.total, reader.title if reader is not None else "", why, found,
            older.title if older is not None else "",
        )  # fmt: skip
        if state != self.state:
            self.state = state
            self.progress.publish(state)

    async def _choose(self) -> None:
        """Take the model that is chosen, and see who answers."""
        with suppress(IndexFailed):  # in a file made anew nothing waits for these vectors
            await self.keep()
        self.backlog.choosing = False
        before, self._model = self._model, None
        reader = None
        try:
            reader = await self._choice.renew()
        finally:
            if reader is None:
                self.backlog.forget_texts()
                self._tally = Tally()
                await self._choice.answer_with(None, None)
                await self._neighbours.use(None)
        if reader is None:
            self.tell("off")
            return
        mine, self._others = await self._books.enter(reader.name, reader.title)
        if before is None or before.id != mine.id:
            self.backlog.comparing = self.backlog.counting = self.backlog.sweeping = True
            self.backlog.forget_texts()
        self._model = mine
        await self._answer(mine, reader)

    async def _answer(self, mine: Model, reader: Embedder) -> None:
        """Have the older model answer until the new one is complete, where there is one."""
        older = self._choice.older_of(self._others, mine)
        model, embedder = older or (mine, reader)
        lost = [one.title for one in self._others if one.complete and not mine.complete and not older]
        self._lost = f"{lost[-1]}, which read the notes before, can no longer be asked." if lost else ""
        self._older_found = (await self._books.lacking(model.id))[1].found if older else 0
        await self._choice.answer_with(model, embedder)
        await self._neighbours.use(model)

    async def _glance(self, model: Model) -> bool:
        """Know what can be found before anything is done; False when that is known."""
        if not self.backlog.counting:
            return False
        await self._count(model)
        self.tell("waiting" if self.backlog.left or not self._tally.total else "ready")
        return True

    async def _look(self, model: Model) -> None:
        """See which notes are to be cut, and forget those that are gone."""
        backlog = self.backlog
        paths, comparing, removed = backlog.paths, backlog.comparing, backlog.removed
        backlog.paths, backlog.comparing, backlog.removed = [], False, False
        if comparing:
            due, gone = await self._books.compare()
        else:
            due, gone = await self._books.look_at(paths)
            gone += await self._books.gone() if removed else []
        backlog.uncut.push(due)
        for start in range(0, len(gone), CUT_AT_ONCE):
            await self._turned(await self._books.remove(gone[start : start + CUT_AT_ONCE], model.id))

    async def _cut(self, model: Model) -> None:
        due = self.backlog.uncut.take(CUT_AT_ONCE)
        await self._turned(await self._books.cut([one.note for one in due], model.id))
        self.backlog.unread.push(due)

    async def _turned(self, turned: Turned) -> None:
        self._tally = self._tally + turned.change
        self.backlog.loose |= turned.loose
        await self._neighbours.refresh(turned.notes)

    async def _count(self, model: Model) -> None:
        """Drop what is to be made again, and see what there is to read."""
        backlog = self.backlog
        refused, damaged = backlog.refused, backlog.damaged
        backlog.refused, backlog.damaged, backlog.counting = False, set(), False
        if refused:
            await self._books.drop_refused(model.id)
        if damaged and self._choice.answering is not None:
            await self._books.drop(self._choice.answering.id, damaged)
        unread, self._tally = await self._books.lacking(model.id)
        backlog.unread.push(unread)

    async def _held(self) -> bool:
        if self._pace.power_unknown:
            self._pace.tell_power(await self._books.do(self._battery))
        return bool(self._pace.why)

    async def _read(self, model: Model, reader: Embedder) -> None:
        """Have the next texts read."""
        backlog = self.backlog
        if not backlog.texts:
            notes = [one.note for one in backlog.unread.take(READ_AT_ONCE)]
            backlog.want(await self._books.wanted(model.id, notes))
        texts = backlog.take_texts(max(1, reader.at_once))
        if not texts:
            return
        self.tell("reading", self._lost)
        self._choice.in_use = True
        self.going_well = False
        try:
            vectors = await reader.embed([one.text for one in texts], "passage")
        except BaseException:
            backlog.give_back(texts)
            raise
        self.going_well = True
        # Where all were refused, nothing tells how long the model's vectors are.
        if model.dimensions not in (0, vectors.shape[1]) and vectors.any():
            log.warning("%s makes other vectors than before: all are made again", model.title)
            await self._books.drop_model(model.id)
            self._model, backlog.choosing = None, True
            return
        blobs = await self._books.do(partial(_packed, vectors))
        backlog.made.update(zip((one.key for one in texts), blobs, strict=True))
        if len(backlog.made) >= KEEP_AT or time.monotonic() - self._kept_at > KEEP_AFTER:
            await self.keep()
        self.tell("reading", self._lost)

    async def _finish(self, model: Model, reader: Embedder) -> None:
        """Everything was read: what is not needed any more goes."""
        await self.keep()
        if not model.complete:
            await self._books.complete(model.id)
            model = self._model = replace(self._model or model, complete=True)
            self._lost = ""
            await self._choice.answer_with(model, reader)
            await self._neighbours.use(model)
        others, self._others = self._others, []
        for other in others:
            await self._books.drop_model(other.id)
        if self.backlog.sweeping:
            self.backlog.sweeping = False
            await self._books.sweep(model.id)
        self.tell("ready")


def _packed(vectors: "Vectors") -> list[bytes]:
    # For a thread: even where numpy is loaded, what works with vectors is imported here for the first time.
    from vaultdesk.index.meaning.space import packed

    return packed(vectors)
