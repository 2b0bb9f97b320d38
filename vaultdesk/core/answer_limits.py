"""Bounds of what may be set for the answers of a chat: temperature, length and rounds of tools."""

import math

# Imports nothing of the program: the command line reads it before anything else is loaded.

MAX_TEMPERATURE = 2.0
"""What OpenAI, Gemini and most local servers take; a model that takes less is sent what it takes."""

MIN_ANSWER_LENGTH, MAX_ANSWER_LENGTH = 16, 200_000
"""Tokens: OpenAI's Responses refuses a lower limit, and no model writes a longer answer."""

MAX_ROUNDS = 50
"""As in the settings (`max_rounds`)."""


def valid_temperature(value: object) -> float | None:
    """Return *value* as a temperature; None where it is none."""
    number = _number(value)
    return number if number is not None and 0 <= number <= MAX_TEMPERATURE else None


def valid_answer_length(value: object) -> int | None:
    """Return *value* as the tokens of the longest answer; None where it is no such number."""
    return _whole_number(value, MIN_ANSWER_LENGTH, MAX_ANSWER_LENGTH)


def valid_rounds(value: object) -> int | None:
    """Return *value* as a number of rounds of tools; None where it is none."""
    return _whole_number(value, 1, MAX_ROUNDS)


def _whole_number(value: object, least: int, most: int) -> int | None:
    number = _number(value)
    return int(number) if number is not None and number.is_integer() and least <= number <= most else None


def _number(value: object) -> float | None:
    """Return the number that a property holds: as a number, or written as text."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None
