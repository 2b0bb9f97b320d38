"""Privacy: what of the notes leaves this computer, and the one gate it passes."""

from vaultdesk.privacy.gate import DisclosureGate
from vaultdesk.privacy.ledger import Disclosed, Ledger

__all__ = ["Disclosed", "DisclosureGate", "Ledger"]
