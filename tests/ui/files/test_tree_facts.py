from tests.ui.browser.rows import row
from vaultdesk.ui.browser.nodes import file_row, folder_row
from vaultdesk.ui.browser.tree_model import TreeModel
from vaultdesk.ui.files.tree_facts import TreeFacts


def test_the_tree_knows_folders_names_and_counts() -> None:
    model = TreeModel()
    model.load([row("A/B/x.md"), row("Y.md"), file_row("A/p.PNG", 1), folder_row("E")])
    facts = TreeFacts(model)
    assert facts.folders() == ["A", "A/B"]
    model.kept_folders = frozenset({"E"})
    assert facts.folders() == ["A", "A/B", "E"]
    assert (facts.is_folder("A"), facts.is_folder(""), facts.is_folder("Y.md")) == (True, True, False)
    assert facts.names_in("A") == {"b", "p.png"}
    assert facts.names_in("") == {"a", "e", "y.md"}
    assert facts.names_in("none") == frozenset()
    assert facts.count(["A", "Y.md"]) == 2
    assert facts.is_there("A/B/x.md")
    assert not facts.is_there("A/C")
