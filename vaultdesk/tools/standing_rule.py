"""Standing rule: what one rule of the settings says of one subject and path. Weighs no rule against another."""

from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.folder_scope import folder_parts, is_inside
from vaultdesk.tools.subject import THIS_COMPUTER, Answer, Subject
from vaultdesk.tools.tool import Effect

EVERYWHERE = -1
"""How narrow a rule is that beats every folder's rules."""

READING: frozenset[Effect] = frozenset({"read", "none"})
"""Effects any allowance may cover."""


def says(rule: PermissionRule, subject: Subject, path: str | None) -> tuple[Answer, int] | None:
    """Return what *rule* says here and how narrow it is; None where it does not speak of this."""
    if rule.tool not in ("*", subject.tool) or rule.effect not in ("*", subject.effect):
        return None
    if rule.destination not in ("*", subject.host or THIS_COMPUTER):
        return None
    folder = folder_parts(rule.folder)
    # An unknown key may be a condition of a newer version: what it narrows is not known, so the rule cannot be read.
    if folder is None or (rule.model_extra and rule.answer == "allow"):
        return "deny", EVERYWHERE
    if rule.answer == "deny" and (rule.tool, rule.effect, folder) == ("*", "*", ()):
        return "deny", EVERYWHERE
    # An allowance holds for the exact spelling, a barrier for every spelling a disk may take for the same folder.
    loosely = rule.answer != "allow"
    if path is None:
        # A call on the vault as a whole: a folder's allowance says nothing of it.
        if folder:
            return None
    elif not is_inside(path, folder, loosely=loosely):
        return None
    return ("ask" if rule.answer == "allow" and not _may_allow(rule, subject) else rule.answer), len(folder)


def _may_allow(rule: PermissionRule, subject: Subject) -> bool:
    """Whether *rule* can let *subject* go on unasked: reads; changes of files only where it names them by their effect.

    A deletion, many notes at once, the network, and what a tool does to no named file can be allowed by no rule.
    """
    if subject.effect in READING:
        return True
    kept = subject.change in ("create", "modify", "move")
    return subject.effect == rule.effect == "write" and kept and not subject.bulk
