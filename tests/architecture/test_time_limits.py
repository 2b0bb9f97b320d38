"""No test asserts an absolute duration, which depends on the speed of the machine (CONTRIBUTING.md, "Tests")."""

import ast
from collections.abc import Iterator

import pytest

from tests.architecture.source import ROOT, Source, Violation, dotted, violation_report

CLOCKS = {"process_time", "perf_counter", "monotonic", "thread_time", "loop.time"}
"""Ends of the names of functions that return a time in seconds. The names ending in `_ns` return nanoseconds."""

DURATIONS = {"elapsed", "cpu_time"}
"""Names of functions that return a duration: the method of `QElapsedTimer`, and `tests/support/growth.py`."""

EXEMPT = {"benchmarks", "campaigns"}
"""Folders of `tests` that are not part of the ordinary run."""

WAITS = {"waitUntil", "waitSignal", "waitSignals", "waitExposed", "waitActive"}

MIN_WAIT = 30_000
"""Milliseconds that a wait for an event may take at least. A loaded machine may be ten times slower than usual."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


def time_limits(source: Source) -> Iterator[Violation]:
    """Yield each assertion that a duration measured by a clock is below a limit that is not measured itself."""
    if not any(name in source.text for name in (*CLOCKS, *DURATIONS)):
        return  # Most modules measure nothing and need not be parsed.
    measuring = DURATIONS | {
        function.name
        for function in source.nodes
        if isinstance(function, Function)
        and any(
            isinstance(node, ast.Return)
            and node.value is not None
            and _Durations(function, DURATIONS).within(node.value)
            for node in ast.walk(function)
        )
    }
    for function in source.tree.body:
        durations = _Durations(function, measuring)
        for node in ast.walk(function):
            if isinstance(node, ast.Assert) and any(map(durations.is_limited, ast.walk(node.test))):
                yield source.violation(node, "asserts an absolute duration; compare growth (tests/support/growth.py)")


def short_waits(source: Source) -> Iterator[Violation]:
    """Yield each wait of pytest-qt with a limit below `MIN_WAIT`; its default is 5 seconds."""
    if "qtbot" not in source.text:
        return
    for node in source.nodes:
        if isinstance(node, ast.Call) and dotted(node.func).rpartition(".")[2] in WAITS:
            limits = [keyword.value for keyword in node.keywords if keyword.arg == "timeout"]
            if not limits or (isinstance(limits[0], ast.Constant) and limits[0].value < MIN_WAIT):
                yield source.violation(node, f"waits for less than {MIN_WAIT} ms")


class _Durations:
    """The variables of a function that hold times and durations."""

    def __init__(self, function: ast.AST, measuring: set[str]) -> None:
        """*measuring* are the names of functions that return durations."""
        self._measuring = measuring
        self._times: set[str] = set()
        self._names: set[str] = set()
        known = -1
        while known < len(self._times) + len(self._names):  # A duration is often assigned to a second variable.
            known = len(self._times) + len(self._names)
            for node in ast.walk(function):
                for target, value in _assignments(node):
                    if self.within(value):
                        self._names |= _variables(target)
                    elif any(map(self._is_time, ast.walk(value))):
                        self._times |= _variables(target)

    def within(self, expression: ast.AST) -> bool:
        """Whether *expression* contains a duration."""
        return any(map(self._is_duration, ast.walk(expression)))

    def is_limited(self, node: ast.AST) -> bool:
        """Whether *node* is a comparison of a duration with a larger value that is no duration."""
        if not isinstance(node, ast.Compare):
            return False
        values = [node.left, *node.comparators]
        for operator, left, right in zip(node.ops, values, values[1:], strict=False):
            smaller, larger = (left, right) if isinstance(operator, ast.Lt | ast.LtE) else (right, left)
            is_order = isinstance(operator, ast.Lt | ast.LtE | ast.Gt | ast.GtE)
            if is_order and self.within(smaller) and not self.within(larger):
                return True
        return False

    def _is_time(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self._times
        name = dotted(node.func).removesuffix("_ns") if isinstance(node, ast.Call) else ""
        return any(f".{name}".endswith(f".{clock}") for clock in CLOCKS)

    def _is_duration(self, node: ast.AST) -> bool:
        if isinstance(node, ast.Name):
            return node.id in self._names
        if isinstance(node, ast.Call):
            return dotted(node.func).rpartition(".")[2] in self._measuring
        is_difference = isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub)
        return is_difference and any(map(self._is_time, ast.walk(node)))


def _assignments(node: ast.AST) -> Iterator[tuple[ast.AST, ast.AST]]:
    """Yield the targets and values of an assignment, and of a value appended to a list."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
            yield from zip(targets, values, strict=False)
        case ast.Assign(targets=targets, value=value):
            yield from ((target, value) for target in targets)
        case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
            yield target, value
        case ast.Call(func=ast.Attribute(value=target, attr="append"), args=[value]):
            yield target, value


