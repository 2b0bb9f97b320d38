"""Small generated PDF documents."""


def pdf(*pages: str) -> bytes:
    """Return a document with one page for each text of *pages*."""
    count = len(pages)
    objects = ["<< /Type /Catalog /Pages 2 0 R >>"]
    kids = " ".join(f"{3 + 2 * number} 0 R" for number in range(count))
    objects.append(f"<< /Type /Pages /Kids [{kids}] /Count {count} >>")
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>"
    for number, words in enumerate(pages):
        stream = f"BT /F1 12 Tf 72 700 Td ({words}) Tj ET"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {4 + 2 * number} 0 R"
            f" /Resources << /Font << /F1 {font} >> >> >>"
        )
        objects.append(f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream")
    document, offsets = "%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        offsets.append(len(document))
        document += f"{number} 0 obj\n{body}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    size = len(objects) + 1
    document += f"xref\n0 {size}\n0000000000 65535 f \n{table}trailer << /Size {size} /Root 1 0 R >>\nstartxref\n"
    return f"{document}{document.index('xref')}\n%%EOF\n".encode("latin-1")
