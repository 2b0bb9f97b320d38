"""Rewriting: what is selected in the editor, written anew by the model as a difference to take or to leave."""
