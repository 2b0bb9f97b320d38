"""Egress policy: which note text may leave this computer, the gate for every request, and the ledger."""
