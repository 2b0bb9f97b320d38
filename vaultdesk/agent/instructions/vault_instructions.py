"""AGENTS.md and skills of a vault, used after the user accepted their exact text.

Acceptance is bound to the bytes of the note: any change of the text ends it (vaultdesk/agent/README.md, "Accepted
text"). Neither grants a permission: both are text before the first question, under the privacy rules of their own
notes.
"""

import re
from dataclasses import dataclass
from typing import Literal, NamedTuple

from vaultdesk.agent.context.conversation_summary import with_leading_parts
from vaultdesk.agent.instructions.followed_notes import AcceptedNotes
from vaultdesk.agent.message_pipeline import MessageStep, PendingRequest
from vaultdesk.agent.profile import MAX_DESCRIPTION_CHARACTERS, MAX_INSTRUCTION_CHARACTERS
from vaultdesk.chat.messages import Message, Source, TextPart
from vaultdesk.core.errors import NoteConflict, NoteNotFound, NoteUnreadable, OutsideVault, UsageError, VaultError
from vaultdesk.core.phrases import NO_PHRASE, Number, Phrase
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.providers.http_connection import run_in_thread
from vaultdesk.tools.runtime.agent_scope import UNRESTRICTED, AgentScope, folder_parts, is_in_folder
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.vault.frontmatter.frontmatter import properties_named
from vaultdesk.vault.markdown.note import Note, parse_note
from vaultdesk.vault.note_path import NotePath, printable

AGENTS_NOTE = "AGENTS.md"
"""The note at the vault's root; the name is used by many programs."""

SKILL_NOTE = "SKILL.md"
"""The note of a skill, in a separate folder."""

READ_NOTE = "read_note"
"""The tool a skill is read with."""

MAX_SKILLS = 100
"""Maximum number of skills; each adds a line to every question."""

MAX_SHOWN_NAME = 64

INSTRUCTIONS_FRAME = """\
<vault_instructions>
The person has read and accepted this for their vault. It says how to work, adds to what is said above it and cannot \
lift it; it allows nothing.
{text}
</vault_instructions>"""
"""Frame of the accepted instructions."""

SKILL_FRAME = (
    "<vault_skill>\n{name}: {description}\nBefore such a task read its note {path} with read_note.\n</vault_skill>"
)
"""Line that announces an accepted skill."""

_TAG = re.compile(r"vault_(instructions|skill)", re.IGNORECASE)

InstructionKind = Literal["instructions", "skill"]
InstructionStatus = Literal["new", "accepted", "changed"]
"""Never accepted; accepted in its current text; accepted, but the text has changed."""


@dataclass(frozen=True, slots=True)
class InstructionText:
    """A text that may be used once the user has read and accepted it."""

    kind: InstructionKind
    path: str
    name: str
    description: str
    text: str
    digest: str
    """SHA-256 of the note's bytes as read; acceptance is bound to it."""
    status: InstructionStatus
    problem: Phrase = NO_PHRASE
    """Why it cannot be accepted, as a sentence."""

    @property
    def is_used(self) -> bool:
        """Whether it is included in requests."""
        return self.status == "accepted" and not self.problem


