"""Settings of the desktop: how the window looks, what it does when nobody looks, its notes and keys."""

from typing import Literal

from pydantic import Field

from vaultdesk.settings_groups import Group

SortOrder = Literal["name", "name-down", "modified", "modified-oldest", "created", "created-oldest"]
"""How notes are listed in their folders."""


class Appearance(Group):
    """How the window looks."""

    theme: Literal["system", "light", "dark"] = Field(
        default="system", title="Theme", description="System follows the light or dark look of this computer."
    )
    contrast: Literal["system", "normal", "high"] = Field(
        default="system", title="Contrast", description="High draws every line and has no tinted grounds."
    )
    motion: Literal["system", "full", "none"] = Field(
        default="system", title="Motion", description="None shows at once what else would slide or fade."
    )
    language: str = Field(
        default="", title="Language", description="Of the window’s own words; notes and answers keep theirs."
    )
    approval: Literal["dialog", "card"] = Field(
        default="dialog",
        title="Ask for approval in",
        description="A dialog over the window, or a card inside the chat.",
    )
    chat: Literal["dock", "tab", "window"] = Field(
        default="dock", title="Chat", description="Beside the note, as a tab among the notes, or in its own window."
    )


class BrowserSettings(Group):
    """How notes are listed."""

    sort: SortOrder = Field(
        default="name", title="Sort notes by", description="The order of notes in a folder; folders come first."
    )


class EditorSettings(Group):
    """How notes are written."""

    spelling: bool = Field(
        default=False, title="Check spelling", description="Underline words in the editor that no dictionary knows."
    )
    spelling_languages: str = Field(
        default="",
        title="Languages",
        description="As en_GB, de_DE; a word is right in any of them. Empty is the language of this computer.",
    )


class DesktopSettings(Group):
    """What the program does beside its window."""

    tray: bool = Field(
        default=False,
        title="Stay in the tray",
        description="Closing the last window leaves the program running, where this desktop shows a tray.",
    )
    notify: bool = Field(
        default=True,
        title="Notify",
        description="Say when an answer is done or an approval waits and no window is in front.",
    )
    sound: bool = Field(default=False, title="Sound", description="A short sound with each notification.")
    updates: bool = Field(
        default=False,
        title="Offer to check for updates",
        description="Shows a button here. VaultDesk never asks by itself.",
    )
    quick_ask_keys: str = Field(
        default="",
        title="Quick ask keys",
        description="Keys that open quick ask from any program, as Ctrl+Alt+Space; empty is none.",
    )
