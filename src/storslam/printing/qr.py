"""QR codes as SVG."""

import io

import segno


def qr_svg(text: str) -> str:
    """The QR code of a text, black with its white border, to be shown at any size."""
    out = io.BytesIO()
    # Any mask can be read; to try all eight would take most of the time of a hall's table cards.
    code = segno.make_qr(text, error="m", mask=0, boost_error=False)
    code.save(out, kind="svg", xmldecl=False, omitsize=True, light="white")
    return out.getvalue().decode()
