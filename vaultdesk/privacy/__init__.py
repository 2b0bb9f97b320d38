"""Privacy: what of the notes leaves this computer, and the one gate it passes."""

from vaultdesk.privacy.clearance import Clearance
from vaultdesk.privacy.gate import DisclosureGate
from vaultdesk.privacy.ledger import Disclosed, Ledger
from vaultdesk.privacy.rules import PrivacyRules

__all__ = ["Clearance", "Disclosed", "DisclosureGate", "Ledger", "PrivacyRules"]
