"""Outside: a tool declared as a network tool that returns prepared results."""

from collections.abc import Collection
from typing import ClassVar

from pydantic import JsonValue

from vaultdesk.core.transmission import Destination
from vaultdesk.tools.network_tool import NetworkTool, ResultChoice, result_choice
from vaultdesk.tools.tool import Parameters, ToolFailure, ToolOutput, Visibility


class PostmanParameters(Parameters):
    query: str


class Postman(NetworkTool[PostmanParameters]):
    """Returns prepared letters and records the queries."""

    name: ClassVar[str] = "postman"
    display_name: ClassVar[str] = "Ask the postman"
    purpose: ClassVar[str] = "sends a letter."
    description: ClassVar[str] = "Send a letter."
    category: ClassVar[str] = "test"
    parameters: ClassVar[type[Parameters]] = PostmanParameters

    def __init__(self, *letters: str, to: str = "post.example") -> None:
        self.letters = letters
        self.to = to
        self.sent: list[str] = []

    def receiver(self, arguments: PostmanParameters) -> Destination:
        return Destination("The post", self.to, local=False)

    async def run(self, arguments: PostmanParameters, view: Visibility) -> ToolOutput:
        self.sent.append(arguments.query)
        if self.letters == ("lost",):
            raise ToolFailure("NETWORK_FAILED", "The letter was lost.")
        letters: list[JsonValue] = list(self.letters)
        return ToolOutput(letters)

    def results(self, data: JsonValue) -> tuple[ResultChoice, ...]:
        assert isinstance(data, list)
        return tuple(
            result_choice(n, f"Letter {n}", "https://post.example/", str(letter)) for n, letter in enumerate(data, 1)
        )

    def with_results(self, data: JsonValue, chosen: Collection[str]) -> JsonValue:
        assert isinstance(data, list)
        return [letter for number, letter in enumerate(data, 1) if str(number) in chosen]

    def action(self, arguments: PostmanParameters) -> str:
        return f"Ask the postman for “{arguments.query}”"
