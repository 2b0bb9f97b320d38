"""Small tools for tests, with observable effects."""

import asyncio
from collections.abc import Callable, Sequence
from typing import ClassVar

from pydantic import JsonValue

from vaultdesk.chat.messages import Source
from vaultdesk.tools.tool import ChangingTool, Effect, FileChoice, Parameters, Tool, ToolFailure, ToolOutput, Visibility
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import StagingArea


class WriteParameters(Parameters):
    path: str
    content: str = ""


class WriteNote(Tool[WriteParameters]):
    """Writes nothing; records the arguments of each run."""

    name: ClassVar[str] = "write_note"
    display_name: ClassVar[str] = "Write a note"
    purpose: ClassVar[str] = "changes a note."
    description: ClassVar[str] = "Write a note."
    category: ClassVar[str] = "edits"
    effect: ClassVar[Effect] = "write"
    parameters: ClassVar[type[Parameters]] = WriteParameters

    def __init__(self) -> None:
        self.ran: list[WriteParameters] = []

    async def run(self, arguments: WriteParameters, view: Visibility) -> ToolOutput:
        self.ran.append(arguments)
        return ToolOutput({"path": arguments.path, "action": "created"}, files_affected=(arguments.path,))


class EchoParameters(Parameters):
    text: str = ""


class Echo(Tool[EchoParameters]):
    """Has the effect "none", so it needs no approval."""

    name: ClassVar[str] = "echo"
    display_name: ClassVar[str] = "Echo"
    purpose: ClassVar[str] = "says it again."
    description: ClassVar[str] = "Say it again."
    category: ClassVar[str] = "test"
    effect: ClassVar[Effect] = "none"
    parameters: ClassVar[type[Parameters]] = EchoParameters

    async def run(self, arguments: EchoParameters, view: Visibility) -> ToolOutput:
        return ToolOutput(arguments.text)


class Stuck(Echo):
    """Runs until it is cancelled."""

    name: ClassVar[str] = "stuck"
    timeout: ClassVar[float] = 0.05

    def __init__(self) -> None:
        self.started = asyncio.Event()
        self.stopped = False

    async def run(self, arguments: EchoParameters, view: Visibility) -> ToolOutput:
        self.started.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.stopped = True
            raise
        raise AssertionError


class Failing(Echo):
    """Raises the error given to the constructor."""

    name: ClassVar[str] = "failing"

    def __init__(self, failure: Exception | None = None) -> None:
        self._failure = failure or ToolFailure("TOO_LARGE", "too much", {"most": 3})

    async def run(self, arguments: EchoParameters, view: Visibility) -> ToolOutput:
        raise self._failure


class Changing(Echo):
    """A read tool whose file has the next of the given digests at each access."""

    name: ClassVar[str] = "changing"
    effect: ClassVar[Effect] = "read"

    def __init__(self, *digests: str) -> None:
        self._digests = list(digests)
        self.runs = 0

    async def files(self, arguments: EchoParameters) -> Sequence[FileChoice]:
        digest = self._digests.pop(0) if len(self._digests) > 1 else self._digests[0]
        return (FileChoice("Changing.md", 3, "named by the model", digest),)

    async def run(self, arguments: EchoParameters, view: Visibility) -> ToolOutput:
        self.runs += 1
        digest = (await self.files(arguments))[0].digest
        return ToolOutput("text", digests={"Changing.md": digest})


class Fetch(Echo):
    """Declares a network effect; returns its text without network access."""

    name: ClassVar[str] = "fetch"
    display_name: ClassVar[str] = "Fetch a page"
    effect: ClassVar[Effect] = "network"

    def __init__(self) -> None:
        self.went_out: list[str] = []

    async def run(self, arguments: EchoParameters, view: Visibility) -> ToolOutput:
        self.went_out.append(arguments.text)
        return ToolOutput(arguments.text)


class Listing(Echo):
    """A read tool that declares no files and returns prepared notes without checking its view."""

    name: ClassVar[str] = "listing"
    effect: ClassVar[Effect] = "read"

    def __init__(self, *paths: str) -> None:
        self._paths = paths
        self.views: list[Visibility] = []

    async def run(self, arguments: EchoParameters, view: Visibility) -> ToolOutput:
        self.views.append(view)
        data: list[JsonValue] = [{"path": path} for path in self._paths]
        return ToolOutput(data, tuple(Source(path=path, characters=9) for path in self._paths))


class PutParameters(Parameters):
    path: str
    text: str


