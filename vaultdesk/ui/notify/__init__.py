"""Notify: telling a person who works elsewhere that an answer is there, or that an approval waits for them."""
