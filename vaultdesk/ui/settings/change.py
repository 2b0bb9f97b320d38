"""Change: keeps one changed setting, and says in place what could not be kept."""

from collections.abc import Callable

from pydantic import ValidationError

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.settings.settings_store import Settings, SettingsStore
from vaultdesk.ui.widgets.banner import Banner


class Keeper:
    """Writes changes to the store; a failure stands in *banner* and nothing is lost."""

    def __init__(self, store: SettingsStore, banner: Banner) -> None:
        self.store = store
        self._banner = banner

    def keep(self, change: Callable[[Settings], Settings]) -> bool:
        """Apply *change* and tell whether it was kept."""
        try:
            self.store.change(change)
        except (VaultDeskError, ValidationError) as problem:
            self.tell(str(problem) if isinstance(problem, VaultDeskError) else f"{problem.errors()[0]['msg']}.")
            return False
        self._banner.hide()
        return True

    def tell(self, problem: str) -> None:
        """Say what could not be done."""
        self._banner.set_text(problem)
        self._banner.show()
