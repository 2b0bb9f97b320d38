"""Tests of the local Responses endpoint."""
