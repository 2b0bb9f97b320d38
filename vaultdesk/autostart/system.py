"""System: which of the ways to start with the system is this computer's."""

import sys

from vaultdesk.autostart.entry import Autostart


def own_autostart() -> Autostart:
    """Return the way of this system."""
    if sys.platform == "win32":
        from vaultdesk.autostart.run_key import OwnRegistry, RunKey

        return RunKey(OwnRegistry())
    if sys.platform == "darwin":
        from vaultdesk.autostart.launch_agent import LaunchAgent

        return LaunchAgent()
    from vaultdesk.autostart.desktop_entry import AutostartFile

    return AutostartFile()
