"""Values with named fields: copies with some fields changed, and the fields by which values are compared."""

import dataclasses
from typing import TYPE_CHECKING

from msgspec import Struct, structs

# A value is a `Struct` of msgspec: creating such a class takes a fiftieth of the time of a dataclass, for which Python
# generates and compiles six methods, and 600 of them are created until a vault is open. A class stays a dataclass if a
# field is left out of `repr` or of comparisons, is computed or cached, if pydantic reads it, or if it is an exception.

if TYPE_CHECKING:
    from dataclasses import replace as replace  # the type checker compares the names and types of the changes
else:

    def replace(value: object, /, **changes: object) -> object:
        """Return a copy of *value* with *changes*."""
        return (structs.replace if isinstance(value, Struct) else dataclasses.replace)(value, **changes)


def compared_fields(value: object) -> tuple[str, ...] | None:
    """Return the names of the fields by which *value* is compared; None if it is not a value with fields."""
    if isinstance(value, Struct):
        return value.__struct_fields__
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return tuple(field.name for field in dataclasses.fields(value) if field.compare)
    return None
