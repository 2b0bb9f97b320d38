"""Diagnosis: checks of this computer, the vault and the providers, each with a remedy."""
