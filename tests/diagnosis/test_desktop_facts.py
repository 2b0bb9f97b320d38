"""Window facts: one process tells them another whole, and anything else is no fact."""

import pytest

from vaultdesk.diagnosis.desktop_facts import DesktopFacts, ScreenFacts, facts_as_text, parse_facts

FACTS = DesktopFacts("6.11.3", "xcb", (ScreenFacts(3840, 2160, 1.5),), tray=True, languages=("de_DE", "en_GB"))


def test_what_was_told_is_what_was_found() -> None:
    assert parse_facts(f"Qt: some warning of a theme\n{facts_as_text(FACTS)}\n") == FACTS


@pytest.mark.parametrize("said", ["", "\n", "Qt starts", "{}", '{"qt": 6, "platform": "xcb"}', '["xcb"]'])
def test_anything_else_is_no_fact(said: str) -> None:
    assert parse_facts(said) is None
