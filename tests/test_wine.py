"""Windows' Python under Wine: which packages it gets, and how its test reports are read."""

from collections import Counter
from pathlib import Path

import pytest

from tests.support.packaging_scripts import packaging_script

wine = packaging_script("windows/wine")


def test_requirements_are_read_for_windows_whatever_the_lock_has_beside_them(tmp_path: Path) -> None:
    lock = tmp_path / "requirements.lock"
    lock.write_text(
        "# made by uv\n--index-url https://example.org\n"
        "anyio==4.16.0 \\\n    --hash=sha256:aa \\\n    --hash=sha256:bb\n    # via httpx2\n"
        "colorama==0.4.6 ; sys_platform == 'win32'\njeepney==0.9.0 ; sys_platform == 'linux' \\\n    --hash=sha256:cc\n"
        "backports-tarfile==1.2.0 ; python_full_version < '3.12'\nuvicorn[standard]==0.54.0\nmypy==1.19.0\n",
        encoding="utf-8",
    )
    assert wine.requirements_for_windows([lock, lock]) == [
        "anyio==4.16.0", "colorama==0.4.6", "uvicorn[standard]==0.54.0",
    ]  # fmt: skip


def test_variables_that_wine_keeps_reach_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QT_SCALE_FACTOR", "2")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    environment = wine.Wine(tmp_path).environment({"DISPLAY": ""})

    assert environment["WINEQT_SCALE_FACTOR"] == "2"
    assert environment["WINEQT_QPA_PLATFORM"] == "offscreen", "there is no display"
    assert not [name for name in environment if name.startswith("QT_")]
    assert environment["WINEPREFIX"] == str(tmp_path / "prefix")


def test_the_exports_of_a_library_are_read_from_objdump() -> None:
    table = "[Ordinal/Name Pointer] Table\n\t[   0] +base[   1] 0000 _Cbuild\n\t[   1] cabs\n\nThe end\n"
    told = f"Another table\n\t[   1] no\n{table}"
    assert wine.exported(told) == ["_Cbuild", "cabs"]


def test_a_report_of_tests_is_counted(tmp_path: Path) -> None:
    report = tmp_path / "report.xml"
    report.write_text(
        '<testsuites><testsuite><testcase classname="a" name="x"/>'
        '<testcase classname="a" name="y"><skipped message="Wine lacks symbolic links"/></testcase>'
        '<testcase classname="a" name="z"><failure message="no"/></testcase>'
        '<testcase classname="a" name="w"><error message="no"/></testcase></testsuite></testsuites>',
        encoding="utf-8",
    )
    counts, failed, reasons = packaging_script("try_windows").read_report(report)

    assert counts == Counter(passed=1, failed=2, skipped=1)
    assert failed == ["a::z", "a::w"]
    assert reasons == Counter({"Wine lacks symbolic links": 1})
