"""Forms of a problem's page: each brings the whole attempt with it, as the server keeps none."""

from __future__ import annotations

from htpy import Element, Node, form, input

from yurei.apps.web.problems.shown import Shown


def post(shown: Shown, *content: Node, id: str | None = None, kind: str | None = None) -> Element:
    """Draw a form with an action of the solver.

    Args:
        shown: The page that it is on.
        content: Its visible elements.
        id, kind: Its id and class.
    """
    fields = (input(type="hidden", name=name, value=value) for name, value in shown.attempt.fields())
    return form(id=id, class_=kind, method="post", action=shown.address, data_problem="")[fields, content]
