"""Choices: source of decisions for generators: a seeded random, Hypothesis, or the bytes of a guided fuzzer."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")


class Choices(Protocol):
    """The part of `random.Random` that generators use."""

    def choice(self, seq: Sequence[T], /) -> T: ...

    def randrange(self, stop: int, /) -> int: ...


class Bytes(Protocol):
    """The part of `atheris.FuzzedDataProvider` that is used."""

    def ConsumeIntInRange(self, minimum: int, maximum: int, /) -> int: ...  # noqa: N802 - the library's own name


class GuidedChoices:
    """Decisions from the bytes of a guided fuzzer, so that it learns which ones increase coverage."""

    def __init__(self, data: Bytes) -> None:
        self._data = data

    def choice(self, seq: Sequence[T], /) -> T:
        return seq[self.randrange(len(seq))]

    def randrange(self, stop: int, /) -> int:
        return self._data.ConsumeIntInRange(0, stop - 1)
