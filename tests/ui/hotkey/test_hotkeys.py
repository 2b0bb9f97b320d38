"""Tests of hotkeys.py: the backend of each system, and the result of setting a shortcut."""

import pytest

from vaultdesk.ui.hotkey.hotkeys import Hotkeys, NoHotkeyBackend, system_backend
from vaultdesk.ui.hotkey.key_combination import HotkeyBackend, KeyCombination


class FakeBackend(HotkeyBackend):
    """A backend that can register every shortcut except those in *taken*."""

    def __init__(self, *taken: str) -> None:
        super().__init__()
        self.taken = taken
        self.registered = ""

    def available(self) -> str:
        return "Works here."

    def register(self, keys: KeyCombination) -> str:
        if keys.name in self.taken:
            return "Taken."
        self.registered = keys.name
        return ""

    def unregister(self) -> None:
        self.registered = ""


def test_a_shortcut_is_registered_changed_and_released(qapp: object) -> None:
    backend = FakeBackend("Ctrl+Alt+K")
    keys = Hotkeys(backend)
    changes: list[tuple[str, str]] = []
    presses: list[str] = []
    keys.changed.connect(lambda: changes.append((keys.keys, keys.problem)))
    keys.pressed.connect(lambda: presses.append("pressed"))
    assert keys.set_keys("Ctrl+Alt+Space") == ""
    assert backend.registered == "Ctrl+Alt+Space"
    backend.pressed.emit()
    assert keys.set_keys("Ctrl+Alt+K") == "Taken."
    assert backend.registered == ""
    assert keys.set_keys("") == ""
    assert changes == [("Ctrl+Alt+Space", ""), ("Ctrl+Alt+K", "Taken."), ("", "")]
    assert presses == ["pressed"]


def test_unsuitable_shortcuts_are_refused_without_calling_the_backend(qapp: object) -> None:
    backend = FakeBackend()
    keys = Hotkeys(backend)
    assert "needed for typing" in keys.set_keys("A")
    assert "is used by most programs" in keys.set_keys("Ctrl+C")
    assert backend.registered == ""


def test_a_problem_reported_later_is_stored(qapp: object) -> None:
    backend = FakeBackend()
    keys = Hotkeys(backend)
    keys.set_keys("Ctrl+Alt+Space")
    backend.problem_changed.emit("The desktop said no.")
    assert keys.problem == "The desktop said no."
    backend.problem_changed.emit("")
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
def test_each_desktop_has_its_backend(
    qapp: object, platform: str, screen: str, environment: dict[str, str], kind: str
) -> None:
    if kind == "PortalHotkeyBackend":
        pytest.importorskip("jeepney", reason="only Linux has such a bus")
    assert type(system_backend(platform, screen, environment)).__name__ == kind


def test_windows_and_macos_have_their_backends(qapp: object) -> None:
    windows = system_backend("win32", "windows", {})
    mac = system_backend("darwin", "cocoa", {})
    assert windows.available() == "Works everywhere in Windows."
    assert mac.available() == "Works everywhere on this Mac, and needs no permission."


def test_no_shortcut_is_available_without_a_display(qapp: object) -> None:
    keys = Hotkeys(NoHotkeyBackend())
    assert keys.set_keys("Ctrl+Alt+Space") == keys.available() == "System-wide shortcuts are not available here."
    keys.close()
