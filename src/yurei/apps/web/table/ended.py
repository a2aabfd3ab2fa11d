"""The content of a game's page after the end, for all chairs: the count, then reveal, score and downloads.

In the count dead stones are marked, proposed and agreed on, or played out if the players disagree.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import htpy as h
from markupsafe import Markup

from yurei.apps.web.frame.board import Picture, draw_board, draw_picture
from yurei.apps.web.frame.html import Sections, link_buttons
from yurei.apps.web.parts.game_parts import GHOST, STONE, Page, evening_link, outcome_word, result_words, seat_word
from yurei.apps.web.table import sections
from yurei.clocks.controls import duration_text
from yurei.club.archive import get_view_with_points
from yurei.club.game.count import Playout
from yurei.club.game.game import Game
from yurei.club.model.chairs import REFEREE, WINDOW
from yurei.languages import N_, NN_, Gettext, number_text, translation
from yurei.referee.announce import COLOURS, name_try, speak, speak_result
from yurei.referee.told import Told
from yurei.rules.board import BLACK, BLACK_GHOST, BLACK_STONE, EMPTY, WHITE, WHITE_GHOST, WHITE_STONE, Colour, colour_of
from yurei.rules.ruleset import Scoring
from yurei.rules.scoring import regions, without_dead

GUESSED = NN_("You guessed {right} of {count} hidden stone.", "You guessed {right} of {count} hidden stones.")
OF_A_SEAT = {  # downloads, by address
    "transcript?of={seat}": N_("What {seat} heard and saw"),
    "sgf?of={seat}": N_("What {seat} knew, as SGF"),
    "knew?of={seat}": N_("What {seat} knew, as JSON"),
}


def draw_ended_game(page: Page, part: Sections) -> h.Node:
    """Draw the content of an ended game: the reveal, the count, and further links."""
    if page.game.count.playing_out:
        return draw_playout(page, part)
    game, say = page.game, page.say
    address = f"{page.base}/g/{game.stored.id}/{WINDOW}"  # gives access to no chair
    share = h.div(".share")[
        h.label[say(N_("Public link, view only:")), h.input(value=address, readonly=True)], link_buttons(address, say)
    ]
    return [
        _draw_referee_panel(page, part),
        _draw_next_steps(page, part),
        _draw_reference(page, part),
        h.aside[
            part.add("count", draw_settling(page)),
            h.section[share, _draw_downloads(page)],
            part.add("explained", draw_explanation(game, say, page.language)),
            sections.chat_section(page, part),
            part.add("transcript", sections.draw_announcements(page, get_view_with_points(game, page.listener_seat))),
        ],
    ]


def _draw_referee_panel(page: Page, part: Sections) -> Markup:
    game, number, kind = page.game, count_announcements(page), "ended"
    assert game.result is not None
    if game.counting:
        question = page.say(N_("Both have passed, and the board is revealed. Is this right?"))
        return sections.referee_panel(part, sections.draw_newest(question, number, kind), draw_missing_answers(page))
    said = result_words(page, game.result)
    line = sections.draw_turn_line(page, _describe_score(page), own=False)
    notices = _draw_guess_count(page), None if page.chair == WINDOW else evening_link(page)
    own, winner, headline = game.colours_of(page.chair), game.result.winner, None
    if len(own) == 1 and winner is not None:
        headline = h.p("#outcome")[page.say(N_("You won") if winner in own else N_("You lost"))]
    return sections.referee_panel(
        part, sections.draw_newest(said, number, kind), line, notices, kind="result", headline=headline
    )


def _draw_guess_count(page: Page) -> h.Node:
    """Draw the number of hidden opposing stones that the reader had marked in pencil; nothing without such a mark."""
    game, own = page.game, page.game.colours_of(page.chair)
    if len(own) != 1 or not game.settings.referee.hides:
        return None
    (enemy,) = {BLACK, WHITE} - own
    seats, known = game.seats_of(page.chair), _find_last_own_view(page)
    marked = {point for seat in seats for point, mark in game.pencil[seat].items() if mark == enemy.word}
    if not marked or known is None:
        return None
    hidden = {
        point
        for point, cell in enumerate(game.reference)
        if colour_of(cell) is enemy and colour_of(known[point]) is not enemy
    }
    words = translation(page.language).ngettext(*GUESSED, len(hidden))
    return h.p("#guessed")[words.format(right=len(hidden & marked), count=len(hidden))]


def _draw_next_steps(page: Page, part: Sections) -> h.Element:
    game, say = page.game, page.say
    replay = f"{page.address}/replay?at={len(game.judged)}"
    return h.section(".after")[
        part.add("next", sections.next_game_part(page) if page.chair != WINDOW else None),
        h.a(".button", href=replay)[say(N_("Replay"))],
        game.result_is_final and h.a(".button", href=f"{replay}#review")[say(N_("Analysis"))],
        h.a(".button", href="/")[say(N_("A new game"))],
    ]


def _draw_reference(page: Page, part: Sections) -> h.Element:
    game, say, known = page.game, page.say, _find_last_own_view(page)
    marking = game.counting and bool(game.seats_of(page.chair))
    count, title = count_board(game), say(N_("True board"))
    # The last try is shown if it was accepted but its point is empty, as after a lone suicide.
    last = game.judged[-1].verdict.attempt.point if game.judged else None
    picture = Picture(
        size=game.settings.size,
        cells=game.reference,
        name="reference",
        label=title,
        dead=game.count.dead,
        owners=count.owners if count else {},
        clickable=marking,
        known=known,
        last=None if last is None or game.reference[last] != EMPTY else (last, False),
    )
    board = part.add_board(draw_board(picture, say))
    has_rings = known is not None and game.seats_of(page.chair) and known != game.reference
    return h.section(".reference")[
        h.h2[title],
        h.form("#play", method="post", action=page.address, data_live="")[
            h.input(type="hidden", name="do", value="dead"), sections.REQUEST_FIELD, board
        ]
        if marking
        else board,
        h.p(".note")[say(N_("Rings mark the stones that you had not seen."))] if has_rings else None,
        _draw_boards(page),
    ]


def _draw_boards(page: Page) -> h.Node:
    """Draw each player's final view, once the game is final."""
    game, say = page.game, page.say
    if not game.result_is_final or not game.settings.referee.hides:
        return None
    views = {seat.board: game.view(seat.name) for seat in reversed(game.settings.seating.seats)}
    named = [(view, say(N_("Board of {seat}")).format(seat=seat_word(view.seat.name, say))) for view in views.values()]
    return h.div(".believed", role="group", aria_label=say(N_("What each player saw")))[
        (
            h.figure[draw_picture(Picture(game.settings.size, view.board, view.seat.name, name)), h.figcaption[name]]
            for view, name in reversed(named)
        )
    ]


