"""Tests of the agent editor, the grant dialogs and the reach page."""
