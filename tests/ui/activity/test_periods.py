"""Periods: each begins at the beginning of a day."""

from datetime import UTC, datetime

from vaultdesk.ui.activity.periods import period_choices, since

NOW = datetime(2026, 11, 20, 9, 58, tzinfo=UTC)


def test_periods_begin_with_their_first_day() -> None:
    assert {period: since(period, NOW) for period, _ in period_choices()} == {
        "today": datetime(2026, 11, 20, tzinfo=UTC),
        "week": datetime(2026, 11, 14, tzinfo=UTC),
        "month": datetime(2026, 10, 22, tzinfo=UTC),
        "all": None,
    }
