"""PropertyRename: a property of a note called by another name; every other letter stays. Pure text."""

from vaultdesk.core.errors import NoteNotWritten
from vaultdesk.vault.frontmatter import read_frontmatter
from vaultdesk.vault.property_edit import LONGEST_NAME, refused
from vaultdesk.vault.property_lines import property_lines
from vaultdesk.vault.yaml_text import key_text


def with_property_renamed(text: str, old: str, new: str) -> str:
    """Return *text* with its property *old* called *new*.

    Raises `NoteNotWritten` where the head cannot be read, has no such property or has one of that name already.
    """
    head = read_frontmatter(text)
    if head.problem:
        raise refused(head.problem)
    name = new.strip()
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise NoteNotWritten("That is no name of a property", hint="Use a short name on one line.", name=name[:80])
    if any(key.casefold() == name.casefold() and key != old for key in head.properties):
        raise NoteNotWritten(f"This note has a property “{name[:60]}” already")
    start, end = text.find("\n") + 1, text.rfind("\n", 0, text.rfind("---", 0, head.body_start)) + 1
    line = next((line for line in property_lines(text, start, end) if line.key == old), None)
    if line is None or not line.colon or text[start:end].lstrip().startswith("{"):
        raise refused(f"“{old[:60]}” does not stand on lines of its own.")
    renamed = f"{text[: line.name_start]}{key_text(name)}{text[line.colon - 1 :]}"
    expected = {name if key == old else key: value for key, value in head.properties.items()}
    if read_frontmatter(renamed).properties != expected:
        raise refused("They are laid out in a way that cannot be changed line by line.")
    return renamed
