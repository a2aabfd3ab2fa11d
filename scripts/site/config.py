"""Configuration of zensical: the site's pages, its looks, and its extensions of Markdown."""

import json

from scripts.site.contents import sections

FEATURES = (
    "content.code.copy",
    "navigation.footer",
    "navigation.indexes",
    "navigation.prune",
    "navigation.sections",
    "navigation.tabs",
    "navigation.top",
    "search.highlight",
    "toc.follow",
)
HEAD = """\
[project]
site_name = "yurei"
site_description = "A home for Go with hidden stones: Phantom Go, Alter Igo, No Seki Go, and their referees"
docs_dir = "pages"
site_dir = "html"
use_directory_urls = false
extra_css = ["site/site.css"]
"""
LOOKS = """\
[project.theme]
language = "en"
font = false
logo = "site/icon.svg"
favicon = "site/icon.svg"

[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"
toggle.icon = "lucide/sun"
toggle.name = "Switch to dark"

[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"
toggle.icon = "lucide/moon"
toggle.name = "Switch to light"

[project.validation]
unresolved_references = false

[project.markdown_extensions]
admonition = {}
attr_list = {}
md_in_html = {}
tables = {}
toc.permalink = true
pymdownx.superfences = {}
"""


def config() -> str:
    """Return the whole file, as TOML."""
    pages = [{title: [{name: place} for name, place in entries]} for title, entries in sections()]
    features = json.dumps(list(FEATURES))
    return (
        f"{HEAD}nav = {_toml(pages)}\n\n{LOOKS.replace('font = false', f'font = false{chr(10)}features = {features}')}"
    )


def _toml(value: object) -> str:
    """Return lists, tables and texts in one line of TOML. A text of JSON is one of TOML."""
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{json.dumps(key)} = {_toml(each)}' for key, each in value.items())} }}"
    return json.dumps(value, ensure_ascii=False)
