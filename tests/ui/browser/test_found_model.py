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
    assert "Changed: " in str(index.data(Qt.ItemDataRole.ToolTipRole))
    assert "Indexed " in str(index.data(Qt.ItemDataRole.ToolTipRole))
    assert model.row_of(found.path) == 0
    assert model.row_of("other.md") == -1
    assert not model.show([found])
    model.show([])
    assert model.rowCount() == 0
    tester.deleteLater()


def test_a_canvas_is_called_one() -> None:
    model = FoundModel()
    model.show([hit("House.canvas", "the flow", kind="canvas")])
    assert str(model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)).startswith("Canvas, ")
