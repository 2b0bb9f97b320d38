"""Background embedding of passages: model choice, backlog, resumable steps, and retries after errors."""

import asyncio
import heapq
import logging
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Literal

from vaultdesk.core.errors import IndexFailed, MeaningFailed, VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.index.embeddings.embedder import Embedder
from vaultdesk.index.embeddings.embedding_store import EmbeddingModel, EmbeddingStore, UnembeddedPassage
from vaultdesk.index.embeddings.nearest_neighbours import DamagedVectors, NearestNeighbours
from vaultdesk.index.embeddings.passage_store import ChunkingResult, OutdatedNote, PassageCounts
from vaultdesk.index.embeddings.throttle import POWER_CHECK_INTERVAL, Throttle
from vaultdesk.index.index_events import NotesIndexed

if TYPE_CHECKING:
    from vaultdesk.index.embeddings.embedder import Vectors


EmbeddingPhase = Literal["off", "absent", "waiting", "reading", "paused", "ready", "failed"]
"""`off`: switched off. `absent`: what runs the model, or its file, is not here. `waiting`: before the first scan has
ended. `reading`: passages are being read. `paused`: by the person, or on battery. `failed`: see `why`."""


@dataclass(frozen=True)
class EmbeddingState:
    """Where the reading stands. `done` of `total` count the vault's passages."""

    phase: EmbeddingPhase = "waiting"
    done: int = 0
    total: int = 0
    model: str = ""
    """The model for people."""
    why: str = ""
    """One sentence where something is to be said, always with `absent`, `paused` and `failed`."""
    passages: int = 0
    """How many can be found now."""
    older_model: str = ""
    """The model whose vectors still answer while those of `model` are made, for people."""


ChosenEmbedder = Callable[[], Embedder | None]
"""The embedder by the settings; None: switched off. Raises `MeaningFailed` with `absent` where it is not here."""

NamedEmbedder = Callable[[str], Embedder | None]
"""The embedder of that `Embedder.name`, as it was used before; None where it can no longer be had."""


class EmbedderChoice:
    """Belongs to the loop."""

    def __init__(self, chosen: ChosenEmbedder, named: NamedEmbedder) -> None:
        self._chosen, self._named = chosen, named
        self.reader: Embedder | None = None
        """Reads the notes."""
        self.answerer: Embedder | None = None
        """Reads the questions."""
        self.answering: EmbeddingModel | None = None
        """Whose vectors answer."""
        self.in_use = False
        """Whether one of them may be in memory."""

    async def renew(self) -> Embedder | None:
        """Look again at what is chosen. Raises `VaultDeskError`, and reads for nobody then."""
        before, self.reader = self.reader, None
        try:
            chosen = self._chosen()
            # The one in memory goes on where the same is chosen.
            self.reader = before if before is not None and chosen is not None and before.name == chosen.name else chosen
        finally:
            if before is not None and self.reader is not before and self.answerer is not before:
                await before.aclose()
        return self.reader

    def older_of(self, models: list[EmbeddingModel], mine: EmbeddingModel) -> tuple[EmbeddingModel, Embedder] | None:
        """Return the complete model that is to answer until *mine* is complete, and its embedder."""
        if mine.complete:
            return None
        for model in reversed([model for model in models if model.complete and model.id != mine.id]):
            embedder = self._known(model.name)
            if embedder is not None:
                return model, embedder
        return None

    async def answer_with(self, model: EmbeddingModel | None, embedder: Embedder | None) -> None:
        """Have questions answered by this model from now on."""
        before, self.answerer, self.answering = self.answerer, embedder, model
        if before is not None and before is not embedder and before is not self.reader:
            await before.aclose()

    async def rest(self) -> None:
        """Free the memory; what is asked next loads its model again."""
        self.in_use = False
        for embedder in {id(one): one for one in (self.reader, self.answerer) if one is not None}.values():
            await embedder.aclose()

    def _known(self, name: str) -> Embedder | None:
        for embedder in (self.answerer, self.reader):
            if embedder is not None and embedder.name == name:
                return embedder
        try:
            return self._named(name)
        except MeaningFailed:
            return None


