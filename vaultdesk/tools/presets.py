"""Presets: what each of the four words for "how free are assistants here" comes to. The default; rules weigh more.

read-only   nothing is changed and nothing goes out, whatever else is set; reading asks
ask         everything is asked
edit        an agent with folders of its own creates and changes notes in them unasked, and reads them unasked
            for a model on this computer
trusted     reading, creating, changing and renaming go unasked; deletions, many notes at once and the network ask
"""

from typing import assert_never

from vaultdesk.core.settings.settings_schema import Preset
from vaultdesk.tools.subject import CHANGING, Answer, Subject


def forbids(preset: Preset, subject: Subject) -> bool:
    """Whether *preset* bars *subject* whatever a rule says."""
    return preset == "read-only" and subject.effect in CHANGING


def usual_answer(preset: Preset, subject: Subject) -> Answer:
    """Return what holds where no rule speaks, for a subject within its leash."""
    if subject.effect == "none":
        return "allow"
    match preset:
        case "read-only" | "ask":
            return "ask"
        case "edit":
            return "allow" if subject.leash.scoped and _is_edit(subject) else "ask"
        case "trusted":
            return "allow" if subject.effect == "read" or _is_change(subject, "move") else "ask"
        case _:
            assert_never(preset)


def _is_edit(subject: Subject) -> bool:
    return _is_change(subject) or (subject.effect == "read" and not subject.host)


def _is_change(subject: Subject, *more: str) -> bool:
    return subject.effect == "write" and subject.change in ("create", "modify", *more) and not subject.bulk
