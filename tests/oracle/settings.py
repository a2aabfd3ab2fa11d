"""Settings of a game: their defaults and checks."""

from typing import Any

from .board import Senseless

Settings = dict[str, Any]

# "capture `opponent-first`, suicide `forbidden`, repetition `simple-ko`, passing `free`, scoring `area`, komi 7.5"
GO: Settings = {
    "capture": "opponent-first", "suicide": "forbidden", "repetition": "simple-ko", "passing": "free",
    "ghosts": False, "scoring": "area", "komi": 7.5,
}  # fmt: skip
RULESETS: dict[str, Settings] = {
    "go": GO,
    # "`new-zealand` (suicide `allowed`, `situational-superko`, area, komi 7)"
    "new-zealand": GO | {"suicide": "allowed", "repetition": "situational-superko", "komi": 7},
    # "`japanese` (`territory`, komi 6.5)"
    "japanese": GO | {"scoring": "territory", "komi": 6.5},
    # "`tromp-taylor` (suicide `allowed`, `positional-superko`, area, komi 7.5)"
    "tromp-taylor": GO | {"suicide": "allowed", "repetition": "positional-superko"},
    # "There is no pass."  "all at the same time"  "There is no scoring and no komi."
    "alter-igo": GO | {"capture": "simultaneous", "suicide": "lone-loses", "repetition": "draw-on-third",
                       "passing": "none", "scoring": "none", "komi": 0},
    # "Repetition is `situational-superko`", "Area scoring"; its komi depends on the board
    "no-seki-go": GO | {"ghosts": True, "repetition": "situational-superko"},
    # Of docs/decisions/0040: passes are free, the board is counted, no komi
    "atari-go": GO | {"komi": 0},
    # Of the same: Go, but for the board
    "toroidal-go": GO,
}  # fmt: skip
# "A line that leaves the board comes back at the opposite edge, so every point has four neighbours."
TORI = {"toroidal-go"}
# "Whoever is the first to capture a stone wins."
FIRST_CAPTURE_WINS = {"atari-go"}
# "9×9 unless said otherwise"; "`retry` (default)"; lone self-atari is "announced as a plain move by default";
# "positions without the side to move; an option makes it situations"
COMMON: Settings = {
    "width": 9, "height": 9, "referee": "common", "lone_self_atari": False, "failed_try": "retry",
    "first": "black", "draw_counts": "positions", "white_passes": None, "sight": None,
}  # fmt: skip
# "**Sight** is a part of every referee …; 0 for all above but `open`, which sees everything." (no number says that: null)
# "`fog` is the row of `kriegspiel` with sight 1."
SIGHT: dict[str, int | None] = {
    "common": 0, "hamburg": 0, "kriegspiel": 0, "olympiad": 0, "counted": 0, "open": None, "fog": 1,
}  # fmt: skip
CHOICES: dict[str, tuple[str, ...]] = {
    "ruleset": tuple(RULESETS),
    "capture": ("opponent-first", "simultaneous"),
    "suicide": ("forbidden", "allowed", "lone-loses"),
    "repetition": ("simple-ko", "positional-superko", "situational-superko", "draw-on-third"),
    "scoring": ("area", "territory", "none"),
    "referee": ("common", "hamburg", "kriegspiel", "olympiad", "counted", "open", "fog"),
    "failed_try": ("retry", "lose-turn"),
    "first": ("black", "white"),
    "draw_counts": ("positions", "situations"),
}
KEYS = {*GO, *COMMON, *CHOICES}


def settings_in_force(given: object) -> Settings:
    # "Settings left out or null take the ruleset's defaults"
    if not isinstance(given, dict | None):
        raise Senseless("settings are an object")
    said = {key: value for key, value in (given or {}).items() if value is not None}
    said = {"ruleset": "go"} | said
    if said.keys() - KEYS:
        raise Senseless("unknown setting")
    for key, values in CHOICES.items():
        if key in said and said[key] not in values:
            raise Senseless(f"{key} is one of {values}")
    settings = RULESETS[said["ruleset"]] | COMMON | said
    if settings["white_passes"] is not None:
        settings["passing"] = settings["white_passes"]  # "(then `passing` is that number)"
    elif settings["passing"] not in ("free", "none"):
        settings["white_passes"] = settings["passing"]
    check_values(settings)
    check_combination(settings)
    settings["komi"] = komi(settings, said.get("komi"))
    settings["sight"] = sight(settings["referee"], said.get("sight"))
    return settings


