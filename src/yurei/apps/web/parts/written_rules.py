"""Rules of games and referees as sentences. They are generated from the settings, so they include changed rules."""

from collections.abc import Iterable, Iterator

import htpy as h

from yurei.languages import N_, Gettext, number_text, translation
from yurei.referee.referee import Captures, FailedTry, Referee
from yurei.rules.points import Shape
from yurei.rules.ruleset import Capture, Repetition, Ruleset, Scoring, Suicide

STONES = (
    N_("A move places a stone on an empty point. Stones are not moved afterwards."),
    N_(
        "Stones of one colour that are joined along the lines form a string. The empty points beside it are its liberties."
    ),
)
GHOSTS = (
    N_(
        "A turn places a stone or a ghost. A ghost may be placed on an empty point that is a liberty of a string of your own."
    ),
    N_("A ghost is a liberty for strings of its own colour and none for the opponent’s. It belongs to no string."),
    N_("A stone may be placed on a ghost of either colour and replaces it; a ghost may not be placed on a ghost."),
    N_("A ghost of the opponent is removed when no string of its colour is beside it any more."),
    N_("Announcements call a removed or replaced ghost a stone, too."),
)
CAPTURE = {
    Capture.OPPONENT_FIRST: N_("After a move every string of the opponent without a liberty is captured and removed."),
    Capture.SIMULTANEOUS: N_(
        "After a move every string without a liberty is removed, of both colours at the same time."
    ),
}
SUICIDE = {
    Suicide.FORBIDDEN: N_("A move after which a string of your own has no liberty is illegal (suicide)."),
    Suicide.ALLOWED: N_("Suicide is allowed: a string of your own without a liberty is removed."),
    Suicide.LONE_LOSES: N_("Whoever places a stone that is the only one to be removed loses the game at once."),
}
REPETITION = {
    Repetition.SIMPLE_KO: N_(
        "Ko: a move may not bring back the position that stood before the stone that the opponent has just placed."
    ),
    Repetition.POSITIONAL_SUPERKO: N_("No move may bring back an earlier position of the game (superko)."),
    Repetition.SITUATIONAL_SUPERKO: N_(
        "No move may bring back an earlier position with the same player to move (superko)."
    ),
    Repetition.DRAW_ON_THIRD: N_("When the same position stands for the third time, the game is a draw."),
}
SCORING = {
    Scoring.AREA: N_(
        "The board is counted by area: each player’s pieces on the board, and the empty points that only that colour can reach. Dead stones are removed first, as both agree."
    ),
    Scoring.TERRITORY: N_(
        "The board is counted by territory: the empty points that a colour surrounds, and its prisoners. Dead stones become prisoners first, as both agree."
    ),
    Scoring.NONE: N_("Nothing is counted at the end."),
}
GHOSTS_REPEAT = N_(
    "For this a ghost counts as a stone of its colour: right after a pass of the opponent one’s own ghost cannot become a stone."
)


def game_rules(ruleset: Ruleset, say: Gettext) -> Iterator[str]:
    """Yield the rules of a game, each in one or two sentences."""
    yield say(N_("Black moves first, unless it is agreed otherwise; then the players take turns."))
    yield from map(say, STONES)
    if ruleset.board is Shape.TORUS:
        yield say(
            N_("A line that leaves the board comes back at the opposite edge, so every point has four neighbours.")
        )
    if ruleset.ghosts:
        yield from map(say, GHOSTS)
    yield say(CAPTURE[ruleset.capture])
    if ruleset.first_capture_wins:
        yield say(N_("Whoever captures first has won."))
    yield say(SUICIDE[ruleset.suicide])
    yield say(REPETITION[ruleset.repetition])
    if ruleset.ghosts:
        yield say(GHOSTS_REPEAT)
    if ruleset.passing.ends_games:
        yield say(N_("A player may pass instead of moving. Two passes in a row end the game."))
    elif ruleset.passing.white:
        words = say(N_("White may pass, {count} times in a game; Black may not."))
        yield words.format(count=f"{ruleset.passing.white:g}")
    else:
        yield say(N_("Nobody passes: every turn is a move."))
    if ruleset.can_end_without_moves:
        yield say(N_("A player who has no legal move loses the game."))
    yield say(SCORING[ruleset.scoring])
    if ruleset.draw_by_agreement:
        yield say(N_("The players may agree on a draw."))
    yield say(N_("A player may resign at any time and loses the game."))
    if ruleset.two_game_match:
        yield say(N_("Two games with colours swapped are one match."))


