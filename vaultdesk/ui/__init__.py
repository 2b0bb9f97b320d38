"""UI: the window. The only room that knows Qt; it shows what the rooms below tell and asks what they need answered."""
