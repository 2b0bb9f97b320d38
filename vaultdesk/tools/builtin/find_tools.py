"""The tool `find_tools`: finds the tools that fit a few words, so that a request need not name all of them."""

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field, JsonValue

from vaultdesk.core.phrases import Phrase
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolOutput, Visibility
from vaultdesk.tools.tool_definition import tool_definition
from vaultdesk.tools.tool_words import fitting_tools

MAX_SHOWN_WORDS = 80
"""Characters of the words that a step line shows."""


class FindToolsParameters(Parameters):
    """What the tool is to do."""

    words: str = Field(
        min_length=1, max_length=300, description="What the tool should do, as in: delete a note; search the web."
    )


class FindTools(Tool[FindToolsParameters]):
    """Names the tools that fit, with their schemas; they can be called from then on."""

    name: ClassVar[str] = "find_tools"
    display_name: ClassVar[Phrase] = Phrase("Find tools")
    purpose: ClassVar[Phrase] = Phrase("looks up which of its tools the model can use for a task; reads no notes.")
    description: ClassVar[str] = (
        "Find further tools by what they should do. Returns those that fit with their parameters; call them next. Use "
        "this where no tool you have fits: to rename, move, delete or tag notes, set properties, change many notes at "
        "once, tables and counts, links, daily notes, templates, memory, the web."
    )
    brief: ClassVar[str] = (
        "Find further tools: rename, move, delete, tag, properties, tables and counts, links, daily note, templates, "
        "memory, web. Call what it returns."
    )
    category: ClassVar[str] = "conversation"
    effect: ClassVar[Effect] = "none"
    lists_tools: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = FindToolsParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = ({"words": "delete a note"},)

    async def run(self, arguments: FindToolsParameters, visibility: Visibility) -> ToolOutput:
        """Look among the tools that the caller may use; where none fits, name them all."""
        tools = tuple(tool for tool in visibility.tools if not tool.lists_tools)
        found = fitting_tools(arguments.words, tools)
        if not found:
            return ToolOutput([{"name": tool.name, "description": tool.brief} for tool in tools])
        definitions = map(tool_definition, found)
        return ToolOutput([
            {"name": one.name, "description": one.description, "parameters": dict(one.parameters)}
            for one in definitions
        ])  # fmt: skip

    def summary(self, arguments: FindToolsParameters) -> Phrase:
        """Return the words in quotes."""
        return Phrase("“{0}”", sanitize_line(arguments.words, MAX_SHOWN_WORDS))
