"""Reports once that the last run crashed, and shows the crash report."""

from PySide6.QtCore import QCoreApplication, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QVBoxLayout, QWidget

from vaultdesk.core.crash_report import CrashReport
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translator
from vaultdesk.ui.widgets.buttons import PlainButton
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import row_layout
from vaultdesk.ui.window.main_window import MainWindow

_tr = translator("CrashDialog")

PROBLEM_KEY = "crash"
"""Key of the message in the window."""

SIZE, MARGIN = (720, 480), 24
"""Size and margin in design pixels."""


class CrashDialog(QDialog):
    """The report, to be read and copied, and the folder that contains it."""

    def __init__(self, report: CrashReport, parent: QWidget) -> None:
        super().__init__(parent)
        self._report = report
        headline = self.tr("Details of the unexpected exit") if report.ended else self.tr("Details of the error")
        self.setWindowTitle(headline)
        self.setAccessibleName(headline)
        self.setWindowModality(Qt.WindowModality.WindowModal)
        self.text = QPlainTextEdit(report.text)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setAccessibleName(self.tr("Report"))
        self.text.setFont(theme().font("fixed"))
        self.copy = PlainButton(self.tr("Copy"), icon_name="copy")
        self.folder = PlainButton(self.tr("Show Folder"), icon_name="folder")
        self.done_button = PlainButton(self.tr("Close"))
        self._build_layout(headline)
        self.copy.clicked.connect(self._copy)
        self.folder.clicked.connect(lambda: QDesktopServices.openUrl(QUrl.fromLocalFile(str(report.file.parent))))
        self.done_button.clicked.connect(self.accept)
        self.done_button.setDefault(True)
        self.resize(theme().px(SIZE[0]), theme().px(SIZE[1]))
        self.copy.setFocus()

    def paintEvent(self, _event: QPaintEvent) -> None:
        QPainter(self).fillRect(self.rect(), theme().color("raised"))

    def _build_layout(self, headline: str) -> None:
        px = theme().px
        explanation = self.tr(
            "The report contains no text of your notes and no API keys. Nothing was sent. To report "
            "the problem, copy this text."
        )
        footer = row_layout(spacing=8)
        footer.addWidget(self.copy)
        footer.addWidget(self.folder)
        footer.addStretch(1)
        footer.addWidget(self.done_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(*([px(MARGIN)] * 4))
        column.setSpacing(px(12))
        column.addWidget(PlainLabel(headline, font="headline"))
        column.addWidget(PlainLabel(explanation, role="muted", wrap=True))
        column.addWidget(self.text, 1)
        column.addWidget(PlainLabel(str(self._report.file), role="muted", font="small", wrap=True, selectable=True))
        column.addLayout(footer)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self._report.text)
        self.copy.setText(self.tr("Copied"))


def show_crash_banner(window: MainWindow, report: CrashReport) -> None:
    """Show a banner in *window* about the *report* of the last run."""

    def show() -> None:
        dialog = CrashDialog(report, window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        window.dim_behind(dialog)
        dialog.open()
        window.problems.clear(PROBLEM_KEY)

    ended = QCoreApplication.translate(
        "Window", "VaultDesk quit unexpectedly the last time. Your saved notes are not affected."
    )
    failed = QCoreApplication.translate(
        "Window", "An internal error occurred in VaultDesk the last time. Your saved notes are not affected."
    )
    message = ended if report.ended else failed
    window.problems.show_problem(PROBLEM_KEY, "warning", message, [(_tr("Show details"), show)])
