"""Conftest: the SDKs are used once before the first test, as the program does it: some tests wait but a moment."""

import pytest

from vaultdesk.providers.warm_up import warm_up


@pytest.fixture(scope="session", autouse=True)
def warm() -> None:
    warm_up()
