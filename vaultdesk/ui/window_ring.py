"""Window ring: the windows that are open, the one used last first. Opens and closes no vault."""

from dataclasses import replace

from vaultdesk.ui.vault_window import VaultWindow


class WindowRing:
    """Knows which window is in front, which has a vault, and notes both for the next start."""

    def __init__(self) -> None:
        self._windows: list[VaultWindow] = []
        self.later: tuple[str, ...] = ()
        """Vaults that were open at the last end and have no window yet: they are still noted as open."""

    @property
    def windows(self) -> list[VaultWindow]:
        """All of them, the one used last first."""
        return list(self._windows)

    @property
    def front(self) -> VaultWindow:
        """The one that was used last."""
        return self._windows[0]

    def add(self, added: VaultWindow) -> None:
        """Take *added* in, as the one in front."""
        self._windows.insert(0, added)
        self._offer_round()

    def remove(self, removed: VaultWindow) -> None:
        """Know *removed* no more."""
        self._windows.remove(removed)
        self._offer_round()

    def came_forward(self, used: VaultWindow) -> None:
        """Note that *used* is in front now."""
        if used in self._windows:
            self._windows.remove(used)
            self._windows.insert(0, used)

    def holding(self, place: str) -> VaultWindow | None:
        """Return the window that has the vault at *place* (see `place_of`) open, or is about to."""
        return next((one for one in self._windows if place and place in (one.place, one.claimed)), None)

    def go_round(self) -> None:
        """Bring the window to the front that was not used for longest."""
        self._windows[-1].window.bring_to_front()

    def remember(self) -> None:
        """Keep which vaults are open, and how their windows stand."""
        shown = tuple(one.window.vault for one in self._windows if one.window.vault)
        vaults = (*shown, *(vault for vault in self.later if vault not in shown))
        window = self.front.window
        window.state = replace(window.state, open=vaults)
        for one in reversed(self._windows):  # The one in front last: a new window stands as that did.
            one.window.save_state()

    def _offer_round(self) -> None:
        for one in self._windows:
            if len(self._windows) > 1:
                one.window.commands.bind("bring-forward", self.go_round)
            else:
                one.window.commands.unbind("bring-forward")
