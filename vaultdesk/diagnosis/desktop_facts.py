"""What Qt reports about the desktop, as values that one process passes to another as text."""

from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError


@dataclass(frozen=True, slots=True)
class ScreenFacts:
    """One screen."""

    width: int
    """Pixels as the glass has them."""
    height: int
    scale: float
    """Pixels of the glass for one of the window's."""


@dataclass(frozen=True, slots=True)
class DesktopFacts:
    """What a QApplication found. Nothing in it names a file or a person."""

    qt: str
    """The version that runs."""
    platform: str
    """Qt's name for what it draws on: xcb, wayland, windows, cocoa, offscreen."""
    screens: tuple[ScreenFacts, ...] = ()
    tray: bool = False
    """Whether the desktop shows a tray now."""
    tray_messages: bool = False
    """Whether the tray shows messages."""
    hotkey: bool = False
    """Whether there is a way to have keys in every program."""
    hotkey_words: str = ""
    """The same in a sentence."""
    hotkey_problem: str = ""
    """Why the keys that are set cannot be had; empty where they can, or none are set."""
    input_wanted: str = ""
    """The input method that the environment names."""
    input_there: bool = True
    """Whether Qt has what that one needs."""
    speller: bool = False
    """Whether there is a library that knows words."""
    languages: tuple[str, ...] = ()
    """Its dictionaries."""


_FACTS: TypeAdapter[DesktopFacts] = TypeAdapter(DesktopFacts)


def facts_as_text(facts: DesktopFacts) -> str:
    """Return *facts* on one line."""
    return _FACTS.dump_json(facts).decode("utf-8")


def parse_facts(text: str) -> DesktopFacts | None:
    """Return the facts on the last line of what a process said; None where there are none."""
    lines = text.strip().splitlines()
    try:
        return _FACTS.validate_json(lines[-1]) if lines else None
    except ValidationError:
        return None
