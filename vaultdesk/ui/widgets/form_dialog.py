"""Base class of modal form dialogs, the one for a new name, and fields: folders, text areas, lists of sentences."""

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QDialog, QFrame, QPlainTextEdit, QVBoxLayout, QWidget

from vaultdesk.tools.runtime.agent_scope import folder_parts
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import PlainButton, PrimaryButton
from vaultdesk.ui.widgets.chips import MentionChip
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import FlowLayout, clear_layout, column_layout, row_layout
from vaultdesk.ui.widgets.lists.entry_list import PickerPopup
from vaultdesk.ui.widgets.lists.list_row import ListRow
from vaultdesk.ui.widgets.modal_sheet import Dimmer
from vaultdesk.ui.widgets.text_fields import TextField

_tr = translator("FolderField")


class SentenceCard(Card):
    """A card with a list of sentences."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(padding=0, parent=parent)
        self.content.setSpacing(0)

    def show_sentences(self, sentences: Iterable[str]) -> None:
        clear_layout(self.content)
        px = theme().px
        for number, sentence in enumerate(sentences):
            if number:
                self.content.addWidget(SeparatorLine())
            label = PlainLabel(sanitize_text(sentence), font="interface" if number else "strong", wrap=True)
            label.setContentsMargins(px(16), px(7), px(16), px(7))
            self.content.addWidget(label)

    def sentences(self) -> list[str]:
        return [label.text() for label in self.findChildren(PlainLabel)]


class _LinesEdit(QPlainTextEdit):
    """Text edit in which Tab moves the focus, as in other fields."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.viewport().setAutoFillBackground(False)
        self.document().setDocumentMargin(0)