def _find_last_own_view(page: Page) -> bytes | None:
    """Return the reader's last view of the board; None for a reader who saw everything or did not play."""
    own = page.game.seats_of(page.chair)
    if len(own) > 1 or page.chair in (REFEREE, WINDOW):
        return None
    return page.game.view(page.listener_seat).board


def _describe_score(page: Page) -> str:
    result, say = page.game.result, page.say
    if result is None or result.margin is None:
        return say(N_("The true board is revealed.")) if page.game.settings.referee.hides else ""
    komi = page.game.settings.komi or 0
    return say(N_("Points: Black {black}, White {white} plus {komi} komi.")).format(
        black=result.black, white=result.white, komi=number_text(komi, page.language)
    )


def _draw_downloads(page: Page) -> h.Element:
    say, game = page.say, page.game
    views = [
        (address.format(seat=seat.name), say(words).format(seat=seat_word(seat.name, say)))
        for seat in game.settings.seating.seats
        for address, words in OF_A_SEAT.items()
    ]
    files = [
        ("sgf?of=viewers", say(N_("The game as SGF, for viewers without these rules"))),
        ("transcript", say(N_("All tries and announcements, as text"))),
        ("sgf", say(N_("The game as SGF, for other programs"))),
        ("record", say(N_("The record, for programs"))),
        *views,
    ]
    if game.count.playout is not None:
        files.append(("playout", say(N_("The record of the play-out"))))
    links = [h.li[h.a(href=f"{page.address}/{name}")[words]] for name, words in files]
    return h.details("#downloads", class_="downloads", data_own="")[
        h.summary[say(N_("Download"))],
        h.ul[links[:2]],
        h.details("#formats", data_own="")[h.summary[say(N_("More formats"))], h.ul[links[2:]]],
    ]


