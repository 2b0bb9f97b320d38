"""Request foot: under a request that reads or goes out: what leaves this computer, and how long the answer holds."""

from functools import partial

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QRadioButton, QVBoxLayout, QWidget

from vaultdesk.tools.runtime.approval_text import privacy_notice, results_notice
from vaultdesk.tools.runtime.approvals import AnswerScope, ApprovalRequest
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.approval import counts
from vaultdesk.ui.approval.question_foot import QuestionFoot
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.menu import Menu, MenuButton, literal_menu_text


class ScopeChoice(QWidget):
    """How long a yes holds: only reads inside one folder may hold longer than once. Radios, or a menu where narrow."""

    def __init__(self, folder: str, searching: bool, *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        where = sanitize_text(folder) if folder else self.tr("this vault")
        doing = (self.tr("Searching {0}") if searching else self.tr("Reading inside {0}")).format(where)
        self._words: dict[AnswerScope, str] = {
            "once": self.tr("This time only"),
            "conversation": self.tr("{0}, until this chat ends").format(doing),
            "always": self.tr("{0}, always").format(doing),
        }
        self._scope: AnswerScope = "once"
        self._menu: MenuButton | None = None
        self.stops: list[QWidget] = []
        """Where Tab stops, in order."""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(theme().step(6))
        name = self.tr("How long this answer holds")
        if compact:
            self._menu = MenuButton(self._words["once"], name, self._fill, font="interface", role="muted")
            # As wide as its words: its arrow would stand alone at the far end.
            column.addWidget(self._menu, 0, Qt.AlignmentFlag.AlignLeft)
            self.stops.append(self._menu)
        else:
            column.addWidget(PlainLabel(name, role="muted", font="caption"))
            self._add_radios(column)

    def scope(self) -> AnswerScope:
        """Return the chosen length."""
        return self._scope

    def _add_radios(self, column: QVBoxLayout) -> None:
        for scope, text in self._words.items():
            button = QRadioButton(literal_menu_text(text))
            button.setChecked(scope == "once")
            button.clicked.connect(partial(self._choose, scope))
            column.addWidget(button)
            self.stops.append(button)

    def _fill(self, menu: Menu) -> None:
        for scope, text in self._words.items():
            menu.add(text, partial(self._choose, scope), checked=scope == self._scope)

    def _choose(self, scope: AnswerScope, _checked: bool = False) -> None:
        self._scope = scope
        if self._menu is not None:
            self._menu.set_words(self._words[scope])


class RequestFoot(QuestionFoot):
    """The lower part of a request that reads."""

    def __init__(self, request: ApprovalRequest, *, compact: bool, parent: QWidget | None = None) -> None:
        super().__init__(compact=compact, parent=parent)
        self._request = request
        self._notice = Banner("leaves", "")
        self.above.addWidget(self._notice)
        self._scope = self._scope_choice(compact)
        if self._scope is not None:
            self.add_beside(self._scope, 1 if compact else 0)
            self.read_from(self._scope.stops)
        most = len(request.results) or len(request.files)
        self.reserve_width(tuple(self._approve_words(number) for number in (0, 1, most)))

    def show_ticked(self, ticked: tuple[str, ...]) -> None:
        """Say anew what leaves, and what Approve does, for the ticked files."""
        if self._request.results:
            words = results_notice(self._request, ticked)
        else:
            words = privacy_notice(self._request.calls, self._request.destination, ticked)
        self._notice.set_text(words)
        self._notice.setVisible(bool(words) and (bool(ticked) or not self._request.files))
        self.approve_button.setText(self._approve_words(len(ticked)))

    def notice_text(self) -> str:
        """Return the privacy notice shown; empty where nothing leaves."""
        return self._notice.text() if self._notice.isVisibleTo(self) else ""

    def scope(self) -> AnswerScope:
        """Return how long the answer shall hold."""
        return self._scope.scope() if self._scope is not None else "once"

    def _scope_choice(self, compact: bool) -> ScopeChoice | None:
        if self._request.folder is None:
            return None
        return ScopeChoice(self._request.folder, not self._request.files, compact=compact, parent=self)

    def _approve_words(self, ticked: int) -> str:
        local = self._request.destination.local
        if self._request.results:
            results = counts.results(ticked) if ticked else self.tr("nothing")
            return (self.tr("Let It Read {0}") if local else self.tr("Send {0}")).format(results)
        if self._request.files:
            # Ampersands would be access keys: Approve has none (THREATS 2.3.3).
            notes = counts.notes(ticked) if ticked else self.tr("nothing")
            return (self.tr("Read {0}") if local else self.tr("Send {0}")).format(notes)
        if all(call.tool in ("vault_search", "local_search") for call in self._request.calls):
            return self.tr("Search") if local else self.tr("Search and Send")
        return self.tr("Approve and Execute")
