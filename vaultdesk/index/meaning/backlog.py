"""Backlog: what is still to be cut and to be read, newest notes first. Holds numbers and texts; does nothing itself."""

import heapq
from collections import deque
from collections.abc import Iterable, Sequence

from vaultdesk.index.meaning.passage_store import Due
from vaultdesk.index.meaning.vector_store import Wanted


class NewestFirst:
    """Notes, each once, the one changed last first."""

    def __init__(self) -> None:
        self._heap: list[tuple[int, int]] = []
        self._inside: set[int] = set()

    def __len__(self) -> int:
        return len(self._heap)

    def push(self, notes: Iterable[Due]) -> None:
        """Put these notes among the others."""
        for due in notes:
            if due.note not in self._inside:
                self._inside.add(due.note)
                heapq.heappush(self._heap, (-due.modified_ns, due.note))

    def take(self, most: int) -> list[Due]:
        """Take the newest ones out."""
        taken = [heapq.heappop(self._heap) for _ in range(min(most, len(self._heap)))]
        self._inside.difference_update(note for _, note in taken)
        return [Due(-modified, note) for modified, note in taken]

    def clear(self) -> None:
        """Forget all."""
        self._heap.clear()
        self._inside.clear()


class Backlog:
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
        self.texts: deque[Wanted] = deque()
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

    def want(self, wanted: Sequence[Wanted]) -> None:
        """Have these texts read, each once."""
        waiting = {one.key for one in self.texts} | self.made.keys()
        for one in wanted:
            if one.key not in waiting:
                waiting.add(one.key)
                self.texts.append(one)

    def take_texts(self, most: int) -> list[Wanted]:
        """Take the next texts out."""
        return [self.texts.popleft() for _ in range(min(most, len(self.texts)))]

    def give_back(self, texts: Sequence[Wanted]) -> None:
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
