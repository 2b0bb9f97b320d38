"""WholeNote: a note's new text made of its old one and what is written over it or after it. Pure text.

Properties are merged by property_edit.py, line by line; everything else that stays is kept byte for byte.
"""

from collections.abc import Mapping

from vaultdesk.vault.frontmatter import JsonValue, read_frontmatter
from vaultdesk.vault.property_edit import with_properties

Properties = Mapping[str, JsonValue]


def new_note(content: str, properties: Properties) -> str:
    """Return *content* with *properties* in its head; where it brings some of its own, the given ones win."""
    content = content.replace("\r\n", "\n")
    return with_properties(content, properties) if properties else content


def replaced_note(old: str, content: str, properties: Properties) -> str:
    """Return *content* in place of all that *old* says.

    The old head stays, unless *content* brings one: then that one takes its place. *properties* are set in either.
    """
    content = content.replace("\r\n", "\n")
    head = read_frontmatter(old)
    if not read_frontmatter(content).body_start:
        before = old[: head.body_start]
        content = f"{before}{'' if before.endswith(chr(10)) or not before else chr(10)}{content}"
    return with_properties(content, properties) if properties else content


def appended_note(old: str, content: str, properties: Properties) -> str:
    """Return *old* with *content* on the lines after it, one line end between them.

    Properties that *content* brings, and *properties*, are set in the head; the given ones win. The last line end is
    there afterwards where it was there before.
    """
    content = content.replace("\r\n", "\n")
    head = read_frontmatter(content)
    wanted = {**(head.properties if not head.problem else {}), **properties}
    body = content[head.body_start :] if head.body_start and not head.problem else content
    between = "" if not old or old.endswith("\n") else "\n"
    ending = "\n" if old.endswith("\n") and not body.endswith("\n") else ""
    whole = f"{old}{between}{body}{ending}" if body else old
    return with_properties(whole, wanted) if wanted else whole
