"""QR codes as SVG: only ever the address of a table, or a Wi-Fi the host typed in."""

from __future__ import annotations

import io

import qrcode
from markupsafe import Markup
from qrcode.image.svg import SvgPathImage


def svg(content: str, label: str) -> Markup:
    """Black on white in both themes; sized by the style sheet."""
    code = qrcode.QRCode(border=2, image_factory=SvgPathImage)
    code.add_data(content)
    code.make(fit=True)
    size = len(code.get_matrix())
    cells = "".join(
        f"M{x} {y}h1v1h-1z" for y, row in enumerate(code.get_matrix()) for x, dark in enumerate(row) if dark
    )
    return Markup(
        '<svg viewBox="0 0 {size} {size}" role="img" aria-label="{label}" shape-rendering="crispEdges">'
        '<path d="{cells}"/></svg>'
    ).format(size=size, label=label, cells=cells)


def terminal(content: str) -> str:
    """The same for a terminal, two rows per line."""
    code = qrcode.QRCode(border=2)
    code.add_data(content)
    code.make(fit=True)
    out = io.StringIO()
    code.print_ascii(out=out, invert=True)
    return out.getvalue()


def wifi(name: str, password: str) -> str:
    """The text a phone reads to join a Wi-Fi."""
    kind = "WPA" if password else "nopass"
    return f"WIFI:T:{kind};S:{_escape(name)};P:{_escape(password)};;"


def _escape(text: str) -> str:
    return "".join(f"\\{ch}" if ch in '\\;,":' else ch for ch in text)
