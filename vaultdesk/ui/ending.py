"""Ending: how windows are closed and the program ends: every note saved, nothing lost, and no longer than needed."""

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject

from vaultdesk.ui import bridge
from vaultdesk.ui.vault_window import Anyway, VaultWindow
from vaultdesk.ui.window_ring import WindowRing


class Ending(QObject):
    """Closes one window, or all."""

    def __init__(self, ring: WindowRing) -> None:
        super().__init__()
        self._ring = ring
        self.over = asyncio.Event()
        """Set when all is saved and the program shall end."""
        self.hide: Callable[[VaultWindow], bool] = lambda _last: False
        """Hides the last window instead of closing it, where the program stays in a tray; False where it does not."""

    def close(self, closed: VaultWindow) -> None:
        """Close one window and its vault; with the last one the program ends, unless it stays in the tray."""
        bridge.start(self._close(closed), owner=self)

    def quit(self) -> None:
        """Close every window; a note that cannot be saved keeps them open."""
        bridge.start(self._quit(), owner=self)

    async def save_all(self) -> bool:
        """Save what is unsaved in every window, the one in front first; False, and shown, where a note cannot be."""
        for one in self._ring.windows:
            if not await one.save(Anyway(_tr("Quit without saving"), self.end)):
                one.window.bring_to_front()
                return False
        return True

    def begin_saving(self) -> Callable[[], bool | None]:
        """Begin `save_all`; what is returned tells how it went, and None until then."""
        saving = bridge.start(self.save_all(), owner=self)
        return lambda: saving.result() if saving.done() else None

    def end(self) -> None:
        """End, whatever is saved."""
        self.remember()
        self.over.set()

    def remember(self) -> None:
        """Keep what is open for the next start; what is closed because all ends stays noted as open."""
        if not self.over.is_set():
            self._ring.remember()

    async def leave_all(self) -> None:
        """Close every vault, all at once: each has a few seconds to keep its chats."""
        await asyncio.gather(*(one.leave() for one in self._ring.windows))
        for one in self._ring.windows:
            one.window.hide()

    async def _quit(self) -> None:
        if await self.save_all():
            self.end()

    async def _close(self, closed: VaultWindow) -> None:
        if len(self._ring.windows) == 1:
            if not self.hide(closed):
                await self._quit()
            return
        anyway = Anyway(
            _tr("Close without saving"),
            lambda: bridge.start(self._leave(closed), owner=self),
        )
        if await closed.save(anyway):
            await self._leave(closed)

    async def _leave(self, closed: VaultWindow) -> None:
        self._ring.remove(closed)
        self.remember()
        closed.window.hide()
        await closed.leave()
        closed.window.deleteLater()


def _tr(text: str) -> str:
    return QCoreApplication.translate("Ending", text)
