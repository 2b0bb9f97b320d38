"""Uses each SDK once before the first test, as the program does, because some tests have short timeouts."""

import pytest

from vaultdesk.providers.sdk_preload import preload_sdks


@pytest.fixture(scope="session", autouse=True)
def preloaded_sdks() -> None:
    preload_sdks()