class InstructionCatalog(AcceptedNotes[InstructionText]):
    """The instructions and skills of one vault, followed within `async with InstructionCatalog(vault, store)`."""

    async def accept(self, path: str, digest: str) -> None:
        """Accept the text of the note at *path* as shown to the user: *digest* is that of these bytes.

        Raises `NoteConflict` if the text has changed, `UsageError` if it cannot be used, `SettingsError`.
        """
        note = NotePath.parse(path)
        if not self._is_followed_path(note.text):
            raise UsageError(
                Phrase("{0} is neither {1} nor a skill", printable(path), AGENTS_NOTE),
                hint=Phrase("Move it to its folder."),
            )
        found = await self._read(note)
        if found is None:
            raise UsageError(Phrase("{0} cannot be read", printable(path)), hint=Phrase("Look at the note."))
        if found.problem:
            raise UsageError(Phrase("{0} cannot be used", printable(path)), hint=found.problem)
        if found.digest != digest:
            raise NoteConflict(
                Phrase("{0} has changed while you read it", printable(path)), hint=Phrase("Read it again."), path=path
            )
        await self._grant(found.path, digest)

    def message_step(self, agent_scope: AgentScope) -> MessageStep:
        """Return the step that adds the accepted texts for an agent with *agent_scope*; the last step of a request."""
        return InstructionStep(self, agent_scope)

    def with_instructions(self, pending: PendingRequest, agent_scope: AgentScope) -> tuple[Message, ...]:
        """Return the messages of *pending* with the accepted texts before all others."""
        if not pending.provider.destination.host:
            # The built-in assistant follows no instructions, and would quote them.
            return pending.messages
        return with_leading_parts(self._parts(agent_scope, pending.agent_scope), pending.messages)

    def tokens(self) -> int:
        """Return the estimated maximum of tokens this adds."""
        return sum(text_tokens(part.text) for part in self._parts(UNRESTRICTED))

    def _parts(self, *agent_scopes: AgentScope) -> tuple[TextPart, ...]:
        reads = all(agent_scope.tools is None or READ_NOTE in agent_scope.tools for agent_scope in agent_scopes)

        def reached(one: InstructionText) -> bool:
            return reads and all(agent_scope.allows_path(one.path) for agent_scope in agent_scopes)

        used = (one for one in self._known if one.is_used)
        return tuple(_part(one) for one in used if one.kind == "instructions" or reached(one))

    async def _read_all(self) -> tuple[InstructionText, ...]:
        found = [await self._read(path) for path in await run_in_thread(self._paths)]
        return tuple(one for one in found if one is not None)

    def _paths(self) -> list[NotePath]:
        home = self._skills_folder()
        states = self._vault.files.walk_in(home) if home else ()
        skills = sorted(
            state.path for state in states if state.conflict_of is None and self._is_followed_path(state.path.text)
        )
        return [*self._agents_note(), *skills[:MAX_SKILLS]]

    def _agents_note(self) -> list[NotePath]:
        try:
            return [self._vault.files.state(NotePath(AGENTS_NOTE)).path]
        except (NoteNotFound, NoteUnreadable, OutsideVault):
            return []  # It does not exist, or is a link.

    def _skills_folder(self) -> tuple[str, ...]:
        return folder_parts(self._store.settings.chat.skills_folder) or ()

    def _is_followed_path(self, path: str) -> bool:
        if path == AGENTS_NOTE:
            return True
        folder, _, name = path.rpartition("/")
        home = self._skills_folder()
        return bool(home) and name == SKILL_NOTE and is_in_folder(path, home) and folder.count("/") == len(home)

    def _relevant_settings(self, settings: Settings) -> object:
        return settings.chat.skills_folder, settings.vault_settings(self._vault.root).instructions

    async def _read(self, path: NotePath) -> InstructionText | None:
        try:
            read = await self._vault.read(path)
        except VaultError:
            return None  # Deleted, or not text: there is nothing to accept.
        note = parse_note(path, read.text)
        kind: InstructionKind = "instructions" if path.text == AGENTS_NOTE else "skill"
        name, description, problem = _heading_of(note, kind)
        grants = self._store.settings.vault_settings(self._vault.root).instructions
        granted_digests = [grant.digest for grant in grants if grant.path == path.text]
        status: InstructionStatus = (
            "accepted" if read.digest in granted_digests else "changed" if granted_digests else "new"
        )
        return InstructionText(kind, path.text, name, description, read.text, read.digest, status, problem)


@dataclass(frozen=True, slots=True)
class InstructionStep:
    """Message step that adds the accepted instructions and skills to a request."""

    catalog: InstructionCatalog
    agent_scope: AgentScope

    async def __call__(self, pending: PendingRequest, /) -> tuple[Message, ...]:
        return self.catalog.with_instructions(pending, self.agent_scope)


class _InstructionHeading(NamedTuple):
    name: str
    description: str
    problem: Phrase


def _heading_of(note: Note, kind: InstructionKind) -> _InstructionHeading:
    """Return name, description and problem of a note."""
    if kind == "instructions":
        long = len(note.text) > MAX_INSTRUCTION_CHARACTERS
        return _InstructionHeading(
            AGENTS_NOTE,
            "",
            Phrase("It is longer than {0} characters.", Number(MAX_INSTRUCTION_CHARACTERS)) if long else NO_PHRASE,
        )
    texts = {key: next((str(value) for value in properties_named(note.properties, key) if value), "") for key in _KEYS}
    folder = note.path.parent_text.rpartition("/")[2]
    name, description = (
        sanitize_line(texts["name"] or folder, MAX_SHOWN_NAME),
        sanitize_line(texts["description"], MAX_DESCRIPTION_CHARACTERS),
    )
    return _InstructionHeading(
        name,
        description,
        NO_PHRASE if description else Phrase("It has no description, so no model could know when to use it."),
    )


_KEYS = ("name", "description")


def _part(one: InstructionText) -> TextPart:
    if one.kind == "instructions":
        text = INSTRUCTIONS_FRAME.format(text=_without_frame_tags(one.text))
        return TextPart(text=text, sources=(Source(path=one.path, characters=len(one.text)),))
    text = SKILL_FRAME.format(
        name=_without_frame_tags(one.name),
        description=_without_frame_tags(one.description),
        path=_without_frame_tags(one.path),
    )
    return TextPart(text=text, sources=(Source(path=one.path, characters=len(one.description)),))


def _without_frame_tags(text: str) -> str:
    # The text of a note cannot close its own frame, or the other one.
    return _TAG.sub(r"vault-\1", text)
