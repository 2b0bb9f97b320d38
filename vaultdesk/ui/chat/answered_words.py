"""Answered words: what the person answered to a question of the assistant, as the step tells it afterwards."""

import json

from PySide6.QtCore import QCoreApplication

LONGEST = 80
"""Characters of an answer in the step's line; the whole of it is in the step's details."""


def answered(result: str) -> str:
    """Return the answer in *result*, the JSON that the model read; nothing where there is none in it."""
    try:
        data = json.loads(result)
    except ValueError:
        return ""
    data = data.get("data", data) if isinstance(data, dict) else {}
    if not isinstance(data, dict):
        return ""
    if data.get("dismissed"):
        return _tr("you skipped it")
    chosen = [str(choice) for choice in data.get("chosen") or ()]
    words = str(data.get("words") or "")
    said = ", ".join([*chosen, *([f"“{words}”"] if words else [])])
    return said if len(said) <= LONGEST else said[: LONGEST - 1].rstrip() + "…"


def _tr(text: str) -> str:
    return QCoreApplication.translate("AnsweredWords", text)
