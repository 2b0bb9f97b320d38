"""Bundle: the frozen program holds what it needs and nothing of tests, tools or unused Qt."""

import pytest

from tests.support.packaging_scripts import packaging_script

bundle = packaging_script("bundle")


@pytest.mark.parametrize(
    "name",
    [
        "resources/welcome-vault/Welcome.md",
        "resources/translations/vaultdesk_de.qm",
        "PySide6/Qt/plugins/platforms/libqxcb.so",
        "PySide6/Qt/plugins/platforms/libqwayland.so",
        "PySide6/Qt/plugins/platforms/libqoffscreen.so",
        "PySide6/Qt/plugins/platformthemes/libqxdgdesktopportal.so",
        "PySide6/Qt/plugins/imageformats/libqsvg.so",
        "PySide6/Qt/translations/qtbase_de.qm",
        "PySide6/Qt/lib/libQt6Core.so.6",
        "PySide6/Qt/lib/libicudata.so.73",
        "libpython3.11.so.1.0",
        "libssl.so.3",
        "libsqlite3.so.0",
        "numpy.libs/libgfortran-040039e1.so.5.0.0",
        "PySide6\\plugins\\platforms\\qwindows.dll",
    ],
)
def test_what_the_program_needs_is_packed(name: str) -> None:
    assert bundle.is_packed(name, system="linux")


@pytest.mark.parametrize(
    "name",
    [
        "resources/screenshots/main-light.png",
        "resources/translations/vaultdesk_de.ts",
        "numpy/tests/test_api.py",
        "numpy/_core/_multiarray_tests.cpython-311-x86_64-linux-gnu.so",
        "selectolax/lexbor.c",
        "PySide6/QtCore.pyi",
        "PySide6/Qt/plugins/platforms/libqvnc.so",
        "PySide6/Qt/plugins/egldeviceintegrations/libqeglfs-x11-integration.so",
        "PySide6/Qt/translations/qtbase_fi.qm",
        "PySide6/Qt/translations/qt_help_de.qm",
        "PySide6/Qt/lib/libQt6EglFSDeviceIntegration.so.6",
        "PySide6/Qt/lib/libQt6Quick.so.6",
        "libgtk-3.so.0",
        "libfontconfig.so.1",
        "libX11.so.6",
        "libenchant-2.so.2",
    ],
)
def test_what_it_does_not_need_or_the_system_has_is_not(name: str) -> None:
    assert not bundle.is_packed(name, system="linux")


def test_on_windows_libraries_come_along() -> None:
    assert bundle.is_packed("libcrypto-3-x64.dll", system="win32")


def test_no_tool_for_tests_is_packed() -> None:
    assert {"pytest", "hypothesis", "tests", "unittest", "PySide6.QtTest"} <= set(bundle.LEFT_OUT_MODULES)
