"""Markdown editor of notes: text field, highlighting, list editing, completion, find and replace, spelling.

The editor itself is `vaultdesk.ui.editor.note_editor`; this package does not depend on pages, tabs or saving.
"""
