"""Categories of tools: their titles and order, and the choice of tools by category or by words."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from vaultdesk.core.phrases import Phrase
from vaultdesk.tools.tool import AnyTool

T = TypeVar("T")

CATEGORIES: Mapping[str, Phrase] = {
    "search": Phrase("Searching"),
    "notes": Phrase("Reading notes"),
    "graph": Phrase("Links"),
    "edits": Phrase("Writing notes"),
    "metadata": Phrase("Properties and tags"),
    "bulk": Phrase("Many notes at once"),
    "memory": Phrase("Memory"),
    "vocabulary": Phrase("Vocabulary"),
    "time": Phrase("Time"),
    "conversation": Phrase("Conversation"),
    "web": Phrase("Web"),
    "toolsets": Phrase("From other packages"),
}
"""The categories of tools with their titles, in display order."""

GROUPS: Mapping[str, tuple[str, ...]] = {
    "vault": ("notes", "graph", "edits", "bulk"),
    "system": ("memory", "vocabulary", "time", "conversation"),
}
"""Groups of several categories."""


def category_names() -> tuple[str, ...]:
    """Return every name by which tools can be selected."""
    return (*CATEGORIES, *GROUPS)


def by_category(tools: Iterable[T], category_of: Callable[[T], str], wanted: str = "") -> dict[str, list[T]]:
    """Return *tools* by category, in the order of `CATEGORIES`; only those of *wanted*, a category or a group.

    Raises `KeyError` for a name that is neither.
    """
    chosen = GROUPS.get(wanted, (wanted,)) if wanted else tuple(CATEGORIES)
    if unknown := [name for name in chosen if name not in CATEGORIES]:
        raise KeyError(*unknown)
    found: dict[str, list[T]] = {name: [] for name in CATEGORIES if name in chosen}
    for tool in tools:
        if (name := category_of(tool)) in found:
            found[name].append(tool)
    return {name: listed for name, listed in found.items() if listed}


def tool_matches(tool: AnyTool | type[AnyTool], category: str, words: Sequence[str], *told: str) -> bool:
    """Return whether every one of *words* occurs in the texts of *tool*, in its *category*, or in *told*.

    *told* are its display texts in the user's language.
    """
    known = (tool.name, *tool.aliases, tool.display_name, tool.purpose, tool.description, tool.effect)
    text = " ".join((*known, category, CATEGORIES.get(category, ""), *told)).casefold()
    return all(word in text for word in map(str.casefold, words))
