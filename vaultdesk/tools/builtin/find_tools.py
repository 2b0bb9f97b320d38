"""The tool `find_tools`: searches the available tools, so that a request need not include all of them."""

from collections.abc import Mapping
from typing import ClassVar

from pydantic import Field, JsonValue

from vaultdesk.core.phrases import Phrase
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolOutput, Visibility
from vaultdesk.tools.tool_definition import tool_definition
from vaultdesk.tools.tool_words import fitting_tools

MAX_SHOWN_WORDS = 80
"""Maximum number of characters of the words shown in a step line."""


class FindToolsParameters(Parameters):
    """Parameters of `find_tools`."""

    words: str = Field(
        min_length=1, max_length=300, description="What the tool should do, for example: delete a note; search the web."
    )


class FindTools(Tool[FindToolsParameters]):
    """Returns matching tools with their schemas; they are part of later requests."""

    name: ClassVar[str] = "find_tools"
    display_name: ClassVar[Phrase] = Phrase("Find tools")
    purpose: ClassVar[Phrase] = Phrase("looks up which of its tools the model can use for a task; reads no notes.")
    description: ClassVar[str] = (
        "Find more tools by what they should do. Returns matching tools with their parameters; call them next. Use "
        "this if no tool you have fits: rename, move, delete or tag notes, set properties, change many notes at "
        "once, tables and counts, links, daily notes, templates, memory, the web."
    )
    brief: ClassVar[str] = (
        "Find more tools: rename, move, delete, tag, properties, tables and counts, links, daily note, templates, "
        "memory, web. Then call a tool it returns."
    )
    category: ClassVar[str] = "conversation"
    effect: ClassVar[Effect] = "none"
    lists_tools: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = FindToolsParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = ({"words": "delete a note"},)

    async def run(self, arguments: FindToolsParameters, visibility: Visibility) -> ToolOutput:
        """Search the tools that the caller may use; without a match, list all of them."""
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