MARKED_IN_TIME = N_(
    "Each side has {time} to answer, from the start again after every change. If the time runs out, the count stands as it is marked."
)
PLAYED_OUT_IN_TIME = N_("Each turn has {time}. A side that lets the time run out gives up its stones in dispute.")


def draw_settling(page: Page) -> h.Node:
    if page.game.counting:
        return _draw_marking(page)
    say, late = page.say, sorted(page.game.count.late)
    colours = ", ".join(say(COLOURS[colour]) for colour in late)
    words = say(N_("Not answered in time: {colours}. So the count stands.")).format(colours=colours)
    return [
        late and h.p("#late", class_="note")[words],
        _draw_playout_result(page) if page.game.count.playout is not None else None,
    ]


def _draw_time_to_answer(page: Page, words: str) -> h.Node:
    control = page.game.clocks.control
    if control is None:
        return None
    time = duration_text(int(control.answer_time.total_seconds())).said(page.say)
    return h.p("#time-to-answer", class_="note")[page.say(words).format(time=time)]


def _draw_marking(page: Page) -> h.Element:
    say, count, result, settings = page.say, page.game.count, page.game.result, page.game.settings
    assert result is not None
    own = page.game.colours_of(page.chair)
    # The result with the current marks is not final, so it is not announced.
    preview = say(N_("If this is right: {result}") if len(own) > 1 else N_("If both agree: {result}"))
    agreed = [say(COLOURS[colour]) for colour in (BLACK, WHITE) if colour in count.settled]
    words = N_("No? Tap the stones on the board that are dead: they are crossed out, and counted as captured.")
    return h.section(".settling.panel")[
        h.h2[say(N_("Is this right?"))],
        h.p("#preview")[preview.format(result=speak_result(result, page.language, settings.ruleset))],
        # Always drawn, so that no button moves when the opponent agrees.
        h.p("#agreed")[agreed and say(N_("Agreed: {colours}.")).format(colours=", ".join(agreed))],
        _draw_time_to_answer(page, MARKED_IN_TIME),
        _draw_agree_button(page) if own - count.settled else None,
        h.p[say(words if own else N_("The players mark dead stones and agree on the score."))],
        count.dead and h.p("#marked")[say(N_("Marked dead: {points}.")).format(points=point_names(page, count.dead))],
        _draw_dispute_button(page, own) if own and any(page.game.reference) else None,
        own
        and sections.resign_menu(page, () if settings.seating.hands == "each" else page.game.seats_of(page.chair)[:2]),
        sections.draw_claim(page),
        _draw_proposal(page, bool(own)),  # last, as it appears late and must not move anything
    ]


def draw_missing_answers(page: Page) -> Markup:
    """Draw a line that names the colours that have not yet agreed to the count."""
    say, own = page.say, page.game.colours_of(page.chair)
    missing = [colour for colour in (BLACK, WHITE) if colour not in page.game.count.settled]
    if own.intersection(missing):
        changed = N_("The marks have changed since you agreed. Is this right?")
        words = changed if own & page.game.count.withdrawn else N_("Waiting for your answer.")
        return sections.draw_turn_line(page, say(words), own=True)
    colours = ", ".join(say(COLOURS[colour]) for colour in missing)
    words = N_("You agreed. Waiting for: {colours}.") if own else N_("Waiting for: {colours}.")
    return sections.draw_turn_line(page, say(words).format(colours=colours), own=False)


def _draw_agree_button(page: Page) -> h.Element:
    """Draw the button to agree to the count. It sends the shown marks, as the opponent may change them meanwhile."""
    marked = " ".join(page.game.settings.size.names(page.game.count.dead))
    return h.form(".right", method="post", action=page.address, data_live="")[
        marked and h.input(type="hidden", name="at", value=marked),
        sections.REQUEST_FIELD,
        h.button(".primary", name="do", value="settle")[page.say(N_("Yes, this is right"))],
    ]


