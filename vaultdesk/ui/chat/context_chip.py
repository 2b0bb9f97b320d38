"""Context chip: one thing beside a question, with its size; and the quiet one that offers to lay something there."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.agent.context.context_attacher import ContextSize
from vaultdesk.chat.messages import ContextItem, ImagePart
from vaultdesk.ui.chat.context_words import Beside, picture_size, size_words, words_for
from vaultdesk.ui.widgets.chips import Chip, MentionChip, Piece
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text

REMOVING = (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)
LEAVING = (Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ContextChip(MentionChip):
    """Backspace or its cross takes it away; arrows go on to the next one, typing goes on in the text."""

    stepped = Signal(int)
    """Left (-1) or Right (+1): to the chip before or behind it."""
    left = Signal()
    """The keyboard goes back into the text."""
    typed = Signal(str)
    """A letter was typed: it belongs into the text."""

    def __init__(self, thing: Beside, parent: QWidget | None = None) -> None:
        words = words_for(thing)
        super().__init__(words.icon, words.name, words.detail, parent=parent)
        self.thing = thing
        self._words = words
        # One stop for each chip: the cross is for the pointer, Backspace does the same.
        self._cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._said = self._problem = self._tip = ""
        self._show("…" if not self._is_picture else picture_size())

    @property
    def problem(self) -> str:
        """Why it cannot be sent as it is; empty where all is well."""
        return self._problem

    @property
    def size_said(self) -> str:
        """What is said of its size."""
        return self._said

    def show_size(self, size: ContextSize) -> None:
        """Tell how much it comes to, or why it cannot be sent."""
        self._problem = safe_label_text(size.problem)
        self._show(size_words(size.tokens, size.notes) if not self._problem else self.tr("not sent"))

    def show_problem(self, problem: str) -> None:
        """Tell why it cannot be sent; nothing where it can."""
        self._problem = safe_label_text(problem)
        self._show(self.tr("not sent") if problem else (picture_size() if self._is_picture else ""))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove, go on, go back into the text; whatever else is typed belongs there."""
        match event.key():
            case key if key in REMOVING:
                self.removed.emit()
            case Qt.Key.Key_Left | Qt.Key.Key_Right as key:
                self.stepped.emit(-1 if key == Qt.Key.Key_Left else 1)
            case key if key in LEAVING:
                self.left.emit()
            case _ if event.text().isprintable() and event.text() and not event.text().isspace():
                self.typed.emit(event.text())
            case _:
                super().keyPressEvent(event)

    @property
    def _is_picture(self) -> bool:
        return isinstance(self.thing, ImagePart)

    @property
    def _is_open_note(self) -> bool:
        return isinstance(self.thing, ContextItem) and self.thing.kind == "active"

    def _show(self, said: str) -> None:
        self._said = said
        words = self._words
        self._line_role = "warning" if self._problem else "control"
        # That it is the open one is said where it is offered; here its size is worth more room.
        beside = "" if self._is_open_note else words.detail
        remark = " ".join(part for part in (beside, "·" if beside and said else "", said) if part)
        pieces: list[Piece] = [(words.name, "text", "small"), (remark, "muted", "small")]
        self.set_pieces(pieces, "warning" if self._problem else words.icon)
        self.setAccessibleName(safe_label_text(", ".join(part for part in (words.name, words.detail, said) if part)))
        self.setAccessibleDescription(self._problem or self.tr("Backspace removes it"))
        told = (words.whole or words.name, said, self._problem)
        self._tip = as_tooltip("\n".join(part for part in told if part))
        self.setToolTip(self._tip)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Tell as much in the tooltip where words are cut as elsewhere."""
        super().resizeEvent(event)
        self.setToolTip(self._tip)


class QuietChip(Chip):
    """Offers to lay something beside the question; it is not there until it was pressed."""

    def __init__(self, thing: Beside, keys: str = "", parent: QWidget | None = None) -> None:
        """*keys* do the same as a press."""
        self.thing = thing
        words = words_for(thing)
        super().__init__(words.name, parent)
        self._line_role = "border"
        self.set_pieces([(words.name, "muted", "small"), (words.detail, "muted", "small")], "plus")
        name = self.tr("Add {0} to the question").format(safe_label_text(words.name))
        self.setAccessibleName(name)
        self.setToolTip(as_tooltip(f"{name} ({keys})" if keys else name))
