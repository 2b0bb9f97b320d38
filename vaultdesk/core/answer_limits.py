"""Limits of the answer settings of a chat: temperature, length and tool rounds."""

import math

# Imports no other module of the program: the command line reads it before anything else is loaded.

MAX_TEMPERATURE = 2.0
"""Maximum temperature of OpenAI, Gemini and most local servers; it is capped for models with a lower maximum."""

MIN_ANSWER_LENGTH, MAX_ANSWER_LENGTH = 16, 200_000
"""Tokens: OpenAI's Responses API refuses a lower limit, and no model writes a longer answer."""

MAX_ROUNDS = 50
"""As in the settings (`max_rounds`)."""


def valid_temperature(value: object) -> float | None:
    """Return *value* as a temperature; None if it is not valid."""
    number = _number(value)
    return number if number is not None and 0 <= number <= MAX_TEMPERATURE else None


def valid_answer_length(value: object) -> int | None:
    """Return *value* as the maximum number of tokens of an answer; None if it is not valid."""
    return _whole_number(value, MIN_ANSWER_LENGTH, MAX_ANSWER_LENGTH)


def valid_rounds(value: object) -> int | None:
    """Return *value* as a number of tool rounds; None if it is not valid."""
    return _whole_number(value, 1, MAX_ROUNDS)


def _whole_number(value: object, minimum: int, maximum: int) -> int | None:
    number = _number(value)
    return int(number) if number is not None and number.is_integer() and minimum <= number <= maximum else None


def _number(value: object) -> float | None:
    """Return the number in a property, given as a number or as text."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
