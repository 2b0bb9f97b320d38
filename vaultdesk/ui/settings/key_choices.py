"""Key choices: which keys a command has, what they would take from another, which none can have. Draws nothing."""

from collections.abc import Iterator, Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QKeyCombination, Qt
from PySide6.QtGui import QKeySequence

from vaultdesk.ui.window.actions import ACTIONS, Action, key_sequences

Keys = tuple[str, ...]
Chosen = Mapping[str, Sequence[str]]
"""Keys in Qt's portable text, by the command's name; a command that is not in it has those of the table."""

TEXT_KEYS = (
    "Ctrl+C", "Ctrl+X", "Ctrl+V", "Ctrl+A", "Ctrl+Z", "Ctrl+Y", "Ctrl+Shift+Z", "Ctrl+Left", "Ctrl+Right",
    "Ctrl+Backspace", "Ctrl+Del",
)  # fmt: skip
"""What every field of text needs for itself."""

_ROWS: Mapping[str, Action] = {row.id: row for row in ACTIONS}


def keys_of(name: str, chosen: Chosen) -> Keys:
    """Return the keys of the command *name*, in portable text."""
    keys = chosen.get(name)
    return tuple(keys) if keys is not None else usual_keys(name)


def usual_keys(name: str) -> Keys:
    """Return the keys the table gives the command *name* on this system."""
    return tuple(sequence.toString() for sequence in key_sequences(_ROWS[name]))


def taken_by(name: str, key: str, chosen: Chosen) -> str | None:
    """Return the command that has *key* already and could be meant in its place where *name* is; None for none."""
    wanted = QKeySequence(key)
    for row in ACTIONS:
        if row.id == name or not _could_meet(row, _ROWS[name]):
            continue
        if any(QKeySequence(one) == wanted for one in keys_of(row.id, chosen)):
            return row.id
    return None


def with_key(name: str, key: str, chosen: Chosen) -> dict[str, Keys]:
    """Return the choices with *key* as the only keys of *name*; a command that had it has it no longer."""
    changed = {command: tuple(keys) for command, keys in chosen.items()}
    for other in _owners(name, key, chosen):
        changed[other] = tuple(one for one in keys_of(other, chosen) if QKeySequence(one) != QKeySequence(key))
    changed[name] = (key,) if key else ()
    return {command: keys for command, keys in changed.items() if keys != _known_usual(command)}


def restored(name: str, chosen: Chosen) -> dict[str, Keys]:
    """Return the choices with the keys of the table for *name*; who was given one of them meanwhile loses it."""
    changed = {command: tuple(keys) for command, keys in chosen.items() if command != name}
    for key in usual_keys(name):
        for other in _owners(name, key, changed):
            changed[other] = tuple(one for one in keys_of(other, changed) if QKeySequence(one) != QKeySequence(key))
    return changed


def refusal(key: str) -> str:
    """Return why *key* cannot be a command's; empty where it can."""
    sequence = QKeySequence(key)
    if sequence.isEmpty():
        return ""
    pressed: QKeyCombination = sequence[0]  # type: ignore[index]  # missing in the stubs of PySide6
    plain = not pressed.keyboardModifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
    if plain and not Qt.Key.Key_F1 <= pressed.key() <= Qt.Key.Key_F35:
        return _tr("A single key is needed for typing. Hold Ctrl or Alt with it, or take one of F1 to F12.")
    if any(sequence == QKeySequence(one) for one in TEXT_KEYS):
        return _tr("These keys are needed in every field of text. Choose others.")
    return ""


def shown_keys(keys: Sequence[str]) -> str:
    """Return *keys* as this system writes them."""
    return "  ".join(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in keys)


def command_text(name: str) -> str:
    """Return what the command *name* is called."""
    return QCoreApplication.translate("Actions", _ROWS[name].text)


def _owners(name: str, key: str, chosen: Chosen) -> Iterator[str]:
    for row in ACTIONS:
        has = any(QKeySequence(one) == QKeySequence(key) for one in keys_of(row.id, chosen))
        if row.id != name and has and _could_meet(row, _ROWS[name]):
            yield row.id


def _known_usual(name: str) -> Keys | None:
    """What the table says; of a command of a later version it says nothing, and its choice stays."""
    return usual_keys(name) if name in _ROWS else None


def _could_meet(one: Action, other: Action) -> bool:
    """Tell whether both count somewhere: two panes are never meant at once, the window is meant everywhere."""
    return one.scope == other.scope or "window" in (one.scope, other.scope)


def _tr(text: str) -> str:
    return QCoreApplication.translate("KeyChoices", text)
