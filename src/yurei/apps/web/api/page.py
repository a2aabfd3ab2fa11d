"""Documentation page of the JSON API, drawn from its OpenAPI description. Its texts are English, from the code."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from htpy import Element, Node, a, code, h1, h2, h3, p, pre, section, table, tbody, td, th, thead, tr

from yurei.apps.web.shell.frame import document
from yurei.languages import N_, translation

Described = Mapping[str, Any]


def api_page(description: Described, language: str) -> str:
    """Return the page about ``/api``, drawn from its OpenAPI description, in the reader's language."""
    say, schemas = translation(language).gettext, description["components"]["schemas"].items()
    return document(
        say(N_("For programs")),
        [
            h1[say(N_("For programs"))],
            p[say(N_("A program in any language can play here. It hears what a person in this seat would hear."))],
            section(".api", lang="en")[
                p[
                    "Requests and answers are JSON. A chair is asked with the token that sitting down gave: ",
                    code["Authorization: Bearer TOKEN"],
                    ". Whatever is wrong is answered with ",
                    code['{"error": "a sentence"}'],
                    ". The same description for machines: ",
                    a(href="/openapi.json")["/openapi.json"],
                    ".",
                ],
                [
                    _route(method, path, route)
                    for path, methods in description["paths"].items()
                    for method, route in methods.items()
                ],
                h2["What is said and heard"],
                # Without FastAPI's own validation errors, which are not answered.
                [_model(name, model) for name, model in schemas if "Validation" not in name],
            ],
        ],
        language,
        extras=("api.css",),
    )


def _route(method: str, path: str, route: Described) -> Element:
    body = route.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
    answers = [(status, answer["content"]) for status, answer in route["responses"].items() if status.startswith("2")]
    return section(id=route["operationId"])[
        h2[code[f"{method.upper()} {path}"]],
        p[_marked(route.get("description", ""))],
        _table(
            (each["name"], each.get("description", ""), each["schema"])
            for each in route.get("parameters", [])
            if each["in"] == "query"
        ),
        body and p["Asks with: ", _kind(body), "."],
        p[
            "Answers ",
            [
                [f"{status}: ", _kind(content["schema"]) if "application/json" in kind else code[kind], ". "]
                for status, kinds in answers
                for kind, content in kinds.items()
            ],
            "Needs a token." if route.get("security") else None,
        ],
    ]


def _model(name: str, model: Described) -> Element:
    return section(id=name)[
        h3[name],
        p[_marked(model.get("description", ""))],
        _table((key, each.get("description", ""), each) for key, each in model["properties"].items()),
    ]


def _table(rows: Iterator[tuple[str, str, Described]]) -> Node:
    drawn = [
        tr[td[code[name]], td[_kind(schema)], td[_marked(words), _choices(schema)]] for name, words, schema in rows
    ]
    return (
        table[thead[tr[th(scope="col")["name"], th(scope="col")["kind"], th(scope="col")["what it is"]]], tbody[drawn]]
        if drawn
        else None
    )


def _choices(schema: Described) -> Node:
    """Draw the allowed values, the kinds of properties and the examples of a schema."""
    lists = schema.get("properties", {}).items()
    return [
        *(pre[" | ".join(each["enum"])] for each in [schema] if "enum" in each),
        *(pre[f"{name}: {' | '.join(each['enum']) if 'enum' in each else _kind(each)}"] for name, each in lists),
        *(pre[json.dumps(example, ensure_ascii=False)] for example in schema.get("examples", [])),
    ]


def _kind(schema: Described) -> Node:
    """Draw the type of a value; a model is a link to its description."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return a(href=f"#{name}")[name]
    if "anyOf" in schema:
        kinds = [_kind(each) for each in schema["anyOf"]]
        return [part for kind in kinds for part in (" or ", kind)][1:]
    if "contentSchema" in schema:
        return ["text of JSON: ", _kind(schema["contentSchema"])]
    if schema.get("type") == "array":
        return ["list of ", _kind(schema["items"])]
    kinds = schema.get("type", "any value")
    return kinds if isinstance(kinds, str) else " or ".join(kinds)


def _marked(words: str) -> Node:
    """Draw text between double backquotes as code."""
    return [code[part] if number % 2 else part for number, part in enumerate(words.split("``"))]
