"""Tests of hotkeys.py: which way a system has, and what setting keys comes to."""

import pytest

from vaultdesk.ui.hotkey.hotkeys import Hotkeys, NoHotkeyBackend, system_backend
from vaultdesk.ui.hotkey.key_combination import HotkeyBackend, KeyCombination


class Desk(HotkeyBackend):
    """A way that has every key but those of *others*."""

    def __init__(self, *others: str) -> None:
        super().__init__()
        self.others = others
        self.had = ""

    def available(self) -> str:
        return "Works here."

    def register(self, keys: KeyCombination) -> str:
        if keys.name in self.others:
            return "Taken."
        self.had = keys.name
        return ""

    def unregister(self) -> None:
        self.had = ""


def test_keys_are_had_changed_and_given_back(qapp: object) -> None:
    way = Desk("Ctrl+Alt+K")
    keys = Hotkeys(way)
    changes: list[tuple[str, str]] = []
    presses: list[str] = []
    keys.changed.connect(lambda: changes.append((keys.keys, keys.problem)))
    keys.pressed.connect(lambda: presses.append("pressed"))
    assert keys.set_keys("Ctrl+Alt+Space") == ""
    assert way.had == "Ctrl+Alt+Space"
    way.pressed.emit()
    assert keys.set_keys("Ctrl+Alt+K") == "Taken."
    assert way.had == ""
    assert keys.set_keys("") == ""
    assert changes == [("Ctrl+Alt+Space", ""), ("Ctrl+Alt+K", "Taken."), ("", "")]
    assert presses == ["pressed"]


def test_impossible_keys_are_refused_before_the_system_is_asked(qapp: object) -> None:
    way = Desk()
    keys = Hotkeys(way)
    assert "needed for typing" in keys.set_keys("A")
    assert "is used by most programs" in keys.set_keys("Ctrl+C")
    assert way.had == ""


def test_what_a_slow_desktop_says_later_is_kept(qapp: object) -> None:
    way = Desk()
    keys = Hotkeys(way)
    keys.set_keys("Ctrl+Alt+Space")
    way.problem_changed.emit("The desktop said no.")
    assert keys.problem == "The desktop said no."
    way.problem_changed.emit("")
    assert keys.problem == ""


@pytest.mark.parametrize(
    ("platform", "screen", "environment", "kind"),
    [
        ("linux", "xcb", {}, "X11HotkeyBackend"),
        ("linux", "wayland", {"WAYLAND_DISPLAY": "wayland-0"}, "PortalHotkeyBackend"),
        ("linux", "xcb", {"WAYLAND_DISPLAY": "wayland-0"}, "PortalHotkeyBackend"),
        ("linux", "offscreen", {}, "NoHotkeyBackend"),
    ],
)
def test_each_desktop_has_its_way(
    qapp: object, platform: str, screen: str, environment: dict[str, str], kind: str
) -> None:
    if kind == "PortalHotkeyBackend":
        pytest.importorskip("jeepney", reason="only Linux has such a bus")
    assert type(system_backend(platform, screen, environment)).__name__ == kind


def test_windows_and_macos_have_theirs(qapp: object) -> None:
    windows = system_backend("win32", "windows", {})
    mac = system_backend("darwin", "cocoa", {})
    assert windows.available() == "Works everywhere in Windows."
    assert mac.available() == "Works everywhere on this Mac, and needs no permission."


def test_where_there_is_no_screen_nothing_can_be_had(qapp: object) -> None:
    keys = Hotkeys(NoHotkeyBackend())
    assert keys.set_keys("Ctrl+Alt+Space") == keys.available() == "System-wide shortcuts are not available here."
    keys.close()
