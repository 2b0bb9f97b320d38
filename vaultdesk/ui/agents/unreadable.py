"""Unreadable: which of the person's rules nobody can read, so that they deny whatever they may mean."""

from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.runtime.agent_scope import folder_parts


def is_unreadable(rule: PermissionRule) -> bool:
    """Tell whether nobody can say what *rule* means: a folder that is none, a condition of a newer version."""
    return folder_parts(rule.folder) is None or bool(rule.model_extra and rule.answer == "allow")
