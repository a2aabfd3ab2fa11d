"""Elements that are drawn once: htpy takes 0.2 ms for a form, and a table, drawn after every try, has ten of them."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import ParamSpec, cast

from htpy import BaseElement
from markupsafe import Markup

Values = ParamSpec("Values")


def kept(draw: Callable[Values, BaseElement]) -> Callable[Values, Markup]:
    """Keep the HTML of an element that is drawn from plain values, and from nothing else."""

    @lru_cache(maxsize=4096)
    def drawn(*values: Values.args, **named: Values.kwargs) -> Markup:
        return Markup("".join(draw(*values, **named).iter_chunks()))

    return cast(Callable[Values, Markup], drawn)
