"""Requests: approval requests for the tests of who answers them."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from pydantic import JsonValue

from vaultdesk.destination import Destination
from vaultdesk.tools.approvals import ApprovalRequest, CallReview
from vaultdesk.tools.preview import headline
from vaultdesk.tools.tool import FileChoice

AWAY = Destination("Anthropic", "api.anthropic.com", local=False)
HERE = Destination("Offline assistant", "", local=True)

NAMES = ("Projects/House/Boiler.md", "Projects/House/Budget.md", "Daily/2026-11-12.md")


def read_request(
    names: Sequence[str] = NAMES,
    destination: Destination = AWAY,
    *,
    arguments: Mapping[str, JsonValue] | None = None,
    model_words: str = "",
    folder: str | None = "Projects/House",
    preview: Callable[[str], Awaitable[str]] | None = None,
) -> ApprovalRequest:
    """Return a request to read the notes *names*; a *preview* needs a running loop."""
    call = CallReview(
        call_id="call_1",
        tool="file_read",
        display_name="Read notes",
        purpose="opens the notes below and gives their text to the model.",
        effect="read",
        arguments=dict(arguments) if arguments is not None else {"file_paths": list(names)},
        files=tuple(FileChoice(name, 400 * (number + 1), "named by the model") for number, name in enumerate(names)),
        action="Read",
    )
    words = headline((call,), destination)
    return ApprovalRequest("ask_1", words, (call,), destination, model_words, folder, preview)


def search_request(query: str = "boiler", *more: str, destination: Destination = AWAY) -> ApprovalRequest:
    """Return a request to search for *query*, and for *more* in calls of their own."""
    calls = tuple(
        CallReview(
            call_id=f"call_{number}",
            tool="vault_search",
            display_name="Search notes",
            purpose="looks through the names and the text of your notes.",
            effect="read",
            arguments={"query": words, "limit": 10},
            action=f"Search your notes for “{words}”",
        )
        for number, words in enumerate((query, *more), 2)
    )
    return ApprovalRequest("ask_2", headline(calls, destination), calls, destination, folder="")
