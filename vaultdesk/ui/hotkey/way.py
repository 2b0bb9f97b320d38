"""Way: how a system is asked for a hotkey, as a shape. There are four; hotkeys.py chooses one."""

from typing import Protocol

from PySide6.QtCore import QObject, Signal

from vaultdesk.ui.hotkey.combination import Combination


class Way(QObject):
    """Asks for one combination at a time; letting go of what was never had does nothing."""

    pressed = Signal()
    """The keys were pressed, in whatever program."""
    told = Signal(str)
    """What became of it where the system takes its time: why it could not be had, or nothing where it could."""

    def available(self) -> str:
        """Say in one sentence what is possible here."""
        raise NotImplementedError

    def take(self, keys: Combination) -> str:
        """Ask for *keys*; return why they could not be had, or nothing."""
        raise NotImplementedError

    def let_go(self) -> None:
        """Give them back."""
        raise NotImplementedError


class Messages(Protocol):
    """Whoever hands a system's own messages to `Way`s that wait for them: the application."""

    def installNativeEventFilter(self, filter_object: object) -> None:
        """Hand them over from now on."""
        ...

    def removeNativeEventFilter(self, filter_object: object) -> None:
        """Hand over none any more."""
        ...
