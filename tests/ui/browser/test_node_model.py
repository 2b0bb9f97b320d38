import gc
import random
from datetime import timedelta

from PySide6.QtCore import QPersistentModelIndex
from PySide6.QtTest import QAbstractItemModelTester

from tests.ui.browser.rows import NOON, row
from tests.ui.browser.test_tree_model import shown
from vaultdesk.ui.browser.node_model import NodeModel
from vaultdesk.ui.browser.nodes import file_row, folder_row
from vaultdesk.ui.browser.note_order import NoteOrder
from vaultdesk.ui.browser.tree_model import TreeModel


def watched(model: NodeModel) -> QAbstractItemModelTester:
    return QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)


def test_rows_keep_their_places_in_the_eye_when_the_order_changes() -> None:
    model = TreeModel()
    tester = watched(model)
    model.load([row("f/1.md"), row("f/2.md"), row("a.md"), row("b.md")])
    shown(model)
    kept = QPersistentModelIndex(model.index_of("f/2.md"))
    model.sort_by(NoteOrder("name-down"))
    assert shown(model) == ["f", "  2", "  1", "b", "a"]
    assert (kept.row(), kept.data()) == (0, "2")
    tester.deleteLater()


def test_a_note_that_is_written_goes_to_the_top_where_the_last_change_counts() -> None:
    model = TreeModel()
    tester = watched(model)
    model.load([row(f"{name}.md") for name in "abc"])
    model.sort_by(NoteOrder("modified"))
    shown(model)
    kept = QPersistentModelIndex(model.index_of("b.md"))
    resets: list[object] = []
    model.modelReset.connect(lambda: resets.append(1))
    model.put(row("b.md")._replace(modified=NOON + timedelta(hours=1)))
    model.put(row("a.md")._replace(modified=NOON - timedelta(hours=1)))
    assert shown(model) == ["b", "c", "a"]
    assert kept.data() == "b"
    assert not resets
    tester.deleteLater()


def test_folders_of_the_disk_stay_without_notes_and_others_go() -> None:
    model = TreeModel()
    tester = watched(model)
    model.load([row("a/x.md"), row("b/y.md"), folder_row("c"), file_row("b/p.png", 1)])
    shown(model)
    model.kept_folders = frozenset({"a", "b", "c"})
    model.take("a/x.md")
    model.take("b/y.md")
    assert shown(model) == ["a", "b", "  p.png", "c"]
    model.kept_folders = frozenset()
    for path in ("b/p.png", "c", "a"):
        model.take(path)
    assert shown(model) == []
    tester.deleteLater()


def test_an_index_that_outlived_its_row_is_nobodys() -> None:
    model = TreeModel()
    model.load([row("f/1.md"), row("a.md")])
    stale = model.index_of("f/1.md")
    assert stale.data() == "1"
    model.load([row("b.md")])
    gc.collect()

    assert stale.data() in (None, "", "b")
    assert not model.parent(stale).isValid()


def test_many_changes_of_all_kinds_end_in_the_same_tree_as_loading_it() -> None:
    chances = random.Random(11)
    rows = [row(f"{folder}n{n}.md") for folder in ("", "a/", "a/b/", "c/d/") for n in range(6)]
    rows += [file_row(f"{folder}p{n}.png", n) for folder in ("a/", "e/") for n in range(3)]
    model = TreeModel()
    tester = watched(model)
    kept: dict[str, object] = {}
    for _ in range(400):
        one = chances.choice(rows)
        if one.path in kept:
            model.take(one.path)
            del kept[one.path]
        else:
            model.put(one)
            kept[one.path] = one
        if chances.random() < 0.1:
            model.sort_by(NoteOrder(chances.choice(("name", "name-down", "modified"))))
            shown(model)
    fresh = TreeModel()
    fresh.load([one for one in rows if one.path in kept])
    fresh.sort_by(model.root.order)
    assert shown(model) == shown(fresh)
    assert sorted(model.root.files()) == sorted(kept)
    tester.deleteLater()
