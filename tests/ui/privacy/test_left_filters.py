"""Left filters: what is chosen is what the ledger is asked."""

from datetime import date

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from vaultdesk.privacy.ledger_entry import LedgerQuery
from vaultdesk.ui.privacy.left_filters import MONTHS, LeftFilters


def test_this_month_is_asked_first_and_the_last_twelve_are_offered(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    filters = LeftFilters(date(2026, 2, 20), host)
    query = filters.query("boiler", "")

    assert (query.text, query.kinds, query.decisions) == ("boiler", (), ())
    assert query.since is not None
    assert query.until is not None
    assert (query.since.month, query.until.month) == (2, 3)
    months = [filters.month.itemText(place) for place in range(filters.month.count())]
    assert months[:3] == ["February 2026", "January 2026", "December 2025"]
    assert (len(months), months[-1]) == (MONTHS + 1, "All months")


def test_everything_that_is_chosen_counts(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    filters = LeftFilters(date(2026, 11, 20), host)
    filters.offer([("Anthropic", "api.anthropic.com"), ("OpenAI", "api.openai.com")])
    filters.month.set_value("")
    assert not filters.narrowed()
    filters.receiver.set_value("OpenAI")
    filters.decision.set_value("you")

    assert filters.query("", "a.md") == LedgerQuery(
        note="a.md", provider="OpenAI", decisions=("person", "review"), kinds=("sent", "stayed")
    )
    assert filters.narrowed()
    filters.decision.set_value("kept")
    assert filters.query("", "").kinds == ("kept",)
