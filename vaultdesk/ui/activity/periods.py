"""Periods: how far back a list of what happened goes. Words and moments, no widget."""

from datetime import datetime, timedelta
from typing import Literal

from PySide6.QtCore import QCoreApplication

Period = Literal["today", "week", "month", "all"]

DAYS: dict[Period, int] = {"today": 0, "week": 6, "month": 29}
"""Days before today that a period holds."""


def period_choices() -> tuple[tuple[Period, str], ...]:
    """Return the periods in the order they are offered, with their words."""
    return (
        ("today", _tr("Today")),
        ("week", _tr("Last 7 days")),
        ("month", _tr("Last 30 days")),
        ("all", _tr("All that is kept")),
    )


def since(period: Period, now: datetime) -> datetime | None:
    """Return when *period* begins, at the beginning of a day where *now* is; None for everything."""
    if period == "all":
        return None
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight - timedelta(days=DAYS[period])


def _tr(text: str) -> str:
    return QCoreApplication.translate("Periods", text)
