"""Egress policy: which note text may leave this computer, the gate for every request, and the ledger."""

from vaultdesk.privacy.egress_gate import DisclosureGate, EgressPolicy
from vaultdesk.privacy.ledger import Ledger, LedgerEntry
from vaultdesk.privacy.privacy_rules import PrivacyRules

__all__ = ["DisclosureGate", "EgressPolicy", "Ledger", "LedgerEntry", "PrivacyRules"]
