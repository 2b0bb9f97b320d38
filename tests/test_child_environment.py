"""Child environment: child processes do not inherit the library path of the frozen program."""

import pytest

from tests.support.packaging_scripts import packaging_script

child_environment = packaging_script("child_environment")


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"PATH": "/bin", "LD_LIBRARY_PATH": "/opt/x", "_PYI_ARCHIVE_FILE": "x"}, {"PATH": "/bin"}),
        (
            {"LD_LIBRARY_PATH": "/opt/x:/own", "LD_LIBRARY_PATH_ORIG": "/own", "_PYI_PARENT_PROCESS_LEVEL": "1"},
            {"LD_LIBRARY_PATH": "/own"},
        ),
        ({"LD_LIBRARY_PATH": "/own"}, {"LD_LIBRARY_PATH": "/own"}),
        ({}, {}),
    ],
)
def test_variables_set_by_the_boot_loader_are_restored(variables: dict[str, str], expected: dict[str, str]) -> None:
    child_environment.restore_environment(variables)
    assert variables == expected