class TextArea(QWidget):
    """A frame around a text edit that shows the focus."""

    def __init__(self, name: str, text: str = "", lines: int = 8, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.edit = _LinesEdit(name)
        self.edit.setPlainText(text)
        px = theme().px
        column = QVBoxLayout(self)
        column.setContentsMargins(px(10), px(8), px(4), px(8))
        column.addWidget(self.edit)
        self.setFocusProxy(self.edit)
        self.setMinimumHeight(theme().metrics("interface").lineSpacing() * lines + 2 * px(8))
        self.edit.installEventFilter(self)
        theme().changed.connect(self.update)

    def text(self) -> str:
        return self.edit.toPlainText()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Repaint the frame when the focus changes."""
        if event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
            self.update()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background and the frame, in the accent color while the text has the focus."""
        values = theme()
        focused = self.edit.hasFocus()
        line = values.color("accent" if focused else "control")
        box(QPainter(self), QRectF(self.rect()), values.px(6), values.color("surface"), line, 2.0 if focused else 1.0)


MAX_LISTED_FOLDERS = 2_000
"""Maximum number of folders listed in a popup; others are found by typing."""


def folders_of_notes(paths: Iterable[str]) -> tuple[str, ...]:
    """Return every folder that contains a note of *paths*, at any depth, in order."""
    folders: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in folders:
            folders.add(folder)
            folder = folder.rpartition("/")[0]
    return tuple(sorted(folders, key=lambda name: (name.casefold(), name)))


def folder_entries(folders: Sequence[str], query: str) -> list[ListRow]:
    """Return the entries for those of *folders* whose path contains every word of *query*."""
    words = query.casefold().split()
    found = [folder for folder in folders if all(word in folder.casefold() for word in words)]
    return [ListRow(folder, folder, icon="folder") for folder in found[:MAX_LISTED_FOLDERS]]


class FolderField(QWidget):
    """A line edit and a button that lists the folders; an empty folder means the whole vault."""

    changed = Signal()

    def __init__(self, name: str, folders: Sequence[str], folder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folders = tuple(folders)
        self.field = TextField(name, folder, placeholder=self.tr("the whole vault"))
        self.pick = PlainButton(self.tr("Choose…"))
        row = row_layout(self, 8)
        row.addWidget(self.field, 1)
        row.addWidget(self.pick)
        self.setFocusProxy(self.field)
        self.field.changed.connect(lambda _text: self.changed.emit())
        self.pick.clicked.connect(self.open)

    def folder(self) -> str:
        """Return the folder; empty for the whole vault."""
        return self.field.text().strip().strip("/")

    def problem(self) -> str:
        """Return why the text is not a valid folder, as a sentence; empty if it is one."""
        return "" if folder_parts(self.folder()) is not None else self.tr("This is not a folder in the vault.")

    def open(self) -> PickerPopup:
        popup = _popup(self.pick, self._folders)
        popup.chosen.connect(self.field.set_text)
        popup.open_at(self.folder())
        return popup


class FolderChips(QWidget):
    """A set of folders, each removable; empty means the whole vault."""

    changed = Signal()

    def __init__(self, folders: Sequence[str], chosen: Sequence[str] = (), parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folders = tuple(folders)
        self._chosen = list(chosen)
        self.add = PlainButton(self.tr("Add Folder…"), small=True, icon_name="plus")
        self.add.clicked.connect(self.open)
        self._host = QWidget()
        self._flow = FlowLayout(self._host, theme().px(6))
        column = column_layout(self, 8)
        column.addWidget(self._host)
        column.addWidget(self.add)
        self._update_chips()

    def folders(self) -> tuple[str, ...]:
        """Return the folders in the order in which they were added."""
        return tuple(self._chosen)

    def open(self) -> PickerPopup:
        """List the folders that are not selected yet."""
        popup = _popup(self.add, [folder for folder in self._folders if folder not in self._chosen])
        popup.chosen.connect(self.add_folder)
        popup.open_at(None)
        return popup

    def add_folder(self, folder: str) -> None:
        if folder and folder not in self._chosen:
            self._chosen.append(folder)
            self._update_chips()
            self.changed.emit()

    def remove_folder(self, folder: str) -> None:
        self._chosen.remove(folder)
        self._update_chips()
        self.changed.emit()
        self.add.setFocus()

    def _update_chips(self) -> None:
        self._flow.clear()
        for folder in self._chosen:
            chip = MentionChip("folder", folder)
            chip.removed.connect(lambda folder=folder: self.remove_folder(folder))
            self._flow.addWidget(chip)
            chip.show()
        self._host.setVisible(bool(self._chosen))
        self._host.updateGeometry()


def _popup(anchor: PlainButton, folders: Sequence[str]) -> PickerPopup:
    name = _tr("Choose a folder")
    return PickerPopup(
        name,
        _tr("Find a folder"),
        lambda query: folder_entries(folders, query),
        anchor=anchor,
    )


EDGE = 24
"""Margin in design pixels."""

MIN_DIALOG_WIDTH = 320
"""Minimum width of a dialog in design pixels."""


class FormDialog(QDialog):
    """A window-modal dialog. Add widgets to `content`; open it with `bridge.ask`."""

    def __init__(self, title: str, text: str, done: str, parent: QWidget, *, width: int = 520) -> None:
        """*done* is the verb on the primary button; *width* is in design pixels."""
        super().__init__(parent)
        px = theme().px
        self.setWindowTitle(title)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.setAccessibleName(title)
        self.headline = PlainLabel(title, font="headline", wrap=True)
        self.lead = PlainLabel(text, role="muted", wrap=True)
        self.lead.setVisible(bool(text))
        self.problem = Banner("danger", "")
        self.problem.hide()
        self.content = column_layout(spacing=12)
        self.cancel = PlainButton(self.tr("Cancel"))
        self.done_button = PrimaryButton(done)
        self.cancel.clicked.connect(self.reject)
        self.footer = row_layout(spacing=8, margins=(EDGE, 12, EDGE, 12))
        self.footer.addStretch(1)
        self.footer.addWidget(self.cancel)
        self.footer.addWidget(self.done_button)
        self.header = column_layout(spacing=4)
        self.header.addWidget(self.headline)
        self.header.addWidget(self.lead)
        self._inner = column_layout(spacing=16, margins=(EDGE, 20, EDGE, 16))
        self._inner.addLayout(self.header)
        self._inner.addLayout(self.content, 1)
        self._inner.addWidget(self.problem)
        column = column_layout(self)
        column.addLayout(self._inner, 1)
        column.addWidget(SeparatorLine())
        column.addLayout(self.footer)
        window_width = parent.window().width()
        self.setMinimumWidth(min(px(width), max(window_width - 16, px(MIN_DIALOG_WIDTH))))
        theme().changed.connect(self.update)
        Dimmer(parent.window()).dim_behind(self)

    def show_problem(self, problem: str) -> None:
        """Show an error; an empty text hides it."""
        self.problem.set_text(problem)
        self.problem.setVisible(bool(problem))

    def showEvent(self, event: QShowEvent) -> None:
        """Center the dialog in its window: the default position differs between systems."""
        super().showEvent(event)
        if not event.spontaneous():
            self._center()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().color("raised"))

    def _center(self) -> None:
        parent = self.parentWidget()
        if parent is None:
            return
        window = parent.window()
        rect = QRect(QPoint(), self.size())
        rect.moveCenter(window.geometry().center())
        screen_rect = window.screen().availableGeometry()
        left = max(screen_rect.left(), min(rect.left(), screen_rect.right() + 1 - rect.width()))
        top = max(screen_rect.top(), min(rect.top(), screen_rect.bottom() + 1 - rect.height()))
        frame = self.geometry().topLeft() - self.pos()  # The title bar of the system is above this position.
        self.move(QPoint(left, top) - frame)


class SizedDialog(FormDialog):
    """A dialog of a given size whose content reaches its sides. Cancel is the default button and has the focus."""

    def __init__(self, title: str, text: str, done: str, parent: QWidget, size: tuple[int, int]) -> None:
        """*size* is the width and height in design pixels; a smaller window limits it."""
        super().__init__(title, text, done, parent)
        px = theme().px
        self.header.setContentsMargins(px(EDGE), 0, px(EDGE), 0)
        self._inner.setContentsMargins(0, px(20), 0, 0)
        self.content.setSpacing(0)
        self.setMinimumWidth(0)
        window_size = parent.window().size()
        self.resize(
            min(px(size[0]), max(window_size.width() - 16, px(MIN_DIALOG_WIDTH))),
            min(px(size[1]), window_size.height() - 16),
        )
        self.cancel.setDefault(True)
        self.cancel.setFocus(Qt.FocusReason.TabFocusReason)


MAX_NAME_LENGTH = 200
"""Maximum number of characters of a name."""


class RenameDialog(FormDialog):
    """Open it with `bridge.ask`; `name` contains the field."""

    def __init__(
        self, title: str, text: str, name: str, parent: QWidget, problem_of: Callable[[str], str] = lambda _name: ""
    ) -> None:
        """*text* describes what is renamed; *problem_of* returns why a name is invalid, or an empty text."""
        super().__init__(title, text, "", parent, width=420)
        self.done_button.setText(self.tr("Rename"))
        self._old_name, self._problem_of = name, problem_of
        self.name = TextField(self.tr("Name"), name)
        self.name.edit.setMaxLength(MAX_NAME_LENGTH)
        self.content.addWidget(self.name)
        self.name.changed.connect(lambda _text: self._check())
        self.name.submitted.connect(self._accept_valid)
        self.done_button.clicked.connect(self._accept_valid)
        self._check()
        self.name.edit.selectAll()
        self.name.setFocus()

    def _check(self) -> None:
        name = self.name.text().strip()
        problem = self._problem_of(name) if name else ""
        self.name.set_problem(problem)
        self.done_button.setEnabled(bool(name) and not problem and name != self._old_name)

    def _accept_valid(self) -> None:
        if self.done_button.isEnabled():
            self.accept()
