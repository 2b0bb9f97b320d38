"""X11: the hotkey by a grab at the server, which tells nobody else of the key and tells us of no other."""

from PySide6.QtCore import QObject, QSocketNotifier

from vaultdesk.ui.hotkey.combination import ALT, CONTROL, META, SHIFT, Combination
from vaultdesk.ui.hotkey.way import Way
from vaultdesk.ui.hotkey.xcb import BAD_ACCESS, CAPS_LOCK, NUM_LOCK, SCROLL_LOCK, NoServer, Xcb

MASKS = ((SHIFT, 1), (CONTROL, 4), (ALT, 8), (META, 64))
"""The server's masks of the keys that are held: Alt is its first modifier nearly everywhere, Meta its fourth."""


class X11Way(Way):
    """Has a connection of its own while it holds keys; what comes on it wakes Qt's loop."""

    def __init__(self, display: str | None = None, parent: QObject | None = None) -> None:
        """*display* is the one of the environment, unless told."""
        super().__init__(parent)
        self._display = display
        self._server: Xcb | None = None
        self._waiting: QSocketNotifier | None = None

    def available(self) -> str:
        """Say in one sentence what is possible here."""
        return self.tr("Works everywhere on this desktop.")

    def take(self, keys: Combination) -> str:
        """Ask for *keys*; return why they could not be had, or nothing."""
        self.let_go()
        try:
            server = Xcb(self._display)
        except NoServer:
            return self.tr("The X server could not be asked for these keys.")
        codes = server.keycodes(keys.codes.keysym)
        if not codes:
            server.close()
            return self.tr("This keyboard has no key for “{0}”.").format(keys.words)
        held = mask_of(keys)
        for code in codes:
            for locks in lock_masks(server):
                error = server.grab(code, held | locks)
                if error:
                    server.close()
                    if error == BAD_ACCESS:
                        return self.tr("Another program has “{0}” already. Choose other keys.").format(keys.words)
                    return self.tr("The X server refused “{0}”.").format(keys.words)
        self._server = server
        self._waiting = QSocketNotifier(server.socket, QSocketNotifier.Type.Read, self)
        self._waiting.activated.connect(self._look)
        self._look()  # Answers to the grabs may have brought events along, and would wake nobody.
        return ""

    def let_go(self) -> None:
        """Give them back."""
        if self._waiting is not None:
            self._waiting.setEnabled(False)
            self._waiting.deleteLater()
            self._waiting = None
        if self._server is not None:
            self._server.close()
            self._server = None

    def _look(self) -> None:
        server = self._server
        if server is None:
            return
        if any([True for _ in server.presses()]):  # noqa: C419 - all are read, not only the first
            self.pressed.emit()
        if server.broken:
            self.let_go()


def mask_of(keys: Combination) -> int:
    """Return the server's mask of what is held."""
    return sum(mask for modifier, mask in MASKS if keys.held & modifier)


def lock_masks(server: Xcb) -> list[int]:
    """Return the masks under which the same keys must be asked for: locks count as held, and must not matter."""
    locks = [mask for mask in (CAPS_LOCK, server.mask_of(NUM_LOCK), server.mask_of(SCROLL_LOCK)) if mask]
    masks = {0}
    for lock in locks:
        masks |= {mask | lock for mask in masks}
    return sorted(masks)
