"""The parts of the editor a note is written in: what a line says, keys that help, names offered, words found.

The editor itself is `vaultdesk.ui.note.editor`; nothing here knows pages, tabs or saving.
"""
