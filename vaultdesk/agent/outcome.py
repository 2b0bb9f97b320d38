"""Outcome: what a tool call came to, as its result told it or as it is read back from what the model was given."""

import json
from dataclasses import dataclass

from pydantic import JsonValue

from vaultdesk.agent.blocks import FileTrouble
from vaultdesk.tools.builtin.file_read import FILE_NOT_FOUND
from vaultdesk.tools.tool import ToolResult

NOT_READ = "Error reading file"
"""What a model reads for a file that cannot be read (CONTRACTS, Tools)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The parts of a result a view tells of. `data` may have any shape: a tool or a note's editor made it."""

    code: str = ""
    problem: str = ""
    reason: str = ""
    """Why a person, or the end of the answer, kept the call from running."""
    data: JsonValue = None

    @classmethod
    def told(cls, result: ToolResult) -> "Outcome":
        """Return what *result* says."""
        error = result.error
        if error is None:
            return cls(data=result.data)
        reason = error.details.get("reason") if isinstance(error.details, dict) else ""
        return cls(error.code, error.message, reason if isinstance(reason, str) else "")

    @classmethod
    def read_back(cls, content: str) -> "Outcome":
        """Return what a result says as it was written for the model; nothing where it was edited by hand."""
        try:
            value = json.loads(content)
        except (ValueError, RecursionError):
            return cls()
        match value:
            case {"error": {"code": str(code), "message": str(message), "details": {"reason": str(reason)}}}:
                return cls(code, message, reason)
            case {"error": {"code": str(code), "message": str(message)}}:
                return cls(code, message)
            case {"data": data}:
                return cls(data=data)
            case _:
                return cls()

    @property
    def listed(self) -> list[tuple[str, dict[str, JsonValue]]]:
        """The notes the result lists, each by its path."""
        items = self.data if isinstance(self.data, list) else []
        named = [(item.get("path"), item) for item in items if isinstance(item, dict)]
        return [(path, item) for path, item in named if isinstance(path, str)]


def trouble_of(content: JsonValue) -> FileTrouble:
    """Return what kept a note from being given, by *content*, which stands in the place of its text."""
    if not isinstance(content, str):
        return ""
    if content.startswith(f"{FILE_NOT_FOUND}: "):
        return "missing"
    return "unreadable" if content.startswith(f"{NOT_READ}: ") else ""
