"""Whether this server is well, for who runs it and for what watches it. It counts nothing: counts tell of games."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.responses import JSONResponse

import yurei
from yurei.club.club import Club


def health_routes(app: FastAPI, club: Club) -> None:
    """Add the page for those who watch the server."""

    @app.get("/health")
    async def health() -> JSONResponse:
        """Whether something can be written down, and the version; status 503 where it cannot."""
        well = await club.well()
        words = {"status": "well" if well else "unwell", "database": "writes" if well else "does not write"}
        return JSONResponse({**words, "version": yurei.__version__}, 200 if well else 503)
