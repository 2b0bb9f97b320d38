"""Dialogs to grant an agent its permissions and to accept instructions, skills or a project, bound to the exact text
of the note."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, Protocol, TypeVar

from msgspec import Struct
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedWidget, QWidget

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
from vaultdesk.ui.widgets.layouts import column_layout
from vaultdesk.vault.note_path import NotePath, printable
from vaultdesk.vault.note_text import decode_note
from vaultdesk.vault.vault import Vault

MAX_READ_ATTEMPTS = 3
"""Number of attempts to read a note that changes while being read."""


class ConsentVersion(Protocol):
    """A version of a note to which the user can consent."""

    @property
    def path(self) -> str:
        """Path of the note."""
        ...

    @property
    def digest(self) -> str:
        """Digest of the note's bytes."""
        ...


V = TypeVar("V", bound=ConsentVersion)


class ConsentSource(Struct, Generic[V], frozen=True):
    """Loads notes for review and stores the consent."""

    load: Callable[[str], Awaitable[V]]
    """Returns the current version of the note at a path. Raises `VaultDeskError`."""
    newest: Callable[[str], str]
    """Returns the digest of a note as last read; empty if it was deleted."""
    accept: Callable[[str, str], Awaitable[None]]
    """Stores the consent for a path and a digest. Raises `NoteConflict`, `VaultDeskError`."""
    changes: Feed[None]
    """Published when one of the notes may have changed."""


class GrantVersion(Struct, frozen=True):
    """Content of the review of an agent, all from the same version of the note."""

    agent: KnownAgent
    sentences: tuple[str, ...]
    """Its permissions, in the program's words."""
    remarks: tuple[str, ...]
    """Remarks about the note."""
    text: str
    """The whole note."""
    granted_text: str | None = None
    """The note as last granted; None if it never was, or if that version is not available any more."""
    last_grant: AgentGrant | None = None
    """The last grant."""

    @property
    def path(self) -> str:
        return self.agent.path

    @property
    def digest(self) -> str:
        return self.agent.digest

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
            listed = next((agent for agent in self.catalog.list() if agent.path == path), None)
            if listed is None:
                raise UsageError(
                    Phrase("The agent {0} no longer exists", printable(path)),
                    hint=Phrase("Its note was moved or deleted."),
                )
            if listed.profile is None:
                raise UsageError(
                    Phrase("{0} cannot be used", printable(listed.name)), hint=" ".join(map(translate, listed.problems))
                )
            note = await self._vault.read(NotePath.parse(path))
            if note.digest == listed.digest:
                sentences = grant_sentences(listed.profile, self._registry)
                permissions = sentences[: len(sentences) - len(listed.profile.remarks)]
                remarks = tuple(map(translate, listed.profile.remarks))
                last_grant = self._last_grant(path)
                granted_text = await self._granted_text(NotePath.parse(path), last_grant, listed.digest)
                return GrantVersion(
                    listed, tuple(map(translate, permissions)), remarks, note.text, granted_text, last_grant
                )
        raise NoteConflict(
            Phrase("The note of {0} keeps changing", printable(path)),
            hint=Phrase("Try again when it has stopped changing."),
        )

    @property
    def source(self) -> ConsentSource[GrantVersion]:
        """The source of the dialog that grants the permissions."""
        return ConsentSource(self.load, self.newest, self.catalog.grant, self.catalog.changes)

    def newest(self, path: str) -> str:
        """Return the digest of the agent's note as last read; empty if it was deleted."""
        return next((agent.digest for agent in self.catalog.list() if agent.path == path), "")

    def _last_grant(self, path: str) -> AgentGrant | None:
        grants = self._store.settings.vault_settings(self._vault.root).agents
        return next((grant for grant in grants if grant.path == path), None)

    async def _granted_text(self, path: NotePath, last_grant: AgentGrant | None, digest: str) -> str | None:
        if last_grant is None or last_grant.digest == digest:
            return None
        try:
            data = await asyncio.to_thread(self._vault.journal.snapshot, last_grant.digest)
            return decode_note(path, data, 0).text
        except VaultError:
            return None  # Changed by another program: the granted version is not stored.


# Consent applies to exactly the bytes shown: if the note changes before that, it is shown again and nothing is stored.