def check_values(settings: Settings) -> None:
    # "`width × height`, each 1 to 25"
    if any(type(settings[k]) is not int or not 1 <= settings[k] <= 25 for k in ("width", "height")):
        raise Senseless("width and height are 1 to 25")
    if any(type(settings[k]) is not bool for k in ("ghosts", "lone_self_atari")):
        raise Senseless("ghosts and lone_self_atari are true or false")
    # "`free`, `none`, or a number of passes for White"
    passing = settings["passing"]
    numbers = [n for n in (passing, settings["white_passes"]) if n not in ("free", "none", None)]
    if any(type(n) is not int or n < 0 for n in numbers) or settings["white_passes"] in ("free", "none"):
        raise Senseless("passing is free, none or a number")


def check_combination(settings: Settings) -> None:
    simultaneous = settings["capture"] == "simultaneous"
    suicide, ghosts, scoring = settings["suicide"], settings["ghosts"], settings["scoring"]
    # "`simultaneous` goes with suicide `allowed` or `lone-loses`, and with no ghosts"
    # Of docs/decisions/0040: where strings of both colours go, nobody is the first
    if settings["ruleset"] in FIRST_CAPTURE_WINS and (simultaneous or suicide != "forbidden"):
        raise Senseless("the first capture goes with captures in turn and without suicide")
    if simultaneous and (suicide == "forbidden" or ghosts):
        raise Senseless("simultaneous capture goes with suicide and without ghosts")
    # "`lone-loses` goes with `simultaneous`"
    if suicide == "lone-loses" and not simultaneous:
        raise Senseless("lone-loses goes with simultaneous")
    # "ghosts go with `opponent-first`, suicide `forbidden` and `area`"
    if ghosts and (suicide != "forbidden" or scoring != "area"):
        raise Senseless("ghosts go with suicide forbidden and area")
    # "scoring `none` needs another way to end (`lone-loses`, or resignation only)"
    if scoring == "none" and suicide != "lone-loses" and settings["passing"] == "free":
        raise Senseless("scoring none needs another way to end")


def komi(settings: Settings, said: object) -> float | None:
    # "komi is null where nothing is scored, and a komi there is refused"
    if settings["scoring"] == "none":
        if said is not None:
            raise Senseless("there is no komi where nothing is scored")
        return None
    if said is None and settings["ruleset"] == "no-seki-go":
        # "6 on boards with an odd number of points, 7 on boards with an even one"
        return 6 if settings["width"] * settings["height"] % 2 == 1 else 7
    value = settings["komi"]
    # "a multiple of 0.5, may be negative"
    if type(value) is not int and (type(value) is not float or value * 2 % 1 != 0):
        raise Senseless("komi is a multiple of 0.5")
    return value


def sight(referee: str, said: object) -> int | None:
    # "Settings left out or null take the ruleset's defaults"; of sight it is the referee that has one
    if said is None:
        return SIGHT[referee]
    # "The option `sight` (0 to 48) goes with every referee but `open` and `hamburg` …: there it is a clear error."
    if referee in ("open", "hamburg"):
        raise Senseless(f"sight does not go with {referee}")
    # "a number of points"
    if type(said) is not int or not 0 <= said <= 48:
        raise Senseless("sight is 0 to 48")
    return said


def warnings(settings: Settings) -> list[str]:
    # "a whole komi of the parity opposite to the number of points"; "A whole komi of the other parity is accepted with a warning"
    points = settings["width"] * settings["height"]
    if settings["ruleset"] == "no-seki-go" and settings["komi"] is not None and (points + settings["komi"]) % 2 == 0:
        return ["With this komi a game can be tied."]
    return []