class PutNote(ChangingTool[PutParameters]):
    """Creates a note or replaces the text of an existing one."""

    name: ClassVar[str] = "put_note"
    display_name: ClassVar[str] = "Write a note"
    purpose: ClassVar[str] = "writes a note."
    description: ClassVar[str] = "Write a note."
    category: ClassVar[str] = "edits"
    effect: ClassVar[Effect] = "write"
    parameters: ClassVar[type[Parameters]] = PutParameters

    async def plan(self, arguments: PutParameters, draft: StagingArea, view: Visibility) -> JsonValue:
        path = NotePath.parse(arguments.path)
        found = await draft.find(path)
        if found is None or not view.sees(found.text):
            await draft.create(path, arguments.text)
            return {"path": path.text, "action": "created"}
        await draft.rewrite(found, arguments.text)
        return {"path": found.text, "action": "updated", "diff": "as planned"}


class MoveParameters(Parameters):
    path: str
    new_path: str


class MoveNote(ChangingTool[MoveParameters]):
    """Renames a note and replaces its old path in all other notes, as one unit."""

    name: ClassVar[str] = "move_note"
    display_name: ClassVar[str] = "Rename a note"
    purpose: ClassVar[str] = "renames a note."
    description: ClassVar[str] = "Rename a note."
    category: ClassVar[str] = "edits"
    effect: ClassVar[Effect] = "write"
    parameters: ClassVar[type[Parameters]] = MoveParameters

    async def plan(self, arguments: MoveParameters, draft: StagingArea, view: Visibility) -> JsonValue:
        path = await _visible_note(draft, arguments.path, view)
        with draft.unit(f"move {path.text}"):
            await draft.move(path, NotePath.parse(arguments.new_path))
            for state in sorted(draft.vault.files.walk(), key=lambda state: state.path):
                text = await draft.read(state.path) if state.path != path else ""
                if path.text in text:
                    count = text.count(path.text)
                    reason = f"repairs {count} link{'' if count == 1 else 's'} to the new name"
                    await draft.rewrite(
                        state.path, text.replace(path.text, arguments.new_path), reason, repaired_links=count
                    )
        return {"path": path.text, "new_path": arguments.new_path}


class PathParameters(Parameters):
    path: str


class DropNote(ChangingTool[PathParameters]):
    """Deletes a note."""

    name: ClassVar[str] = "drop_note"
    display_name: ClassVar[str] = "Delete a note"
    purpose: ClassVar[str] = "deletes a note."
    description: ClassVar[str] = "Delete a note."
    category: ClassVar[str] = "edits"
    effect: ClassVar[Effect] = "delete"
    dangerous: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = PathParameters

    async def plan(self, arguments: PathParameters, draft: StagingArea, view: Visibility) -> JsonValue:
        path = await _visible_note(draft, arguments.path, view)
        await draft.delete(path)
        return {"path": path.text, "action": "deleted"}


class StampParameters(Parameters):
    text: str
    only_look: bool = False


class StampAll(ChangingTool[StampParameters]):
    """Adds a line to every visible note; with `only_look` it is a read tool."""

    name: ClassVar[str] = "stamp_all"
    display_name: ClassVar[str] = "Stamp notes"
    purpose: ClassVar[str] = "adds a line to every note."
    description: ClassVar[str] = "Stamp every note."
    category: ClassVar[str] = "edits"
    effect: ClassVar[Effect] = "write"
    dangerous: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = StampParameters

    def __init__(self, before: Callable[[], None] = lambda: None) -> None:
        self._before = before

    def effect_of(self, arguments: StampParameters) -> Effect:
        return "read" if arguments.only_look else "write"

    async def run(self, arguments: StampParameters, view: Visibility) -> ToolOutput:
        return ToolOutput("looked")

    async def plan(self, arguments: StampParameters, draft: StagingArea, view: Visibility) -> JsonValue:
        self._before()
        files: list[JsonValue] = []
        for state in sorted(draft.vault.files.walk(), key=lambda state: state.path):
            if view.sees(state.path.text):
                await draft.rewrite(state.path, f"{await draft.read(state.path)}{arguments.text}\n")
                files.append({"path": state.path.text})
        return {"files": files}


async def _visible_note(draft: StagingArea, text: str, view: Visibility) -> NotePath:
    found = await draft.find(NotePath.parse(text))
    if found is None or not view.sees(found.text):
        raise ToolFailure("NOTE_NOT_FOUND", f"There is no note {text}.")
    return found
