"""Bill of materials: every file has an origin with a licence; a file without one is rejected."""

import shutil
from pathlib import Path
from typing import Any

import idna
import pytest

from tests.support.packaging_scripts import packaging_script
from vaultdesk.core.values import replace

bill = packaging_script("bill")


@pytest.fixture(scope="module")
def installed() -> list[Any]:
    """Every installed package, read once because it takes a second."""
    return list(bill.python_packages())


@pytest.fixture(autouse=True)
def packages_read_once(installed: list[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def copies() -> list[Any]:
        return [replace(package, files=list(package.files), modules=list(package.modules)) for package in installed]

    monkeypatch.setattr(bill, "python_packages", copies)


@pytest.fixture
def frozen(tmp_path: Path) -> Path:
    inner = tmp_path / "vaultdesk" / "_internal"
    (inner / "resources").mkdir(parents=True)
    (tmp_path / "vaultdesk" / "vaultdesk").write_bytes(b"program")
    (inner / "resources" / "a.svg").write_text("<svg/>")
    (inner / "idna").mkdir()
    shutil.copy(Path(idna.__file__), inner / "idna" / "__init__.py")
    return tmp_path / "vaultdesk"


def test_files_are_attributed_to_packages_with_licences(frozen: Path) -> None:
    origins = {
        origin.name: origin
        for origin in bill.origins_of(
            frozen, ["vaultdesk.core.platform.paths", "json.decoder", "pydantic.main", "anyio"]
        )
    }

    assert origins["vaultdesk"].files == ["_internal/resources/a.svg", "vaultdesk"]
    assert origins["idna"].files == ["_internal/idna/__init__.py"]
    assert "BSD" in origins["idna"].licence
    assert origins["pydantic"].modules == ["pydantic.main"], "modules packed into the archive are listed too"
    assert origins["anyio"].modules == ["anyio"]
    assert origins["python"].modules == ["json.decoder"]
    assert origins["vaultdesk"].modules == ["vaultdesk.core.platform.paths"]
    assert "openai" not in origins, "packages that are not packed are not listed"
    assert "pytest" not in origins

    bill.copy_licences(list(origins.values()), frozen)
    assert list((frozen / "_internal" / "licences" / "idna").iterdir())


def test_byte_code_extracted_from_a_library_belongs_to_its_package(frozen: Path) -> None:
    place = frozen / "_internal" / "shiboken6" / "files.dir" / "shibokensupport" / "feature.pyc"
    place.parent.mkdir(parents=True)
    place.write_bytes(b"code")

    origins = {origin.name: origin for origin in bill.origins_of(frozen, [])}

    assert origins["shiboken6"].files == ["_internal/shiboken6/files.dir/shibokensupport/feature.pyc"]


def test_a_file_without_an_origin_is_rejected(frozen: Path) -> None:
    (frozen / "_internal" / "from-nowhere-at-all.bin").write_bytes(b"?")

    with pytest.raises(bill.UnknownFiles, match="from-nowhere-at-all"):
        bill.origins_of(frozen, [])


def test_a_module_without_an_origin_is_rejected(frozen: Path) -> None:
    with pytest.raises(bill.UnknownFiles, match=r"nowhere\.at_all"):
        bill.origins_of(frozen, ["nowhere.at_all"])


def test_the_document_lists_each_file_with_its_checksum(frozen: Path) -> None:
    document = bill.document(bill.origins_of(frozen, ["vaultdesk.core.platform.paths"]), frozen)
    own = document["components"][0]

    assert document["bomFormat"] == "CycloneDX"
    assert own["name"] == "vaultdesk"
    files = [component for component in own["components"] if "hashes" in component]
    assert [len(component["hashes"][0]["content"]) for component in files] == [64, 64]
    assert [component["name"] for component in own["components"] if component not in files] == [
        "archive/vaultdesk.core.platform.paths"
    ]


MACOS_FILES = """
    vaultdesk _internal/Python.framework/Versions/3.12/Python
    _internal/Python.framework/Versions/3.12/Resources/Info.plist
    _internal/libcrypto.3.dylib _internal/libssl.3.dylib _internal/libsqlite3.0.dylib _internal/liblzma.5.dylib
    _internal/libncursesw.5.dylib _internal/base_library.zip _internal/start.pack _internal/library.pack
    """

WINDOWS_FILES = """
    vaultdesk.exe vaultdesk-cli.exe _internal/python312.dll _internal/python3.dll _internal/VCRUNTIME140.dll
    _internal/VCRUNTIME140_1.dll _internal/MSVCP140.dll _internal/libcrypto-3.dll _internal/libssl-3.dll
    _internal/libffi-8.dll _internal/sqlite3.dll _internal/_ctypes.pyd _internal/_ssl.pyd _internal/_sqlite3.pyd
    _internal/_hashlib.pyd _internal/_socket.pyd _internal/_queue.pyd _internal/select.pyd _internal/unicodedata.pyd
    _internal/pyexpat.pyd _internal/_overlapped.pyd _internal/_asyncio.pyd _internal/_multiprocessing.pyd
    _internal/_bz2.pyd _internal/_lzma.pyd _internal/_decimal.pyd _internal/_elementtree.pyd _internal/_uuid.pyd
    _internal/_wmi.pyd _internal/_zoneinfo.pyd _internal/ucrtbase.dll
    _internal/api-ms-win-crt-runtime-l1-1-0.dll _internal/base_library.zip
    """


@pytest.mark.parametrize("names", [MACOS_FILES, WINDOWS_FILES], ids=["macos", "windows"])
def test_files_of_python_and_the_system_are_attributed_without_a_package_manager(
    names: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bill, "_dpkg_packages", lambda _name: iter(()))
    for name in names.split():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"x")

    origins = {origin.name: origin for origin in bill.origins_of(tmp_path, [])}
    assert origins["python"].files
    if names is WINDOWS_FILES:
        assert sorted(origins["microsoft-visual-cpp-runtime"].files)[0] == "_internal/MSVCP140.dll"
        assert origins["microsoft-visual-cpp-runtime"].licence_texts


def test_an_unknown_windows_library_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bill, "_dpkg_packages", lambda _name: iter(()))
    for name in ("strange.dll", "strange.pyd"):
        (tmp_path / name).write_bytes(b"x")
    with pytest.raises(bill.UnknownFiles, match=r"strange\.dll, strange\.pyd"):
        bill.origins_of(tmp_path, [])


