"""Bill of materials: every file has an origin with a licence, and one without is refused."""

import shutil
from pathlib import Path

import idna
import pytest

from tests.support.packaging_scripts import packaging_script

bill = packaging_script("bill")


@pytest.fixture
def frozen(tmp_path: Path) -> Path:
    inner = tmp_path / "vaultdesk" / "_internal"
    (inner / "resources").mkdir(parents=True)
    (tmp_path / "vaultdesk" / "vaultdesk").write_bytes(b"program")
    (inner / "resources" / "a.svg").write_text("<svg/>")
    (inner / "idna").mkdir()
    shutil.copy(Path(idna.__file__), inner / "idna" / "__init__.py")
    return tmp_path / "vaultdesk"


def test_files_are_known_by_their_packages_and_licences_come_along(frozen: Path) -> None:
    origins = {
        one.name: one
        for one in bill.origins_of(frozen, ["vaultdesk.core.platform.paths", "json.decoder", "pydantic.main", "anyio"])
    }

    assert origins["vaultdesk"].files == ["_internal/resources/a.svg", "vaultdesk"]
    assert origins["idna"].files == ["_internal/idna/__init__.py"]
    assert "BSD" in origins["idna"].licence
    assert origins["pydantic"].modules == ["pydantic.main"], "what is packed into the archive is listed, too"
    assert origins["anyio"].modules == ["anyio"]
    assert origins["python"].modules == ["json.decoder"]
    assert origins["vaultdesk"].modules == ["vaultdesk.core.platform.paths"]
    assert "openai" not in origins, "and what is not, is not"
    assert "pytest" not in origins

    bill.copy_licences(list(origins.values()), frozen)
    assert list((frozen / "_internal" / "licences" / "idna").iterdir())


def test_byte_code_taken_out_of_a_library_is_its_packages(frozen: Path) -> None:
    place = frozen / "_internal" / "shiboken6" / "files.dir" / "shibokensupport" / "feature.pyc"
    place.parent.mkdir(parents=True)
    place.write_bytes(b"code")

    origins = {one.name: one for one in bill.origins_of(frozen, [])}

    assert origins["shiboken6"].files == ["_internal/shiboken6/files.dir/shibokensupport/feature.pyc"]


def test_a_file_nobody_accounts_for_is_refused(frozen: Path) -> None:
    (frozen / "_internal" / "from-nowhere-at-all.bin").write_bytes(b"?")

    with pytest.raises(bill.UnknownFiles, match="from-nowhere-at-all"):
        bill.origins_of(frozen, [])


def test_a_module_nobody_accounts_for_is_refused(frozen: Path) -> None:
    with pytest.raises(bill.UnknownFiles, match=r"nowhere\.at_all"):
        bill.origins_of(frozen, ["nowhere.at_all"])


def test_the_document_names_each_file_with_its_sum(frozen: Path) -> None:
    document = bill.document(bill.origins_of(frozen, ["vaultdesk.core.platform.paths"]), frozen)
    own = document["components"][0]

    assert document["bomFormat"] == "CycloneDX"
    assert own["name"] == "vaultdesk"
    files = [one for one in own["components"] if "hashes" in one]
    assert [len(one["hashes"][0]["content"]) for one in files] == [64, 64]
    assert [one["name"] for one in own["components"] if one not in files] == ["archive/vaultdesk.core.platform.paths"]
