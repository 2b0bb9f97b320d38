"""The transcript: exchanges of questions and answers in a virtual list."""
