"""Tests of what tells of answers and approvals."""
