"""Engine: what every engine has, and results made of whatever an answer holds."""

import pytest

from vaultdesk.core.settings.settings_schema import WebSettings
from vaultdesk.web.engine import LONGEST_TEXT, LONGEST_TITLE, EngineReply, EngineRequest, SearchHit, as_hit
from vaultdesk.web.search import ENGINES


def test_the_settings_name_exactly_the_engines_there_are() -> None:
    named = WebSettings.model_fields["engine"].annotation

    assert set(getattr(named, "__args__", ())) - {""} == set(ENGINES)


@pytest.mark.parametrize("kind", ENGINES)
def test_who_has_no_usual_address_needs_no_key(kind: str) -> None:
    engine = ENGINES[kind]

    assert bool(engine.url) or not engine.wants_key
    assert not engine.url or engine.url.startswith("https://")


def test_a_result_is_one_line_each_and_cut() -> None:
    hit = as_hit(" A\n title ", "https://a.example/", "x " * LONGEST_TEXT)

    assert hit is not None
    assert (hit.title, len(hit.text)) == ("A title", LONGEST_TEXT)
    assert as_hit("t" * 999, "https://a.example/", None) == SearchHit("t" * LONGEST_TITLE, "https://a.example/", "")
    assert as_hit(None, "https://a.example/", 3) == SearchHit("https://a.example/", "https://a.example/", "3")


@pytest.mark.parametrize("address", [None, "", 7, "javascript:alert(1)", "file:///etc/hosts", "ftp://a.example/"])
def test_what_leads_to_no_page_is_no_result(address: object) -> None:
    assert as_hit("t", address, "x") is None


def test_a_key_is_never_printed_with_the_request() -> None:
    assert "canary" not in repr(EngineRequest("https://a.example/", headers={"Authorization": "Bearer canary"}))


def test_a_page_is_told_from_data_by_its_type_or_its_first_sign() -> None:
    assert EngineReply(200, "text/html", "x").is_page
    assert EngineReply(200, "application/json", " <html>").is_page
    assert not EngineReply(200, "application/json", "{}").is_page
