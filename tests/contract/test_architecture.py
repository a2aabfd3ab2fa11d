"""ARCHITECTURE.md and docs/asvs.md agree with the code: the picture, names, places, layers, and the tests that requirements name."""

import re
from collections import Counter

import grimp

from scripts.architecture import PICTURE, ROOT, ROWS, SOURCES, WORDS, imports, package_of, picture

PAGE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")


def test_the_picture_is_drawn_from_the_imports() -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture(), "run scripts/architecture.py"


def test_packages_import_only_packages_below_them_in_the_picture() -> None:
    packages = {package for row in ROWS for package in row}
    assert packages == set(WORDS)
    folders = {folder.name for folder in SOURCES.iterdir() if (folder / "__init__.py").exists()}
    apps = {f"apps.{path.stem}" for path in (SOURCES / "apps").iterdir() if path.suffix in ("", ".py")}
    assert (folders - {"apps", "languages"}) | apps - {"apps.__init__", "apps.__pycache__", "apps.warmup"} == packages
    floor = {package: number for number, row in enumerate(ROWS) for package in row}
    assert all(floor[one] < floor[other] for one, other in imports())
    assert ("club", "referee") in imports()
    assert package_of("yurei.languages") is None


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


def test_modules_have_no_import_cycle() -> None:
    """Not even for types. A module that is left over imports another that is left over: they form a circle."""
    graph = grimp.build_graph("yurei", exclude_type_checking_imports=False, cache_dir=None)
    left = set(graph.modules)
    while free := {module for module in left if not graph.find_modules_directly_imported_by(module) & left}:
        left -= free
    while free := {module for module in left if not graph.find_modules_that_directly_import(module) & left}:
        left -= free
    assert left == set()


ROW = re.compile(r"\| (\d+\.\d+\.\d+) \| ([12]) \| ([^|]+) \| ([^|]+) \|")
ASVS = (ROOT / "docs" / "asvs.md").read_text(encoding="utf-8")
REQUIREMENTS = [row.groups() for line in ASVS.splitlines() if (row := ROW.fullmatch(line))]
ITEMS = dict(enumerate((27, 11, 19, 10, 9, 35, 18, 7, 7, 29, 14, 9, 13, 9, 13, 16, 7), 1))
"""How many items of levels 1 and 2 each chapter of 5.0.0 has: 70 and 183."""
TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def test_every_asvs_requirement_is_listed_once() -> None:
    names = [name for name, _, _, _ in REQUIREMENTS]
    assert len(set(names)) == len(names)
    assert Counter(int(name.partition(".")[0]) for name in names) == ITEMS
    assert Counter(level for _, level, _, _ in REQUIREMENTS) == {"1": 70, "2": 183}
    assert names == sorted(names, key=lambda name: [int(part) for part in name.split(".")])


def test_every_asvs_requirement_names_an_existing_test_or_a_reason() -> None:
    for name, _, _, shown in REQUIREMENTS:
        reason = re.match(r"(n/a|by hand|part|open): \S.{4,}", shown)
        found = TEST.findall(shown)
        assert found or reason, name
        for path, test in found:
            source = (ROOT / path).read_text(encoding="utf-8")
            assert f"def {test}(" in source, f"{name} names {path}::{test}"


def test_the_totals_on_the_page_equal_the_rows_of_its_tables() -> None:
    kinds = Counter(shown.partition(":")[0] if not shown.startswith("`") else "a test" for *_, shown in REQUIREMENTS)
    said = {kind: int(count) for kind, count in re.findall(r"^- ([a-z/ ]+): .*?\((\d+)\)[;.]$", ASVS, re.MULTILINE)}
    assert said == kinds


def test_the_list_of_the_journeys_is_complete() -> None:
    folder = ROOT / "tests" / "journeys"
    listed = re.findall(r"\]\((test_\w+\.py)\)", (folder / "README.md").read_text(encoding="utf-8"))
    assert set(listed) == {file.name for file in folder.glob("test_*.py")}
