"""JSON values: what a foreign export says at one place, if it is of the kind that is wanted there."""

from collections.abc import Mapping
from typing import cast


def mapping(value: object) -> Mapping[str, object]:
    """Return *value* where it is an object, else an empty one."""
    return cast("Mapping[str, object]", value) if isinstance(value, dict) else {}


def items(value: object) -> list[Mapping[str, object]]:
    """Return the objects in *value* where it is a list."""
    return [mapping(item) for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def text(value: object) -> str:
    """Return *value* where it is text, else nothing."""
    return value if isinstance(value, str) else ""