def test_every_installed_runtime_package_has_a_licence_text() -> None:
    expected = {"PySide6_Essentials", "shiboken6", "onnxruntime", "tokenizers", "pypdfium2", "latex2mathml", "numpy"}
    found = {package.name: package for package in bill.python_packages() if package.name in expected}
    if missing := expected - found.keys():
        pytest.skip(f"not installed here: {', '.join(sorted(missing))}")
    bill.require_licences(list(found.values()))
    assert {"LGPL-3.0.txt", "GPL-3.0.txt", "README.txt"} <= found["PySide6_Essentials"].licence_texts.keys()
    assert len(found["pypdfium2"].licence_texts) > 10, "pdfium consists of many libraries"


@pytest.mark.parametrize(("licence", "has_text"), [("MIT", False), ("see its text", True)])
def test_a_package_without_licence_text_or_identifier_fails_the_build(
    licence: str, has_text: bool, tmp_path: Path
) -> None:
    texts = {"LICENSE": tmp_path / "LICENSE"} if has_text else {}
    with pytest.raises(bill.MissingLicences, match="nothing-said"):
        bill.require_licences([bill.Origin("nothing-said", "1", licence, "python", texts)])


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        ("a-1.dist-info/licenses/BUILD/zlib.txt", "BUILD/zlib.txt"),
        ("a-1.dist-info/LICENSE.md", "LICENSE.md"),
        ("onnxruntime/ThirdPartyNotices.txt", "ThirdPartyNotices.txt"),
        ("a/licence_page.py", None),
        ("a/deep/LICENSE", None),
        ("a-1.dist-info/METADATA", None),
    ],
)
def test_licence_texts_are_recognized_by_their_path(place: str, expected: str | None) -> None:
    assert bill.licence_text_path(place) == expected


@pytest.mark.parametrize(
    ("name", "kind", "expected"),
    [
        ("PySide6_Essentials", "python", "pkg:pypi/pyside6-essentials@1.0%2Blocal"),
        ("vaultdesk", "own", "pkg:generic/vaultdesk@1.0%2Blocal"),
    ],
)
def test_each_component_has_a_package_url(name: str, kind: str, expected: str) -> None:
    assert bill.package_url(bill.Origin(name, "1.0+local", "MIT", kind)) == expected


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("MIT License", {"license": {"id": "MIT"}}),
        ("Apache-2.0 AND BSD-3-Clause", {"expression": "Apache-2.0 AND BSD-3-Clause"}),
        ("MIT License OR Apache Software License", {"expression": "MIT OR Apache-2.0"}),
        ("see its text", {"license": {"name": "see its text"}}),
    ],
)
def test_licences_use_spdx_identifiers_where_available(words: str, expected: object) -> None:
    assert bill.licence_choice(words) == expected


def test_the_same_program_gives_an_identical_bill(frozen: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    first, second = (bill.document(bill.origins_of(frozen, []), frozen) for _ in range(2))
    assert first == second
    assert first["serialNumber"].startswith("urn:uuid:")
    assert first["metadata"]["timestamp"] == "2023-11-14T22:13:20Z"


@pytest.mark.parametrize(
    ("licence", "choice"),
    [
        ("MIT License", {"license": {"id": "MIT"}}),
        ("LicenseRef-Public-Domain", {"expression": "LicenseRef-Public-Domain"}),
        *((licence, {"expression": licence}) for licence in bill.PACKAGE_LICENCES.values()),
        *((licence, None) for _, licence in bill.SYSTEM_LICENCES),
    ],
)
def test_licences_have_machine_readable_identifiers(licence: str, choice: dict[str, object] | None) -> None:
    found = bill.licence_choice(licence)
    assert "name" not in found.get("license", {})
    assert choice is None or found == choice
