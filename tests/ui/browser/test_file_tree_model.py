"""Tests of ui/browser/file_tree_model.py."""

import gc
import random
from datetime import timedelta

import pytest
from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication

from tests.support.campaigns import campaign_count
from tests.support.growth import check_linear
from tests.ui.browser.rows import NOON, row
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.core.settings.settings_schema import SortOrder
from vaultdesk.index.index_results import NoteSummary
from vaultdesk.index.store.index_entry import NOTE_PROBLEMS, decode_problem, encode_problem
from vaultdesk.ui.browser.file_tree_model import (
    FileTreeModel,
    NoteOrder,
    NoTreeBadges,
    TreeRole,
    badge_text,
    file_row,
    folder_row,
    natural_key,
    root_of,
)
from vaultdesk.ui.translation import install_language

# Tree nodes.


def sorted_names(order: SortOrder) -> list[str]:
    rows = [
        row(path)._replace(modified=NOON + timedelta(hours=hours))
        for path, hours in (("b.md", 3), ("a.md", 1), ("c.md", 2), ("old/x.md", 9), ("new/x.md", 1))
    ]
    root = root_of(rows, NoteOrder(order, {"a.md": 30, "b.md": 20, "c.md": 10}))
    return [node.name for node in root.open()]


def test_each_order_lists_folders_first_by_name() -> None:
    assert sorted_names("name") == ["new", "old", "a", "b", "c"]
    assert sorted_names("name-down") == ["old", "new", "c", "b", "a"]
    assert sorted_names("modified") == ["new", "old", "b", "c", "a"]
    assert sorted_names("modified-oldest") == ["new", "old", "a", "c", "b"]
    assert sorted_names("created") == ["new", "old", "a", "b", "c"]
    assert sorted_names("created-oldest") == ["new", "old", "c", "b", "a"]


def test_child_is_inserted_at_its_sorted_position() -> None:
    for order in ("name", "name-down", "modified", "modified-oldest"):
        root = root_of([row(f"{name}.md") for name in "aceg"], NoteOrder(order))
        root.open()
        child = root_of([row("d.md")]).open()[0]
        root.insert(root.row_for(child), child)
        names = [node.name for node in root.children]
        root.sort(NoteOrder(order))
        assert [node.name for node in root.children] == names


def test_natural_order_ignores_case_and_accents_and_compares_numbers() -> None:
    names = ["Zebra", "\u00c4pfel", "note 10", "Note 9", "note 009b", "\u00e9cole", "apfel", "note 100", "Eco"]
    assert sorted(names, key=natural_key) == [
        "\u00c4pfel", "apfel", "Eco", "\u00e9cole", "Note 9", "note 009b", "note 10", "note 100", "Zebra",
    ]  # fmt: skip


def test_natural_keys_of_any_names_are_comparable() -> None:
    names = ["1", "a", "", "\u00b2", "\u0663", "1a1", "a" * 500, "9" * 500]
    assert sorted(names, key=natural_key)


def test_folders_come_first_and_numbers_are_compared_by_value() -> None:
    root = root_of([row("b.md"), row("a10.md"), row("A2.md"), row("zz/x.md"), row("Zy/y.md")])
    assert [node.name for node in root.open()] == ["Zy", "zz", "A2", "a10", "b"]


def test_children_are_created_on_demand() -> None:
    root = root_of([row("a/b/c.md"), row("a/d.md")])
    (folder,) = root.open()
    assert (folder.count, folder.is_built) == (2, False)
    assert [node.name for node in folder.open()] == ["b", "d"]
    assert folder.is_built


def test_empty_folders_and_other_files_are_listed_but_not_counted() -> None:
    root = root_of([row("a/n.md"), folder_row("a"), folder_row("a/empty"), file_row("a/p.png", 5)])
    (folder,) = root.open()
    assert (root.count, folder.count) == (1, 1)
    assert [(node.name, node.folder, node.is_other_file) for node in folder.open()] == [
        ("empty", True, False),
        ("n", False, False),
        ("p.png", False, True),
    ]
    assert sorted(root.files()) == ["a/n.md", "a/p.png"]
    assert root.find("a/empty") is folder.children[0]


def test_existing_tree_can_be_sorted_again() -> None:
    root = root_of([row("b.md"), row("a.md"), row("f/2.md"), row("f/10.md"), row("g/x.md")])
    folder = root.open()[0]
    folder.open()
    root.sort(NoteOrder("name-down"))
    assert [node.name for node in root.children] == ["g", "f", "b", "a"]
    assert [(node.name, node.row) for node in folder.children] == [("10", 0), ("2", 1)]
    assert [node.name for node in root.children[0].open()] == ["x"]


