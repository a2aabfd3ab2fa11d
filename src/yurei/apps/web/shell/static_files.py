"""Static files, served under addresses with a digest of their content, so that browsers may cache them for good.

The digest is one for the whole folder: modules import each other by relative addresses, and stay in one version.
"""

import hashlib
import os
import re
from functools import cache
from pathlib import Path

from starlette.responses import FileResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).parents[1] / "static"
ASKED_AGAIN = ("/sw.js", "/manifest.webmanifest")
"""Addresses that a browser may cache, but must revalidate each time."""
_DIGEST = re.compile("[0-9a-f]{12}")
_COMMENT = re.compile(
    rb"^[ \t]*/\*.*?\*/[ \t]*\n|(?<=[;{]) // [^\n]*|(?<=[;{}]) /\*[^\n]*\*/$", re.MULTILINE | re.DOTALL
)
_SPACE_OF_STYLES = re.compile(rb"(?<=[;{}]) | (?=[{}])")


@cache
def hashed_folder() -> str:
    """Return the address prefix of the static files of this version."""
    digest = hashlib.sha256()
    for path in sorted(STATIC.iterdir()):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return f"/static/{digest.hexdigest()[:12]}"


def static_url(name: str) -> str:
    """Return the address of a static file; its content never changes."""
    return f"{hashed_folder()}/{name}"


@cache
def without_comments(path: Path) -> bytes:
    """Return a style sheet or a script as it is served: without comments, indents, and spaces around the braces of styles."""
    text = re.sub(rb"\n\s+", b"\n", _COMMENT.sub(b"", path.read_bytes()))
    return _SPACE_OF_STYLES.sub(b"", text) if path.suffix == ".css" else text


class HashedFiles(StaticFiles):
    """The static files, with a digest in their address or without.

    A page of another version, open during an upgrade, gets the files of this one instead of an error.
    """

    def get_path(self, scope: Scope) -> str:
        """Return the path of the file in the folder."""
        path = super().get_path(scope)
        first, _, rest = path.partition(os.sep)
        return rest if rest and _DIGEST.fullmatch(first) else path

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file; a style sheet or a script without its comments."""
        response = await super().get_response(path, scope)
        if not isinstance(response, FileResponse) or not path.endswith((".css", ".js")):
            return response
        kept = {name: response.headers[name] for name in ("etag", "last-modified")}
        return Response(without_comments(Path(response.path)), headers=kept, media_type=response.media_type)
