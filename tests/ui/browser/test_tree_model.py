import random
import time

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester

from tests.ui.browser.rows import row
from vaultdesk.ui.browser.tree_model import Role, TreeModel


def shown(model: TreeModel, parent: QModelIndex | None = None, depth: int = 0) -> list[str]:
    parent = parent or QModelIndex()
    lines: list[str] = []
    for number in range(model.rowCount(parent)):
        index = model.index(number, 0, parent)
        lines.append("  " * depth + str(index.data()))
        lines += shown(model, index, depth + 1)
    return lines


def test_the_tree_shows_folders_then_notes() -> None:
    model = TreeModel()
    model.load([row("b.md"), row("f/c.md"), row("f/g/d.md")])
    assert shown(model) == ["f", "  g", "    d", "  c", "b"]
    assert model.index_of("f").data(Role.COUNT) == 2
    assert model.index_of("f/g/d.md").data(Role.PATH) == "f/g/d.md"
    assert not model.index_of("f/none.md").isValid()


def test_single_notes_come_and_go_without_a_reset() -> None:
    model = TreeModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.load([row("b.md"), row("f/c.md")])
    shown(model)
    resets: list[object] = []
    model.modelReset.connect(lambda: resets.append(1))
    model.put(row("f/a.md"))
    model.put(row("new/deep/x.md"))
    model.take("b.md")
    assert shown(model) == ["f", "  a", "  c", "new", "  deep", "    x"]
    model.take("new/deep/x.md")
    assert shown(model) == ["f", "  a", "  c"]
    assert not resets
    tester.deleteLater()


def test_a_problem_is_told_in_place() -> None:
    model = TreeModel()
    model.load([row("a.md")])
    model.put(row("a.md", "It is not UTF-8."))
    assert model.rowCount() == 1
    assert model.index(0, 0).data(Role.PROBLEM) == "It is not UTF-8."


def test_many_changes_at_random_end_in_the_same_tree_as_loading_it() -> None:
    chances = random.Random(7)
    paths = [f"{folder}n{number}.md" for folder in ("", "a/", "a/b/", "c/", "c/d/e/") for number in range(12)]
    model = TreeModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    kept: set[str] = set()
    for _ in range(600):
        path = chances.choice(paths)
        if path in kept:
            model.take(path)
            kept.discard(path)
        else:
            model.put(row(path))
            kept.add(path)
        if chances.random() < 0.05:
            shown(model)
    fresh = TreeModel()
    fresh.load([row(path) for path in kept])
    assert shown(model) == shown(fresh)
    assert [model.index(n, 0).data(Role.COUNT) for n in range(model.rowCount())] == [
        fresh.index(n, 0).data(Role.COUNT) for n in range(fresh.rowCount())
    ]
    tester.deleteLater()


def test_hostile_names_are_shown_on_one_line_without_turning_the_text() -> None:
    model = TreeModel()
    model.load([row("a\u202egnp\nb<b>x.md")])
    assert model.index(0, 0).data() == "aU+202Egnp b<b>x"


def test_a_hundred_thousand_notes_are_shown_at_once() -> None:
    notes = [row(f"folder {number % 300}/sub {number % 7}/note {number}.md") for number in range(100_000)]
    began = time.process_time()
    model = TreeModel()
    model.load(notes)
    assert model.rowCount() == 300
    assert time.process_time() - began < 10


class Known:
    def lock(self, path: str, *, folder: bool) -> str:
        return "Private: in Personal." if path.startswith("Personal") else ""

    def conflict(self, path: str) -> str:
        return "A copy." if "conflict" in path else ""


def test_signs_are_told_in_tooltip_and_to_a_screen_reader() -> None:
    model = TreeModel()
    model.load([row("Personal/Diary.md"), row("a conflict.md")])
    assert model.index_of("Personal").data(Role.LOCK) == ""
    model.signs = Known()
    folder, note, copy = (model.index_of(path) for path in ("Personal", "Personal/Diary.md", "a conflict.md"))

    assert [index.data(Role.LOCK) for index in (folder, note, copy)] == ["Private: in Personal."] * 2 + [""]
    assert [index.data(Role.CONFLICT) for index in (folder, note, copy)] == ["", "", "A copy."]
    assert note.data(Qt.ItemDataRole.ToolTipRole) == "Personal/Diary.md\nPrivate: in Personal."
    assert note.data(Qt.ItemDataRole.AccessibleTextRole) == "Diary, Private: in Personal."
    assert note.data() == "Diary"