def _draw_proposal(page: Page, own: bool) -> h.Node:
    say, count = page.say, page.game.count
    if count.proposing:
        return h.p("#proposing", class_="note")[say(N_("A suggestion which stones are dead is being worked out …"))]
    if not count.proposed:
        return (
            count.proposed_for != b"" and h.p("#proposed", class_="note")[say(N_("No stones are suggested as dead."))]
        )
    words = N_(
        "A suggestion, which you need not follow: when the game is played on at random, these stones mostly die: {points}."
    )
    return h.div("#proposed", class_="proposed")[
        h.p[say(words).format(points=point_names(page, count.proposed))],
        sections.action_button("dead-proposed", say(N_("Mark these")))
        if own and not count.proposed <= count.dead
        else None,
    ]


def _draw_dispute_button(page: Page, own: set[Colour]) -> h.Element:
    """Draw the button to dispute the marked stones, or all stones if none are marked, with an explanation."""
    say, marked = page.say, bool(page.game.count.dead)
    first = say(COLOURS[(BLACK if len(own) > 1 else min(own)).opponent])
    return h.details("#dispute", class_="dispute", data_own="")[
        h.summary[say(N_("We do not agree"))],
        h.p[say(MARKED_PLAYED_OUT if marked else ALL_PLAYED_OUT).format(first=first)],
        sections.action_button("dispute", say(N_("Play it out") if marked else N_("Play on"))),
    ]


MARKED_PLAYED_OUT = N_(
    "The position is then played on with open boards; {first} moves first, because you asked. Marked stones that are "
    "captured are dead; those that stand after two passes live. Then the board is restored and scored that way."
)
ALL_PLAYED_OUT = N_(
    "The position is then played on with open boards; {first} moves first, because you asked. Stones that are captured "
    "are dead; those that stand after two passes live. Then the board is restored and scored that way: territory won "
    "meanwhile does not count."
)


def point_names(page: Page, points: frozenset[int]) -> str:
    return ", ".join(page.game.settings.size.names(points))


def _draw_playout_result(page: Page) -> h.Element:
    say, count = page.say, page.game.count
    assert count.playout is not None
    alive, loser = count.playout.disputed - count.dead, count.playout.given_in
    dead_words, alive_words = PLAYED_OUT if loser is None else GIVEN_IN
    if count.playout.whole:
        alive_words = N_("All other stones are alive.") if count.dead else N_("All stones are alive.")
    return h.section(".panel")[
        h.h2[say(N_("Dead stones"))],
        h.p("#found")[
            loser and [say(N_("{colour} has given up its stones in dispute.")).format(colour=say(COLOURS[loser])), " "],
            count.dead and say(dead_words).format(points=point_names(page, count.dead)),
            " ",
            alive and say(alive_words).format(points=point_names(page, alive)),
        ],
    ]


PLAYED_OUT = N_("Dead after playing it out: {points}."), N_("Alive after playing it out: {points}.")
GIVEN_IN = N_("Counted as dead: {points}."), N_("Counted as alive: {points}.")


def count_announcements(page: Page) -> int:
    """Return the number of announcements so far, including those of the count, the play-out and the result."""
    heard, count = page.game.view(page.listener_seat).heard, page.game.count
    return len(heard) + 1 + (len(count.playout.heard) if count.playout else 0) + count.agreed


