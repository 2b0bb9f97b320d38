from vaultdesk.ui.note.closed_tabs import MOST, ClosedTab, ClosedTabs
from vaultdesk.ui.note.history import History, Visit


def test_the_last_one_comes_first_and_renamed_notes_are_known() -> None:
    tabs, history = ClosedTabs(), History()
    history.visit("A.md")
    tabs.put(ClosedTab("A.md", 30, True, history))
    tabs.put(ClosedTab("B.md"))
    tabs.renamed("A.md", "C.md")
    assert tabs.last == ClosedTab("B.md")
    assert tabs.take() == ClosedTab("B.md")
    assert tabs.take() == ClosedTab("C.md", 30, True, history)
    assert history.current == Visit("C.md")
    assert tabs.take() is None


def test_a_note_that_is_gone_is_forgotten_and_so_are_the_oldest() -> None:
    tabs = ClosedTabs()
    for number in range(MOST + 1):
        tabs.put(ClosedTab(f"{number}.md"))
    tabs.drop(f"{MOST}.md")
    taken = [tab.path for tab in iter(tabs.take, None)]
    assert taken == [f"{number}.md" for number in range(MOST - 1, 0, -1)]