# Badges: folders are not conflict copies, and a tree without a badge source shows none.


class FakeBadges:
    def lock(self, path: str, *, folder: bool) -> str:
        return f"{path} {'folder' if folder else 'note'} is private"

    def conflict(self, path: str) -> str:
        return f"{path} is a copy"


def test_badges_describe_private_notes_and_folders_and_conflict_copies() -> None:
    assert badge_text(FakeBadges(), "a.md", folder=False) == ("a.md note is private", "a.md is a copy")
    assert badge_text(FakeBadges(), "a", folder=True) == ("a folder is private", "")
    assert badge_text(NoTreeBadges(), "a.md", folder=False) == ("", "")


def model_tester(model: FileTreeModel) -> QAbstractItemModelTester:
    return QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)


def test_persistent_indexes_survive_sorting() -> None:
    model = FileTreeModel()
    tester = model_tester(model)
    model.load([row("f/1.md"), row("f/2.md"), row("a.md"), row("b.md")])
    tree_lines(model)
    index = QPersistentModelIndex(model.index_of("f/2.md"))
    model.sort_by(NoteOrder("name-down"))
    assert tree_lines(model) == ["f", "  2", "  1", "b", "a"]
    assert (index.row(), index.data()) == (0, "2")
    tester.deleteLater()


def test_modified_note_moves_to_the_top_when_sorted_by_modification() -> None:
    model = FileTreeModel()
    tester = model_tester(model)
    model.load([row(f"{name}.md") for name in "abc"])
    model.sort_by(NoteOrder("modified"))
    tree_lines(model)
    index = QPersistentModelIndex(model.index_of("b.md"))
    resets: list[object] = []
    model.modelReset.connect(lambda: resets.append(1))
    model.put(row("b.md")._replace(modified=NOON + timedelta(hours=1)))
    model.put(row("a.md")._replace(modified=NOON - timedelta(hours=1)))
    assert tree_lines(model) == ["b", "c", "a"]
    assert index.data() == "b"
    assert not resets
    tester.deleteLater()


def test_folders_that_exist_on_disk_remain_without_notes_and_others_are_removed() -> None:
    model = FileTreeModel()
    tester = model_tester(model)
    model.load([row("a/x.md"), row("b/y.md"), folder_row("c"), file_row("b/p.png", 1)])
    tree_lines(model)
    model.disk_folders = frozenset({"a", "b", "c"})
    model.take("a/x.md")
    model.take("b/y.md")
    assert tree_lines(model) == ["a", "b", "  p.png", "c"]
    model.disk_folders = frozenset()
    for path in ("b/p.png", "c", "a"):
        model.take(path)
    assert tree_lines(model) == []
    tester.deleteLater()


def test_stale_index_of_a_removed_row_is_safe() -> None:
    model = FileTreeModel()
    model.load([row("f/1.md"), row("a.md")])
    stale = model.index_of("f/1.md")
    assert stale.data() == "1"
    model.load([row("b.md")])
    gc.collect()

    assert stale.data() in (None, "", "b")
    assert not model.parent(stale).isValid()


def test_changes_of_notes_files_and_order_result_in_the_same_tree_as_loading() -> None:
    rng = random.Random(11)
    rows = [row(f"{folder}n{n}.md") for folder in ("", "a/", "a/b/", "c/d/") for n in range(6)]
    rows += [file_row(f"{folder}p{n}.png", n) for folder in ("a/", "e/") for n in range(3)]
    model = FileTreeModel()
    tester = model_tester(model)
    expected: dict[str, object] = {}
    for _ in range(campaign_count(400, 100)):
        choice = rng.choice(rows)
        if choice.path in expected:
            model.take(choice.path)
            del expected[choice.path]
        else:
            model.put(choice)
            expected[choice.path] = choice
        if rng.random() < 0.1:
            model.sort_by(NoteOrder(rng.choice(("name", "name-down", "modified"))))
            tree_lines(model)
    fresh = FileTreeModel()
    fresh.load([choice for choice in rows if choice.path in expected])
    fresh.sort_by(model.root.order)
    assert tree_lines(model) == tree_lines(fresh)
    assert sorted(model.root.files()) == sorted(expected)
    tester.deleteLater()


def tree_lines(model: FileTreeModel, parent: QModelIndex | None = None, depth: int = 0) -> list[str]:
    parent = parent or QModelIndex()
    lines: list[str] = []
    for number in range(model.rowCount(parent)):
        index = model.index(number, 0, parent)
        lines.append("  " * depth + str(index.data()))
        lines += tree_lines(model, index, depth + 1)
    return lines