def draw_playout(page: Page, part: Sections) -> h.Node:
    say, playout = page.say, page.game.count.get_playout()
    assert playout.to_move is not None
    own = page.game.seats_of(page.chair)
    latest = playout.heard[-1] if playout.heard else None
    said = _describe_try(page, playout, latest) if latest else say(N_("The stones in dispute are played out."))
    mover, yours = seat_word(playout.to_move, say), len(own) == 1 and playout.to_move in own
    turn = say(N_("Your turn: you are {seat}.") if yours else N_("{mover} is to move.")).format(seat=mover, mover=mover)
    tried = playout.entries[-1] if playout.entries else None
    point = tried.attempt.point if tried else None
    picture = Picture(
        size=page.game.settings.size,
        cells=playout.view(page.game.settings.seating.seats[0].name).board,
        name="reference",
        label=say(N_("The board that is played out")),
        disputed=frozenset() if playout.whole else playout.disputed - playout.dead,
        last=(point, not tried.accepted) if tried and point is not None else None,
        clickable=bool(own),
    )
    board = part.add_board(draw_board(picture, say))
    return [
        sections.referee_panel(
            part,
            sections.draw_newest(said, count_announcements(page), outcome_word(latest) if latest else None),
            sections.draw_turn_line(page, turn, own=playout.to_move in own),
        ),
        h.section(".reference")[
            h.h2[say(N_("Playing out the dispute"))],
            h.form("#play", method="post", action=page.address, data_live="")[
                board, _draw_tools(page), sections.REQUEST_FIELD
            ]
            if own
            else board,
        ],
        h.aside[
            part.add("count", _draw_about(page, playout, own)),
            sections.chat_section(page, part),
            part.add("transcript", _draw_said_so_far(page, playout) if playout.entries else None),
        ],
    ]


def _draw_tools(page: Page) -> h.Node:
    """Draw the choice between stone and ghost for clicks on the board; a hidden field in games without ghosts."""
    say = page.say
    if not page.game.settings.ruleset.ghosts:
        return h.input(type="hidden", name="do", value="stone")
    return h.div(".tools", role="radiogroup", aria_label=say(N_("Tool")))[
        (
            h.label(class_=f"tool {tool.do}")[
                h.input(type="radio", name="do", value=tool.do, checked=tool is STONE, data_key=tool.key),
                h.span[say(tool.words)],
            ]
            for tool in (STONE, GHOST)
        )
    ]


def _draw_about(page: Page, playout: Playout, own: tuple[str, ...]) -> h.Element:
    say = page.say
    captured, asked = playout.dead, playout.settings.first.opponent
    disagrees = say(N_("{colour} does not agree with the count. {first} moves first."))
    meaning = N_(
        "Those that are captured are dead; those that stand after two passes live. Nothing else that is played here counts."
    )
    return h.section(".settling.panel")[
        h.h2[say(N_("The stones in dispute"))],
        h.p("#disagrees")[disagrees.format(colour=say(COLOURS[asked]), first=say(COLOURS[asked.opponent]))],
        h.p("#disputed")[
            say(N_("All stones are in dispute."))
            if playout.whole
            else say(N_("In dispute: {points}.")).format(points=point_names(page, playout.disputed))
        ],
        captured and h.p("#captured")[say(N_("Captured so far: {points}.")).format(points=point_names(page, captured))],
        h.p(".note")[say(meaning)],
        _draw_time_to_answer(page, PLAYED_OUT_IN_TIME),
        sections.draw_claim(page),
        own
        and h.div(".actions")[
            playout.to_move in own and sections.action_button("pass", say(N_("Pass"))),
            # Conceding gives up all disputed stones of the player's colour; here these are all their stones.
            None if playout.whole else sections.concede_menu(page),
        ],
    ]


def _draw_said_so_far(page: Page, playout: Playout) -> h.Element:
    size = page.game.settings.size
    lines = [
        f"{name_try(entry.attempt, size, page.say)}: {_describe_try(page, playout, told)}"
        for entry, told in zip(playout.entries, playout.heard, strict=True)
    ]
    return h.section(".transcript")[
        h.h2[page.say(N_("Referee’s announcements"))],
        h.ol("#heard", class_="heard", reversed=True)[(h.li[h.q[line]] for line in reversed(lines))],
    ]


def _describe_try(page: Page, playout: Playout, told: Told) -> str:
    return speak(playout.settings.referee, told, playout.settings.size, page.language)


AREAS: Mapping[frozenset[Colour], tuple[str, str, str]] = {
    frozenset({BLACK}): ("black", "black", N_("Black’s territory, reaches only black stones: {count}")),
    frozenset({WHITE}): ("white", "white", N_("White’s territory, reaches only white stones: {count}")),
    frozenset({BLACK, WHITE}): ("both", "both", N_("Neutral, reaches both colours: {count}")),
    frozenset(): ("neither", "", N_("Neutral, reaches no stone: {count}")),
}
"""Kinds of empty points, by the colours that they reach: part of an id, class of the mark, and words."""


