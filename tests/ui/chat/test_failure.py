"""Tests of failure.py."""

from vaultdesk.core.errors import ProviderUnreachable
from vaultdesk.ui.chat.failure import FailureBanner


def test_it_says_what_happened_what_to_do_and_that_nothing_is_lost() -> None:
    error = ProviderUnreachable("<b>Server</b> is down", hint="Wait.", trouble="network")
    failure = FailureBanner(error, "Offline assistant")
    told: list[str] = []
    failure.retry_requested.connect(lambda: told.append("again"))
    failure.other_model_requested.connect(lambda: told.append("other"))
    for link in failure.banner.links:
        link.click()
    assert failure.banner.text() == "<b>Server</b> is down. Wait. Your question is kept."
    assert told == ["again", "other"]
