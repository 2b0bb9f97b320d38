"""Tests of ui/browser/tree_nodes.py."""

from datetime import timedelta

from tests.ui.browser.rows import NOON, row
from vaultdesk.core.settings.settings_schema import SortOrder
from vaultdesk.ui.browser.tree_nodes import NoteOrder, file_row, folder_row, natural_key, root_of


def listed(order: SortOrder) -> list[str]:
    rows = [
        row(path)._replace(modified=NOON + timedelta(hours=hours))
        for path, hours in (("b.md", 3), ("a.md", 1), ("c.md", 2), ("old/x.md", 9), ("new/x.md", 1))
    ]
    root = root_of(rows, NoteOrder(order, {"a.md": 30, "b.md": 20, "c.md": 10}))
    return [node.name for node in root.open()]


def test_each_order_lists_folders_first_by_their_names() -> None:
    assert listed("name") == ["new", "old", "a", "b", "c"]
    assert listed("name-down") == ["old", "new", "c", "b", "a"]
    assert listed("modified") == ["new", "old", "b", "c", "a"]
    assert listed("modified-oldest") == ["new", "old", "a", "c", "b"]
    assert listed("created") == ["new", "old", "a", "b", "c"]
    assert listed("created-oldest") == ["new", "old", "c", "b", "a"]


def test_a_new_child_goes_where_a_sort_would_put_it() -> None:
    for order in ("name", "name-down", "modified", "modified-oldest"):
        root = root_of([row(f"{name}.md") for name in "aceg"], NoteOrder(order))
        root.open()
        child = root_of([row("d.md")]).open()[0]
        root.insert(root.place_for(child), child)
        names = [node.name for node in root.children]
        root.sort(NoteOrder(order))
        assert [node.name for node in root.children] == names


def test_names_are_ordered_as_people_read_them() -> None:
    names = ["Zebra", "\u00c4pfel", "note 10", "Note 9", "note 009b", "\u00e9cole", "apfel", "note 100", "Eco"]
    assert sorted(names, key=natural_key) == [
        "\u00c4pfel", "apfel", "Eco", "\u00e9cole", "Note 9", "note 009b", "note 10", "note 100", "Zebra",
    ]  # fmt: skip


def test_any_name_can_be_compared_with_any_other() -> None:
    names = ["1", "a", "", "\u00b2", "\u0663", "1a1", "a" * 500, "9" * 500]
    assert sorted(names, key=natural_key)


def test_folders_come_first_and_numbers_are_counted_not_spelled() -> None:
    root = root_of([row("b.md"), row("a10.md"), row("A2.md"), row("zz/x.md"), row("Zy/y.md")])
    assert [node.name for node in root.open()] == ["Zy", "zz", "A2", "a10", "b"]


def test_children_are_made_when_asked_for() -> None:
    root = root_of([row("a/b/c.md"), row("a/d.md")])
    (folder,) = root.open()
    assert (folder.count, folder.made) == (2, False)
    assert [node.name for node in folder.open()] == ["b", "d"]
    assert folder.made


def test_empty_folders_and_other_files_are_listed_and_not_counted() -> None:
    root = root_of([row("a/n.md"), folder_row("a"), folder_row("a/empty"), file_row("a/p.png", 5)])
    (folder,) = root.open()
    assert (root.count, folder.count) == (1, 1)
    assert [(node.name, node.folder, node.other) for node in folder.open()] == [
        ("empty", True, False),
        ("n", False, False),
        ("p.png", False, True),
    ]
    assert sorted(root.files()) == ["a/n.md", "a/p.png"]
    assert root.find("a/empty") is folder.children[0]


def test_a_made_tree_is_put_into_another_order() -> None:
    root = root_of([row("b.md"), row("a.md"), row("f/2.md"), row("f/10.md"), row("g/x.md")])
    folder = root.open()[0]
    folder.open()
    root.sort(NoteOrder("name-down"))
    assert [node.name for node in root.children] == ["g", "f", "b", "a"]
    assert [(node.name, node.row) for node in folder.children] == [("10", 0), ("2", 1)]
    assert [node.name for node in root.children[0].open()] == ["x"]
