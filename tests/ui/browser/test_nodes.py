from tests.ui.browser.rows import row
from vaultdesk.ui.browser.nodes import file_row, folder_row, root_of
from vaultdesk.ui.browser.note_order import NoteOrder


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
