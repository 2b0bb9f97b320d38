"""Window facts: one process tells them another whole, and anything else is no fact."""

import pytest

from vaultdesk.diagnosis.window_facts import Screen, WindowFacts, as_text, facts_in

FACTS = WindowFacts("6.11.3", "xcb", (Screen(3840, 2160, 1.5),), tray=True, languages=("de_DE", "en_GB"))


def test_what_was_told_is_what_was_found() -> None:
    assert facts_in(f"Qt: some warning of a theme\n{as_text(FACTS)}\n") == FACTS


@pytest.mark.parametrize("said", ["", "\n", "Qt starts", "{}", '{"qt": 6, "platform": "xcb"}', '["xcb"]'])
def test_anything_else_is_no_fact(said: str) -> None:
    assert facts_in(said) is None