def test_tree_shows_folders_before_notes() -> None:
    model = FileTreeModel()
    model.load([row("b.md"), row("f/c.md"), row("f/g/d.md")])
    assert tree_lines(model) == ["f", "  g", "    d", "  c", "b"]
    assert model.index_of("f").data(TreeRole.COUNT) == 2
    assert model.index_of("f/g/d.md").data(TreeRole.PATH) == "f/g/d.md"
    assert not model.index_of("f/none.md").isValid()


def test_single_notes_are_added_and_removed_without_a_reset() -> None:
    model = FileTreeModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.load([row("b.md"), row("f/c.md")])
    tree_lines(model)
    resets: list[object] = []
    model.modelReset.connect(lambda: resets.append(1))
    model.put(row("f/a.md"))
    model.put(row("new/deep/x.md"))
    model.take("b.md")
    assert tree_lines(model) == ["f", "  a", "  c", "new", "  deep", "    x"]
    model.take("new/deep/x.md")
    assert tree_lines(model) == ["f", "  a", "  c"]
    assert not resets
    tester.deleteLater()


def test_problem_of_a_note_updates_its_row() -> None:
    model = FileTreeModel()
    model.load([row("a.md")])
    model.put(row("a.md", Phrase("“{0}” is not UTF-8 text.", "a.md")))
    assert model.rowCount() == 1
    assert model.index(0, 0).data(TreeRole.PROBLEM) == "“a.md” is not UTF-8 text."


@pytest.mark.parametrize("language", ["de", "fr", "es", "zh_CN"])
def test_the_problem_of_a_note_is_shown_in_the_language_of_the_window(language: str, qapp: QApplication) -> None:
    model = FileTreeModel()
    stored = encode_problem(NOTE_PROBLEMS.phrase("not-a-base"))
    model.load([row("a.md", decode_problem(stored))])
    install_language(qapp, language, [resource_path("translations")])
    try:
        tooltip = model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    finally:
        install_language(qapp, "en", [])
    assert tooltip != model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "It cannot" not in tooltip
    assert "base" in model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)


def test_random_note_changes_result_in_the_same_tree_as_loading() -> None:
    rng = random.Random(7)
    paths = [f"{folder}n{number}.md" for folder in ("", "a/", "a/b/", "c/", "c/d/e/") for number in range(12)]
    model = FileTreeModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    expected: set[str] = set()
    for _ in range(campaign_count(600, 60)):
        path = rng.choice(paths)
        if path in expected:
            model.take(path)
            expected.discard(path)
        else:
            model.put(row(path))
            expected.add(path)
        if rng.random() < 0.05:
            tree_lines(model)
    fresh = FileTreeModel()
    fresh.load([row(path) for path in expected])
    assert tree_lines(model) == tree_lines(fresh)
    assert [model.index(n, 0).data(TreeRole.COUNT) for n in range(model.rowCount())] == [
        fresh.index(n, 0).data(TreeRole.COUNT) for n in range(fresh.rowCount())
    ]
    tester.deleteLater()


def test_hostile_names_are_escaped_on_one_line() -> None:
    model = FileTreeModel()
    model.load([row("a\u202egnp\nb<b>x.md")])
    assert model.index(0, 0).data() == "aU+202Egnp b<b>x"


def test_notes_are_loaded_in_linear_time() -> None:
    def load(notes: list[NoteSummary]) -> None:
        model = FileTreeModel()
        model.load(notes)
        assert model.rowCount() == 300

    def notes(count: int) -> list[NoteSummary]:
        return [row(f"folder {number % 300}/sub {number % 7}/note {number}.md") for number in range(count)]

    check_linear(load, notes, 8_000)


class PersonalFolderBadges:
    def lock(self, path: str, *, folder: bool) -> str:
        return "Private: in Personal." if path.startswith("Personal") else ""

    def conflict(self, path: str) -> str:
        return "A copy." if "conflict" in path else ""


def test_badges_are_in_the_tooltip_and_the_accessible_text() -> None:
    model = FileTreeModel()
    model.load([row("Personal/Diary.md"), row("a conflict.md")])
    assert model.index_of("Personal").data(TreeRole.LOCK) == ""
    model.badges = PersonalFolderBadges()
    folder, note, copy = (model.index_of(path) for path in ("Personal", "Personal/Diary.md", "a conflict.md"))

    assert [index.data(TreeRole.LOCK) for index in (folder, note, copy)] == ["Private: in Personal."] * 2 + [""]
    assert [index.data(TreeRole.CONFLICT) for index in (folder, note, copy)] == ["", "", "A copy."]
    assert note.data(Qt.ItemDataRole.ToolTipRole) == "Personal/Diary.md\nPrivate: in Personal."
    assert note.data(Qt.ItemDataRole.AccessibleTextRole) == "Diary, Private: in Personal."
    assert note.data() == "Diary"
