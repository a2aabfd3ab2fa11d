"""Whether this server is well, for who runs it and for what watches it. It counts nothing: counts tell of games."""

from __future__ import annotations

from fastapi import FastAPI
from fastapi.responses import JSONResponse

import yurei
from yurei.club.store import Store


def health_routes(app: FastAPI, store: Store) -> None:
    """Add the page for those who watch the server."""

    @app.get("/health")
    async def health() -> JSONResponse:
        """Whether the database answers, and the version; status 503 where it does not."""
        well = await store.answers()
        words = {"status": "well" if well else "unwell", "database": "answers" if well else "does not answer"}
        return JSONResponse({**words, "version": yurei.__version__}, 200 if well else 503)
