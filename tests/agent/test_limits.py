"""Limits as the contract states them."""

from vaultdesk.agent.limits import Limits


def test_the_usual_limits_are_those_of_the_contract() -> None:
    assert (Limits().rounds, Limits().result_limit) == (5, 60_000)
