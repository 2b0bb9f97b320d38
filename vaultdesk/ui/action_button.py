"""Action button: an icon button that is a command of the table: same name, same keys, greyed together."""

from vaultdesk.ui.action_table import ACTIONS
from vaultdesk.ui.actions import Actions
from vaultdesk.ui.theme.icons import ICON_SIZE
from vaultdesk.ui.widgets.buttons import IconButton

ICONS = {row.id: row.icon for row in ACTIONS}


class ActionButton(IconButton):
    """Does what the command *name* does, and shows its keys in the tooltip."""

    def __init__(self, actions: Actions, name: str, *, role: str = "text2", size: int = ICON_SIZE) -> None:
        action = actions[name]
        super().__init__(ICONS[name], action.text().rstrip("…"), keys=actions.keys(name), role=role, size=size)
        self._actions, self._command = actions, name
        actions.keys_changed.connect(self._show_keys)
        self.setEnabled(action.isEnabled())
        action.enabledChanged.connect(self.setEnabled)
        self.clicked.connect(action.trigger)

    def _show_keys(self) -> None:
        self.set_name(self.accessibleName(), self._actions.keys(self._command))
