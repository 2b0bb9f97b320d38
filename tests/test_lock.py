"""Lock files: each build machine of a release can install every package, verified by hashes."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from tests.support.packaging_scripts import packaging_script

ROOT = Path(__file__).resolve().parents[1]
lock = packaging_script("lock")
RELEASE = tomllib.loads(lock.RELEASE_LOCK.read_text(encoding="utf-8"))
PACKAGES = RELEASE["packages"]


@pytest.mark.parametrize("name", sorted(lock.MACHINES))
def test_each_release_machine_can_install_every_package(name: str) -> None:
    assert lock.missing_wheels(PACKAGES, lock.MACHINES[name]) == []
    names = [package["name"] for package in PACKAGES if lock.MACHINES[name].wants(package)]
    assert len(names) == len(set(names)), "two versions of one package"
    assert {"pyside6-essentials", "onnxruntime", "cryptography", "pyinstaller"} <= set(names)


def test_intel_macs_are_unsupported_because_a_package_has_no_wheel() -> None:
    assert "onnxruntime" in lock.missing_wheels(PACKAGES, lock.UNSUPPORTED_MACHINES["macos-x64"])


def test_the_machines_match_the_release_workflow() -> None:
    flow = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text(encoding="utf-8"))
    built = {entry["name"]: entry["system"] for entry in flow["jobs"]["build"]["strategy"]["matrix"]["include"]}
    assert built == {
        "linux-x64": "ubuntu-22.04", "linux-arm64": "ubuntu-24.04-arm", "macos-arm64": "macos-15",
        "windows-x64": "windows-2022",
    }  # fmt: skip
    assert set(built) == set(lock.MACHINES)
    python = f"{lock.PYTHON[0]}.{lock.PYTHON[1]}"
    steps = [step.get("with", {}) for job in flow["jobs"].values() for step in job.get("steps", ())]
    assert {step["python-version"] for step in steps if "python-version" in step} == {python}
    assert RELEASE["requires-python"] == f">={python}"


def test_every_wheel_has_a_hash_and_no_test_tool_is_included() -> None:
    for package in PACKAGES:
        assert package["wheels"]
        assert all(re.fullmatch(r"[0-9a-f]{64}", wheel["hashes"]["sha256"]) for wheel in package["wheels"])
        assert all(wheel["url"].startswith("https://files.pythonhosted.org/") for wheel in package["wheels"])
    names = {package["name"] for package in PACKAGES}
    assert not names & {"pytest", "mypy", "ruff", "hypothesis", "import-linter", "trustme", "pytest-xdist"}


def test_both_locks_have_the_same_versions_and_all_dependencies_of_the_project() -> None:
    text = lock.DEVELOPER_LOCK.read_text(encoding="utf-8")
    developers = set(re.findall(r"^([\w.-]+)==([^\s;]+)", text, re.MULTILINE))
    known = {name for name, _ in developers}
    assert {(package["name"], package["version"]) for package in PACKAGES if package["name"] in known} <= developers
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    required = {
        re.split(r"[<>=;\s]", line)[0].lower()
        for line in (*project["dependencies"], *extras["semantic"], *extras["build"])
    }
    assert required <= {package["name"] for package in PACKAGES}, "run packaging/lock.py"


def test_the_best_wheel_for_each_machine_is_selected() -> None:
    def wheel(tag: str) -> dict[str, object]:
        return {"url": f"https://files.pythonhosted.org/a-1-{tag}.whl", "hashes": {"sha256": "0" * 64}}

    tags = (
        "cp312-cp312-manylinux_2_17_x86_64.manylinux2014_x86_64", "cp312-cp312-manylinux_2_28_x86_64", "py3-none-any",
        "cp312-cp312-win_amd64", "cp313-cp313-win_amd64", "cp312-cp312-macosx_15_0_arm64", "cp312-cp312-win32",
    )  # fmt: skip
    package = {
        "name": "a",
        "version": "1",
        "marker": "sys_platform != 'darwin'",
        "wheels": [wheel(tag) for tag in tags],
    }

    (selected,) = lock.with_release_wheels([package])
    assert [lock.file_name(entry) for entry in selected["wheels"]] == [
        "a-1-cp312-cp312-manylinux_2_28_x86_64.whl", "a-1-py3-none-any.whl", "a-1-cp312-cp312-win_amd64.whl",
    ]  # fmt: skip
    assert not lock.MACHINES["macos-arm64"].wants(package)
    assert tomllib.loads(lock.pylock_text([selected]))["packages"][0]["marker"] == "sys_platform != 'darwin'"
    newer = {"name": "b", "version": "1", "wheels": [wheel("cp312-cp312-macosx_15_0_arm64")]}
    assert lock.missing_wheels([newer], lock.MACHINES["macos-arm64"]) == ["b"]
    assert list(lock.with_release_wheels([{**package, "marker": "sys_platform == 'freebsd'"}])) == []
