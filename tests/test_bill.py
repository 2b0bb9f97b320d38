"""Bill of materials: every file has an origin with a licence, and one without is refused."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import idna
import pytest

from tests.support.packaging_scripts import packaging_script

bill = packaging_script("bill")


@pytest.fixture(scope="module")
def installed() -> list[Any]:
    """Every installed package; to read them all takes a second."""
    return list(bill.python_packages())


@pytest.fixture(autouse=True)
def packages_read_once(installed: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def copied() -> list[Any]:
        return [replace(one, files=list(one.files), modules=list(one.modules)) for one in installed]

    monkeypatch.setattr(bill, "python_packages", copied)


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


OF_MACOS = """
    vaultdesk _internal/Python.framework/Versions/3.12/Python
    _internal/Python.framework/Versions/3.12/Resources/Info.plist
    _internal/libcrypto.3.dylib _internal/libssl.3.dylib _internal/libsqlite3.0.dylib _internal/liblzma.5.dylib
    _internal/libncursesw.5.dylib _internal/base_library.zip _internal/start.pack _internal/library.pack
    """

OF_WINDOWS = """
    vaultdesk.exe vaultdesk-cli.exe _internal/python312.dll _internal/python3.dll _internal/VCRUNTIME140.dll
    _internal/VCRUNTIME140_1.dll _internal/MSVCP140.dll _internal/libcrypto-3.dll _internal/libssl-3.dll
    _internal/libffi-8.dll _internal/sqlite3.dll _internal/_ctypes.pyd _internal/_ssl.pyd _internal/_sqlite3.pyd
    _internal/_hashlib.pyd _internal/_socket.pyd _internal/_queue.pyd _internal/select.pyd _internal/unicodedata.pyd
    _internal/pyexpat.pyd _internal/_overlapped.pyd _internal/_asyncio.pyd _internal/_multiprocessing.pyd
    _internal/_bz2.pyd _internal/_lzma.pyd _internal/_decimal.pyd _internal/_elementtree.pyd _internal/_uuid.pyd
    _internal/_wmi.pyd _internal/_zoneinfo.pyd _internal/ucrtbase.dll
    _internal/api-ms-win-crt-runtime-l1-1-0.dll _internal/base_library.zip
    """


@pytest.mark.parametrize("names", [OF_MACOS, OF_WINDOWS], ids=["macos", "windows"])
def test_what_python_and_the_system_bring_is_known_without_a_package_manager(
    names: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bill, "_dpkg_packages", lambda _name: iter(()))
    for name in names.split():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"x")

    origins = {one.name: one for one in bill.origins_of(tmp_path, [])}
    assert origins["python"].files
    if names is OF_WINDOWS:
        assert sorted(origins["microsoft-visual-cpp-runtime"].files)[0] == "_internal/MSVCP140.dll"
        assert origins["microsoft-visual-cpp-runtime"].licence_texts


def test_a_library_of_windows_that_is_not_pythons_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bill, "_dpkg_packages", lambda _name: iter(()))
    for name in ("strange.dll", "strange.pyd"):
        (tmp_path / name).write_bytes(b"x")
    with pytest.raises(bill.UnknownFiles, match=r"strange\.dll, strange\.pyd"):
        bill.origins_of(tmp_path, [])


def test_every_package_that_is_installed_for_the_program_has_a_text_of_its_licence() -> None:
    wanted = {"PySide6_Essentials", "shiboken6", "onnxruntime", "tokenizers", "pypdfium2", "latex2mathml", "numpy"}
    found = {one.name: one for one in bill.python_packages() if one.name in wanted}
    if missing := wanted - found.keys():
        pytest.skip(f"not installed here: {', '.join(sorted(missing))}")
    bill.require_licences(list(found.values()))
    assert {"LGPL-3.0.txt", "GPL-3.0.txt", "README.txt"} <= found["PySide6_Essentials"].licence_texts.keys()
    assert len(found["pypdfium2"].licence_texts) > 10, "pdfium is made of many parts"


@pytest.mark.parametrize(("licence", "has_text"), [("MIT", False), ("see its text", True)])
def test_a_package_without_a_text_or_an_identifier_of_its_licence_ends_the_build(
    licence: str, has_text: bool, tmp_path: Path
) -> None:
    texts = {"LICENSE": tmp_path / "LICENSE"} if has_text else {}
    with pytest.raises(bill.MissingLicences, match="nothing-said"):
        bill.require_licences([bill.Origin("nothing-said", "1", licence, "python", texts)])


@pytest.mark.parametrize(
    ("place", "wanted"),
    [
        ("a-1.dist-info/licenses/BUILD/zlib.txt", "BUILD/zlib.txt"),
        ("a-1.dist-info/LICENSE.md", "LICENSE.md"),
        ("onnxruntime/ThirdPartyNotices.txt", "ThirdPartyNotices.txt"),
        ("a/licence_page.py", None),
        ("a/deep/LICENSE", None),
        ("a-1.dist-info/METADATA", None),
    ],
)
def test_texts_of_licences_are_known_by_their_place(place: str, wanted: str | None) -> None:
    assert bill.licence_text_path(place) == wanted


@pytest.mark.parametrize(
    ("name", "kind", "wanted"),
    [
        ("PySide6_Essentials", "python", "pkg:pypi/pyside6-essentials@1.0%2Blocal"),
        ("vaultdesk", "own", "pkg:generic/vaultdesk@1.0%2Blocal"),
    ],
)
def test_scanners_find_each_part_by_its_address(name: str, kind: str, wanted: str) -> None:
    assert bill.package_url(bill.Origin(name, "1.0+local", "MIT", kind)) == wanted


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("MIT License", {"license": {"id": "MIT"}}),
        ("Apache-2.0 AND BSD-3-Clause", {"expression": "Apache-2.0 AND BSD-3-Clause"}),
        ("MIT License OR Apache Software License", {"expression": "MIT OR Apache-2.0"}),
        ("see its text", {"license": {"name": "see its text"}}),
    ],
)
def test_licences_are_told_by_the_identifiers_of_spdx_where_they_have_one(words: str, wanted: object) -> None:
    assert bill.licence_choice(words) == wanted


def test_the_same_program_gives_the_same_bill(frozen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    one, two = (bill.document(bill.origins_of(frozen, []), frozen) for _ in range(2))
    assert one == two
    assert one["serialNumber"].startswith("urn:uuid:")
    assert one["metadata"]["timestamp"] == "2023-11-14T22:13:20Z"


@pytest.mark.parametrize(
    ("licence", "choice"),
    [
        ("MIT License", {"license": {"id": "MIT"}}),
        ("LicenseRef-Public-Domain", {"expression": "LicenseRef-Public-Domain"}),
        *((licence, {"expression": licence}) for licence in bill.PACKAGE_LICENCES.values()),
        *((licence, None) for _, licence in bill.SYSTEM_LICENCES),
    ],
)
def test_licences_have_identifiers_that_programs_read(licence: str, choice: dict[str, object] | None) -> None:
    found = bill.licence_choice(licence)
    assert "name" not in found.get("license", {})
    assert choice is None or found == choice
