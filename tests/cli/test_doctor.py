"""Doctor: what works on this computer, in plain words."""

import json

from tests.cli.conftest import CommandLine


def test_json_says_whether_all_is_well(command: CommandLine) -> None:
    ran = command("doctor", "--json")
    report = json.loads(ran.out)
    assert report["ok"] is (ran.code == 0)
    names = [check["name"] for check in report["checks"]]
    assert names[:3] == ["VaultDesk", "Window toolkit (Qt)", "Display"]
    assert {"Keys", "Full-text search", "Watching for changes"} <= set(names)
    assert all(check["remedy"] for check in report["checks"] if check["outcome"] != "ok")


def test_people_read_a_line_a_check(command: CommandLine) -> None:
    ran = command("doctor")
    assert ran.out.splitlines()[0].startswith("ok    VaultDesk: ")
