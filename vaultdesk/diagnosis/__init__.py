"""Diagnosis: what works on this computer and what does not, each tried for real and told with its remedy."""
