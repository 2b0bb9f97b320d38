"""Journeys: whole stories through the real rooms, from a question to its answer and from a fault to its sentence."""
