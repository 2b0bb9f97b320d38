"""Bench of the graph pages: 300 nodes around a note, and 15,000 notes with 30,000 links.

Run it alone: `python -m tests.benchmarks.bench_graph`. The baseline is a scene with one graphics item for each node.
"""

import asyncio
import os
import random
import sys
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtWidgets import QApplication, QGraphicsScene, QGraphicsView

from tests.benchmarks.stalls import TICK, LoopMonitor, milliseconds
from vaultdesk.index.link_graph import GraphNode, LinkGraph
from vaultdesk.ui import bridge
from vaultdesk.ui.graph.graph_layout import Scene, ring_layout
from vaultdesk.ui.graph.graph_source import wide_scenes
from vaultdesk.ui.graph.graph_view import GraphView
from vaultdesk.ui.theme.theme import theme


def local_graph(count: int) -> LinkGraph:
    """Return a note with 24 neighbors, and the other notes linked to those."""
    rng = random.Random(1)
    nodes = tuple(GraphNode(f"n{n}.md", f"Note {n}", distance=0 if not n else 1 if n < 25 else 2) for n in range(count))
    edges = {(0, n) for n in range(1, 25)} | {(rng.randrange(1, 25), n) for n in range(25, count)}
    return LinkGraph(nodes, tuple(sorted(edges)))


def global_graph(count: int, links: int) -> LinkGraph:
    """Return notes in twelve folders, linked mostly within their folder."""
    rng = random.Random(1)
    nodes = tuple(GraphNode(f"F{n % 12}/{n:05}.md", f"Note {n}", links=n % 17) for n in range(count))
    edges: set[tuple[int, int]] = set()
    while len(edges) < links:
        start = int(count * rng.random() ** 2)
        end = (start + 12 * rng.randrange(1, 200)) % count if rng.random() < 0.8 else rng.randrange(count)
        if start != end:
            edges.add((min(start, end), max(start, end)))
    return LinkGraph(nodes, tuple(sorted(edges)))


def by_graphics_items(scene: Scene) -> tuple[float, float]:
    """Return the seconds to create and paint one item for each node and link, and to paint them again."""
    started = time.perf_counter()
    items = QGraphicsScene()
    for start, end in scene.graph.edges:
        items.addLine(QLineF(*scene.positions[start], *scene.positions[end]))
    for x, y in scene.positions:
        items.addEllipse(QRectF(x - 4, y - 4, 8, 8))
    view = QGraphicsView(items)
    view.resize(1000, 800)
    view.fitInView(items.sceneRect())
    view.grab()
    created = time.perf_counter()
    view.grab()
    return created - started, time.perf_counter() - created


async def stall_beside_thread(seconds: float) -> float:
    """Return the longest stall beside a thread that only computes: the share of the machine and of Python."""

    def count() -> None:
        deadline = time.perf_counter() + seconds
        while time.perf_counter() < deadline:
            sum(range(1_000))

    monitor = LoopMonitor()
    await asyncio.to_thread(count)
    return monitor.stop()


async def wait_for_picture(view: GraphView) -> None:
    """Wait until the picture of *view* is complete."""
    while not view.picture.settled:
        await asyncio.sleep(TICK)


async def bench_local() -> None:
    """Measure the time from the answer of the index to the picture."""
    graph = local_graph(300)
    view = GraphView("links")
    view.resize(1000, 800)
    view.show()
    monitor, started = LoopMonitor(), time.perf_counter()
    steps = ring_layout(graph)
    view.show_scene(Scene(graph, next(steps), local=True))
    view.repaint()
    first = time.perf_counter() - started
    view.show_scene(Scene(graph, (await asyncio.to_thread(list, steps))[-1], local=True))
    view.repaint()
    settled, stall = time.perf_counter() - started, monitor.stop()
    started = time.perf_counter()
    view.repaint()
    painted = time.perf_counter() - started
    assert view.scene is not None
    created, repainted = by_graphics_items(view.scene)
    sys.stdout.write(
        f"300 nodes: first picture {milliseconds(first)}, settled {milliseconds(settled)}, longest stall"
        f" {milliseconds(stall)}, repaint {milliseconds(painted)}; one item for each node:"
        f" {milliseconds(created)} to create and paint, repaint {milliseconds(repainted)}\n"
    )
    view.close()


async def bench_global() -> None:
    """Measure building, moving and painting the graph of an entire vault."""
    graph = global_graph(15_000, 30_000)
    view = GraphView("links")
    view.resize(1000, 800)
    view.show()
    monitor, started = LoopMonitor(), time.perf_counter()
    shown: list[float] = []

    def show(scene: Scene, large_scene: object) -> None:
        view.show_scene(scene, (), large_scene)  # type: ignore[arg-type] # the type that wide_scenes creates
        shown.append(time.perf_counter() - started)

    scene, _large_scene = await wide_scenes(graph, show)
    settled = time.perf_counter() - started
    await wait_for_picture(view)
    building, moving_monitor = monitor.stop(), LoopMonitor()
    for number in range(40):
        view.set_viewport(view.viewport_state.moved(5, 3) if number % 2 else view.viewport_state.zoomed(1.05, 500, 400))
        await asyncio.sleep(0.01)
    await wait_for_picture(view)
    moving = moving_monitor.stop()
    started = time.perf_counter()
    view.repaint()
    repaint = time.perf_counter() - started
    thread_stall = await stall_beside_thread(settled)
    created, repainted = by_graphics_items(scene)
    sys.stdout.write(
        f"15,000 notes, 30,000 links: first picture {milliseconds(shown[0])}, settled {milliseconds(settled)}, longest"
        f" stall while built {milliseconds(building)}, while moved {milliseconds(moving)}, repaint"
        f" {milliseconds(repaint)}; stall beside a computing thread {milliseconds(thread_stall)}; an item"
        f" each: {milliseconds(created)} in one stall, repaint {milliseconds(repainted)}\n"
    )
    view.close()


async def bench() -> None:
    """Measure both graphs."""
    await bench_local()
    await bench_global()


def main() -> None:
    """Run on the event loop of the window."""
    application = QApplication([])
    theme().apply(application)
    bridge.run(bench())


if __name__ == "__main__":
    main()
