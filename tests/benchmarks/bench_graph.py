"""Bench of the pictures of links: 300 nodes around a note, and 15,000 notes with 30,000 links.

Run it alone: `python -m tests.benchmarks.bench_graph`. Beside each figure stands that of one item for each node.
"""

import asyncio
import os
import random
import sys
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtWidgets import QApplication, QGraphicsScene, QGraphicsView

from tests.benchmarks.stalls import TICK, Watch, milliseconds
from vaultdesk.index.link_graph import GraphNode, LinkGraph
from vaultdesk.ui import bridge
from vaultdesk.ui.graph.graph_layout import Scene, ring_layout
from vaultdesk.ui.graph.graph_source import wide_scenes
from vaultdesk.ui.graph.graph_view import GraphView
from vaultdesk.ui.theme.theme import theme


def local(count: int) -> LinkGraph:
    """Return a note with 24 neighbours, the others behind them."""
    chance = random.Random(1)
    nodes = tuple(GraphNode(f"n{n}.md", f"Note {n}", distance=0 if not n else 1 if n < 25 else 2) for n in range(count))
    edges = {(0, n) for n in range(1, 25)} | {(chance.randrange(1, 25), n) for n in range(25, count)}
    return LinkGraph(nodes, tuple(sorted(edges)))


def whole(count: int, links: int) -> LinkGraph:
    """Return notes of twelve folders, mostly linked within them."""
    chance = random.Random(1)
    nodes = tuple(GraphNode(f"F{n % 12}/{n:05}.md", f"Note {n}", links=n % 17) for n in range(count))
    edges: set[tuple[int, int]] = set()
    while len(edges) < links:
        one = int(count * chance.random() ** 2)
        other = (one + 12 * chance.randrange(1, 200)) % count if chance.random() < 0.8 else chance.randrange(count)
        if one != other:
            edges.add((min(one, other), max(one, other)))
    return LinkGraph(nodes, tuple(sorted(edges)))


def by_items(scene: Scene) -> tuple[float, float]:
    """Return how long one item for each node and link takes to be made, and to be painted once more."""
    began = time.perf_counter()
    items = QGraphicsScene()
    for one, other in scene.graph.edges:
        items.addLine(QLineF(*scene.positions[one], *scene.positions[other]))
    for x, y in scene.positions:
        items.addEllipse(QRectF(x - 4, y - 4, 8, 8))
    view = QGraphicsView(items)
    view.resize(1000, 800)
    view.fitInView(items.sceneRect())
    view.grab()
    made = time.perf_counter()
    view.grab()
    return made - began, time.perf_counter() - made


async def busy(seconds: float) -> float:
    """Return the longest stall beside a thread that only counts: what this machine and Python cost by themselves."""

    def count() -> None:
        until = time.perf_counter() + seconds
        while time.perf_counter() < until:
            sum(range(1_000))

    watch = Watch()
    await asyncio.to_thread(count)
    return watch.stop()


async def picture_of(view: GraphView) -> None:
    """Wait until *view* shows what is to be seen."""
    while not view.picture.settled:
        await asyncio.sleep(TICK)


async def bench_local() -> None:
    """Measure the way from the index's answer to the picture."""
    graph = local(300)
    view = GraphView("links")
    view.resize(1000, 800)
    view.show()
    watch, began = Watch(), time.perf_counter()
    steps = ring_layout(graph)
    view.show_scene(Scene(graph, next(steps), local=True))
    view.repaint()
    first = time.perf_counter() - began
    view.show_scene(Scene(graph, (await asyncio.to_thread(list, steps))[-1], local=True))
    view.repaint()
    settled, stall = time.perf_counter() - began, watch.stop()
    began = time.perf_counter()
    view.repaint()
    painted = time.perf_counter() - began
    assert view.scene is not None
    made, again = by_items(view.scene)
    sys.stdout.write(
        f"300 nodes: first picture {milliseconds(first)}, settled {milliseconds(settled)}, longest stall"
        f" {milliseconds(stall)}, repaint {milliseconds(painted)}; an item each: {milliseconds(made)} to make and"
        f" paint, repaint {milliseconds(again)}\n"
    )
    view.close()


async def bench_whole() -> None:
    """Measure building, moving and painting a whole vault."""
    graph = whole(15_000, 30_000)
    view = GraphView("links")
    view.resize(1000, 800)
    view.show()
    watch, began = Watch(), time.perf_counter()
    shown: list[float] = []

    def show(scene: Scene, crowd: object) -> None:
        view.show_scene(scene, (), crowd)  # type: ignore[arg-type] # what wide_scenes makes
        shown.append(time.perf_counter() - began)

    scene, _crowd = await wide_scenes(graph, show)
    settled = time.perf_counter() - began
    await picture_of(view)
    building, moved = watch.stop(), Watch()
    for number in range(40):
        view.set_viewport(view.viewport_state.moved(5, 3) if number % 2 else view.viewport_state.zoomed(1.05, 500, 400))
        await asyncio.sleep(0.01)
    await picture_of(view)
    moving = moved.stop()
    began = time.perf_counter()
    view.repaint()
    repaint = time.perf_counter() - began
    counting = await busy(settled)
    made, again = by_items(scene)
    sys.stdout.write(
        f"15,000 notes, 30,000 links: first picture {milliseconds(shown[0])}, settled {milliseconds(settled)}, longest"
        f" stall while built {milliseconds(building)}, while moved {milliseconds(moving)}, repaint"
        f" {milliseconds(repaint)}; stall beside a thread that counts {milliseconds(counting)}; an item"
        f" each: {milliseconds(made)} in one stall, repaint {milliseconds(again)}\n"
    )
    view.close()


async def bench() -> None:
    """Measure both."""
    await bench_local()
    await bench_whole()


def main() -> None:
    """Measure on the window's own loop."""
    application = QApplication([])
    theme().apply(application)
    bridge.run(bench())


if __name__ == "__main__":
    main()
