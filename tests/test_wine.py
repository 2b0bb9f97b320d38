"""Python for Windows under Wine: its packages, environment and test reports."""

from argparse import ArgumentTypeError
from collections import Counter
from pathlib import Path

import pytest

from tests.support.packaging_scripts import packaging_script

wine = packaging_script("windows/wine")


def test_requirements_are_filtered_for_windows(tmp_path: Path) -> None:
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


def test_variables_reserved_by_wine_are_passed_under_another_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QT_SCALE_FACTOR", "2")
    monkeypatch.delenv("QT_QPA_PLATFORM", raising=False)
    environment = wine.Wine(tmp_path).environment({"DISPLAY": ""})

    assert environment["WINEQT_SCALE_FACTOR"] == "2"
    assert environment["WINEQT_QPA_PLATFORM"] == "offscreen", "there is no display"
    assert not [name for name in environment if name.startswith("QT_")]
    assert environment["WINEPREFIX"] == str(tmp_path / "prefix")


def test_the_exports_of_a_library_are_read_from_objdump() -> None:
    table = "[Ordinal/Name Pointer] Table\n\t[   0] +base[   1] 0000 _Cbuild\n\t[   1] cabs\n\nThe end\n"
    listing = f"Another table\n\t[   1] no\n{table}"
    assert wine.exported_names(listing) == ["_Cbuild", "cabs"]


def test_a_test_report_is_summarized(tmp_path: Path) -> None:
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


def test_user_folders_are_not_links_into_the_host_home(tmp_path: Path) -> None:
    host_folder = tmp_path / "mine"
    host_folder.mkdir()
    (host_folder / "Note.md").write_text("mine", encoding="utf-8")
    user_folder = tmp_path / "wine" / "prefix" / "drive_c" / "users" / "me"
    user_folder.mkdir(parents=True)
    (user_folder / "Documents").symlink_to(host_folder)

    wine.Wine(tmp_path / "wine").keep_from_home()

    assert (user_folder / "Documents").is_dir()
    assert not any((user_folder / "Documents").iterdir())
    assert (host_folder / "Note.md").read_text(encoding="utf-8") == "mine"


def test_each_test_folder_is_in_exactly_one_shard() -> None:
    try_windows = packaging_script("try_windows")
    folders = try_windows.test_folders()
    shards = [try_windows.shard(folders, number, 3) for number in (1, 2, 3)]

    assert folders[0] == "tests/vault"
    assert {"tests/ui/hotkey", "tests/journeys", *try_windows.MODULES} <= set(folders)
    assert "tests/ui" not in folders
    assert sorted(folder for shard in shards for folder in shard) == sorted(folders)
    assert all(shard for shard in shards)


@pytest.mark.parametrize("text", ["0/3", "4/3", "3", "a/b"])
def test_an_invalid_shard_is_rejected(text: str) -> None:
    with pytest.raises(ArgumentTypeError, match="NUMBER/COUNT"):
        packaging_script("try_windows").part_of_tests(text)


def test_tests_that_time_out_are_a_failure_and_the_next_folder_runs(
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

    trial = try_windows.Trial(Stuck(tmp_path), tmp_path, None, [["tests/vault"], ["tests/index"]])
    try_windows.suite(trial)

    assert len(trial.failures) == 1
    assert trial.failures[0].startswith("tests/vault: stuck after")
    assert closed == [True]
    assert "all tests: 1 passed, 1 failed, 0 skipped" in capsys.readouterr().out
