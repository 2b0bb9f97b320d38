from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from tests.ui.browser.hits import hit
from vaultdesk.ui.browser.found_model import FoundModel, FoundRole


def test_hits_are_rows_with_plain_words() -> None:
    model = FoundModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    found = hit("House/<b>Boiler.md", "the flow", (4, 8))
    model.show([found])
    index = model.index(0, 0)
    assert index.data(FoundRole.HIT) == found
    assert index.data() == "<b>Boiler"
    assert "&lt;b&gt;" in str(index.data(Qt.ItemDataRole.ToolTipRole))
    model.show([])
    assert model.rowCount() == 0
    tester.deleteLater()