class ConsentDialog(FormDialog, Generic[V]):
    """Asks for consent to a version of a note. The button that cancels is the default and has the focus; the other one
    is enabled after a delay, as in every approval.
    """

    def __init__(
        self, source: ConsentSource[V], version: V, parent: QWidget, *, size: tuple[int, int], wait: int | None
    ) -> None:
        """*size* is in design pixels, at most that of the window. *wait* is the delay in milliseconds; None for the
        default.
        """
        super().__init__("", "", "", parent, width=size[0])
        self._source = source
        self._version = version
        self._work: asyncio.Task[None] | None = None
        self.change_banner = Banner("warning", "")
        self.change_banner.hide()
        self.content.addWidget(self.change_banner)
        self.cancel.setDefault(True)
        self.approve_delay = ApproveDelay(self.done_button, self, wait)
        self.done_button.clicked.connect(self._consent)
        bridge.follow(source.changes, lambda _: self._note_changed(), owner=self)
        self._build_layout()
        self.show_version(version)
        px, available_height = theme().px, parent.window().height() - 16
        self.resize(self.minimumWidth(), min(px(size[1]), max(available_height, px(320))))
        self.cancel.setFocus()

    @property
    def version(self) -> V:
        return self._version

    def show_version(self, version: V) -> None:
        """Show *version*; consent to an earlier one is void."""
        self._version = version
        self._fill(version)

    def _build_layout(self) -> None:
        raise NotImplementedError

    def _fill(self, version: V) -> None:
        raise NotImplementedError

    def _is_idle(self) -> bool:
        return self._work is None or self._work.done()

    def _consent(self) -> None:
        if self._is_idle():
            self._work = bridge.start(self._store_consent(), self)

    async def _store_consent(self) -> None:
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
        if self._is_idle() and self._source.newest(self._version.path) != self._version.digest:
            self.done_button.setEnabled(False)
            self._work = bridge.start(self._show_newest(), self)

    async def _show_newest(self) -> None:
        try:
            version = await self._source.load(self._version.path)
        except VaultDeskError as problem:
            self.show_problem(translate_error(problem))
            self.done_button.setEnabled(False)
            return
        self.change_banner.show()
        self.show_version(version)
        # Restart the delay: the user may have been about to press for the previous version.
        self.cancel.setFocus()
        self.approve_delay.start()


WIDTH, HEIGHT = 720, 680
"""Size in design pixels."""

MIN_INSTRUCTION_LINES = 7
"""Minimum number of visible lines of the instructions."""

MAX_GRANT_INSTRUCTIONS = 60_000
"""Maximum number of characters of the instructions that can be scrolled through; an agent may have no more than a third
of it.
"""


class GrantDialog(ConsentDialog[GrantVersion]):
    """Grants an agent its permissions, with Allow and Cancel."""

    def __init__(
        self, grants: AgentGranter, version: GrantVersion, parent: QWidget, *, wait: int | None = None
    ) -> None:
        super().__init__(grants.source, version, parent, size=(WIDTH, HEIGHT), wait=wait)

    def _build_layout(self) -> None:
        self.setWindowTitle(self.tr("Let this agent work?"))
        self.setAccessibleName(self.windowTitle())
        self.done_button.setText(self.tr("Allow"))
        self.change_banner.set_text(self.tr("The note changed while this dialog was open. This is its current text."))
        self.remarks = Banner("warning", "")
        self.card = SentenceCard()
        self.views = SegmentedControl((self.tr("Its instructions"), self.tr("What changed")), self.tr("View"))
        self.views.changed.connect(self._switch)
        self.instructions_label = PlainLabel(role="muted", font="small", wrap=True)
        self.box = TextBox(self.tr("Its instructions"), "interface")
        self.diff = DiffView(self.tr("What changed"), compact=True)
        self._stack = QStackedWidget()
        for view in (self.box, self.diff):
            self._stack.addWidget(view)
        self._stack.setMinimumHeight(theme().metrics("interface").lineSpacing() * MIN_INSTRUCTION_LINES)
        frame = Card(padding=0)
        frame.content.addWidget(self._stack)
        text_column = column_layout(spacing=8)
        text_column.addWidget(self.views, 0, Qt.AlignmentFlag.AlignLeft)
        text_column.addWidget(self.instructions_label)
        text_column.addWidget(frame, 1)
        for widget in (self.remarks, self.card):
            self.content.addWidget(widget)
        self.content.addLayout(text_column, 1)

    def _fill(self, version: GrantVersion) -> None:
        self.headline.setText(self.tr("Let “{0}” work in this vault?").format(sanitize_text(version.agent.name)))
        self.lead.setText(self._source_text(version))
        self.lead.show()
        self.card.show_sentences(version.sentences)
        self.remarks.set_text("\n".join(version.remarks))
        self.remarks.setVisible(bool(version.remarks))
        self.box.show_text(safe_label_text(sanitize_text(version.instructions, "\n\t"), MAX_GRANT_INSTRUCTIONS))
        self.views.setVisible(version.granted_text is not None)
        if version.granted_text is not None:
            self.diff.set_notes([diff_of(version.granted_text, version.text, version.path)])
        self._switch(1 if version.granted_text is not None else 0)

    def _switch(self, index: int) -> None:
        self.views.set_current(index)
        self._stack.setCurrentIndex(index)
        labels = (
            self.tr("What its note tells the model, word for word. These instructions cannot grant it any permission."),
            self.tr("The differences from the version you allowed, word for word."),
        )
        self.instructions_label.setText(labels[index])

    def _source_text(self, version: GrantVersion) -> str:
        parts = [sanitize_text(version.path)]
        if version.last_grant is not None:
            day = version.last_grant.granted.astimezone().date()
            day_text = short_day(day)
            parts.append(self.tr("changed since you allowed it on {0}").format(day_text))
            if version.granted_text is None:
                parts.append(self.tr("the earlier text is not available"))
        return " · ".join(parts)


