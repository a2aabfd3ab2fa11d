"""Health check for operators and monitoring. It has no counts: counts would tell about games."""

from fastapi import FastAPI
from fastapi.responses import JSONResponse

import yurei
from yurei.club.club import Club


def health_routes(app: FastAPI, club: Club) -> None:
    """Add the health route."""

    @app.get("/health")
    async def health() -> JSONResponse:
        """Health of the server: whether the database can be written, and the version; status 503 if it cannot."""
        well = await club.can_write()
        words = {"status": "well" if well else "unwell", "database": "writes" if well else "does not write"}
        return JSONResponse({**words, "version": yurei.__version__}, 200 if well else 503)
