"""Addresses as QR codes: a telephone reads them from paper or from the wall."""

from __future__ import annotations

import segno
from htpy import Element, span
from markupsafe import Markup


def qr_code(address: str, words: str) -> Element:
    """The QR code of an address, dark on light whatever the page; ``words`` say what it opens."""
    code = segno.make(address, micro=False, error="l")
    svg = code.svg_inline(border=3, light="#fff", omitsize=True, svgclass=None, lineclass=None)
    return span(".qr", role="img", aria_label=words)[Markup(svg)]
