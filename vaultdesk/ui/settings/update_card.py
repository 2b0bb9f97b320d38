"""Update card: looks for a newer version when told to; says before what leaves, and shows what came in its place."""

from PySide6.QtCore import QDate, QLocale, Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from vaultdesk import __version__
from vaultdesk.core.errors import WebError
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.ui import bridge
from vaultdesk.ui.notes.reading_view import open_web
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.group_form import GroupForm
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.glyphs import Glyph
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.web.update_check import UpdateAnswer, UpdateChecker
from vaultdesk.web.web_address import WebAddress


class UpdateCard(Card):
    """The switch; with it a button and what came of it. Nothing is asked before the button is pressed."""

    def __init__(self, keeper: Keeper, updates: UpdateChecker | None, parent: QWidget | None = None) -> None:
        """*updates* asks; None for a build that has nobody to ask."""
        super().__init__(parent=parent)
        self._updates = updates
        self._page = ""
        self._asking = False
        self.form = GroupForm(keeper, "desktop", ("updates",))
        self.about = PlainLabel("", role="muted", font="small", wrap=True, selectable=True)
        self.check = PlainButton(self.tr("Check Now"))
        self.sign = Glyph("", "muted", 14)
        self.result = PlainLabel("", wrap=True, selectable=True)
        self.notes = PlainLabel("", role="muted", wrap=True, selectable=True)
        self.get_it = PlainButton(self.tr("Open Download Page"), icon_name="globe")
        self.where = PlainLabel("", role="muted", font="small", wrap=True)
        self.rest = QWidget()
        """What is there once it is wanted."""
        self._answer = QWidget()
        self._lay_out()
        self.check.clicked.connect(self._begin)
        self.get_it.clicked.connect(lambda: open_web(self._page))
        self.refresh(keeper.store.settings)

    def refresh(self, settings: Settings) -> None:
        """Show what holds now."""
        wanted = settings.desktop.updates
        self.form.refresh(settings)
        self.rest.setVisible(wanted)
        self.check.setVisible(self._updates is not None)
        self.about.setText(self._what_leaves())
        if not wanted:
            self._answer.hide()

    def _what_leaves(self) -> str:
        if self._updates is None:
            return self.tr(
                "This build does not know where to ask: only released ones do. Look where you got it from; a checkout "
                "is brought up to date with git pull."
            )
        words = self.tr(
            "Check Now fetches {address} and nothing else, and downloads no program. The request is the same for "
            "everybody: it says nothing of you, your notes or your version. The site sees the address of your network."
        )
        return words.format(address=self._updates.place.address.url)

    def _lay_out(self) -> None:
        step = theme().step
        self.content.addWidget(PlainLabel(self.tr("Updates"), font="heading"))
        self.content.addWidget(self.form)
        line = QHBoxLayout()
        line.setSpacing(step(8))
        line.addWidget(self.sign, 0, Qt.AlignmentFlag.AlignTop)
        line.addWidget(self.result, 1)
        foot = QHBoxLayout()
        foot.setSpacing(step(8))
        foot.addWidget(self.get_it)
        foot.addWidget(self.where, 1)
        answer = QVBoxLayout(self._answer)
        answer.setContentsMargins(0, step(4), 0, 0)
        answer.setSpacing(step(8))
        answer.addLayout(line)
        answer.addWidget(self.notes)
        answer.addLayout(foot)
        self._answer.hide()
        rest = QVBoxLayout(self.rest)
        rest.setContentsMargins(0, step(4), 0, 0)
        rest.setSpacing(step(8))
        rest.addWidget(self.about)
        rest.addWidget(self.check)
        rest.addWidget(self._answer)
        self.content.addWidget(self.rest)

    def _begin(self) -> None:
        if self._updates is not None and not self._asking:
            self._asking = True
            self._show("refresh", "muted", self.tr("Asking {host}…").format(host=self._updates.place.address.host))
            bridge.start(self._ask(self._updates), owner=self)

    async def _ask(self, updates: UpdateChecker) -> None:
        try:
            answer = await updates.ask()
        except WebError as problem:
            words = self.tr("Whether there is a newer version could not be found out.")
            self._show("warning", "danger", words, str(problem))
        else:
            self._show_answer(answer)
        finally:
            self._asking = False

    def _show_answer(self, answer: UpdateAnswer) -> None:
        file = answer.file
        date = QDate(file.date.year, file.date.month, file.date.day)
        day = QLocale().toString(date, QLocale.FormatType.LongFormat)
        if not answer.newer:
            words = self.tr("VaultDesk {version} is up to date. The newest is {newest}, which came out on {day}.")
            self._show("check", "muted", words.format(version=__version__, newest=file.version, day=day))
            return
        words = self.tr("VaultDesk {newest} came out on {day}. You have {version}.")
        said = words.format(version=__version__, newest=file.version, day=day)
        self._show("info", "accent", said, file.notes, page=file.page)

    def _show(self, sign: str, role: str, words: str, notes: str = "", page: str = "") -> None:
        """Show what came: a sign with a sentence, what is said of it, and a *page* to open."""
        self._page = page
        self.sign.show_icon(sign, role)
        self.result.setText(words)
        self.notes.setText(notes)
        self.notes.setVisible(bool(notes))
        self.get_it.setVisible(bool(page))
        self.where.setVisible(bool(page))
        if page:
            self.where.setText(self.tr("In your browser, at {host}").format(host=WebAddress.parse(page).host))
        self._answer.show()
        self.check.setAccessibleDescription(self.result.text())
