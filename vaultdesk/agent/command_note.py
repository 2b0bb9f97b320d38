"""Command note: a note that is a quick command, read: prompt, description, model, way of asking. Expands nothing.

The notes of Obsidian Copilot's custom prompts are understood too (CHAT-FORMATS C.2).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import get_args

from vaultdesk.core.settings.settings_schema import ModeName
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.vault.frontmatter.frontmatter import JsonValue
from vaultdesk.vault.markdown.markdown_scanner import comments_in
from vaultdesk.vault.markdown.note import Note

LONGEST = 20_000
"""Characters of a prompt; what is longer is no quick command."""

DESCRIPTION_SHOWN = 200

COPILOT = "copilot-command-"
"""How the properties of Copilot's prompts begin."""

LAST = 1_000_000
"""The place of a command that names none."""


@dataclass(frozen=True, slots=True)
class QuickCommand:
    """A prompt by name."""

    path: str
    name: str
    """Its note's name: what is typed behind `/`."""
    description: str = ""
    model: str = ""
    """`provider/name`; empty for the chat's."""
    mode: str = ""
    """A `settings_groups.ModeName`; empty follows the chat."""
    text: str = ""
    """The prompt with its variables."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A command and its place in a menu."""

    command: QuickCommand
    order: int = LAST


def read_command(note: Note, model_problem: Callable[[str], str]) -> Placed | None:
    """Return the command of *note*; None where it is empty, too long, or switched off by its properties.

    *model_problem* says why a model cannot be asked: the chat's is asked then.
    """
    said = {key.casefold(): value for key, value in note.properties.items()}
    text = _without_remarks(note).strip()
    off = said.get(f"{COPILOT}slash-enabled") is False and said.get(f"{COPILOT}context-menu-enabled") is not True
    if not text or len(text) > LONGEST or off:
        return None
    model, mode = _model(said), str(said.get("mode") or "")
    return Placed(
        QuickCommand(
            path=note.path.text,
            name=note.path.name,
            description=sanitize_line(str(said.get("description") or ""), DESCRIPTION_SHOWN),
            model="" if not model or model_problem(model) else model,
            mode=mode if mode in get_args(ModeName) else "",
            text=text,
        ),
        _order(said.get(f"{COPILOT}context-menu-order")),
    )


def _without_remarks(note: Note) -> str:
    """Return the note's text without its properties and without comments: a private remark is no part of a prompt."""
    pieces, place = list[str](), note.body_start
    for comment in comments_in(note.text, note.body_start):
        pieces.append(note.text[place : comment.start])
        place = comment.end
    return "".join([*pieces, note.text[place:]])


def _model(said: Mapping[str, JsonValue]) -> str:
    own = said.get("model")
    if isinstance(own, str) and own.strip():
        return own.strip()
    theirs = said.get(f"{COPILOT}model-key")
    name, bar, provider = theirs.rpartition("|") if isinstance(theirs, str) else ("", "", "")
    return f"{provider.strip()}/{name.strip()}" if bar and name.strip() and provider.strip() else ""


def _order(value: JsonValue) -> int:
    return int(value) if isinstance(value, int | float) and not isinstance(value, bool) and value < LAST else LAST
