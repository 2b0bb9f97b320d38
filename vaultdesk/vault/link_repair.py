"""LinkRepair: the links of one text rewritten so that they mean after a renaming what they meant before. Pure text.

Only links change, and only those that would lead elsewhere; code, comments and HTML hold none (OBSIDIAN E.1).
"""

from dataclasses import dataclass

from vaultdesk.vault.frontmatter import read_frontmatter
from vaultdesk.vault.link_literal import Splice, retargeted, spliced
from vaultdesk.vault.markdown import scan
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.property_links import property_splices
from vaultdesk.vault.renaming import Renaming


@dataclass(frozen=True, slots=True)
class Repaired:
    """A text with its links repaired."""

    text: str
    count: int = 0
    """How many links were rewritten."""
    lost: int = 0
    """How many would have to be, but no link can say where they lead."""


def repaired(text: str, source: NotePath, renaming: Renaming) -> Repaired:
    """Return the *text* of the file that was at *source* with the links that *renaming* breaks repaired."""
    in_head, lost = property_splices(text, lambda link: renaming.targets(link, source.text))
    in_body, lost_in_body = body_splices(text, source.text, renaming, read_frontmatter(text).body_start)
    splices = [*in_head, *in_body]
    return Repaired(spliced(text, splices), len(splices), lost + lost_in_body)


def body_splices(text: str, source: str, renaming: Renaming, start: int = 0) -> tuple[list[Splice], int]:
    """Return what changes the links in the Markdown of *text* from *start* on, and how many cannot be changed."""
    splices: list[Splice] = []
    lost = 0
    for link in scan(text, start).links:
        targets = renaming.targets(link, source)
        if targets is None:
            continue
        splice = next((made for target in targets if (made := retargeted(text, link, target)) is not None), None)
        if splice is None:
            lost += 1
        else:
            splices.append(splice)
    return splices, lost
