"""List of the tools available to the assistant: by category, with search, and with their effects."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.tools.builtin.find_tools import CATEGORIES, by_category, tool_matches
from vaultdesk.tools.tool import AnyTool, Effect
from vaultdesk.ui.settings.sentence_row import SentenceRow
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translator
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.text_fields import SearchField

_tr = translator("ToolListSection")

EFFECT_ICONS: dict[Effect, str] = {
    "read": "eye", "write": "pencil", "delete": "trash", "network": "globe", "none": "info",
}  # fmt: skip


def effect_text(effect: Effect) -> str:
    """Return a short text for the effect of a tool on the vault."""
    return {
        "read": _tr("reads notes"),
        "write": _tr("changes notes"),
        "delete": _tr("deletes notes"),
        "network": _tr("uses the network"),
        "none": _tr("touches no note"),
    }[effect]


class ToolListSection(QWidget):
    """A search field, and a card for each category with matching tools."""

    def __init__(self, tools: Callable[[], Sequence[AnyTool]], parent: QWidget | None = None) -> None:
        """*tools* returns the current tools."""
        super().__init__(parent)
        self._tools = tools
        self.search = SearchField(self.tr("Find a tool"), self.tr("Find a tool"))
        self.search.textChanged.connect(lambda _text: self._show())
        self._nothing = PlainLabel(self.tr("No tool fits."), role="muted")
        self._groups = QWidget()
        self._column = QVBoxLayout(self._groups)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme().px(8))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().px(8))
        column.addWidget(PlainLabel(self.tr("Tools"), font="heading"))
        for widget in (self.search, self._nothing, self._groups):
            column.addWidget(widget)
        self._show()

    def shown_names(self) -> dict[str, list[str]]:
        """Return the names of the visible tools, by category."""
        return {category: [tool.name for tool in tools] for category, tools in self._found().items()}

    def _found(self) -> dict[str, list[AnyTool]]:
        words = self.search.text().split()
        fitting = (
            tool
            for tool in self._tools()
            if tool_matches(
                tool, tool.category, words, translate(tool.display_name), translate(tool.purpose),
                translate(CATEGORIES.get(tool.category, "")), effect_text(tool.effect),
            )
        )  # fmt: skip
        return by_category(fitting, lambda tool: tool.category)

    def _show(self) -> None:
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.setParent(None)
                widget.deleteLater()
        found = self._found()
        for category, tools in found.items():
            self._column.addWidget(PlainLabel(translate(CATEGORIES[category]), role="muted", font="caption"))
            card = Card(padding=0)
            card.content.setSpacing(0)
            for place, tool in enumerate(tools):
                if place:
                    card.content.addWidget(SeparatorLine())
                card.content.addWidget(_row(tool))
            self._column.addWidget(card)
        self._nothing.setVisible(not found)


def _row(tool: AnyTool) -> SentenceRow:
    remark = " · ".join((tool.name, effect_text(tool.effect), translate(tool.purpose)))
    return SentenceRow(EFFECT_ICONS[tool.effect], [translate(tool.display_name)], remark)
