"""Tests: a mirror of the package, whole journeys, the rules of the house, and benchmarks."""