async def ask_for_grant(grants: AgentGranter, path: str, window: QWidget) -> bool:
    """Show the agent of the note at *path* over *window*; return whether it was granted. Raises `VaultDeskError`."""
    dialog = GrantDialog(grants, await grants.load(path), window)
    return await bridge.is_accepted(dialog)


_tr = translator("InstructionDialog")

INSTRUCTION_WIDTH, INSTRUCTION_HEIGHT = 680, 600
"""Size in design pixels."""

MIN_TEXT_LINES = 8
"""Minimum number of visible lines of the text."""

MAX_ACCEPTED_CHARACTERS = 200_000
"""Maximum number of characters that can be scrolled through; longer texts cannot be accepted anyway."""


class InstructionVersion(Struct, frozen=True):
    """Content of the review of instructions, a skill or a project."""

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


InstructionSource = ConsentSource[InstructionVersion]


class InstructionDialog(ConsentDialog[InstructionVersion]):
    """Accepts instructions, a skill or a project, with Accept and Not Now."""

    def __init__(
        self, source: InstructionSource, version: InstructionVersion, parent: QWidget, *, wait: int | None = None
    ) -> None:
        super().__init__(source, version, parent, size=(INSTRUCTION_WIDTH, INSTRUCTION_HEIGHT), wait=wait)

    def _build_layout(self) -> None:
        self.setWindowTitle(self.tr("Read and accept?"))
        self.setAccessibleName(self.windowTitle())
        self.done_button.setText(self.tr("Accept"))
        self.cancel.setText(self.tr("Not Now"))
        self.change_banner.set_text(self.tr("The note changed while this dialog was open. This is its current text."))
        self.card = SentenceCard()
        self.box = TextBox(self.tr("Full text"), "interface")
        self.box.setMinimumHeight(theme().metrics("interface").lineSpacing() * MIN_TEXT_LINES)
        frame = Card(padding=0)
        frame.content.addWidget(self.box)
        self.content.addWidget(self.card)
        self.content.addWidget(frame, 1)

    def _fill(self, version: InstructionVersion) -> None:
        self.headline.setText(sanitize_text(version.headline))
        self.lead.setText(sanitize_text(version.path))
        self.lead.show()
        self.card.show_sentences(version.sentences)
        self.box.show_text(safe_label_text(sanitize_text(version.text, "\n\t"), MAX_ACCEPTED_CHARACTERS))
        self.show_problem(version.problem)
        self.done_button.setVisible(not version.problem)


async def read_and_accept(source: InstructionSource, path: str, window: QWidget) -> bool:
    """Show the note at *path* over *window*; return whether it was accepted. Raises `VaultDeskError`."""
    dialog = InstructionDialog(source, await source.load(path), window)
    return await bridge.is_accepted(dialog)


def instruction_source(catalog: InstructionCatalog) -> InstructionSource:
    """Return the source for AGENTS.md and skills."""

    def find(path: str) -> InstructionText | None:
        return next((text for text in catalog.list() if text.path == path), None)

    async def load(path: str) -> InstructionVersion:
        await catalog.refresh()
        text = find(path)
        if text is None:
            raise UsageError(
                Phrase("{0} no longer exists", sanitize_text(path)), hint=Phrase("It was moved or deleted.")
            )
        return instruction_version(text)

    def newest(path: str) -> str:
        text = find(path)
        return text.digest if text is not None else ""

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
        return next((project.digest for project in catalog.list() if project.path == path), "")

    return InstructionSource(load, newest, catalog.accept, catalog.changes)


def instruction_version(text: InstructionText) -> InstructionVersion:
    """Return *text* in the form the review dialog takes."""
    renewal = _tr("If its text changes, you are asked again.")
    if text.kind == "instructions":
        headline = _tr("Use this vault’s instructions for assistants?")
        sentences = (
            _tr("Every assistant receives this text before your questions."),
            _tr("They cannot change permissions or private notes."),
            renewal,
        )
    else:
        headline = _tr("Offer the skill “{0}” to assistants?").format(text.name)
        sentences = (
            _tr("Assistants receive its name and description, and may read its note when a task needs it."),
            _tr("They cannot change permissions or private notes."),
            renewal,
        )
    return InstructionVersion(text.path, headline, sentences, text.text, text.digest, translate(text.problem))
