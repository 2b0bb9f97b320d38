"""Other program: represents other Windows programs in tests of the clipboard and of drag and drop.

python other_program.py copy TEXT       puts TEXT on the clipboard
python other_program.py paste           prints the text of the clipboard
python other_program.py drag PATH       shows a small window out of which PATH can be dragged, once
"""

import sys

from PySide6.QtCore import QMimeData, Qt, QTimer, QUrl
from PySide6.QtGui import QDrag, QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel


class Source(QLabel):
    """The window from which a file or folder is dragged."""

    def __init__(self, path: str) -> None:
        super().__init__("drag me")
        self._path = path
        self.setWindowTitle("Other program")
        self.setWindowFlag(Qt.WindowType.WindowStaysOnTopHint)
        self.setGeometry(20, 40, 160, 60)

    def mousePressEvent(self, _event: QMouseEvent) -> None:  # noqa: N802 - Qt's name
        """Drag the path, print what the receiver did with it, and end."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(self._path)])
        drag = QDrag(self)
        drag.setMimeData(data)
        print(drag.exec(Qt.DropAction.CopyAction).name)
        QTimer.singleShot(0, QApplication.quit)


def main(words: list[str]) -> int:
    """Do what the command line says."""
    app = QApplication(words[:1])
    match words[1:]:
        case ["copy", text]:
            app.clipboard().setText(text)
        case ["paste"]:
            print(app.clipboard().text())
        case ["drag", path]:
            source = Source(path)
            source.show()
            app.exec()
        case _:
            print(__doc__)
            return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv))
