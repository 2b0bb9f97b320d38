"""Money: US dollars as people read them. Reckons no price."""

from PySide6.QtCore import QCoreApplication

LEAST = 0.001
"""US dollars below which an amount is only said to be small: the digits behind would be noise."""


def dollars(amount: float) -> str:
    """Return an amount: to a tenth of a cent, from a dollar on to the cent."""
    if amount <= 0:
        return "$0.00"
    if amount < LEAST:
        return _tr("under {0}").format(f"${LEAST}")
    return f"${amount:,.2f}" if amount >= 1 else f"${amount:.3f}"


def _tr(text: str) -> str:
    return QCoreApplication.translate("Money", text)
