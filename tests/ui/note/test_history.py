from vaultdesk.ui.note.history import LONGEST, History, Visit


def test_back_and_forward_remember_where_one_was() -> None:
    history = History()
    history.visit("a")
    history.visit("b", scroll_left=70)
    assert history.back(scroll_left=5) == Visit("a", 70)
    assert history.forward() == Visit("b", 5)
    assert not history.can_go_forward


def test_a_new_visit_forgets_what_was_ahead() -> None:
    history = History()
    for path in "abc":
        history.visit(path)
    history.back()
    history.back()
    history.visit("d")
    assert history.forward() is None
    assert history.back() == Visit("a", 0)


def test_the_same_place_is_one_visit_and_the_oldest_are_dropped() -> None:
    history = History()
    history.visit("a")
    history.visit("a")
    assert not history.can_go_back
    for number in range(LONGEST + 50):
        history.visit(str(number))
    steps = 0
    while history.back():
        steps += 1
    assert steps == LONGEST - 1


def test_a_renamed_note_is_found_under_its_new_name() -> None:
    history = History()
    history.visit("a")
    history.visit("b")
    history.renamed("a", "z")
    assert history.back() == Visit("z", 0)
    assert History().current is None
