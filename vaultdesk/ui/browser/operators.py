"""Operators: what the search understands beside words, each with an example and what it finds. Words only."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

PLACE = "|"
"""Where the cursor stands once an operator was put into the field."""


@dataclass(frozen=True, slots=True)
class Operator:
    """One thing that can be asked."""

    insert: str
    """What is put into the field; `|` is where typing goes on."""
    example: str
    meaning: str


def operators() -> tuple[Operator, ...]:
    """Return the operators, those one needs most first."""
    return (
        Operator("tag:#|", "tag:#heating", _tr("this tag, and those below it")),
        Operator("path:|", "path:Projects", _tr("this in the folder or name")),
        Operator("file:|", "file:boiler", _tr("this in the file’s name")),
        Operator("content:|", "content:pump", _tr("this in the text itself")),
        Operator('"|"', '"flow temperature"', _tr("these very words, in this order")),
        Operator("-|", "-quote", _tr("notes without this")),
        Operator("OR |", "pump OR boiler", _tr("one of the two")),
        Operator("(|)", "(pump OR boiler) cost", _tr("what belongs together")),
        Operator("line:(|)", "line:(pump cost)", _tr("all of it in one line")),
        Operator("section:(|)", "section:(pump cost)", _tr("all of it under one heading")),
        Operator("task:|", "task:call", _tr("in tasks, task-todo: or task-done:")),
        Operator("[|]", "[status:decided]", _tr("a property, and its value")),
        Operator("/|/", r"/\d+ kW/", _tr("a pattern (regular expression)")),
    )


def inserted(text: str, cursor: int, operator: Operator) -> tuple[str, int]:
    """Return *text* with *operator* put in at *cursor*, and where the cursor is then."""
    before, after = text[:cursor], text[cursor:]
    if before and not before.endswith((" ", "(")):
        before += " "
    made = operator.insert
    at = made.index(PLACE)
    made = made.replace(PLACE, "")
    if after and not after.startswith((" ", ")")):
        made += " "
    return before + made + after, len(before) + at


def _tr(text: str) -> str:
    return QCoreApplication.translate("Operators", text)