def describe_usual_komi(ruleset: Ruleset, language: str) -> str | None:
    """Return a sentence about the game's default komi; None for a game without scoring."""
    if not ruleset.counts or ruleset.komi is None:
        return None
    say = translation(language).gettext
    odd, even = (number_text(komi, language) for komi in (ruleset.komi.odd, ruleset.komi.even))
    if odd == even:
        return say(N_("White has {komi} komi.")).format(komi=odd)
    return say(N_("White has {odd} komi on a board with an odd number of points, and {even} on others.")).format(
        odd=odd, even=even
    )


CAPTURED = {
    Captures.POINTS: N_("All hear which stones were captured."),
    Captures.COUNT: N_("All hear how many stones were captured, and not which."),
    Captures.NOTHING: N_("Captures are not announced."),
}
OWNER = {Captures.POINTS: N_("Their owner alone hears which."), Captures.COUNT: N_("Their owner alone hears how many.")}
VANISH = {
    True: N_("Captured stones vanish from their owner’s board."),
    False: N_("Nothing disappears by itself: some stones on a player’s own board may be gone."),
}
ATARI = {True: N_("All hear who is put into atari, but never which stones."), False: N_("Atari is never announced.")}
LONE_SELF_ATARI = {
    True: N_("A move that puts only the mover into atari is announced, too."),
    False: N_("A move that puts only the mover into atari sounds like any other."),
}
REASON = {
    True: N_("All hear why a try is refused."),
    False: N_("A refused try is called illegal, and no reason is given."),
}
FAILED = {
    FailedTry.RETRY: N_("After a refused try it is still the same player’s turn, as often as it takes."),
    FailedTry.LOSE_TURN: N_("A refused try ends the turn."),
}
TAKEBACK = {
    True: N_("No takebacks: announcements cannot be undone."),
    False: N_("Takebacks need the opponent’s consent."),
}
ALWAYS = (
    N_("Announcements are public: everybody hears the same."),
    N_("Only the player who tried a point knows it."),
    N_("A pass and a resignation are always announced."),
    N_("After the end the whole board and every try are shown to all."),
)


def referee_rules(who: Referee, say: Gettext) -> Iterator[str]:
    """Yield the rules of a referee as sentences."""
    yield say(CAPTURED[who.captures])
    if who.owner_hears is not who.captures:
        yield say(OWNER[who.owner_hears])
    yield say(VANISH[who.vanishes])
    yield say(ATARI[who.atari])
    if who.atari:
        yield say(N_("Only stones that were not in atari before the move count."))
        yield say(LONE_SELF_ATARI[who.lone_self_atari])
    yield say(REASON[who.reasons])
    yield say(FAILED[who.failed_try])
    yield say(TAKEBACK[who.hides])
    if not who.hides:
        yield say(N_("Everybody sees the whole board."))
    elif who.sight:
        yield say(
            N_("Each player sees what stands near their own stones, and nothing farther off; spectators see nothing.")
        )


def draw_sentences(texts: Iterable[str]) -> h.Element:
    return h.ul(".written")[(h.li[text] for text in texts)]


def rules_of_a_game(ruleset: Ruleset, who: Referee, language: str) -> Iterator[h.Element]:
    """Draw the rules of a game and its referee, with links to examples."""
    say = translation(language).gettext
    referee = say(N_("referee: {title}")).format(title=say(who.title))
    for title, texts, address in (
        (say(ruleset.title), game_rules(ruleset, say), f"/learn/{ruleset.slug}"),
        (referee, referee_rules(who, say), f"/learn/referees#{who.slug}"),
    ):
        yield h.div(".rules-of")[
            h.h2[title],
            draw_sentences(texts),
            h.p[h.a(href=address, target="_blank")[say(N_("With examples on boards"))]],
        ]


def draw_folded_rules(ruleset: Ruleset, who: Referee, language: str) -> h.Node:
    """Draw one sentence on a game, and its rules and its referee in a folded element."""
    say = translation(language).gettext
    return [
        who.hides and h.p[say(ruleset.summary)],  # it speaks of hidden stones
        h.details(".rules-in-full")[h.summary[say(N_("The rules in full"))], rules_of_a_game(ruleset, who, language)],
    ]
