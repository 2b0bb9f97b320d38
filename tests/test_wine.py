"""Windows' Python under Wine: which packages it gets, and how its test reports are read."""

from argparse import ArgumentTypeError
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
    assert wine.exported_names(told) == ["_Cbuild", "cabs"]


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


def test_folders_of_the_user_are_no_links_to_this_computer(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "Note.md").write_text("mine", encoding="utf-8")
    person = tmp_path / "wine" / "prefix" / "drive_c" / "users" / "me"
    person.mkdir(parents=True)
    (person / "Documents").symlink_to(mine)

    wine.Wine(tmp_path / "wine").keep_from_home()

    assert (person / "Documents").is_dir()
    assert not any((person / "Documents").iterdir())
    assert (mine / "Note.md").read_text(encoding="utf-8") == "mine"


def test_parts_of_the_tests_hold_each_place_once_and_weigh_about_the_same() -> None:
    try_windows = packaging_script("try_windows")
    places = try_windows.test_folders()
    parts = [try_windows.shard(places, number, 3) for number in (1, 2, 3)]

    assert places[0] == "tests/vault"
    assert {"tests/ui/hotkey", "tests/journeys", *try_windows.MODULES} <= set(places)
    assert "tests/ui" not in places
    assert sorted(place for part in parts for place in part) == sorted(places)
    assert all(part for part in parts)


@pytest.mark.parametrize("text", ["0/3", "4/3", "3", "a/b"])
def test_a_part_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="NUMBER/COUNT"):
        packaging_script("try_windows").part_of_tests(text)


def test_tests_that_never_end_are_a_failure_and_the_next_ones_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    try_windows = packaging_script("try_windows")
    closed: list[bool] = []

    class Stuck(wine.Wine):
        def run(self, *words: str, **_options: object) -> object:
            if words[-1] == "tests/vault":
                raise try_windows.WineFailed("did not end")
            name = next(word for word in words if word.startswith("--junitxml")).rpartition("\\")[2]
            (tmp_path / "reports" / name).write_text("<testsuites><testcase/></testsuites>", encoding="utf-8")
            return None

        def close(self) -> None:
            closed.append(True)

    trial = try_windows.Trial(Stuck(tmp_path), tmp_path, None, ["tests/vault", "tests/index"])
    try_windows.suite(trial)

    assert len(trial.failures) == 1
    assert trial.failures[0].startswith("tests/vault: stuck after")
    assert closed == [True]
    assert "all tests: 1 passed, 1 failed, 0 skipped" in capsys.readouterr().out
