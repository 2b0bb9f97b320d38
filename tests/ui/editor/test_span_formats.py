from PySide6.QtGui import QTextCharFormat

from vaultdesk.ui.editor.line_spans import line_spans
from vaultdesk.ui.editor.span_formats import UNRESOLVED, span_formats
from vaultdesk.ui.theme.theme import Theme


def test_every_kind_of_stretch_has_a_format(dressed: Theme) -> None:
    lines = (
        "# a",
        "**b** *c* ~~d~~ ==e== `f` [[g]] [h](i) #j $k$ %%l%% ^m",
        "- [x] n",
        "> [!o] p",
        "> q",
        "[^1] <!--r-->",
    )
    kinds = {span.kind for line in lines for span in line_spans(line, 0).spans}
    kinds |= {span.kind for state in (1, 2, 3, 112) for span in line_spans("key: v", state).spans}
    kinds |= {span.kind for line in ("```x", "https://a.b \\*") for span in line_spans(line, 0).spans}
    assert kinds <= span_formats().keys()


def test_a_link_that_leads_nowhere_is_muted_and_dashed(dressed: Theme) -> None:
    found, lost = span_formats()["link"], span_formats()[UNRESOLVED]
    assert found.foreground().color() == dressed.color("accent")
    assert lost.foreground().color() == dressed.color("muted")
    assert lost.underlineStyle() == QTextCharFormat.UnderlineStyle.DashUnderline


def test_colours_follow_the_theme(dressed: Theme) -> None:
    before = span_formats()["tag"].foreground().color()
    dressed.set_choice("dark")
    assert span_formats()["tag"].foreground().color() != before
