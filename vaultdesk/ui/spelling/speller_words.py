"""Speller words: what is said of the dictionaries of this computer, above all where there are none."""

import sys

from PySide6.QtCore import QCoreApplication

from vaultdesk.ui.spelling.languages import called
from vaultdesk.ui.spelling.spelling import Spelling


def why_none(spelling: Spelling, platform: str = sys.platform) -> str:
    """Return why no words can be checked; nothing where they can, or where that is not known yet."""
    if not spelling.looked or spelling.languages:
        return ""
    if spelling.found:
        return _tr("There is no dictionary of these languages here. Found are: {languages}.").format(
            languages=listed(spelling.found)
        )
    if spelling.there:
        return _tr("There is a speller but no dictionary. Install one, as the package hunspell-en-us.")
    if platform in ("darwin", "win32"):
        return _tr("No speller is known on this system: VaultDesk cannot use that of macOS or of Windows.")
    return _tr(
        "No speller is known on this system. Install the package libenchant-2-2 and a dictionary, as hunspell-en-us, "
        "and open the settings again."
    )


def what_is_there(spelling: Spelling) -> str:
    """Return which languages are used and which there are, or why there are none."""
    if not spelling.looked:
        return ""
    if not spelling.languages:
        return why_none(spelling)
    used = _tr("In use: {languages}.").format(languages=listed(spelling.languages))
    missing = spelling.missing
    lines = [_tr("There is no dictionary of {languages} here.").format(languages=", ".join(missing))] if missing else []
    others = [one for one in spelling.found if one not in spelling.languages]
    if others:
        lines.append(_tr("Also here: {languages}.").format(languages=listed(others)))
    return "\n".join([used, *lines])


def listed(languages: tuple[str, ...] | list[str]) -> str:
    """Return *languages* with their names."""
    return ", ".join(called(one) for one in languages)


def _tr(text: str) -> str:
    return QCoreApplication.translate("SpellerWords", text)
