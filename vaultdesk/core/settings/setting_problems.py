"""User-readable reasons why a value is not valid for a setting."""

from collections.abc import Callable, Mapping
from typing import Any

from pydantic_core import ErrorDetails

from vaultdesk.core.phrases import Phrase, verbatim

_Context = Mapping[str, Any]  # Any: limits as the validation library reports them

_PROBLEMS: Mapping[str, Callable[[_Context], Phrase]] = {
    "missing": lambda _: Phrase("It is missing"),
    "literal_error": lambda context: Phrase("It must be one of {0}", context["expected"]),
    "string_type": lambda _: Phrase("It must be text"),
    "bool_type": lambda _: Phrase("It must be true or false"),
    "int_type": lambda _: Phrase("It must be a whole number"),
    "int_from_float": lambda _: Phrase("It must be a whole number"),
    "float_type": lambda _: Phrase("It must be a number"),
    "model_type": lambda _: Phrase('It must be a table, as {"name": "value"}'),
    "model_attributes_type": lambda _: Phrase('It must be a table, as {"name": "value"}'),
    "dict_type": lambda _: Phrase('It must be a table, as {"name": "value"}'),
    "mapping_type": lambda _: Phrase('It must be a table, as {"name": "value"}'),
    "list_type": lambda _: Phrase('It must be a list, as ["one", "two"]'),
    "tuple_type": lambda _: Phrase('It must be a list, as ["one", "two"]'),
    "greater_than_equal": lambda context: Phrase("It must be {0} or more", context["ge"]),
    "greater_than": lambda context: Phrase("It must be more than {0}", context["gt"]),
    "less_than_equal": lambda context: Phrase("It must be {0} or less", context["le"]),
    "less_than": lambda context: Phrase("It must be less than {0}", context["lt"]),
    "string_too_short": lambda _: Phrase("It must not be empty"),
}
"""By pydantic's error type; the messages of other types are shown unchanged."""


def setting_problem(details: ErrorDetails) -> Phrase:
    """Return the reason in *details*, an error of the validation, as a sentence without its full stop."""
    problem = _PROBLEMS.get(details["type"])
    return verbatim(details["msg"]) if problem is None else problem(details.get("ctx", {}))
