"""ServedModel: a server's vectors at the right places, each of length 1, and zeros for what was not sent."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy
import pytest

from vaultdesk.core.destination import Destination
from vaultdesk.index.meaning.embedder import EmbeddingText
from vaultdesk.index.meaning.served_model import ServedModel


@dataclass(frozen=True)
class Came:
    vectors: list[list[float]]
    refused: tuple[int, ...] = ()


class Gate:
    destination = Destination("Ollama", "localhost:11434", local=True)

    def __init__(self, *answers: Came) -> None:
        self._answers = list(answers)
        self.asked: list[EmbeddingText] = []
        self.closed = False

    async def vectors(self, texts: Sequence[EmbeddingText]) -> Came:
        self.asked += texts
        return self._answers.pop(0)

    async def aclose(self) -> None:
        self.closed = True


def texts(count: int) -> list[EmbeddingText]:
    return [EmbeddingText(f"text {nth}", f"{nth}.md") for nth in range(count)]


async def test_vectors_stand_at_their_places_and_are_of_length_one() -> None:
    model = ServedModel(Gate(Came([[3.0, 4.0], [0.0, 2.0]], refused=(1,))), "ollama/embed")
    rows = await model.embed(texts(3), "passage")
    assert rows.dtype == numpy.float32
    assert rows.tolist() == [[pytest.approx(0.6), pytest.approx(0.8)], [0.0, 0.0], [0.0, 1.0]]


async def test_where_all_is_refused_there_are_rows_all_the_same() -> None:
    model = ServedModel(Gate(Came([[1.0, 0.0, 0.0]]), Came([], refused=(0, 1))), "ollama/embed")
    assert (await model.embed(texts(1), "query")).shape == (1, 3)
    rows = await model.embed(texts(2), "passage")
    assert (rows.shape, rows.any()) == ((2, 3), False)


async def test_its_name_tells_the_host_and_it_closes_what_it_asks() -> None:
    gate = Gate()
    model = ServedModel(gate, "ollama/embed")
    assert (model.name, model.title, model.on_this_computer) == ("ollama/embed@localhost:11434", "ollama/embed", True)
    await model.aclose()
    assert gate.closed