def _variables(target: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(target) if isinstance(node, ast.Name)}


def test_no_test_asserts_an_absolute_duration() -> None:
    found = violation_report(violation for source in _tests() for violation in time_limits(source))

    assert not found, found


def test_every_wait_has_enough_time_on_a_loaded_machine() -> None:
    found = violation_report(violation for source in _tests() for violation in short_waits(source))

    assert not found, found


def _tests() -> Iterator[Source]:
    for file in sorted((ROOT / "tests").rglob("*.py")):
        path = file.relative_to(ROOT)
        if not EXEMPT & set(path.parts):
            yield Source(path.as_posix(), file.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "text",
    [
        "started = time.process_time()\n    f()\n    assert time.process_time() - started < 2",
        "start = perf_counter()\n    seconds = perf_counter() - start\n    assert (seconds < 2, x) == (True, 1)",
        "start = time.perf_counter_ns()\n    assert 5 >= (time.perf_counter_ns() - start) / 1e6",
        "start, end = time.monotonic(), time.monotonic()\n    opened, x = end - start, 1\n    assert opened < LIMIT",
        "times = []\n    start = loop.time()\n    times.append(loop.time() - start)\n    assert min(times) < 2",
        "start = thread_time()\n    all = {}\n    all[1] = thread_time() - start\n    assert max(all.values()) < 1",
        "def f():\n        start = monotonic()\n        return monotonic() - start\n    assert f() < 1",
        "clock = QElapsedTimer()\n    assert clock.elapsed() < 100",
        "assert cpu_time(f) < 0.1",
        "a, b = cpu_time(f), cpu_time(g)\n    assert a < MIN or a < 3 * b",
    ],
)
def test_an_absolute_limit_is_detected(text: str) -> None:
    assert len(list(time_limits(Source("tests/test_x.py", f"def test_x():\n    {text}\n")))) == 1


@pytest.mark.parametrize(
    "text",
    [
        "deadline = time.monotonic() + 30\n    while not done():\n        assert time.monotonic() < deadline",
        "deadline = time.monotonic() + 30\n    assert wait(deadline - time.monotonic())",
        "start = time.monotonic()\n    assert time.monotonic() - start >= DELAY",
        "since = QElapsedTimer()\n    assert not armed or since.elapsed() >= DELAY",
        "few, many = cpu_time(f), cpu_time(g)\n    assert many < 3 * few",
        "now = time.time()\n    assert rank(now - 60) < rank(2) == found",
        "times = [(1, time.monotonic())]\n    assert len(times) < 3",
    ],
)
def test_deadlines_minimum_durations_and_comparisons_are_permitted(text: str) -> None:
    assert list(time_limits(Source("tests/test_x.py", f"def test_x():\n    {text}\n"))) == []


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("qtbot.waitUntil(f)", 1),
        ("qtbot.waitUntil(f, timeout=5_000)", 1),
        ("qtbot.waitUntil(f, timeout=30_000)", 0),
        ("qtbot.waitSignal(s, timeout=LIMIT)", 0),
    ],
)
def test_a_short_wait_is_detected(text: str, count: int) -> None:
    assert len(list(short_waits(Source("tests/test_x.py", f"def test_x(qtbot):\n    {text}\n")))) == count
