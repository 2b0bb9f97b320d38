"""Dialogs to grant an agent its permissions and to accept instructions, skills or a project, bound to the exact text
of the note."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QVBoxLayout, QWidget

from vaultdesk.agent.instructions.agents import AgentCatalog, KnownAgent
from vaultdesk.agent.instructions.projects import ProjectCatalog, project_sentences
from vaultdesk.agent.instructions.vault_instructions import InstructionCatalog, InstructionText
from vaultdesk.agent.profile import grant_sentences
from vaultdesk.core.errors import NoteConflict, UsageError, VaultDeskError, VaultError
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.settings.settings_schema import AgentGrant
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui import bridge
from vaultdesk.ui.dates import short_day
from vaultdesk.ui.review.approve_delay import ApproveDelay
from vaultdesk.ui.review.diff_items import diff_of
from vaultdesk.ui.review.diff_view import DiffView
from vaultdesk.ui.review.text_box import TextBox
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import SegmentedControl
from vaultdesk.ui.widgets.form_dialog import FormDialog, SentenceCard
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel, safe_label_text
from vaultdesk.vault.note_path import NotePath, printable
from vaultdesk.vault.note_text import decode_note
from vaultdesk.vault.vault import Vault

MAX_READ_ATTEMPTS = 3
"""Number of attempts to read a note that changes while being read."""


@dataclass(frozen=True, slots=True)
class GrantVersion:
    """What the user reviews, all from the same version of the note."""

    agent: KnownAgent
    sentences: tuple[str, ...]
    """What it may do, in the program's words."""
    remarks: tuple[str, ...]
    """Remarks about the note."""
    text: str
    """The whole note."""
    before: str | None = None
    """The note as last granted; None if it never was, or if that version is not available any more."""
    allowed: AgentGrant | None = None
    """The last grant."""

    @property
    def instructions(self) -> str:
        """Instructions in the note for the model."""
        return self.agent.profile.instructions if self.agent.profile is not None else ""


class AgentGranter:
    """Loads agents' notes for review and stores grants."""

    def __init__(self, catalog: AgentCatalog, vault: Vault, store: SettingsStore, registry: ToolRegistry) -> None:
        self.catalog = catalog
        self._vault = vault
        self._store = store
        self._registry = registry

    async def load(self, path: str) -> GrantVersion:
        """Return the agent of the note at *path* for review. Raises `UsageError`, `VaultError`."""
        for _ in range(MAX_READ_ATTEMPTS):
            await self.catalog.refresh()
            known = next((one for one in self.catalog.list() if one.path == path), None)
            if known is None:
                raise UsageError(
                    Phrase("The agent {0} no longer exists", printable(path)),
                    hint=Phrase("Its note was moved or deleted."),
                )
            if known.profile is None:
                raise UsageError(
                    Phrase("{0} cannot be used", printable(known.name)), hint=" ".join(map(translate, known.problems))
                )
            note = await self._vault.read(NotePath.parse(path))
            if note.digest == known.digest:
                told = grant_sentences(known.profile, self._registry)
                ours = told[: len(told) - len(known.profile.remarks)]
                allowed = self._allowed(path)
                before = await self._before(NotePath.parse(path), allowed, known.digest)
                remarks = tuple(map(translate, known.profile.remarks))
                return GrantVersion(known, tuple(map(translate, ours)), remarks, note.text, before, allowed)
        raise NoteConflict(
            Phrase("The note of {0} keeps changing", printable(path)),
            hint=Phrase("Try again when it has stopped changing."),
        )

    async def grant(self, version: GrantVersion) -> None:
        """Grant the reviewed version. Raises `NoteConflict` if the note has changed, and other errors."""
        await self.catalog.grant(version.agent.path, version.agent.digest)

    def newest(self, path: str) -> str:
        """Return the digest of the agent's note as last read; empty if it was deleted."""
        return next((one.digest for one in self.catalog.list() if one.path == path), "")

    def _allowed(self, path: str) -> AgentGrant | None:
        grants = self._store.settings.vault_settings(self._vault.root).agents
        return next((grant for grant in grants if grant.path == path), None)

    async def _before(self, path: NotePath, allowed: AgentGrant | None, now: str) -> str | None:
        if allowed is None or allowed.digest == now:
            return None
        try:
            data = await asyncio.to_thread(self._vault.journal.snapshot, allowed.digest)
            return decode_note(path, data, 0).text
        except VaultError:
            return None  # Changed by another program: the granted version is not stored.