class NewestFirst:
    """Notes, each once, the one changed last first."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int]] = []
        self._inside: set[int] = set()

    def __len__(self) -> int:
        return len(self._heap)

    def push(self, notes: Iterable[OutdatedNote]) -> None:
        """Put these notes among the others."""
        for due in notes:
            if due.note not in self._inside:
                self._inside.add(due.note)
                heapq.heappush(self._heap, (-due.modified_ns, due.note))

    def take(self, most: int) -> list[OutdatedNote]:
        """Take the newest ones out."""
        taken = [heapq.heappop(self._heap) for _ in range(min(most, len(self._heap)))]
        self._inside.difference_update(note for _, note in taken)
        return [OutdatedNote(-modified, note) for modified, note in taken]

    def clear(self) -> None:
        """Forget all."""
        self._heap.clear()
        self._inside.clear()


class EmbeddingBacklog:
    """What one reading has before it."""

    def __init__(self) -> None:
        self.choosing = self.comparing = self.counting = self.sweeping = True
        """Whether it is to be looked at: which model is chosen, which notes changed, what it has not read, what nobody
        needs any more."""
        self.held_back = True
        """Whether nothing is to be cut or read yet: whoever asks one question and leaves is spared it."""
        self.removed = False
        """Whether notes went away."""
        self.refused = False
        """Whether what was refused is to be asked again."""
        self.paths: list[str] = []
        """Told by the index, not looked at yet."""
        self.uncut = NewestFirst()
        self.unread = NewestFirst()
        self.texts: deque[UnembeddedPassage] = deque()
        self.made: dict[bytes, bytes] = {}
        """Vectors by their keys, not written yet."""
        self.loose: set[bytes] = set()
        """Keys of vectors that lost a passage."""
        self.damaged: set[bytes] = set()
        """Keys of vectors that are none."""

    @property
    def left(self) -> int:
        """Whether there is something to read: not 0 where there is."""
        return len(self.unread) + len(self.texts)

    def all_anew(self) -> None:
        """Look at everything again: the index's file is another one."""
        self.choosing = self.comparing = self.counting = self.sweeping = True

    def want(self, wanted: Sequence[UnembeddedPassage]) -> None:
        """Have these texts read, each once."""
        waiting = {one.key for one in self.texts} | self.made.keys()
        for one in wanted:
            if one.key not in waiting:
                waiting.add(one.key)
                self.texts.append(one)

    def take_texts(self, most: int) -> list[UnembeddedPassage]:
        """Take the next texts out."""
        return [self.texts.popleft() for _ in range(min(most, len(self.texts)))]

    def give_back(self, texts: Sequence[UnembeddedPassage]) -> None:
        """Put texts back that could not be read."""
        self.texts.extendleft(reversed(texts))

    def take_made(self) -> list[tuple[bytes, bytes]]:
        """Take the vectors out to write them."""
        made, self.made = list(self.made.items()), {}
        return made

    def forget_texts(self) -> None:
        """Another model reads from now on, or everything is counted anew."""
        self.unread.clear()
        self.texts.clear()
        self.made.clear()


# Each step is committed by itself, so that reading can be stopped at any moment and goes on where it was. When a step
# is
# due is told by background.py.

log = logging.getLogger(__name__)

NOTES_PER_CHUNKING = 40
"""Notes cut between two looks at whether somebody asks: some 30 ms."""

NOTES_PER_FETCH = 8
"""Notes whose unread passages are fetched together."""

VECTORS_PER_WRITE = 256
"""Vectors written together: seven seconds of work are lost at most when the program is killed."""

MAX_WRITE_DELAY = 20.0
"""Seconds after which fewer are written too."""


