"""The program: start, shutdown, windows, opening of vaults, URLs, tray, notifications and background mode."""
