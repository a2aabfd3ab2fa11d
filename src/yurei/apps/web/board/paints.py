"""SVG gradients, patterns and filters of boards: stones, ghosts, shadows, wood grain. One copy a page, no images.

A piece is drawn once, around (0, 0), and used on every point where it stands;
a point is 1 wide. All shadows fall to the lower right.
"""

from markupsafe import Markup


def _stops(*stops: tuple[float, str, float]) -> str:
    return "".join(
        f'<stop offset="{offset:g}" stop-color="{colour}"' + (f' stop-opacity="{opacity:g}"/>' if opacity < 1 else "/>")
        for offset, colour, opacity in stops
    )


_SHADE = '<ellipse cx=".05" cy=".09" rx=".52" ry=".51" fill="url(#shade)"/>'
# A yūrei has no feet: it fades away below.
_GHOST = "M-.35.42V-.08a.35.35 0 0 1 .7 0V.42q-.09-.15-.175 0t-.175 0-.175 0-.175 0z"
_EYES = (
    '<ellipse cx="-.12" cy="-.1" rx=".055" ry=".085"/><ellipse cx=".12" cy="-.1" rx=".055" ry=".085"/>'
    '<ellipse cy=".1" rx=".045" ry=".06"/>'
)


def _ghost(colour: str) -> str:
    return (
        f'<g id="{colour}-ghost" class="{colour} spirit"><circle r=".49" class="glow"/>'
        f'<path d="{_GHOST}"/><g class="eyes">{_EYES}</g></g>'
    )


PAINTS = Markup(
    '<svg class="paints" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
    f'<radialGradient id="slate" cx=".36" cy=".3" r=".8">'
    f"{_stops((0, '#83888f', 1), (0.3, '#464a50', 1), (0.7, '#1c1d20', 1), (1, '#08090a', 1))}</radialGradient>"
    f'<radialGradient id="shell" cx=".36" cy=".3" r=".85">'
    f"{_stops((0, '#fff', 1), (0.5, '#faf7f0', 1), (0.8, '#e6dfd0', 1), (1, '#b3a992', 1))}</radialGradient>"
    f'<radialGradient id="dark-glass" cx=".32" cy=".26" r=".95">'
    f"{_stops((0, '#d8fff4', 1), (0.12, '#4fae97', 1), (0.5, '#0d5a4c', 1), (1, '#012620', 1))}</radialGradient>"
    f'<radialGradient id="pale-glass" cx=".32" cy=".26" r=".95">'
    f"{_stops((0, '#fff', 1), (0.35, '#fbfdff', 1), (0.75, '#cfdcea', 1), (1, '#8fa3bb', 1))}</radialGradient>"
    f'<radialGradient id="shade">{_stops((0.72, "#1c0f02", 0.5), (1, "#1c0f02", 0))}</radialGradient>'
    '<pattern id="mist-bank" width="3" height="1.2" patternUnits="userSpaceOnUse"><rect class="haze" width="3" height="1.2"/>'
    '<path class="wisp" d="M.2.4q.35-.2.7 0t.7 0M1.7 1q.3-.16.6 0t.5 0"/></pattern>'
    f'<linearGradient id="dark-veil" x2="0" y2="1">'
    f"{_stops((0, '#15171b', 0.95), (0.6, '#15171b', 0.75), (1, '#15171b', 0.1))}</linearGradient>"
    f'<linearGradient id="pale-veil" x2="0" y2="1">'
    f"{_stops((0, '#fff', 1), (0.6, '#fff', 0.85), (1, '#fff', 0.12))}</linearGradient>"
    f'<g id="black-stone">{_SHADE}<circle r=".475" class="slate"/></g>'
    f'<g id="white-stone">{_SHADE}<circle r=".475" class="shell"/>'
    '<path class="growth" d="M-.3-.28Q.05-.12.34-.24M-.4-.08Q.04.1.42-.04M-.4.14Q.02.3.38.16"/></g>'
    f"{_ghost('black')}{_ghost('white')}"
    '<filter id="grain" x="0" y="0" width="100%" height="100%">'
    '<feTurbulence type="fractalNoise" baseFrequency=".005 .16" numOctaves="4" seed="7"/>'
    '<feColorMatrix values="0 0 0 0 .32 0 0 0 0 .17 0 0 0 0 .03 0 .75 0 0 -.2"/>'
    '<feComposite in2="SourceAlpha" operator="in"/><feBlend in2="SourceGraphic" mode="multiply"/></filter>'
    '<filter id="mist" x="0" y="0" width="100%" height="100%">'
    '<feTurbulence type="fractalNoise" baseFrequency=".009 .016" numOctaves="3" seed="3"/>'
    '<feColorMatrix values="0 0 0 0 .93 0 0 0 0 .93 0 0 0 0 .9 0 3 0 0 -1.15"/>'
    '<feComposite in2="SourceAlpha" operator="in"/></filter>'
    "</defs></svg>"
)
