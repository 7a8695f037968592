"""QR codes as SVG, for paper and for screens."""

import io

import segno


def qr_svg(text: str) -> str:
    """The QR code of a text as one SVG element (error level M, border of 4 modules)."""
    out = io.BytesIO()
    segno.make(text, error="m", micro=False).save(out, kind="svg", xmldecl=False, border=4)
    return out.getvalue().decode().strip()
