"""The line under the rewrite field that says where the passage is sent, with a choice of local models if that is not
allowed.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translator
from vaultdesk.ui.widgets.accessibility import announce
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import FlowLayout
from vaultdesk.workspace.available_models import ModelChoice
from vaultdesk.workspace.passage_rewriter import RewriteRoute

_tr = translator("RewriteRouteLine")

MAX_OFFERED_MODELS = 4
"""Maximum number of local models that are listed."""


class RewriteRouteLine(QWidget):
    """Shows one route; hidden as long as none is known."""

    model_chosen = Signal(str)
    """The label of a local model for rewriting the passage."""
    setup_requested = Signal()
    """The user wants to set up a model on this computer."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._glyph = Glyph("", size=14)
        self.text = PlainLabel(font="small", wrap=True)
        self.remark = PlainLabel(self.tr("you see the change first"), "muted", "small")
        self._choices = QWidget()
        self._flow = FlowLayout(self._choices, theme().px(12))
        self.offered: tuple[LinkButton, ...] = ()
        """The buttons of the alternatives."""
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(theme().px(8))
        row.addWidget(self._glyph, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(self.text, 1)
        row.addWidget(self.remark, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        # A line is drawn above it.
        column.setContentsMargins(0, theme().px(9), 0, 0)
        column.setSpacing(theme().px(6))
        column.addLayout(row)
        column.addWidget(self._choices)
        self.hide()

    def show_route(self, route: RewriteRoute) -> None:
        """Show where the passage is sent, or why it is not and the alternatives."""
        words = route_text(route)
        is_new = words != self.text.text()
        self.text.setText(words)
        icon, role = _sign(route)
        self._glyph.show_icon(icon, role)
        self.remark.setVisible(route.is_possible)
        self._offer(route)
        self.show()
        if is_new:
            announce(self, words)

    def _offer(self, route: RewriteRoute) -> None:
        for old in self.offered:
            self._flow.removeWidget(old)
            old.hide()
            old.deleteLater()
        made: list[LinkButton] = []
        if not route.is_possible:
            made = [self._model_button(choice) for choice in route.local_models[:MAX_OFFERED_MODELS]]
            if not made and not route.is_closed_here:
                setup = LinkButton(self.tr("Set up a model on this computer…"), small=True)
                setup.clicked.connect(self.setup_requested)
                made = [setup]
        for button in made:
            self._flow.addWidget(button)
            button.show()
        self.offered = tuple(made)
        self._choices.setVisible(bool(made))

    def _model_button(self, choice: ModelChoice) -> LinkButton:
        name = choice.label.partition("/")[2] or translate(choice.title)
        button = LinkButton(self.tr("Use {model}").format(model=name), small=True, icon_name="chip")
        button.setAccessibleDescription(self.tr("It runs on this computer."))
        button.clicked.connect(lambda _checked=False: self.model_chosen.emit(choice.label))
        return button


def route_text(route: RewriteRoute) -> str:
    """Return where the passage is sent, as a sentence."""
    reach, receiver = route.reach, translate(route.destination.name)
    why = ", ".join(map(translate, reach.reasons)) or _tr("by a rule for private notes")
    count = format_number(route.words)
    if route.is_closed_here:
        return _tr("This note is private ({why}): no model reads it").format(why=why)
    if reach.is_withheld:
        return _tr("This note is private ({why}): choose a model on this computer").format(why=why)
    if route.is_offline:
        return _tr("The offline assistant cannot rewrite: choose a model")
    one = route.words == 1
    if route.destination.local:
        words = _tr("This word stays on this computer") if one else _tr("These {n} words stay on this computer")
        return words.format(n=count)
    if reach.asked:
        words = (
            _tr("This word goes to {receiver} after you are asked: the note is private ({why})")
            if one
            else _tr("These {n} words go to {receiver} after you are asked: the note is private ({why})")
        )
    else:
        words = _tr("This word goes to {receiver}") if one else _tr("These {n} words go to {receiver}")
    return words.format(n=count, receiver=receiver, why=why)


def _sign(route: RewriteRoute) -> tuple[str, str]:
    if route.reach.is_withheld:
        return "lock", "warning"
    if route.is_offline:
        return "info", "muted"
    return ("shield-check", "muted") if route.destination.local else ("arrow-up-right", "warning")