# Consent applies to exactly the bytes shown: if the note changes before that, it is shown again and nothing is granted.

WIDTH, HEIGHT = 720, 680
"""Size in design pixels."""

MIN_INSTRUCTION_LINES = 7
"""Minimum number of visible lines of the instructions."""

MAX_GRANT_INSTRUCTIONS = 60_000
"""Maximum number of characters of the instructions that can be scrolled through; an agent may have no more than a third
of it.
"""


class GrantDialog(FormDialog):
    """Cancel is the default and has the focus; Allow is enabled after a delay, as in every approval."""

    def __init__(
        self, grants: AgentGranter, version: GrantVersion, parent: QWidget, *, wait: int | None = None
    ) -> None:
        """*wait* is the delay in milliseconds; None for the default."""
        super().__init__("", "", "", parent, width=WIDTH)
        px = theme().px
        self._grants = grants
        self._version = version
        self._work: asyncio.Task[None] | None = None
        self.setWindowTitle(self.tr("Let this agent work?"))
        self.setAccessibleName(self.windowTitle())
        self.done_button.setText(self.tr("Allow"))
        self.cancel.setDefault(True)
        self.change_banner = Banner("warning", "")
        self.change_banner.hide()
        self.remarks = Banner("warning", "")
        self.card = SentenceCard()
        self.views = SegmentedControl((self.tr("Its instructions"), self.tr("What changed")), self.tr("View"))
        self.instructions_label = PlainLabel(role="muted", font="small", wrap=True)
        self.box = TextBox(self.tr("Its instructions"), "interface")
        self.diff = DiffView(self.tr("What changed"), compact=True)
        self._stack = QStackedWidget()
        for view in (self.box, self.diff):
            self._stack.addWidget(view)
        self._stack.setMinimumHeight(theme().metrics("interface").lineSpacing() * MIN_INSTRUCTION_LINES)
        self._build_layout()
        self.arming = ApproveDelay(self.done_button, self, wait)
        self.views.changed.connect(self._switch)
        self.done_button.clicked.connect(self._allow)
        bridge.follow(grants.catalog.changes, lambda _: self._note_changed(), owner=self)
        self.show_version(version)
        room = parent.window().size()
        self.resize(self.minimumWidth(), min(px(HEIGHT), max(room.height() - 16, px(320))))
        self.cancel.setFocus()

    @property
    def version(self) -> GrantVersion:
        return self._version

    def show_version(self, version: GrantVersion) -> None:
        """Show *version*; consent to an earlier one is void."""
        self._version = version
        agent = version.agent
        self.headline.setText(self.tr("Let “{0}” work in this vault?").format(sanitize_text(agent.name)))
        self.lead.setText(self._source_text(version))
        self.lead.show()
        self.card.show_sentences(version.sentences)
        self.remarks.set_text("\n".join(version.remarks))
        self.remarks.setVisible(bool(version.remarks))
        self.box.show_text(safe_label_text(sanitize_text(version.instructions, "\n\t"), MAX_GRANT_INSTRUCTIONS))
        self.views.setVisible(version.before is not None)
        if version.before is not None:
            self.diff.set_notes([diff_of(version.before, version.text, agent.path)])
        self._switch(1 if version.before is not None else 0)

    def _switch(self, place: int) -> None:
        self.views.set_current(place)
        self._stack.setCurrentIndex(place)
        words = (
            self.tr("What its note tells the model, word for word. These instructions cannot grant it any permission."),
            self.tr("The differences from the version you allowed, word for word."),
        )
        self.instructions_label.setText(words[place])

    def _source_text(self, version: GrantVersion) -> str:
        told = [sanitize_text(version.agent.path)]
        if version.allowed is not None:
            day = version.allowed.granted.astimezone().date()
            on = short_day(day)
            told.append(self.tr("changed since you allowed it on {0}").format(on))
            if version.before is None:
                told.append(self.tr("the earlier text is not available"))
        return " · ".join(told)

    def _build_layout(self) -> None:
        px = theme().px
        below = QVBoxLayout()
        below.setSpacing(px(8))
        below.addWidget(self.views, 0, Qt.AlignmentFlag.AlignLeft)
        below.addWidget(self.instructions_label)
        frame = Card(padding=0)
        frame.content.addWidget(self._stack)
        below.addWidget(frame, 1)
        for widget in (self.change_banner, self.remarks, self.card):
            self.content.addWidget(widget)
        self.content.addLayout(below, 1)

    def _allow(self) -> None:
        if self._work is None or self._work.done():
            self._work = bridge.start(self._grant(), self)

    async def _grant(self) -> None:
        self.show_problem("")
        try:
            await self._grants.grant(self._version)
        except NoteConflict:
            await self._show_newest()
        except VaultDeskError as problem:
            self.show_problem(translate_error(problem))
        else:
            self.accept()

    def _note_changed(self) -> None:
        if self._grants.newest(self._version.agent.path) != self._version.agent.digest and (
            self._work is None or self._work.done()
        ):
            self.done_button.setEnabled(False)
            self._work = bridge.start(self._show_newest(), self)

    async def _show_newest(self) -> None:
        try:
            version = await self._grants.load(self._version.agent.path)
        except VaultDeskError as problem:
            self.show_problem(translate_error(problem))
            self.done_button.setEnabled(False)
            return
        self.change_banner.set_text(self.tr("The note changed while this dialog was open. This is its current text."))
        self.change_banner.show()
        self.show_version(version)
        # Restart the delay: the user may have been about to press for the previous version.
        self.cancel.setFocus()
        self.arming.start()


