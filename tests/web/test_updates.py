"""Updates: one question to one place by https, nothing of this computer in it, and only a signed answer is believed."""

import asyncio
from pathlib import Path

import pytest

from tests.support.updates import FILE, HOST, OTHERS, OURS, place_on, signed_file, update_site, updates_on
from tests.support.web_site import Route, moved
from tests.support.wire_turns import Raw
from vaultdesk.core.errors import WebError, WebRefused, WebUnreachable
from vaultdesk.core.json_store import JsonStore
from vaultdesk.web.update_place import UpdatePlace
from vaultdesk.web.updates import LARGEST, LIMITS, Updates
from vaultdesk.web.web_address import WebAddress


async def test_a_newer_version_is_told_with_its_notes_and_its_page() -> None:
    with update_site(signed_file(version="1.1.0")) as site:
        answer = await updates_on(site).ask()

    assert answer.newer
    assert (answer.file.version, answer.file.notes) == ("1.1.0", "Tabs can be split.")


@pytest.mark.parametrize("version", ["1.0.0", "0.9.9"])
async def test_the_same_and_an_older_version_are_not_offered(version: str) -> None:
    with update_site(signed_file(version=version)) as site:
        assert not (await updates_on(site).ask()).newer


async def test_the_request_tells_nothing_of_who_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", "http://127.0.0.1:9/")
    with update_site(Raw(signed_file(), headers={"Set-Cookie": "id=1"}, content_type="text/plain")) as site:
        await updates_on(site).ask()
        await updates_on(site).ask()

    assert site.paths == [FILE, FILE]
    for seen in site.requests:
        assert seen.method == "GET"
        told = {name: value for name, value in seen.headers.items() if name != "connection"}
        assert told == {
            "host": HOST, "user-agent": "VaultDesk", "accept": "text/plain", "accept-encoding": "identity",
        }  # fmt: skip


REFUSED: dict[str, tuple[bytes | Route, str]] = {
    "another's signature": (signed_file(OTHERS), "not signed by the makers"),
    "a changed byte": (signed_file(version="1.1.0").replace(b"1.1.0", b"9.9.9"), "not signed by the makers"),
    "junk": (b"<html>Sign in</html>", "no file of updates"),
    "nothing": (b"", "no file of updates"),
    "too large": (signed_file() + b" " * LARGEST, "too large"),
    "endless": (Raw(b"{", endless=b"x" * 1000, content_type="text/plain"), "too large"),
    "sent elsewhere": (moved(f"https://{HOST}/other"), "sends on to another place"),
    "sent to http": (moved(f"http://{HOST}{FILE}"), "sends on to another place"),
    "gone": (Raw(b"", 404, "text/plain"), r"no file of updates \(404\)"),
    "a sign-in": (Raw(b"", 401, "text/plain"), r"no file of updates \(401\)"),
}


@pytest.mark.parametrize("case", REFUSED)
async def test_whatever_else_comes_is_refused_and_said(case: str) -> None:
    answer, words = REFUSED[case]
    with update_site(answer) as site, pytest.raises(WebRefused, match=words):
        await asyncio.wait_for(updates_on(site).ask(), 10)
    assert site.paths == [FILE], "no redirect was followed"


async def test_trouble_at_the_other_end_may_be_over_later() -> None:
    with update_site(Raw(b"", 503, "text/plain")) as site, pytest.raises(WebUnreachable, match="503"):
        await updates_on(site).ask()


async def test_a_certificate_of_another_name_is_refused() -> None:
    with update_site(signed_file()) as site:
        address = WebAddress.parse(f"https://other.example{FILE}")
        asking = Updates(UpdatePlace(address, place_on(site).key), JsonStore(), site.client(LIMITS))
        with pytest.raises(WebError, match="certificate"):
            await asking.ask()
    assert site.requests == []


@pytest.mark.parametrize(
    ("later", "why"),
    [({"version": "1.1.0", "date": "2026-11-22"}, "version"), ({"version": "1.2.0", "date": "2026-11-01"}, "date")],
)
async def test_an_old_file_sent_again_is_not_taken_for_news(tmp_path: Path, later: dict[str, str], why: str) -> None:
    kept = tmp_path / "updates.json"
    with update_site(signed_file(version="1.2.0", date="2026-11-22")) as site:
        await updates_on(site, JsonStore(kept)).ask()
    with update_site(signed_file(**later)) as site, pytest.raises(WebRefused, match="older than one that was seen"):
        await updates_on(site, JsonStore(kept)).ask()
    with update_site(signed_file(version="1.2.0", date="2026-11-22")) as site:
        assert (await updates_on(site, JsonStore(kept)).ask()).newer, f"the same file may come again ({why})"


async def test_a_refused_file_leaves_nothing_behind(tmp_path: Path) -> None:
    kept = tmp_path / "updates.json"
    with update_site(signed_file(OTHERS, version="99.0.0")) as site, pytest.raises(WebRefused):
        await updates_on(site, JsonStore(kept)).ask()
    assert not kept.exists()


@pytest.mark.parametrize("kept", [7, {"version": 1, "date": 2}, {"version": "1.0.0", "date": "never"}])
async def test_a_memory_that_was_tampered_with_is_begun_anew(tmp_path: Path, kept: object) -> None:
    store = JsonStore(tmp_path / "updates.json")
    store.put("newest", kept)  # type: ignore[arg-type]  # what JSON holds
    with update_site(signed_file(OURS)) as site:
        assert (await updates_on(site, store).ask()).newer
