"""Agents: questions answered by a model with tools, as a stream of run events."""
