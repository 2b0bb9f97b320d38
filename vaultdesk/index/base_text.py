"""BaseText: what a `.base` file says in words: its views, filters and formulas (OBSIDIAN E.7). Evaluates nothing."""

from collections.abc import Iterator

from vaultdesk.index.canvas_text import MadeText, Making
from vaultdesk.vault.frontmatter.frontmatter import JsonValue, read_yaml

VIEW_LEVEL = 2
"""The level of a view's heading; the base itself is the first."""


def base_text(written: str) -> MadeText:
    """Return what the base *written* says. An empty file is a base that shows everything; raises nothing."""
    properties, problem = read_yaml(written.removeprefix("\ufeff"))
    if problem:
        # What is not about one line speaks of a note's properties.
        where = f" {problem}" if problem.startswith("Line ") else ""
        return MadeText(problem=f"It cannot be read as a base.{where}")
    made = Making()
    views = properties.get("views")
    for name, value in properties.items():
        if name != "views":
            made.words("\n".join(_lines(name, value)))
    for view in views if isinstance(views, list) else []:
        if isinstance(view, dict):
            made.heading(VIEW_LEVEL, str(view.get("name") or view.get("type") or ""))
            made.words("\n".join(line for key, value in view.items() if key != "name" for line in _lines(key, value)))
    return made.text()


def _lines(name: str, value: JsonValue) -> Iterator[str]:
    """Yield *value* on lines of its own, each word of it and every name."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _lines(f"{name} {key}", item)
    elif isinstance(value, list):
        for item in value:
            yield from _lines(name, item)
    elif value is None:
        yield name
    else:
        yield f"{name}: {value}"