@dataclass(frozen=True)
class CountedBoard:
    """A counted board without dead stones; ``areas`` are its empty points by the colours that they reach."""

    cells: bytes
    areas: Mapping[frozenset[Colour], frozenset[int]]
    prisoners: tuple[int, int]  # numbers of Black's and White's stones captured in the game
    dead: tuple[int, int]  # numbers of Black's and White's stones marked dead

    @property
    def owners(self) -> dict[int, int]:
        """The colour that owns each point of territory, as a cell value."""
        return {point: int(colour) for colour in Colour for point in self.areas[frozenset({colour})]}


def count_board(game: Game) -> CountedBoard | None:
    """Return the count of an ended game without the stones marked dead; None for a game that is not counted."""
    board, size = game.reference, game.settings.size
    if game.result is None or game.result.margin is None:
        return None
    cells = without_dead(board, size, game.count.dead)
    areas = dict.fromkeys(AREAS, frozenset[int]())
    for points, colours in regions(cells, size):
        areas[frozenset(colours)] |= points
    lost = game.judged[-1].verdict.after.lost
    dead = (board.count(BLACK_STONE) - cells.count(BLACK_STONE), board.count(WHITE_STONE) - cells.count(WHITE_STONE))
    return CountedBoard(cells, areas, lost, dead)


def list_score_rows(game: Game, count: CountedBoard) -> Iterator[tuple[str, float, float]]:
    """Yield the rows of the score: name, Black's points, White's points."""
    settings = game.settings
    if settings.ruleset.scoring is Scoring.AREA:
        yield N_("Stones on the board"), count.cells.count(BLACK_STONE), count.cells.count(WHITE_STONE)
        if settings.ruleset.ghosts:
            yield N_("Ghosts on the board"), count.cells.count(BLACK_GHOST), count.cells.count(WHITE_GHOST)
    black, white = (len(count.areas[frozenset({colour})]) for colour in (BLACK, WHITE))
    yield N_("Empty points that only this colour reaches"), black, white
    if settings.ruleset.scoring is Scoring.TERRITORY:
        yield N_("Stones captured from the opponent"), count.prisoners[1], count.prisoners[0]
        yield N_("The opponent’s dead stones"), count.dead[1], count.dead[0]
    yield N_("Komi"), 0, settings.komi or 0


def draw_explanation(game: Game, say: Gettext, language: str) -> h.Node:
    count = count_board(game)
    if count is None:
        return None

    def row(words: str, black: float, white: float) -> h.Element:
        return h.tr[h.th(scope="row")[words], h.td[number_text(black, language)], h.td[number_text(white, language)]]

    lines = list(list_score_rows(game, count))
    black, white = sum(line[1] for line in lines), sum(line[2] for line in lines)
    return h.details(".explained", open=True)[
        h.summary[say(N_("Score details"))],
        h.table[
            h.caption[say(N_("Score"))],
            h.thead[h.tr[h.td, h.th(scope="col")[say(N_("Black"))], h.th(scope="col")[say(N_("White"))]]],
            h.tbody[(row(say(words), one, other) for words, one, other in [*lines, (N_("Total"), black, white)])],
        ],
        h.ul(".regions")[_draw_reasons(game, count, say)],
        bool(count.owners) and h.p(".note")[say(N_("Small squares on the board show who owns the empty points."))],
    ]


def _draw_reasons(game: Game, count: CountedBoard, say: Gettext) -> Iterator[h.Node]:
    """Yield list items that explain the score: dead stones, and the empty points by the colours that reach them."""
    dead = "dead", "", N_("Dead, removed before scoring: {count}"), game.count.dead
    groups = [dead, *((*AREAS[each], points) for each, points in count.areas.items())]
    for name, kind, words, points in groups:
        if points:
            yield h.li[
                h.details(id=f"region-{name}", data_own="")[
                    h.summary[kind and h.span(class_=f"owner {kind}"), say(words).format(count=len(points))],
                    h.p[", ".join(game.settings.size.names(points))],
                ]
            ]
    if game.settings.ruleset.scoring is Scoring.AREA and any(cell != EMPTY for cell in count.cells):
        yield h.li[say(N_("Every stone that stands is a point for its colour."))]
