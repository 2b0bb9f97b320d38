"""Pages: what fills the window: the panes under the toolbar, a page instead of the panes, or the first page alone."""

import shiboken6
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QApplication, QStackedWidget, QWidget


class Pages(QStackedWidget):
    """One of: *frame* with *panes* in it, *frame* with another page in it, the first page without a frame."""

    framed = Signal(bool)
    """Whether the frame, and so the status bar, is shown."""

    def __init__(self, frame: QWidget, body: QStackedWidget, panes: QWidget) -> None:
        super().__init__()
        self._frame, self._body, self._panes = frame, body, panes
        self._start: QWidget | None = None
        self._page: QWidget | None = None
        self._before: QWidget | None = None
        body.addWidget(panes)
        self.addWidget(frame)

    @property
    def start(self) -> QWidget | None:
        """The first page, where no vault is open yet."""
        return self._start

    @property
    def page(self) -> QWidget | None:
        """The page shown instead of the panes."""
        return self._page

    def show_start(self, start: QWidget) -> None:
        """Show *start* alone."""
        self.leave_page()
        self.leave_start()
        self._start = start
        self.addWidget(start)
        self._show_front()

    def leave_start(self) -> None:
        """Show the frame again; the first page is deleted."""
        if self._start is not None:
            self.removeWidget(self._start)
            self._start.deleteLater()
            self._start = None
        self._show_front()

    def show_page(self, page: QWidget) -> None:
        """Show *page* instead of the panes, with the keyboard in it; what had it before gets it back at the end."""
        before = self._before if self._page is not None else QApplication.focusWidget()
        self._drop_page()
        self._before = before
        self._page = page
        self._body.addWidget(page)
        self._body.setCurrentWidget(page)
        self._show_front()
        page.setFocus()

    def leave_page(self) -> None:
        """Show the panes, or the first page, again; the page is deleted."""
        left, before = self._page is not None, self._before
        self._drop_page()
        self._show_front()
        if left:
            self._give_back(before)

    def _drop_page(self) -> None:
        if self._page is not None:
            self._body.removeWidget(self._page)
            self._page.deleteLater()
            self._page = self._before = None
        self._body.setCurrentWidget(self._panes)

    def _give_back(self, before: QWidget | None) -> None:
        """Give the keyboard to *before*, or to what is shown now where that is gone."""
        if before is not None and shiboken6.isValid(before) and before.isVisible() and before.isEnabled():
            before.setFocus()
        else:
            (self._start or self._panes).setFocus()

    def _show_front(self) -> None:
        alone = self._start is not None and self._page is None
        self.setCurrentWidget(self._start if alone and self._start is not None else self._frame)
        self.framed.emit(not alone)
