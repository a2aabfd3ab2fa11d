"""Route of the analysis board. The server stores nothing of it: the address holds the position and the moves."""

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

from fastapi import FastAPI, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

from yurei.apps.web.address import base_of
from yurei.apps.web.analysis.page import analysis_page, analysis_part
from yurei.apps.web.analysis.view import View
from yurei.apps.web.analysis.walk import CELLS, PATH, PLAY, TOOLS, Walk
from yurei.apps.web.shell.negotiation import spoken_to, wants_fragment
from yurei.club.programs.solved.boards import Position, SolvedBoards
from yurei.errors import unknown


def analysis_routes(app: FastAPI, boards: SolvedBoards) -> None:
    """Add the route of the analysis board."""

    @app.get(PATH)
    async def analysis(request: Request) -> Response:
        """The analysis board: a position of a solved board, with the values of its moves, and a click on the board."""
        given, language = request.query_params, spoken_to(request)
        walk, tool = Walk.read(given), given.get("do") or PLAY
        if tool not in TOOLS:
            raise unknown("tool", tool, TOOLS)
        refused = None
        if name := given.get("at"):
            point = walk.size.point(name)
            if tool != PLAY:
                walk = walk.set_up(point, CELLS[tool])
            elif walk.may_play(point):
                walk = walk.played(point)
            else:
                refused = point
        fragment = wants_fragment(request)
        if not fragment and refused is None and given and _is_other(walk.address(tool), given):
            return RedirectResponse(walk.address(tool), 303)
        state = None
        if walk.state is not None and not walk.is_over:
            state = await boards.analyse(Position(walk.cells, walk.size, walk.to_move))
        view = View(walk, tool, state, language, base_of(request), refused)
        return HTMLResponse(analysis_part(view) if fragment else analysis_page(view))


def _is_other(address: str, given: Mapping[str, str]) -> bool:
    """Return whether an address has other fields than the given ones."""
    return dict(parse_qsl(urlsplit(address).query)) != dict(given)
