"""Offline assistant: answers by quoting notes, without a model."""
