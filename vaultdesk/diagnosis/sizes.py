"""Sizes: bytes as people read them."""

UNITS = ("kB", "MB", "GB", "TB")


def size_words(size: float) -> str:
    """Return *size*, in bytes, as `12.3 GB`."""
    if size < 1000:
        return f"{size:.0f} bytes"
    for unit in UNITS:
        size /= 1000
        if size < 999.5 or unit == UNITS[-1]:
            break
    return f"{size:.0f} {unit}" if size >= 100 else f"{size:.1f} {unit}"
