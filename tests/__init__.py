"""Tests: a mirror of the package, user journeys, architecture rules, and benchmarks."""
