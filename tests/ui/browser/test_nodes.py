from tests.ui.browser.rows import row
from vaultdesk.ui.browser.nodes import natural_key, root_of


def test_folders_come_first_and_numbers_are_counted_not_spelled() -> None:
    root = root_of([row("b.md"), row("a10.md"), row("A2.md"), row("zz/x.md"), row("Zy/y.md")])
    assert [node.name for node in root.open()] == ["Zy", "zz", "A2", "a10", "b"]


def test_children_are_made_when_asked_for() -> None:
    root = root_of([row("a/b/c.md"), row("a/d.md")])
    (folder,) = root.open()
    assert (folder.count, folder.made) == (2, False)
    assert [node.name for node in folder.open()] == ["b", "d"]
    assert folder.made


def test_any_name_can_be_compared_with_any_other() -> None:
    names = ["1", "a", "", "²", "٣", "1a1", "a" * 500, "9" * 500]
    assert sorted(names, key=natural_key)
