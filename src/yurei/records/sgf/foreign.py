"""Values of SGF properties as other programs write them."""

import re
import unicodedata
from datetime import date

from yurei import rules
from yurei.records.sgf.header import rules_name
from yurei.rules.board import BLACK, WHITE, Colour
from yurei.rules.ruleset import Ruleset
from yurei.rules.state import EndedBy

RULES = {
    "go": ("chinese", "china", "cn", "chn", "中国", "中國", "中国大陆"),
    "japanese": ("japanese", "japan", "jp", "jpn", "日本"),
    "new-zealand": ("nz", "nzl", "newzealand"),
    "tromp-taylor": ("tromptaylor",),
}
"""Usual names of rules, without spaces and in lower case, by ruleset."""
SIMILAR = {
    "go": ("aga", "american", "usa", "bga", "british", "french", "ffg", "area"),
    "japanese": ("korean", "korea", "kr", "韓国", "韩国", "한국", "territory"),
    "new-zealand": ("ing", "goe"),
}
"""Names of rules without a ruleset here, by the ruleset with the same scoring."""
_KOMI = re.compile(r"(?P<number>[+-]?\d{1,9}(?:[.,]\d{0,30})?|[+-]?\.\d{1,30})(?P<half>(?<![.,]\d) 1/2)?")
_HALF = re.compile(r"\s*(?:½|半|반|\b(?:(?:and|et|und|y) )?(?:(?:an?|one|ein|1) )?(?:half|demie?|halb|medio)\b)")
_DIGITS = (
    "[〇零]|zero",
    "一|one",
    "二|two",
    "三|three",
    "四|four",
    "五|five",
    "六|six",
    "七|seven",
    "八|eight",
    "九|nine",
)
_AROUND = re.compile(
    r"[\s:=()]+|[黑黒]?[贴貼]|[目点點집호덤]|(?<=[.,][27]5)子|コミ(?:出し)?|komi|to white|points?|punkte|puntos|pts?\b\.?|moku"
)
"""Words around a komi that do not change it."""
_RESULT = re.compile(r"(?P<winner>b|black|w|white) ?\+ ?(?P<by>.*)")
_DAY = re.compile(r"\s*(\d{4})\s*(?:[-./]|年)\s*(\d{1,2})\s*(?:[-./]|月)\s*(\d{1,2})", re.ASCII)
ENDS = {"r": EndedBy.RESIGNATION, "t": EndedBy.TIME, "f": EndedBy.ABSENCE}
"""Ends of a game, by the first letter after the plus."""


def read_komi(text: str) -> tuple[float | None, bool]:
    """Return the komi in points, None if it cannot be read; and whether it had to be guessed.

    Chinese servers write it in hundredths or tenths, or in Chinese units of two points: 375 and 3.75 stand for 7.5, 50
    for 0.5, 65 for 6.5. Some programs write a decimal comma: 6,5.

    >>> read_komi("6.50000"), read_komi("3.75"), read_komi("5 1/2 points"), read_komi("some")
    ((6.5, False), (7.5, True), (5.5, True), (None, True))
    >>> read_komi("65"), read_komi("6目半"), read_komi("six and a half")
    ((6.5, True), (6.5, True), (6.5, True))
    """
    plain = _HALF.sub(" 1/2", unicodedata.normalize("NFKC", text.replace("½", "半")).strip().lower())
    exact = _KOMI.fullmatch(plain)
    for digit, words in enumerate(_DIGITS):
        plain = re.sub(words, str(digit), plain)
    found = exact or _KOMI.fullmatch(re.sub(r"^(?=1/2)", "0 ", " ".join(_AROUND.sub(" ", plain).split())))
    if found is None:  # other words may mean a half, or Black
        return None, True
    komi = float(found["number"].replace(",", "."))
    guessed = exact is None or bool(found["half"])
    if found["half"]:
        komi += -0.5 if komi < 0 else 0.5
    if 100 <= abs(komi) < 10_000:
        komi, guessed = komi / 100, True
    if abs(komi) == 50 or (abs(komi) > 30 and abs(komi) % 10 == 5):
        komi, guessed = komi / (100 if abs(komi) == 50 else 10), True
    if abs(komi) < 5 and (komi * 4) % 2 == 1:
        komi, guessed = komi * 2, True
    return (komi, guessed) if abs(komi) < 100 and komi * 2 == int(komi * 2) else (None, True)


def read_rules(text: str) -> tuple[Ruleset | None, bool]:
    """Return the ruleset that a file names, None if it is unknown; and whether it had to be guessed.

    >>> [(ruleset.slug, guessed) for ruleset, guessed in map(read_rules, ("japanese", "New Zealand", "AGA"))]
    [('japanese', False), ('new-zealand', False), ('go', True)]
    """
    word = unicodedata.normalize("NFKC", text).casefold().strip()
    for ruleset in rules.ALL:
        if word in (rules_name(ruleset).casefold(), ruleset.slug):
            return ruleset, False
    word = re.sub(r"[\W_]+", "", word)
    word = re.sub(r"(?:rules?|ruleset|规则|規則|ルール)\Z", "", word)
    for slug, names in RULES.items():
        if word in names:
            return rules.get(slug), False
    near = {
        slug
        for known in (RULES, SIMILAR)
        for slug, names in known.items()
        for name in names
        if name == word or (len(name.encode()) > 4 and name in word)
    }
    return (rules.get(near.pop()) if len(near) == 1 else None), True


def read_result(text: str) -> tuple[Colour | None, EndedBy | float | None]:
    """Return the winner, and the kind of end or the points; None for a part that is missing or unreadable."""
    found = _RESULT.fullmatch(unicodedata.normalize("NFKC", text).casefold().strip())
    if found is None:
        return None, None
    winner, by = BLACK if found["winner"].startswith("b") else WHITE, found["by"]
    if by[:1] in ENDS:
        return winner, ENDS[by[:1]]
    points = re.fullmatch(r"(\d{1,4}(?:[.,]\d{1,9})?)(?: ?(?:points?|punkte|puntos|pts?\.?|moku|目))?", by)
    return winner, float(points[1].replace(",", ".")) if points else None


def read_day(text: str) -> date | None:
    """Return the day with which a date text begins; None if it does not begin with one.

    >>> read_day("2017.09.24,25"), read_day("2017年9月4日"), read_day("Sunday")
    (datetime.date(2017, 9, 24), datetime.date(2017, 9, 4), None)
    """
    found = _DAY.match(unicodedata.normalize("NFKC", text))
    try:
        return date(*map(int, found.groups())) if found else None
    except ValueError:
        return None
