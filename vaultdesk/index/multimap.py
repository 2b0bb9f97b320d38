"""Multimap: several texts under one, in little memory where most have only a few. Knows no notes."""

from collections.abc import Collection

FEW = 8
"""Values kept as a tuple, of which a set would take three times as much; more are kept as one, to be found at once."""


class Multimap:
    """Each value stands under its key once."""

    def __init__(self) -> None:
        self._values: dict[str, tuple[str, ...] | set[str]] = {}

    def add(self, key: str, value: str) -> None:
        """Have *value* under *key*."""
        values = self._values.get(key, ())
        if isinstance(values, set):
            values.add(value)
        elif value not in values:
            self._values[key] = (*values, value) if len(values) < FEW else {*values, value}

    def discard(self, key: str, value: str) -> None:
        """Have *value* no longer under *key*."""
        values = self._values.get(key, ())
        if isinstance(values, set):
            values.discard(value)
            kept: tuple[str, ...] | set[str] = values if len(values) > FEW else tuple(values)
        else:
            kept = tuple(other for other in values if other != value)
        if kept:
            self._values[key] = kept
        else:
            self._values.pop(key, None)

    def under(self, key: str) -> Collection[str]:
        """Return what stands under *key*. Only to be read, and before the next change."""
        return self._values.get(key, ())
