"""Use row: who answers in chats now, and the button that makes it the provider of this page. Keeps nothing."""

from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.providers.catalog import OFFLINE_LABEL, Catalog
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translated_message
from vaultdesk.ui.widgets.buttons import PrimaryButton
from vaultdesk.ui.widgets.labels import PlainLabel


class UseRow(QWidget):
    """A sentence and the page's one primary button."""

    def __init__(self, catalog: Catalog, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._catalog = catalog
        self._words = PlainLabel(role="muted", font="small", wrap=True)
        self.button = PrimaryButton(self.tr("Use in Chats"))
        step = theme().step
        row = QHBoxLayout(self)
        row.setContentsMargins(0, step(4), 0, 0)
        row.setSpacing(step(12))
        row.addWidget(self._words, 1)
        row.addWidget(self.button)

    def words(self) -> str:
        """Return the sentence."""
        return self._words.text()

    def show_asked(self, asked: str, here: str) -> None:
        """Say that chats ask the model *asked*; *here* is the one of this page, empty where there is none."""
        self._words.set_role("muted")
        if asked == here:
            self._words.setText(self.tr("Chats ask this one now."))
        else:
            self._words.setText(self.tr("Chats ask {0} now.").format(self._called(asked)))

    def refuse(self, why: str) -> None:
        """Say why the button could not do it."""
        self._words.set_role("danger")
        self._words.setText(why)

    def _called(self, label: str) -> str:
        name, _, model = label.partition("/")
        try:
            title = translated_message(self._catalog.title(name))
        except VaultDeskError:
            return label  # the settings name somebody who is not there
        return title if label == OFFLINE_LABEL or not model else f"{title} · {model}"