async def ask_for_grant(grants: AgentGranter, path: str, window: QWidget) -> bool:
    """Show the agent of the note at *path* over *window*; return whether it was granted. Raises `VaultDeskError`."""
    dialog = GrantDialog(grants, await grants.load(path), window)
    try:
        return await bridge.ask(dialog) == GrantDialog.DialogCode.Accepted
    finally:
        dialog.deleteLater()


_tr = translator("InstructionDialog")

# Consent applies to exactly the bytes shown: if the note changes first, it is shown again and nothing is accepted.

INSTRUCTION_WIDTH, INSTRUCTION_HEIGHT = 680, 600
"""Size in design pixels."""

MIN_TEXT_LINES = 8
"""Minimum number of visible lines of the text."""

MAX_ACCEPTED_CHARACTERS = 200_000
"""Maximum number of characters that can be scrolled through; longer texts cannot be accepted anyway."""


@dataclass(frozen=True, slots=True)
class InstructionVersion:
    """What the user reviews."""

    path: str
    headline: str
    """The question, in the program's words."""
    sentences: tuple[str, ...]
    """The effects of accepting, in the program's words."""
    text: str
    """All of it, as in the note."""
    digest: str
    """Digest of the note's bytes."""
    problem: str = ""
    """Why it cannot be accepted; empty if it can."""


@dataclass(frozen=True, slots=True)
class InstructionSource:
    """Loads texts for review and stores the consent."""

    load: Callable[[str], Awaitable[InstructionVersion]]
    """Returns the current text of a note for review. Raises `VaultDeskError`."""
    newest: Callable[[str], str]
    """Returns the digest of a note as last read; empty if it was deleted."""
    accept: Callable[[str, str], Awaitable[None]]
    """Stores the consent for a path and a digest. Raises `NoteConflict`, `VaultDeskError`."""
    changes: Feed[None]
    """Published when one of them may have changed."""


