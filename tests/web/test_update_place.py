"""Update place: a release says where to ask and whom to believe; without that, or with half of it, nobody is asked."""

import json
from pathlib import Path

import pytest

from tests.support.packaging_scripts import packaging_script
from tests.support.updates import OURS
from vaultdesk.core.resources import resource_path
from vaultdesk.web.update_place import update_place

sign_update = packaging_script("sign_update")
KEY = "iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w="
ADDRESS = "https://vaultdesk.example/updates.txt"


def written(folder: Path, told: object) -> Path:
    file = folder / "updates.json"
    file.write_text(json.dumps(told), encoding="utf-8")
    return file


def test_a_release_names_address_and_key(tmp_path: Path) -> None:
    place = update_place(written(tmp_path, {"address": ADDRESS, "key": KEY}))

    assert place is not None
    assert (place.address.url, place.key) == (ADDRESS, OURS.public_key().public_bytes_raw())


def test_the_source_has_no_place_to_ask() -> None:
    assert not resource_path("app", "updates.json").exists(), "it is a release's, never the project's"
    assert update_place() is None


@pytest.mark.parametrize(
    "told",
    [
        {},
        [],
        "x",
        {"address": ADDRESS},
        {"address": ADDRESS, "key": "AAAA"},
        {"address": ADDRESS, "key": 7},
        {"address": ADDRESS, "key": "no base64!"},
        {"address": "http://vaultdesk.example/updates.txt", "key": KEY},
        {"address": "", "key": KEY},
        {"address": 7, "key": KEY},
    ],
)
def test_half_a_place_is_none(tmp_path: Path, told: object) -> None:
    assert update_place(written(tmp_path, told)) is None
