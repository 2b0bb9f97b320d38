"""Window facts: what Qt says of this computer, as values that one process can tell another. Knows no Qt itself."""

from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError


@dataclass(frozen=True, slots=True)
class Screen:
    """One screen."""

    width: int
    """Pixels as the glass has them."""
    height: int
    scale: float
    """Pixels of the glass for one of the window's."""


@dataclass(frozen=True, slots=True)
class WindowFacts:
    """What a QApplication found. Nothing in it names a file or a person."""

    qt: str
    """The version that runs."""
    platform: str
    """Qt's name for what it draws on: xcb, wayland, windows, cocoa, offscreen."""
    screens: tuple[Screen, ...] = ()
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


_FACTS: TypeAdapter[WindowFacts] = TypeAdapter(WindowFacts)


def as_text(facts: WindowFacts) -> str:
    """Return *facts* on one line."""
    return _FACTS.dump_json(facts).decode("utf-8")


def facts_in(text: str) -> WindowFacts | None:
    """Return the facts on the last line of what a process said; None where there are none."""
    lines = text.strip().splitlines()
    try:
        return _FACTS.validate_json(lines[-1]) if lines else None
    except ValidationError:
        return None
