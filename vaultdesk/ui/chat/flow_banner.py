"""Flow banner: a banner whose links wrap, as the dock is often narrower than they are side by side."""

from collections.abc import Sequence

from PySide6.QtWidgets import QBoxLayout, QWidget

from vaultdesk.ui.parts.banner import Action, Banner, BannerKind
from vaultdesk.ui.parts.buttons import LinkButton
from vaultdesk.ui.parts.flow import FlowLayout
from vaultdesk.ui.theme.theme import theme


class FlowBanner(Banner):
    """A sentence, and below it as many lines of links as the width needs."""

    def __init__(self, kind: BannerKind, text: str, actions: Sequence[Action], parent: QWidget | None = None) -> None:
        super().__init__(kind, text, parent=parent)
        links = QWidget()
        flow = FlowLayout(links, theme().step(6))
        self.links: list[LinkButton] = []
        for words, do in actions:
            link = LinkButton(words)
            link.clicked.connect(lambda _checked=False, do=do: do())
            flow.addWidget(link)
            self.links.append(link)
        policy = links.sizePolicy()
        policy.setHeightForWidth(True)
        links.setSizePolicy(policy)
        line = self.layout()
        item = line.itemAt(1) if line is not None else None
        words_column = item.layout() if item is not None else None
        assert isinstance(words_column, QBoxLayout), "a banner holds its words beside its icon"
        words_column.addWidget(links)
