"""Readings: what the person reads before instructions, skills or a project of the vault are used, in our sentences."""

from PySide6.QtCore import QCoreApplication

from vaultdesk.agent.instructions.project_catalog import ProjectCatalog
from vaultdesk.agent.instructions.project_note import project_sentences
from vaultdesk.agent.instructions.vault_instructions import InstructionCatalog, InstructionText
from vaultdesk.core.errors import UsageError
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.agents.read_dialog import Reading, Readings


def of_instructions(shelf: InstructionCatalog) -> Readings:
    """Return the readings of AGENTS.md and of skills."""

    def known(path: str) -> InstructionText | None:
        return next((one for one in shelf.list() if one.path == path), None)

    async def look(path: str) -> Reading:
        await shelf.refresh()
        found = known(path)
        if found is None:
            raise UsageError(f"There is no {sanitize_text(path)} any more", hint="It was moved or deleted.")
        return instruction_reading(found)

    def newest(path: str) -> str:
        found = known(path)
        return found.digest if found is not None else ""

    return Readings(look, newest, shelf.accept, shelf.changes)


def of_projects(shelf: ProjectCatalog) -> Readings:
    """Return the readings of projects."""

    async def look(path: str) -> Reading:
        project = await shelf.get(path)
        headline = _tr("Work in the project “{0}”?").format(project.name)
        problem = " ".join(project.problems)
        return Reading(
            project.path, headline, project_sentences(project), project.instructions, project.digest, problem
        )

    def newest(path: str) -> str:
        return next((one.digest for one in shelf.list() if one.path == path), "")

    return Readings(look, newest, shelf.accept, shelf.changes)


def instruction_reading(found: InstructionText) -> Reading:
    """Return what is to be read of *found*."""
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
    return Reading(found.path, headline, sentences, found.text, found.digest, found.problem)


def _tr(text: str) -> str:
    return QCoreApplication.translate("Readings", text)
