"""Conftest: the SDKs are used once before the first test, as the program does it: some tests wait but a moment."""

import pytest

from vaultdesk.providers.sdk_preload import preload_sdks


@pytest.fixture(scope="session", autouse=True)
def warm() -> None:
    preload_sdks()