class InstructionDialog(FormDialog):
    """Not Now is the default and has the focus; Accept is enabled after a delay, as in every approval."""

    def __init__(
        self, source: InstructionSource, version: InstructionVersion, parent: QWidget, *, wait: int | None = None
    ) -> None:
        """*wait* is the delay in milliseconds; None for the default."""
        super().__init__("", "", "", parent, width=INSTRUCTION_WIDTH)
        px = theme().px
        self._source = source
        self._version = version
        self._work: asyncio.Task[None] | None = None
        self.setWindowTitle(self.tr("Read and accept?"))
        self.setAccessibleName(self.windowTitle())
        self.done_button.setText(self.tr("Accept"))
        self.cancel.setText(self.tr("Not Now"))
        self.cancel.setDefault(True)
        self.change_banner = Banner("warning", "")
        self.change_banner.hide()
        self.card = SentenceCard()
        self.box = TextBox(self.tr("Full text"), "interface")
        self.box.setMinimumHeight(theme().metrics("interface").lineSpacing() * MIN_TEXT_LINES)
        frame = Card(padding=0)
        frame.content.addWidget(self.box)
        for widget in (self.change_banner, self.card):
            self.content.addWidget(widget)
        self.content.addWidget(frame, 1)
        self.arming = ApproveDelay(self.done_button, self, wait)
        self.done_button.clicked.connect(self._accept)
        bridge.follow(source.changes, lambda _: self._note_changed(), owner=self)
        self.show_version(version)
        room = parent.window().size()
        self.resize(self.minimumWidth(), min(px(INSTRUCTION_HEIGHT), max(room.height() - 16, px(320))))
        self.cancel.setFocus()

    @property
    def version(self) -> InstructionVersion:
        return self._version

    def show_version(self, version: InstructionVersion) -> None:
        """Show *version*; consent to an earlier one is void."""
        self._version = version
        self.headline.setText(sanitize_text(version.headline))
        self.lead.setText(sanitize_text(version.path))
        self.lead.show()
        self.card.show_sentences(version.sentences)
        self.box.show_text(safe_label_text(sanitize_text(version.text, "\n\t"), MAX_ACCEPTED_CHARACTERS))
        self.show_problem(version.problem)
        self.done_button.setVisible(not version.problem)

    def _accept(self) -> None:
        if self._work is None or self._work.done():
            self._work = bridge.start(self._accept_version(), self)

    async def _accept_version(self) -> None:
        self.show_problem("")
        try:
            await self._source.accept(self._version.path, self._version.digest)
        except NoteConflict:
            await self._show_newest()
        except VaultDeskError as problem:
            self.show_problem(translate_error(problem))
        else:
            self.accept()

    def _note_changed(self) -> None:
        idle = self._work is None or self._work.done()
        if idle and self._source.newest(self._version.path) != self._version.digest:
            self.done_button.setEnabled(False)
            self._work = bridge.start(self._show_newest(), self)

    async def _show_newest(self) -> None:
        try:
            version = await self._source.load(self._version.path)
        except VaultDeskError as problem:
            self.show_problem(translate_error(problem))
            self.done_button.setEnabled(False)
            return
        self.change_banner.set_text(self.tr("The note changed while this dialog was open. This is its current text."))
        self.change_banner.show()
        self.show_version(version)
        # Restart the delay: the user may have been about to press for the previous version.
        self.cancel.setFocus()
        self.arming.start()


async def read_and_accept(source: InstructionSource, path: str, window: QWidget) -> bool:
    """Show the note at *path* over *window*; return whether it was accepted. Raises `VaultDeskError`."""
    dialog = InstructionDialog(source, await source.load(path), window)
    try:
        return await bridge.ask(dialog) == InstructionDialog.DialogCode.Accepted
    finally:
        dialog.deleteLater()


def instruction_source(catalog: InstructionCatalog) -> InstructionSource:
    """Return the source for AGENTS.md and skills."""

    def known(path: str) -> InstructionText | None:
        return next((one for one in catalog.list() if one.path == path), None)

    async def load(path: str) -> InstructionVersion:
        await catalog.refresh()
        found = known(path)
        if found is None:
            raise UsageError(
                Phrase("{0} no longer exists", sanitize_text(path)), hint=Phrase("It was moved or deleted.")
            )
        return instruction_version(found)

    def newest(path: str) -> str:
        found = known(path)
        return found.digest if found is not None else ""

    return InstructionSource(load, newest, catalog.accept, catalog.changes)


def project_source(catalog: ProjectCatalog) -> InstructionSource:
    async def load(path: str) -> InstructionVersion:
        project = await catalog.get(path)
        headline = _tr("Work in the project “{0}”?").format(project.name)
        problem = " ".join(map(translate, project.problems))
        return InstructionVersion(
            project.path,
            headline,
            tuple(map(translate, project_sentences(project))),
            project.instructions,
            project.digest,
            problem,
        )

    def newest(path: str) -> str:
        return next((one.digest for one in catalog.list() if one.path == path), "")

    return InstructionSource(load, newest, catalog.accept, catalog.changes)


def instruction_version(found: InstructionText) -> InstructionVersion:
    """Return the review of *found*."""
    ends = _tr("If its text changes, you are asked again.")
    if found.kind == "instructions":
        headline = _tr("Use this vault’s instructions for assistants?")
        sentences = (
            _tr("Every assistant receives this text before your questions."),
            _tr("They cannot change permissions or private notes."),
            ends,
        )
    else:
        headline = _tr("Offer the skill “{0}” to assistants?").format(found.name)
        sentences = (
            _tr("Assistants receive its name and description, and may read its note when a task needs it."),
            _tr("They cannot change permissions or private notes."),
            ends,
        )
    return InstructionVersion(found.path, headline, sentences, found.text, found.digest, translate(found.problem))
