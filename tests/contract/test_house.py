"""The house is as ARCHITECTURE.md says: its picture is drawn from the imports, its files can be read in one sitting."""

import re
from collections import Counter

import grimp

from scripts.architecture import PICTURE, ROOT, ROWS, SOURCES, WORDS, imports, picture, room_of
from yurei import rules

PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


def test_the_picture_is_drawn_from_the_imports() -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture(), "run scripts/architecture.py"


def test_every_room_is_in_the_picture_and_knows_those_below_it_alone() -> None:
    rooms = {room for row in ROWS for room in row}
    assert rooms == set(WORDS)
    folders = {folder.name for folder in SOURCES.iterdir() if (folder / "__init__.py").exists()}
    apps = {f"apps.{path.stem}" for path in (SOURCES / "apps").iterdir() if path.suffix in ("", ".py")}
    assert (folders - {"apps", "languages"}) | apps - {"apps.__init__", "apps.__pycache__", "apps.warmup"} == rooms
    floor = {room: number for number, row in enumerate(ROWS) for room in row}
    assert all(floor[one] < floor[other] for one, other in imports())
    assert ("club", "referee") in imports()
    assert room_of("yurei.languages") is None


def test_every_name_is_in_the_file_that_the_page_says() -> None:
    said = re.findall(r"((?:`[\w-]+`(?:, | and ))*`[\w-]+`) in `([\w/]+\.\w+)`", PAGE)
    assert len(said) > 12
    missing = [
        f"{name} in {file}"
        for names, file in said
        for name in re.findall("`(.+?)`", names)
        if not re.search(
            rf"(?:\bdef |\bclass |^|[ {{]){re.escape(name)}\s*[(=:]", (SOURCES / file).read_text("utf-8"), re.M
        )
    ]
    assert missing == []


def test_every_place_that_the_page_names_is_there() -> None:
    named = re.findall(r"`((?:\w+/)+[\w.*{},]*)`", PAGE)
    assert len(named) > 30
    bases = (SOURCES, SOURCES / "apps" / "web", ROOT)
    for place in named:
        assert any((base / place.rstrip("*")).exists() for base in bases) or list(SOURCES.glob(place)), place


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Not even for types. A module that is left over imports another that is left over: they form a circle."""
    graph = grimp.build_graph("yurei", exclude_type_checking_imports=False, cache_dir=None)
    left = set(graph.modules)
    while free := {module for module in left if not graph.find_modules_directly_imported_by(module) & left}:
        left -= free
    while free := {module for module in left if not graph.find_modules_that_directly_import(module) & left}:
        left -= free
    assert left == set()


def test_no_package_has_more_than_16_modules() -> None:
    """Besides games and migrations: of those there may be any number, each in a file of its own."""
    games = {SOURCES / "rules" / f"{name}.py" for name, module in vars(rules).items() if hasattr(module, "RULESET")}
    assert SOURCES / "rules" / "alter_igo.py" in games
    modules = [file for file in SOURCES.rglob("*.py") if file.name != "__init__.py" and "versions" not in file.parts]
    many = Counter(file.parent for file in modules if file not in games)
    assert {folder: count for folder, count in many.items() if count > 16} == {}
