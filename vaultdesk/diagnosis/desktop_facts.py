"""Facts that Qt reports about the desktop, as values that one process passes to another as text."""

from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError


@dataclass(frozen=True, slots=True)
class ScreenFacts:
    """One screen."""

    width: int
    """In physical pixels."""
    height: int
    scale: float
    """Physical pixels per logical pixel."""


@dataclass(frozen=True, slots=True)
class DesktopFacts:
    """Facts found by a QApplication. They contain no file names or personal data."""

    qt: str
    """The version in use."""
    platform: str
    """Qt's platform plugin: xcb, wayland, windows, cocoa, offscreen."""
    screens: tuple[ScreenFacts, ...] = ()
    tray: bool = False
    """Whether the desktop currently shows a tray."""
    tray_messages: bool = False
    """Whether the tray shows messages."""
    hotkey: bool = False
    """Whether global shortcuts are supported."""
    hotkey_words: str = ""
    """The same as a sentence."""
    hotkey_problem: str = ""
    """Why the configured shortcuts are not available; empty if they are, or none are set."""
    input_wanted: str = ""
    """The input method named in the environment."""
    input_there: bool = True
    """Whether Qt has the plugin for it."""
    speller: bool = False
    """Whether a spelling library is available."""
    languages: tuple[str, ...] = ()
    """Its dictionaries."""


_FACTS: TypeAdapter[DesktopFacts] = TypeAdapter(DesktopFacts)


def facts_as_text(facts: DesktopFacts) -> str:
    """Return *facts* on one line."""
    return _FACTS.dump_json(facts).decode("utf-8")


def parse_facts(text: str) -> DesktopFacts | None:
    """Return the facts on the last line of the output of a process; None if there are none."""
    lines = text.strip().splitlines()
    try:
        return _FACTS.validate_json(lines[-1]) if lines else None
    except ValidationError:
        return None
