"""Dialog to review and accept instructions, skills or a project of the vault."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from vaultdesk.agent.instructions.projects import ProjectCatalog, project_sentences
from vaultdesk.agent.instructions.vault_instructions import InstructionCatalog, InstructionText
from vaultdesk.core.errors import NoteConflict, UsageError, VaultDeskError
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import Phrase
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui import bridge
from vaultdesk.ui.review.approve_delay import ApproveDelay
from vaultdesk.ui.review.text_box import TextBox
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.form_dialog import FormDialog, SentenceCard
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import safe_label_text

_tr = translator("InstructionDialog")

# Consent applies to exactly the bytes shown: if the note changes meanwhile, it is shown again and nothing is accepted.

WIDTH, HEIGHT = 680, 600
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
        super().__init__("", "", "", parent, width=WIDTH)
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
        self.box = TextBox(self.tr("The whole text"), "interface")
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
        self.resize(self.minimumWidth(), min(px(HEIGHT), max(room.height() - 16, px(320))))
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
        self.change_banner.set_text(self.tr("The note changed while you read it. This is what it says now."))
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


def instruction_source(shelf: InstructionCatalog) -> InstructionSource:
    """Return the source for AGENTS.md and skills."""

    def known(path: str) -> InstructionText | None:
        return next((one for one in shelf.list() if one.path == path), None)

    async def load(path: str) -> InstructionVersion:
        await shelf.refresh()
        found = known(path)
        if found is None:
            raise UsageError(
                Phrase("There is no {0} any more", sanitize_text(path)), hint=Phrase("It was moved or deleted.")
            )
        return instruction_version(found)

    def newest(path: str) -> str:
        found = known(path)
        return found.digest if found is not None else ""

    return InstructionSource(load, newest, shelf.accept, shelf.changes)


def project_source(shelf: ProjectCatalog) -> InstructionSource:
    async def load(path: str) -> InstructionVersion:
        project = await shelf.get(path)
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
        return next((one.digest for one in shelf.list() if one.path == path), "")

    return InstructionSource(load, newest, shelf.accept, shelf.changes)


def instruction_version(found: InstructionText) -> InstructionVersion:
    """Return the review of *found*."""
    ends = _tr("A change of its text ends this: you are asked again.")
    if found.kind == "instructions":
        headline = _tr("Use this vault’s instructions for assistants?")
        sentences = (
            _tr("Every assistant is told this text before your questions."),
            _tr("It allows nothing: permissions and private notes stay as you set them."),
            ends,
        )
    else:
        headline = _tr("Offer the skill “{0}” to assistants?").format(found.name)
        sentences = (
            _tr("Assistants are told its name and description, and may read its note when a task calls for it."),
            _tr("It allows nothing: permissions and private notes stay as you set them."),
            ends,
        )
    return InstructionVersion(found.path, headline, sentences, found.text, found.digest, translate(found.problem))
