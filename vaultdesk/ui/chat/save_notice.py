"""Banner about saving: asks once below the first answer whether chats become notes, and reports failed saves."""

from collections.abc import Callable

from PySide6.QtCore import Signal

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.chat.conversation_controller import ConversationController
from vaultdesk.ui.chat.vault_protocols import SavedChats
from vaultdesk.ui.translation import translate_error
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.labels import safe_label_text

MAX_FOLDER_NAME = 80
"""Maximum number of characters of the chats' folder in a message."""


class SaveNotice(Banner):
    """Shown above the composer without blocking it; follows the shown conversation."""

    refused = Signal(str)
    """Message explaining why the choice could not be saved."""

    def __init__(self, chats: SavedChats, current: Callable[[], ConversationController]) -> None:
        """*current* returns the shown conversation."""
        super().__init__("info", "", closable=True)
        self._chats = chats
        self._current = current
        self._shown_problem: tuple[object, ...] = ()
        self._dismissed: set[tuple[object, ...]] = set()
        self.closed.connect(lambda: self._dismissed.add(self._shown_problem))
        bridge.follow(chats.changes, lambda _: self.renew(), owner=self)
        self.renew()

    def renew(self) -> None:
        """Update the banner for the shown conversation."""
        controller = self._current()
        problem = controller.autosave.problem if controller.autosave is not None else ""
        if controller.lost:
            self._show_notice((controller, "lost"))
        elif problem:
            self._show_notice((controller, problem))
        elif self._chats.save_mode == "" and not controller.private and _has_answer(controller):
            self._show_notice(("ask",))
        else:
            self._shown_problem = ()
            self.hide()

    def _show_notice(self, what: tuple[object, ...]) -> None:
        if what != self._shown_problem:
            self._shown_problem = what
            match what:
                case ("ask",):
                    self._ask()
                case (ConversationController(), "lost"):
                    self.set_kind("warning")
                    self.set_text(self.tr("The note of this chat was deleted. The chat is still here."))
                    self.set_actions([(self.tr("Keep It Again"), self._save_again)])
                case _:
                    self.set_kind("warning")
                    self.set_text(self.tr("This chat could not be saved. {0}").format(str(what[1])))
                    self.set_actions([(self.tr("Retry"), self._retry)])
        self.setVisible(what not in self._dismissed)

    def _ask(self) -> None:
        folder = safe_label_text(self._chats.folder, MAX_FOLDER_NAME)
        yes = self.tr("Yes, in {folder}/").format(folder=folder) if folder else self.tr("Yes")
        self.set_kind("info")
        self.set_text(
            self.tr("Your chats are kept on this computer, outside the vault. Should they be notes in the vault too?")
        )
        self.set_actions([(yes, lambda: self._choose(keep=True)), (self.tr("No"), lambda: self._choose(keep=False))])

    def _choose(self, *, keep: bool) -> None:
        try:
            self._chats.set_save_mode("keep" if keep else "off")
        except VaultDeskError as problem:
            self.refused.emit(translate_error(problem))
        self.renew()

    def _retry(self) -> None:
        controller = self._current()
        if controller.autosave is not None:
            controller.autosave.save_soon()

    def _save_again(self) -> None:
        controller = self._current()
        controller.lost = False
        self._retry()
        self.renew()


def _has_answer(controller: ConversationController) -> bool:
    return any(exchange.over and exchange.text for exchange in controller.exchanges)
