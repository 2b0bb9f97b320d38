"""Settings' vaults: which vaults the program knows, and what holds for them after a downgrade. Reads no file."""

from collections.abc import Mapping
from pathlib import Path

from vaultdesk.settings_groups import VaultSettings


def known_vaults(vaults: Mapping[str, VaultSettings]) -> list[Path]:
    """Return every one of *vaults* that was opened once, whether or not it still exists: those a link may lead to."""
    return [Path(key) for key, one in vaults.items() if one.opened is not None]


def stricter(newer: Mapping[str, VaultSettings], own: Mapping[str, VaultSettings]) -> dict[str, VaultSettings]:
    """Return *newer*, which this version may understand in part, with the rules of *own* that only forbid or ask.

    A newer program may write rules in another way; a note that was private must not leave because of that.
    """
    vaults = dict(newer)
    for key, kept in own.items():
        vault = vaults.get(key, kept.model_copy(update={"rules": ()}))
        rules = (rule for rule in kept.rules if rule.answer != "allow" and rule not in vault.rules)
        privacy = (rule for rule in kept.privacy if rule not in vault.privacy)
        added = {"rules": (*vault.rules, *rules), "privacy": (*vault.privacy, *privacy)}
        vaults[key] = vault.model_copy(update=added)
    return vaults
