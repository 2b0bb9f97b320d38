"""Shared test support: scripted servers, sample vaults and other fakes of external systems."""
