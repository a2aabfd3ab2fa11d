"""The HTTP API, route by route and key by key, from the server's own description of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from yurei import __version__
from yurei.apps.web.app import make_app

STATUSES = 'Where something is wrong the answer is `{"error": "a sentence"}`; which status means what stands [here](../programs.md).'


def description() -> dict[str, Any]:
    """Return the description that a server gives at ``/openapi.json``."""
    app = make_app("sqlite+aiosqlite:///:memory:")
    ways = [route for route in app.routes if isinstance(route, APIRoute) and route.path.startswith("/api/")]
    return get_openapi(title="yurei", version=__version__, routes=ways)


def page() -> str:
    """Return the whole page as Markdown."""
    described = description()
    parts = [
        "# HTTP, route by route\n",
        "What a server says of itself at `/openapi.json`, for people. How a program plays a game by it stands under "
        "[for programs](../programs.md).\n",
        f"{STATUSES}\n",
    ]
    for path, methods in described["paths"].items():
        for method, route in methods.items():
            parts += _route(path, method.upper(), route)
    parts.append("## What is sent and answered\n")
    for name, schema in described.get("components", {}).get("schemas", {}).items():
        parts += _schema(name, schema)
    return "\n".join(parts)


def _route(path: str, method: str, route: dict[str, Any]) -> Iterator[str]:
    yield f"## `{method} {path}`\n"
    yield f"{_line(route.get('description', ''))}\n"
    if "security" in route:
        yield "With `Authorization: Bearer TOKEN`.\n"
    given = [each for each in route.get("parameters", []) if each["in"] != "path"]
    if given:
        yield "| in the address | kind | what it is |\n| --- | --- | --- |"
        yield from (
            f"| `{each['name']}` | {_kind(each['schema'])} | {_line(each.get('description', ''))} |" for each in given
        )
        yield ""
    for kind, content in route.get("requestBody", {}).get("content", {}).items():
        yield f"Sent as `{kind}`: {_kind(content['schema'])}.\n"
    for status, answer in route["responses"].items():
        for kind, content in answer.get("content", {}).items():
            if status.startswith("2"):
                yield f"Answered with {status}, as `{kind}`{_of(content.get('schema', {}))}.\n"


def _of(schema: dict[str, Any]) -> str:
    return f": {_kind(schema)}" if schema and schema.get("type") != "string" else ""


def _schema(name: str, schema: dict[str, Any]) -> Iterator[str]:
    yield f"### {name}\n"
    yield f"{_line(schema.get('description', ''))}\n"
    if "enum" in schema:
        yield ", ".join(f"`{value}`" for value in schema["enum"]) + "\n"
    if not schema.get("properties"):
        return
    yield "| key | kind | what it is |\n| --- | --- | --- |"
    needed = schema.get("required", [])
    for key, each in schema["properties"].items():
        yield f"| `{key}`{'' if key in needed else ' (may be left out)'} | {_kind(each)} | {_line(each.get('description', ''))} |"
    yield ""


def _kind(schema: dict[str, Any]) -> str:
    """Return the kind of a value: a link to a described schema, or a word."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in schema or "oneOf" in schema:
        return " or ".join(_kind(each) for each in schema.get("anyOf") or schema["oneOf"])
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if schema.get("type") == "array":
        return f"list of {_kind(schema.get('items', {}))}"
    if isinstance(schema.get("additionalProperties"), dict) and schema["additionalProperties"]:
        return f"object of {_kind(schema['additionalProperties'])}"
    return str(schema.get("type", "anything"))


def _line(text: str) -> str:
    """Return a description as one line of a table, with single back quotes for the double ones of the code."""
    return " ".join(text.split()).replace("``", "`").replace("|", "\\|")