class EmbeddingWorker:
    """Belongs to the loop."""

    def __init__(self, books: EmbeddingStore, neighbours: NearestNeighbours, choice: EmbedderChoice, pace: Throttle,
                 battery: Callable[[], bool]) -> None:  # fmt: skip
        self.state = EmbeddingState()
        self.progress: Feed[EmbeddingState] = Feed()
        self.backlog = EmbeddingBacklog()
        self.going_well = True
        """Whether the last text that was to be read was read."""
        self._books, self._neighbours, self._choice, self._pace = books, neighbours, choice, pace
        self._battery = battery
        self._model: EmbeddingModel | None = None
        self._others: list[EmbeddingModel] = []
        self._tally = PassageCounts()
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

    def tell(self, phase: EmbeddingPhase, why: str = "") -> None:
        """Publish where reading stands."""
        reader, answering = self._choice.reader, self._choice.answering
        older = (
            answering if answering is not None and self._model is not None and answering.id != self._model.id else None
        )
        done = min(self._tally.total, self._tally.done + len(self.backlog.made))
        found = self._older_found if older is not None else self._tally.found
        state = EmbeddingState(
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
                self._tally = PassageCounts()
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

    async def _answer(self, mine: EmbeddingModel, reader: Embedder) -> None:
        """Have the older model answer until the new one is complete, where there is one."""
        older = self._choice.older_of(self._others, mine)
        model, embedder = older or (mine, reader)
        lost = [one.title for one in self._others if one.complete and not mine.complete and not older]
        self._lost = f"{lost[-1]}, which read the notes before, can no longer be asked." if lost else ""
        self._older_found = (await self._books.lacking(model.id))[1].found if older else 0
        await self._choice.answer_with(model, embedder)
        await self._neighbours.use(model)

    async def _glance(self, model: EmbeddingModel) -> bool:
        """Know what can be found before anything is done; False when that is known."""
        if not self.backlog.counting:
            return False
        await self._count(model)
        self.tell("waiting" if self.backlog.left or not self._tally.total else "ready")
        return True

    async def _look(self, model: EmbeddingModel) -> None:
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
        for start in range(0, len(gone), NOTES_PER_CHUNKING):
            await self._turned(await self._books.remove(gone[start : start + NOTES_PER_CHUNKING], model.id))

    async def _cut(self, model: EmbeddingModel) -> None:
        due = self.backlog.uncut.take(NOTES_PER_CHUNKING)
        await self._turned(await self._books.cut([one.note for one in due], model.id))
        self.backlog.unread.push(due)

    async def _turned(self, turned: ChunkingResult) -> None:
        self._tally = self._tally + turned.change
        self.backlog.loose |= turned.loose
        await self._neighbours.refresh(turned.notes)

    async def _count(self, model: EmbeddingModel) -> None:
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

    async def _read(self, model: EmbeddingModel, reader: Embedder) -> None:
        """Have the next texts read."""
        backlog = self.backlog
        if not backlog.texts:
            notes = [one.note for one in backlog.unread.take(NOTES_PER_FETCH)]
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
        if len(backlog.made) >= VECTORS_PER_WRITE or time.monotonic() - self._kept_at > MAX_WRITE_DELAY:
            await self.keep()
        self.tell("reading", self._lost)

    async def _finish(self, model: EmbeddingModel, reader: Embedder) -> None:
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
    from vaultdesk.index.embeddings.vector_space import pack_vectors

    return pack_vectors(vectors)


BEGIN_AFTER = 10.0
"""Seconds after the first scan until reading begins: a window is painted by then, and a command at a terminal has ended
without loading a model."""

MAX_TOLD_NOTES = 500
"""Notes told at once from which comparing all of them is quicker."""

UNLOAD_AFTER = 300.0
"""Seconds without work and without a question after which the model leaves memory."""

RETRY_FIRST, RETRY_LAST = 60.0, 1_800.0
"""Seconds until a model that could not be asked is asked again: twice as long each time."""


class EmbeddingScheduler:
    """Belongs to the loop."""

    def __init__(self, reading: EmbeddingWorker) -> None:
        self._reading = reading
        self._backlog = reading.backlog
        self._woken, self._idle = asyncio.Event(), asyncio.Event()
        self._ended = False
        self._retry = RETRY_FIRST

    async def run(self) -> None:
        """Read what there is, and whatever comes, until cancelled."""
        begin = time.monotonic() + BEGIN_AFTER
        try:
            while True:
                self._woken.clear()
                rest = await self._round()
                if self._woken.is_set():
                    continue
                if not self._backlog.held_back:
                    self._idle.set()
                elif rest is None:
                    rest = max(0.0, begin - time.monotonic())
                try:
                    async with asyncio.timeout(rest):
                        await self._woken.wait()
                except TimeoutError:
                    self._backlog.held_back = self._backlog.held_back and time.monotonic() < begin
                    with suppress(IndexFailed):  # the next round says so
                        await self._reading.tidy(UNLOAD_AFTER)
        finally:
            self._ended = True
            self._idle.set()

    async def settled(self) -> None:
        """Wait until everything known now was read, or it cannot go on."""
        if not self._ended:
            self._backlog.comparing, self._backlog.held_back = True, False
            self.wake()
            await self._idle.wait()

    def wake(self) -> None:
        """Look whether there is something to do."""
        self._idle.clear()
        self._woken.set()

    def renew(self) -> None:
        """Look again at which model is chosen."""
        self._backlog.choosing = True
        self._retry = RETRY_FIRST
        self.wake()

    def ask_refused(self) -> None:
        """Ask again for what was refused."""
        self._backlog.refused = True
        self.wake()

    def told(self, event: NotesIndexed) -> None:
        """Know what the index committed."""
        self._backlog.paths += event.paths
        self._backlog.removed = self._backlog.removed or bool(event.removed)
        if len(self._backlog.paths) > MAX_TOLD_NOTES:
            self._backlog.comparing = True
            self._backlog.paths.clear()
        self.wake()

    def mend(self, damage: DamagedVectors) -> None:
        """Have damaged vectors made again."""
        self._backlog.damaged |= damage.keys
        self.wake()

    async def _round(self) -> float | None:
        """Do what there is to do; return after how many seconds it is to be looked again, if at all."""
        try:
            while await self._reading.step():
                self._retry = RETRY_FIRST if self._reading.going_well else self._retry
        except IndexFailed as problem:
            # Mended by its owner, the file is another one.
            self._backlog.all_anew()
            self._reading.tell("failed", str(problem))
            return RETRY_FIRST
        except VaultDeskError as problem:
            log.info("reading for meaning waits: %s (%s)", problem, problem.facts.get("why", ""))
            with suppress(IndexFailed):  # the next round says so
                await self._reading.keep()
            if problem.facts.get("absent") is True:
                self._reading.tell("absent", str(problem))
                return None
            self._reading.tell("failed", str(problem))
            wait, self._retry = self._retry, min(2 * self._retry, RETRY_LAST)
            return wait
        if self._reading.state.phase == "paused":
            return POWER_CHECK_INTERVAL
        return UNLOAD_AFTER if self._reading.untidy and not self._backlog.held_back else None
