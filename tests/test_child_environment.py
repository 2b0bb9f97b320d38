"""Child environment: other programs do not get the libraries of the frozen program."""

import pytest

from tests.support.packaging_scripts import packaging_script

child_environment = packaging_script("child_environment")


@pytest.mark.parametrize(
    ("given", "wanted"),
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
def test_the_variables_of_the_starter_are_taken_back(given: dict[str, str], wanted: dict[str, str]) -> None:
    child_environment.restore_environment(given)
    assert given == wanted
