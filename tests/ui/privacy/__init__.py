"""Tests of disclosures, the review before sending, and private notes."""
