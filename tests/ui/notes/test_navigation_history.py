"""Tests of ui/notes/navigation_history.py."""

from vaultdesk.ui.notes.navigation_history import MAX_CLOSED_TABS, MAX_VISITS, ClosedTab, ClosedTabs, TabHistory, Visit


def test_back_and_forward_restore_the_scroll_position() -> None:
    history = TabHistory()
    history.visit("a")
    history.visit("b", scroll=70)
    assert history.back(scroll=5) == Visit("a", 70)
    assert history.forward() == Visit("b", 5)
    assert not history.can_go_forward


def test_a_new_visit_clears_the_forward_history() -> None:
    history = TabHistory()
    for path in "abc":
        history.visit(path)
    history.back()
    history.back()
    history.visit("d")
    assert history.forward() is None
    assert history.back() == Visit("a", 0)


def test_repeated_visits_are_merged_and_the_oldest_are_dropped() -> None:
    history = TabHistory()
    history.visit("a")
    history.visit("a")
    assert not history.can_go_back
    for number in range(MAX_VISITS + 50):
        history.visit(str(number))
    steps = 0
    while history.back():
        steps += 1
    assert steps == MAX_VISITS - 1


def test_a_renamed_note_is_visited_under_its_new_name() -> None:
    history = TabHistory()
    history.visit("a")
    history.visit("b")
    history.renamed("a", "z")
    assert history.back() == Visit("z", 0)
    assert TabHistory().current is None


def test_closed_tabs_are_returned_last_first_and_follow_renames() -> None:
    tabs, history = ClosedTabs(), TabHistory()
    history.visit("A.md")
    tabs.push(ClosedTab("A.md", 30, True, history))
    tabs.push(ClosedTab("B.md"))
    tabs.renamed("A.md", "C.md")
    assert tabs.last == ClosedTab("B.md")
    assert tabs.pop() == ClosedTab("B.md")
    assert tabs.pop() == ClosedTab("C.md", 30, True, history)
    assert history.current == Visit("C.md")
    assert tabs.pop() is None


def test_the_oldest_closed_tabs_are_dropped() -> None:
    tabs = ClosedTabs()
    for number in range(MAX_CLOSED_TABS + 1):
        tabs.push(ClosedTab(f"{number}.md"))
    paths = [tab.path for tab in iter(tabs.pop, None)]
    assert paths == [f"{number}.md" for number in range(MAX_CLOSED_TABS, 0, -1)]
