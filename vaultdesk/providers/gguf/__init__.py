"""Models in GGUF files on this computer, run by `xllamacpp` (the optional extra `local`) in a child process.

Importing this imports no engine: it is imported in the child only.
"""
