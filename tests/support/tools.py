"""Tools for tests: small real ones whose effects can be counted."""

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from vaultdesk.tools.tool import Effect, FileChoice, Parameters, Tool, ToolFailure, ToolOutput, View


class WriteParameters(Parameters):
    path: str
    content: str = ""


class WriteNote(Tool[WriteParameters]):
    """Writes nowhere; remembers what it was run with."""

    name: ClassVar[str] = "write_note"
    display_name: ClassVar[str] = "Write a note"
    purpose: ClassVar[str] = "changes a note."
    description: ClassVar[str] = "Write a note."
    category: ClassVar[str] = "edits"
    effect: ClassVar[Effect] = "write"
    parameters: ClassVar[type[Parameters]] = WriteParameters

    def __init__(self) -> None:
        self.ran: list[WriteParameters] = []

    async def run(self, arguments: WriteParameters, view: View) -> ToolOutput:
        self.ran.append(arguments)
        return ToolOutput({"path": arguments.path, "action": "created"}, files_affected=(arguments.path,))


class EchoParameters(Parameters):
    text: str = ""


class Echo(Tool[EchoParameters]):
    """Effect none: needs no question."""

    name: ClassVar[str] = "echo"
    display_name: ClassVar[str] = "Echo"
    purpose: ClassVar[str] = "says it again."
    description: ClassVar[str] = "Say it again."
    category: ClassVar[str] = "test"
    effect: ClassVar[Effect] = "none"
    parameters: ClassVar[type[Parameters]] = EchoParameters

    async def run(self, arguments: EchoParameters, view: View) -> ToolOutput:
        return ToolOutput(arguments.text)


class Stuck(Echo):
    """Runs until it is stopped."""

    name: ClassVar[str] = "stuck"
    timeout: ClassVar[float] = 0.05

    def __init__(self) -> None:
        self.started = asyncio.Event()
        self.stopped = False

    async def run(self, arguments: EchoParameters, view: View) -> ToolOutput:
        self.started.set()
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            self.stopped = True
            raise
        raise AssertionError


class Failing(Echo):
    """Fails with whatever it was made with."""

    name: ClassVar[str] = "failing"

    def __init__(self, failure: Exception | None = None) -> None:
        self._failure = failure or ToolFailure("TOO_LARGE", "too much", {"most": 3})

    async def run(self, arguments: EchoParameters, view: View) -> ToolOutput:
        raise self._failure


class Changing(Echo):
    """A read whose one file is another one each time it is looked at."""

    name: ClassVar[str] = "changing"
    effect: ClassVar[Effect] = "read"

    def __init__(self, *digests: str) -> None:
        self._digests = list(digests)
        self.runs = 0

    async def files(self, arguments: EchoParameters) -> Sequence[FileChoice]:
        digest = self._digests.pop(0) if len(self._digests) > 1 else self._digests[0]
        return (FileChoice("Changing.md", 3, "named by the model", digest),)

    async def run(self, arguments: EchoParameters, view: View) -> ToolOutput:
        self.runs += 1
        digest = (await self.files(arguments))[0].digest
        return ToolOutput("text", digests={"Changing.md": digest})
