"""The referee in every language: whatever he can say tells the same, with no English word left in it."""

import re
from dataclasses import replace
from string import Formatter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.contract.test_languages import TRANSLATED
from tests.playing import Game
from yurei import referee as referees
from yurei import rules
from yurei.languages import number_text, translation
from yurei.referee import Referee, announce
from yurei.referee.announce import list_announcements, speak_result
from yurei.referee.told import Outcome, Told
from yurei.rules import BLACK, WHITE, Colour, Reason, Size
from yurei.rules.state import EndedBy, Result

SIZE = Size(9, 9)
SHARED = {"de": {"atari"}, "fr": {"atari", "capture", "position", "suicide"}, "es": {"atari"}, "ja": set()}
points = st.lists(st.integers(0, SIZE.points - 1), unique=True, max_size=5).map(SIZE.in_order)
colours = st.sampled_from([BLACK, WHITE])


@st.composite
def tried(draw: st.DrawFn) -> tuple[Referee, Told]:
    """Anything that anybody could have been told by any referee."""
    mover, captured, lost = draw(colours), draw(points), draw(points)
    told = Told(
        outcome=draw(st.sampled_from(Outcome)),
        seat=mover.word,
        mover=mover,
        reason=draw(st.none() | st.sampled_from(Reason)),
        captured_points=captured,
        captured_count=len(captured),
        lost_points=lost,
        lost_count=len(lost),
        atari_on_opponent=draw(st.booleans()),
        atari_on_mover=draw(st.booleans()),
    )
    return draw(st.sampled_from(referees.ALL)), told


def words(text: str) -> set[str]:
    plain = "".join(literal for literal, *_ in Formatter().parse(text))
    return set(re.findall(r"[a-z]{3,}", plain.lower()))


@pytest.mark.parametrize("language", TRANSLATED)
@given(said=tried())
def test_a_sentence_tells_the_same_in_every_language(language: str, said: tuple[Referee, Told]) -> None:
    referee, told = said
    gettext = translation(language).gettext
    for sentence in list_announcements(referee, told):
        spoken = sentence.spoken(language, SIZE)
        fields = {name for _, name, *_ in Formatter().parse(sentence.text) if name}
        wanted = {
            "mover": [gettext(announce.COLOURS[told.mover])],
            "opponent": [gettext(announce.COLOURS[told.mover.opponent])],
            "points": list(SIZE.names(sentence.points)),
            "count": [str(sentence.count)],
        }
        for field in fields:
            assert [text for text in wanted[field] if text not in spoken] == [], spoken
        assert "{" not in spoken
        assert words(sentence.text) & words(spoken) <= SHARED[language], spoken
        assert spoken[-1] in ".。"


ALL_THAT_IS_SAID = [
    *(announce.ILLEGAL, announce.PASSES, announce.RESIGNS, announce.CAPTURED, announce.LOST, announce.LOSES[1]),
    *announce.ATARI.values(),
    *(many for _, many in announce.CAPTURES.values()),
    *announce.REASONS.values(),
    *announce.ENDINGS.values(),
    referees.ALL[0].moved,
]


@pytest.mark.parametrize("language", TRANSLATED)
def test_different_things_sound_different_in_every_language(language: str) -> None:
    words_of = translation(language)
    many = {plural: one for one, plural in (announce.LOSES, *announce.CAPTURES.values())}
    spoken = [
        words_of.ngettext(many[text], text, 2) if text in many else words_of.gettext(text) for text in ALL_THAT_IS_SAID
    ]
    assert len(set(spoken)) == len(ALL_THAT_IS_SAID)


@pytest.mark.parametrize("language", TRANSLATED)
@pytest.mark.parametrize(("by", "won"), announce.ENDINGS)
@given(winner=colours, points=st.integers(1, 1000))
def test_an_ending_tells_the_same_in_every_language(
    language: str, by: EndedBy, won: bool, winner: Colour, points: int
) -> None:
    english = announce.ENDINGS[by, won]
    spoken = speak_result(Result(winner=winner if won else None, by=by, margin=points / 2), language)
    if won:
        assert translation(language).gettext(announce.COLOURS[winner]) in spoken
    if "{margin}" in english:
        assert number_text(points / 2, language) in spoken
    assert words(english) & words(spoken) <= SHARED[language], spoken


BOARD = "........./........./........./........./........./........./..WW...../.WB.WB.../.WBW.B..."
HEARD = {
    "fr": [
        "Noir met Blanc en atari.",
        "Blanc a joué, à Noir de jouer.",
        "Noir a capturé les pierres suivantes\u202f: D1. Noir met Blanc en atari et s’y met lui-même.",
        "Blanc a capturé les pierres suivantes\u202f: C1, C2, D2.",
    ],
    "es": [
        "Negro pone a Blanco en atari.",
        "Blanco ha jugado; le toca a Negro.",
        "Negro ha capturado las siguientes piedras: D1. Negro pone en atari a Blanco y a sí mismo.",
        "Blanco ha capturado las siguientes piedras: C1, C2, D2.",
    ],
    "ja": [
        "黒が白をアタリにしました。",
        "白が打ちました。黒の番です。",
        "黒が次の石を取りました：D1。黒が白をアタリにし、自分もアタリになりました。",
        "白が次の石を取りました：C1、C2、D2。",
    ],
}
"""The rule page's own example, as players of three more languages hear it."""


@pytest.mark.parametrize("language", HEARD)
def test_the_rule_page_s_example_sounds_as_players_say_it(language: str) -> None:
    assert Game(BOARD, "E1 J9 D2 D1").said(language) == HEARD[language]


def test_a_game_says_in_its_file_how_it_ends() -> None:
    """A game of three captures says so at its end; what its file does not say is said as ever."""
    words_of_its_own = {"capture": "{winner} wins: the third capture.", "repetition": "Nobody wins: a third time."}
    three = replace(rules.get("atari-go"), slug="three-captures", endings=words_of_its_own)
    captured, drawn = Result(BLACK, EndedBy.CAPTURE), Result(None, EndedBy.REPETITION)
    assert speak_result(captured, "en", three) == "Black wins: the third capture."
    assert speak_result(captured, "de", three) == "Schwarz wins: the third capture."
    assert speak_result(drawn, "en", three) == "Nobody wins: a third time."
    assert speak_result(Result(WHITE, EndedBy.TIME), "en", three) == "White wins on time."
    assert speak_result(captured) == speak_result(captured, ruleset=rules.get("atari-go")) == "Black wins by capture."
    for by, text in [ending for ruleset in rules.ALL for ending in ruleset.endings.items()]:
        assert EndedBy(by)
        assert text.format(winner="", margin="")
