"""QR codes of addresses, to scan with a phone from paper or a screen."""

import segno
from htpy import Element, span
from markupsafe import Markup


def qr_code(address: str, words: str) -> Element:
    """Draw the QR code of an address, dark on light whatever the page; ``words`` describe its target."""
    code = segno.make(address, micro=False, error="l")
    svg = code.svg_inline(border=3, light="#fff", omitsize=True, svgclass=None, lineclass=None)
    return span(".qr", role="img", aria_label=words)[Markup(svg)]
