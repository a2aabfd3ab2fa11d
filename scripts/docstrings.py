"""Public functions, classes and methods without a docstring or without a return type.

``python -m scripts.docstrings`` prints them; a test requires that they are at most 2 in 100. A method that overrides a
documented one is documented by it, as ``help()`` shows it; so is a method of a protocol in a class that has all of the
protocol's methods. Migrations are left out: Alembic names their functions.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SOURCES = Path(__file__).resolve().parent.parent / "src" / "yurei"
LEFT_OUT = SOURCES / "club" / "store" / "migrations"
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Part:
    """A public function, class or method.

    Attributes:
        place: File, line and name.
        owner: Name of the class that a method belongs to.
    """

    place: str
    node: ast.ClassDef | Function
    owner: str | None = None

    @property
    def has_return_type(self) -> bool:
        """Whether it says what it returns; a class need not."""
        return isinstance(self.node, ast.ClassDef) or self.node.returns is not None


def sources() -> dict[str, str]:
    """Return the text of every file by its name."""
    files = [file for file in sorted(SOURCES.rglob("*.py")) if LEFT_OUT not in file.parents]
    return {file.relative_to(SOURCES).as_posix(): file.read_text(encoding="utf-8") for file in files}


def public_parts(texts: dict[str, str] | None = None) -> list[Part]:
    """Return the public parts of modules and classes; functions within functions are left out."""
    return [part for file, text in (texts or sources()).items() for part in _within(ast.parse(text), file)]


def _within(owner: ast.Module | ast.ClassDef, file: str) -> Iterator[Part]:
    name = owner.name if isinstance(owner, ast.ClassDef) else None
    for node in owner.body:
        if not isinstance(node, ast.ClassDef | Function) or node.name.startswith("_"):
            continue
        label = f"{name}.{node.name}" if name else node.name
        yield Part(f"{file}:{node.lineno} {label}", node, name)
        if isinstance(node, ast.ClassDef):
            yield from _within(node, file)


def undocumented(parts: list[Part]) -> list[Part]:
    """Return the parts without a docstring that override none with one."""
    bases: dict[str, set[str]] = {}
    for part in parts:
        if isinstance(part.node, ast.ClassDef):
            bases.setdefault(part.node.name, set()).update(map(_base_name, part.node.bases))
    methods: dict[str, set[str]] = {}
    for part in parts:
        methods.setdefault(part.owner or "", set()).add(part.node.name)
    for protocol in [name for name, above in bases.items() if "Protocol" in above and len(methods.get(name, ())) > 1]:
        for name in bases:
            if methods[protocol] <= methods.get(name, set()):
                bases[name].add(protocol)
    documented = {(part.owner, part.node.name) for part in parts if ast.get_docstring(part.node)}

    def is_documented(part: Part) -> bool:
        classes = [part.owner] if part.owner else []
        for name in classes:
            classes.extend(bases.get(name, set()) - set(classes))
        return bool(ast.get_docstring(part.node)) or any((name, part.node.name) in documented for name in classes)

    return [part for part in parts if not is_documented(part)]


def _base_name(base: ast.expr) -> str:
    """Return the last name of a base class: that of ``players.Player[int]`` is ``Player``."""
    if isinstance(base, ast.Subscript):
        return _base_name(base.value)
    return base.attr if isinstance(base, ast.Attribute) else base.id if isinstance(base, ast.Name) else ""


def without_return_type(parts: list[Part]) -> list[Part]:
    """Return the functions and methods that do not say what they return."""
    return [part for part in parts if not part.has_return_type]


if __name__ == "__main__":
    everything = public_parts()
    for part in undocumented(everything):
        print(f"{part.place}: no docstring")
    for part in without_return_type(everything):
        print(f"{part.place}: no return type")
