"""A club's evening over HTTP: who may do what, what everybody sees, what comes in by itself, and what is left after a restart."""

import re
from collections import OrderedDict
from datetime import timedelta
from typing import Any

import pytest
from htpy import Element

from tests.web.evenings import NAMES, Club, makes
from tests.web.test_bad_input import refused
from tests.web.wire import Visitor, WebApp, until
from yurei.apps.web.evenings import routes, tables
from yurei.apps.web.frame.http import PERSON
from yurei.club.model.limits import keep_newest
from yurei.club.model.stored import NOT_KEPT, NotStored
from yurei.club.tournaments import evenings
from yurei.club.tournaments.evening import Evening
from yurei.club.tournaments.pairing import standings

FOUR = NAMES[:4]


def two_at_a_table(club: Club) -> tuple[int, int, str]:
    """Seat Black and White of the first table; their numbers, and the game."""
    black, white = next((black, white) for black, white in club.pairs if white is not None)
    assert white is not None
    addresses = []
    for number in (black, white):
        club.comes(number)
        addresses.append(club.sits_down(number))
    assert [address.rpartition("/")[2] for address in addresses] == ["black", "white"]
    return black, white, addresses[0].rpartition("/")[0]


def first_round(webapp: WebApp, names: tuple[str, ...] = FOUR, **more: str) -> tuple[Club, int, int, str]:
    """An evening whose first round is paired, with two at their table; their numbers, and the game."""
    club = makes(webapp, names, **more)
    club.pairs_next()
    return club, *two_at_a_table(club)


def test_a_browser_that_gets_another_ones_key_plays_the_evening_with_it(webapp: WebApp) -> None:
    club, desk = makes(webapp, FOUR), Visitor(webapp)
    player = club.comes(2)
    (link,) = set(re.findall(r'value="http://[^/]+(/you/along/[^"]*)"', desk.post("/you/along").text))
    before = player.cookies[PERSON]
    assert player.post(link).location == "/you"
    assert player.cookies[PERSON] == desk.cookies[PERSON] != before
    assert player.get(f"{club.address}/p/2").status == desk.get(f"{club.address}/p/2").status == 200
    assert Visitor(webapp, {PERSON: before}).get(f"{club.address}/p/2").status == 403


def test_a_deleted_player_has_left_the_evening_and_is_not_named(webapp: WebApp) -> None:
    club = makes(webapp, FOUR)
    club.comes(2).post("/you/delete", {"sure": "yes"})
    (evening,) = webapp.evenings().values()
    assert FOUR[1] not in str(evening.plain)
    assert evening.plain["players"][1] | {"link": ""} == {"name": "…2", "link": "", "key": None, "gone": True}
    assert FOUR[1] not in Visitor(webapp).get(club.address).text


BAD = [
    ({"names": "Chiyo"}, "2 to 64 players"),
    ({"names": "\n".join(f"Player {number}" for number in range(65))}, "this one has 65"),
    ({"names": "Chiyo\nchiyo"}, "two players are called Chiyo and chiyo;"),
    ({"names": "Chiyo\nWeiß\nWeiss"}, "two players are called Weiß and Weiss;"),
    ({"names": "Chiyo\nOta\nOta"}, "two players are called Ota;"),
    ({"names": "Chiyo\n\n" + "A" * 25 + "\nOta"}, "line 3: a nickname has at most 20 characters; this one has 25"),
    ({"names": "Chiyo\nО" + "ta"}, "line 2: letters of two alphabets"),
    ({"rounds": "0"}, "1 to 15 rounds"),
    ({"rounds": "16"}, "1 to 15 rounds"),
    ({"rounds": "many"}, "1 to 15 rounds"),
    ({"system": "knock-out"}, "Known: swiss, round-robin"),
    ({"title": "A" * 61}, "at most 60 characters"),
    ({"ruleset": "chess"}, "Known: go"),
    ({"size": "99"}, "1 to 25"),
    ({"clock": "later"}, "clock"),
]


@pytest.mark.parametrize(("wrong", "hint"), BAD, ids=[f"{hint} {str(wrong)[:30]}" for wrong, hint in BAD])
def test_bad_input_is_reported_and_the_form_keeps_its_values(webapp: WebApp, wrong: dict[str, str], hint: str) -> None:
    filled = {"title": "Thursday", "names": "\n".join(FOUR), "rounds": "2", "system": "swiss"}
    answer = Visitor(webapp).post("/evenings", {**filled, **wrong})
    assert hint in refused(answer, 422)
    assert "Chiyo" in answer.text or "Player" in answer.text
    assert not webapp.evenings()


def test_names_are_one_a_line_and_harmless(webapp: WebApp) -> None:
    club = makes(webapp, " Chiyo \r\n\r\n<b>Ota</b>\u202e\nÉtsu\n")
    assert [player.name for player in club.evening.players] == ["Chiyo", "<b>Ota</b>", "Étsu"]
    page = Visitor(webapp).get(club.address).text
    assert "&lt;b&gt;Ota" in page
    assert "<b>Ota" not in page


def test_a_game_of_an_evening_can_be_claimed_within_the_evening(webapp: WebApp) -> None:
    assert makes(webapp).evening.terms["claim_after"] == "15m"
    assert makes(webapp, claim_after="5m").evening.terms["claim_after"] == "5m"
    form = Visitor(webapp).get("/evenings/new").text.split('name="claim_after"')[1].split("</select>")[0]
    assert '<option value="15m" selected>' in form


def test_number_of_evenings_per_person_and_day_is_limited(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(evenings, "MOST_PER_PERSON", 1)
    club, filled = makes(webapp), {"names": "\n".join(FOUR), "rounds": "1", "system": "swiss"}
    assert "try again tomorrow" in refused(club.host.post("/evenings", filled), 429)
    assert Visitor(webapp).post("/evenings", filled).status == 303, "others are not kept from it"
    webapp.now += timedelta(days=1, seconds=1)
    assert club.host.post("/evenings", filled).status == 303


def test_a_link_gives_one_browser_one_player_for_the_whole_evening(webapp: WebApp) -> None:
    club, known = makes(webapp, FOUR), Visitor(webapp)
    known.post("/you", {"nickname": "Kaze"})
    key, links = known.cookies[PERSON], club.links()
    for _ in range(2):
        assert known.get(links[1]).location == f"{club.address}/p/1"
    assert known.cookies[PERSON] == key
    assert "Kaze" in known.get("/you").text, "a player with a name keeps it"
    assert "another browser" in refused(Visitor(webapp).get(links[1]), 403)
    assert "another player of this evening" in refused(known.get(links[2]), 403), "one key, one player"
    preview = Visitor(webapp)
    assert "Etsu" in preview.ask("GET", links[2]).text, "the preview of a messenger"
    assert PERSON not in preview.cookies
    assert club.evening.player(2).key is None
    assert preview.post(links[2]).status == 303


def test_host_frees_the_seat_of_a_lost_device(webapp: WebApp) -> None:
    club, black, _, table = first_round(webapp, FOUR[:2])
    lost = club.players[black]
    socket = lost.listen(f"{club.address}/p/{black}/live")
    assert club.does(f"players/{black}", do="free").status == 303
    assert socket.closed == 1008
    assert lost.get(f"{club.address}/p/{black}").status == 403
    club.comes(black)
    assert club.sits_down(black) == f"{table}/black"
    assert club.players[black].get(f"{table}/black").status == 200
    assert lost.get(f"{table}/black").status == 403, "the seat has gone along"


def test_results_come_in_by_themselves(webapp: WebApp) -> None:
    club = makes(webapp, FOUR[:2], rounds="1")
    guest = Visitor(webapp)
    ears = [guest.listen(f"{club.address}/live"), guest.listen(f"{club.address}/wall/live")]
    club.pairs_next()
    black, white, table = two_at_a_table(club)
    own = club.players[white].listen(f"{club.address}/p/{white}/live")
    club.players[black].post(f"{table}/black", {"do": "resign"})
    for ear in ears:
        assert "All rounds are played." in ear.frames[-1]
        assert "0–1" in ear.frames[-1]
    assert "All rounds are played." in own.frames[-1]
    assert club.evening.tables[0].result == "white"
    assert "To the evening" in club.players[black].get(f"{table}/black").text
    assert club.players[black].get(f"{club.address}/mine").location == f"{club.address}/p/{black}"
    assert guest.get(f"{club.address}/mine").location == club.address


def test_eight_people_are_led_to_their_tables_for_three_rounds(webapp: WebApp) -> None:
    club = makes(webapp)
    wall = Visitor(webapp).listen(f"{club.address}/wall/live")
    ears = {number: club.comes(number).listen(f"{club.address}/p/{number}/live") for number in range(1, 9)}
    met = set()
    for _ in range(3):
        club.pairs_next()
        for black, white in club.pairs:
            assert white is not None
            met.add(frozenset({black, white}))
            for number, other in ((black, white), (white, black)):
                assert "data-goes" in ears[number].frames[-1]
                assert f"against {club.evening.player(other).name}" in ears[number].frames[-1]
            at = {number: club.sits_down(number) for number in (black, white)}
            assert at[black].removesuffix("/black") == at[white].removesuffix("/white")
            club.players[black].post(at[black], {"do": "resign"})
            assert "You have lost your game." in club.page(black) or "All rounds are played." in club.page(black)
    assert len(met) == 12, "nobody meets anybody twice"
    assert "All rounds are played." in wall.frames[-1]
    halves = [each.points for each in standings(club.evening.entrants())]
    assert halves == sorted(halves, reverse=True)
    assert sum(halves) == 2 * 12


def test_a_count_comes_in_once_both_agree(webapp: WebApp) -> None:
    club, black, white, table = first_round(webapp, FOUR[:2], rounds="1", size="3")
    for do in ("pass", "settle"):
        assert club.evening.tables[0].result is None
        for number, chair in ((black, "black"), (white, "white")):
            club.players[number].post(f"{table}/{chair}", {"do": do})
    assert club.evening.tables[0].result == "white", "there is nothing but komi"


def test_a_game_lost_on_time_comes_in_too(webapp: WebApp) -> None:
    webapp.opens()
    club, black, white, table = first_round(webapp, FOUR[:2], rounds="1", clock="absolute", clock_main="1")
    for number, chair, point in ((black, "black", "A1"), (white, "white", "E5")):  # the first turns are free
        club.players[number].post(f"{table}/{chair}", {"do": "stone", "at": point})
    webapp.waits(100)
    club.players[white].get(f"{table}/white")
    assert club.evening.tables[0].result == "white"


def test_a_bye_is_a_win_and_needs_no_table(webapp: WebApp) -> None:
    club = makes(webapp, FOUR[:3], rounds="3")
    for number in (1, 2, 3):
        club.comes(number)
    club.pairs_next()
    resting = next(black for black, white in club.pairs if white is None)
    assert "You have a bye in this round; it counts as a win." in club.page(resting)
    assert "no table in this round" in refused(club.players[resting].post(f"{club.address}/p/{resting}"), 422)


def test_a_result_entered_by_the_host_is_shown_at_the_table(webapp: WebApp) -> None:
    club, black, _white, table = first_round(webapp, rounds="3")
    player, at = club.players[black], f"{table}/black"
    ear = player.listen(f"{at}/live")
    club.enters("white", "black")
    page = player.get(at).text
    assert all(words in page for words in ("Decided by the host. White wins.", "You lost", f'"{club.address}/mine"'))
    assert not any(words in page for words in ("Abandoned", "The next round has been paired."))
    assert "Decided by the host. White wins." in "".join(ear.frames[1:]), "an open page is told"
    for result, words in (("draw", "A draw"), ("nobody", "Both lose"), ("white", "White wins")):
        club.enters(result)
        assert f"Decided by the host. {words}." in player.get(at).text
    assert table.rpartition("/")[2] not in player.get("/you").text.split('id="past"')[0], "it goes on no longer"
    club.pairs_next()
    assert "The next round has been paired." in player.get(at).text
    webapp.club.games.drop(table.split("/")[2])
    assert "The next round has been paired." in player.get(at).text
    for path in (at, f"{at}/replay", "/you"):
        assert "Decided by the host. White wins." in player.get(path).text, "after a restart too"
    assert [each.result for each in club.evening.played[0]] == ["white", "black"]


def test_a_game_decided_by_the_host_is_listed_with_the_name_of_who_never_came(webapp: WebApp) -> None:
    club = makes(webapp, FOUR[:2], rounds="1")
    player = club.comes(1)
    club.pairs_next()
    club.sits_down(1)
    club.enters("draw")
    past = player.get("/you").text.partition('id="past"')[2]
    assert f"<bdi>{club.evening.player(2).name}</bdi>" in past


@pytest.mark.parametrize("first", ["host", "game"])
def test_result_by_the_host_counts_and_a_game_played_to_its_end_shows_its_own(webapp: WebApp, first: str) -> None:
    club, black, _, table = first_round(webapp, FOUR[:2], rounds="1")
    if first == "host":
        club.enters("black")
    club.players[black].post(f"{table}/black", {"do": "resign"})
    if first == "game":
        club.enters("black")
        assert "White wins by resignation." in club.players[black].get(f"{table}/black").text
    assert (club.evening.tables[0].result, club.evening.tables[0].by_hand) == ("black", True)
    assert "(by the host)" in Visitor(webapp).get(club.address).text


def news(text: str) -> str:
    return re.sub(r"<[^>]+>", "", text.partition('<p id="evening"')[2].partition("<a ")[0]).partition(">")[2].strip()


def test_winner_of_an_evening_is_announced_at_its_end(webapp: WebApp) -> None:
    club, black, white, table = first_round(webapp, rounds="1")
    ear = club.players[white].listen(f"{table}/white/live")
    club.players[black].post(f"{table}/black", {"do": "resign"})
    assert news(club.players[white].get(f"{table}/white").text) == "", "the other table still plays"
    other = next(at for at, pair in enumerate(club.pairs, 1) if black not in pair)
    assert club.does("result", round="1", table=f"{other}", result="draw").status == 303
    said = f"All rounds are played. First place: {club.evening.player(white).name}."
    for page in (club.address, f"{club.address}/wall"):
        assert said in Visitor(webapp).get(page).text
    assert f"{said} Thank you for playing." in club.page(black)
    for chair, number in (("black", black), ("white", white)):
        assert news(club.players[number].get(f"{table}/{chair}").text) == said
    assert said in "".join(ear.frames[1:]), "an open page is told"
    club.does("end")
    won = f"The evening is over. Won by {club.evening.player(white).name}."
    assert won in Visitor(webapp).get(club.address).text
    assert news(club.players[white].get(f"{table}/white").text) == won
    assert won in ear.frames[-1]


def test_a_corrected_result_corrects_who_has_won_the_evening(webapp: WebApp) -> None:
    club, black, white, table = first_round(webapp, FOUR[:2], rounds="1")
    for result, names in (("black", [black]), ("white", [white]), ("draw", sorted((black, white)))):
        club.enters(result)
        won = ", ".join(club.evening.player(number).name for number in names)
        assert news(club.players[black].get(f"{table}/black").text) == f"All rounds are played. First place: {won}."
    club.enters("nobody")
    assert news(club.players[black].get(f"{table}/black").text) == "All rounds are played.", "nobody has a point"


def test_the_tab_of_a_player_says_that_the_next_round_was_paired(webapp: WebApp) -> None:
    club, black, _, table = first_round(webapp)
    player, at = club.players[black], f"{table}/black"
    club.enters("white", "black")
    ear, onlooker = player.listen(f"{at}/live"), Visitor(webapp)
    assert "<title>Next round" not in player.get(at).text
    club.pairs_next()
    assert re.search("<title[^>]*>Next round – ", player.get(at).text)
    assert 'data-title="Next round"' in "".join(ear.frames[1:]), "an open page is told"
    assert "Next round" not in onlooker.get(f"{table}/window").text, "nobody waits for who looks on"
    webapp.waits(3601)
    assert "Next round" not in player.get(at).text, "on the next day it is no news"


def test_host_can_add_a_round_after_the_last(webapp: WebApp) -> None:
    club = makes(webapp, FOUR, rounds="1")
    club.pairs_next()
    for do in ("next", "further"):
        assert "games of this round are in progress" in refused(club.does("next", do=do), 409)
    club.enters("black", "black")
    assert "Pair a further round" in club.host.get(club.address).text
    assert club.does("next", do="further").status == 303
    assert (len(club.evening.played), club.evening.rounds) == (2, 2)
    assert "Round 2 of 2" in Visitor(webapp).get(club.address).text
    club.enters("black", "black")
    assert "All rounds are played." in Visitor(webapp).get(club.address).text
    club.does("end")
    assert "Pair a further round" not in club.host.get(club.address).text


def test_number_of_rounds_of_an_evening_is_limited(webapp: WebApp) -> None:
    club = makes(webapp, FOUR[:2], rounds="15")
    for _ in range(15):
        club.pairs_next()
        club.enters("draw")
    assert "Pair a further round" not in club.host.get(club.address).text
    for do in ("next", "further"):
        assert "all rounds" in refused(club.does("next", do=do), 422)


def test_host_and_players_are_led_back_to_an_evening_of_the_last_days(webapp: WebApp) -> None:
    club, black, _, _ = first_round(webapp, rounds="1")
    for is_over in (False, True):
        for page in ("/you", "/evenings/new"):
            host, player = club.host.get(page).text, club.players[black].get(page).text
            assert f'<a href="{club.address}">Thursday</a>' in host
            assert f'<a href="{club.address}/mine">Thursday</a>' in player
            assert ("All rounds are played." in host) == ("All rounds are played." in player) == is_over
        club.enters("black", "black")
    assert club.address not in Visitor(webapp).get("/you").text
    webapp.now += timedelta(days=4)
    assert club.address not in club.host.get("/you").text, "long forgotten"
    unplayed = makes(webapp, FOUR)
    unplayed.does("end")
    assert unplayed.address not in unplayed.host.get("/you").text
    assert ">The evening is over.<" in Visitor(webapp).get(unplayed.address).text, "nobody has won"


def test_a_pairing_is_taken_back_and_the_round_paired_anew(webapp: WebApp) -> None:
    club = makes(webapp, FOUR)
    assert "only a round without results" in refused(club.does("next", do="take-back"), 422)
    club.pairs_next()
    black, _, table = two_at_a_table(club)
    club.players[black].post(f"{table}/black", {"do": "stone", "at": "C3"})
    assert "Take the pairing back" in club.host.get(club.address).text
    club.does("players", name="Late")
    assert club.does("next", do="take-back").status == 303
    assert club.evening.played == ()
    ended = club.players[black].get(f"{table}/black").text
    assert "Decided by the host. No winner." in ended
    assert "The host has taken this pairing back." in ended
    assert "Wait for the next round" in club.page(black)
    club.pairs_next()
    assert {number for pair in club.pairs for number in pair} == {1, 2, 3, 4, 5, None}
    assert table not in {f"/g/{each.game}" for each in club.evening.tables}
    club.enters("black")
    before = club.evening
    assert "only a round without results" in refused(club.does("next", do="take-back"), 422)
    assert club.evening == before


def test_a_game_of_the_round_before_says_no_more_that_the_next_is_paired(webapp: WebApp) -> None:
    club = makes(webapp, FOUR)
    club.pairs_next()
    black, _, table = two_at_a_table(club)
    club.enters("black", "black")
    club.pairs_next()
    assert "The next round has been paired." in club.players[black].get(f"{table}/black").text
    club.does("next", do="take-back")
    assert "The next round has been paired." not in club.players[black].get(f"{table}/black").text


def test_a_table_links_to_the_plan_which_links_to_it_and_names_the_expected_player(webapp: WebApp) -> None:
    club = makes(webapp, FOUR, watching="everybody")
    club.pairs_next()
    table = club.evening.tables[0]
    player = club.comes(table.black)
    page = player.get(club.sits_down(table.black)).text
    assert f'href="{club.address}"' in page
    assert "(free)" not in page
    assert club.evening.player(table.black).name in page
    white = club.evening.player(table.white or 0).name
    assert re.search(rf'<bdi class="nickname">{white}</bdi><span class="state"> \(expected\)', page)
    audience = f"/g/{table.game}/audience"
    assert f'href="{audience}"' in Visitor(webapp).get(club.address).text
    assert f'href="{club.address}"' in Visitor(webapp).get(audience).text


def test_the_list_of_players_stays_unfolded_and_a_late_link_is_found_there(webapp: WebApp) -> None:
    club = makes(webapp, FOUR)
    assert '<details id="players" data-own="">' in club.host.get(club.address).text
    late = club.does("players", name="Late")
    page = club.host.get(late.location.partition("#")[0]).text
    assert '<details id="players" data-own="" open>' in page
    (address,) = re.findall(rf'<input value="http://[^"/]+({club.address}/p/5/[^"]*)" readonly aria-label', page)
    (link,) = re.findall(rf'href="({club.address}/print#code-5)"', page)
    assert 'id="code-5"' in club.host.get(link.partition("#")[0]).text
    assert Visitor(webapp).get(address).location == f"{club.address}/p/5"
    assert address not in club.host.get(club.address).text, "nobody else needs it any more"
    gone = club.does("players/2", do="gone").location
    assert gone.endswith("#player-2")
    assert '<details id="players" data-own="" open>' in club.host.get(gone.partition("#")[0]).text
    club.does("players/2", do="back")
    assert not club.evening.player(2).gone


def test_an_ended_evening_stays_as_it_is(webapp: WebApp) -> None:
    club, black, _, table = first_round(webapp)
    assert "Games are still in progress, and will be abandoned" in club.host.get(club.address).text
    club.does("end")
    before, plan = club.evening, Visitor(webapp).get(club.address).text
    assert ">abandoned<" in plan
    assert "in progress" not in plan
    other = Visitor(webapp).get(f"/g/{before.tables[1].game}/window").text
    assert before.player(before.tables[1].black).name in other
    assert "(expected)" not in other
    for what, form in (
        ("next", {}),
        ("next", {"do": "further"}),
        ("next", {"do": "take-back"}),
        ("result", {"round": "1", "table": "1", "result": "black"}),
        ("players", {"name": "Late"}),
        ("players/1", {"do": "gone"}),
    ):
        assert "has been ended" in refused(club.does(what, **form), 422)
    unopened = next(link for number, link in club.links().items() if number not in club.players)
    assert Visitor(webapp).get(unopened).location == club.address, "who never came sees the standings"
    assert club.players[black].post(f"{table}/black", {"do": "stone", "at": "C3"}).status != 303
    assert "Decided by the host. No winner." in club.players[black].get(f"{table}/black").text
    assert club.evening == before
    assert "The evening is over." in club.page(black)


def test_player_links_are_shown_to_the_host_only(webapp: WebApp) -> None:
    club = makes(webapp, FOUR)
    secrets = [link.rpartition("/")[2] for link in club.links().values()]
    assert len(set(secrets)) == 4
    visitors = [Visitor(webapp), club.comes(1), club.comes(2), club.host]
    club.pairs_next()
    paths = ("", "/wall", "/mine", *(f"/p/{number}" for number in range(1, 6)))
    for visitor in visitors:
        for path in paths:
            answer = visitor.get(club.address + path)
            for_host = visitor is club.host and path == ""
            assert any(secret in answer.text for secret in secrets) == for_host, path
            assert visitor is club.host or "/join/" not in answer.text
    assert club.players[1].post(f"{club.address}/p/2").status == 403
    wrong = club.links()[3].rpartition("/")[0] + "/" + secrets[3]
    assert "belongs to no player" in refused(Visitor(webapp).get(wrong), 403)


def test_a_late_players_wrong_name_stays_in_its_field_with_the_reason(webapp: WebApp) -> None:
    club = makes(webapp, FOUR)
    for name, why in (("Chiyo", "to tell them apart"), ("CHIYO", "Chiyo and CHIYO;"), (" ", "needs a name")):
        answer = club.does("players", name=name)
        assert why in refused(answer, 422)
        assert f'value="{name}"' in answer.text.partition('id="late-player"')[2].partition(">")[0]
        assert re.search(r'id="players"[^>]* open', answer.text)
    assert len(club.evening.players) == len(FOUR)


def test_a_second_host_comes_by_a_link_and_does_all_that_the_first_does(webapp: WebApp) -> None:
    club = makes(webapp, FOUR)
    (link,) = set(re.findall(rf"{club.address}/host/[\w-]+", club.host.get(f"{club.address}/host").text))
    for visitor in (Visitor(webapp), club.comes(1)):
        refused(visitor.get(f"{club.address}/host"), 403)
        refused(visitor.get(f"{link}x"), 403)
    second = Visitor(webapp)
    assert second.get(link).location == club.address
    assert second.post(f"{club.address}/next", {}).status == 303
    warning = "The game then ends at once, and its boards are revealed."
    assert second.get(club.address).text.count(warning) == 2, "at each table"
    assert second.post(f"{club.address}/result", {"round": "1", "table": "1", "result": "black"}).status == 303
    assert club.evening.tables[0].result == "black"
    assert second.get(f"{club.address}/print").text == club.host.get(f"{club.address}/print").text
    assert club.does("result", round="1", table="2", result="white").status == 303  # the first one goes on too


def test_evening_pages_contain_no_key_and_no_secret(webapp: WebApp) -> None:
    club = makes(webapp, FOUR)
    club.comes(1)
    club.pairs_next()
    kept = str(webapp.rows("evenings"))
    for visitor in (club.host, club.players[1]):
        for value in (value for name, value in visitor.cookies.items() if name.startswith("yurei")):
            assert value not in kept, "of a secret only its digest is kept"
            for path in ("", "/wall", "/print", "/p/1"):
                assert value not in visitor.get(club.address + path).text


def test_the_plan_says_nothing_of_a_game_that_goes_on(webapp: WebApp) -> None:
    club, black, white, table = first_round(webapp, FOUR[:2])
    guest = Visitor(webapp)
    paths = (club.address, f"{club.address}/wall")
    ears = [guest.listen(f"{path}/live") for path in paths]
    before = [guest.get(path) for path in paths]
    for number, chair, point in ((black, "black", "C3"), (white, "white", "C3"), (white, "white", "D4")):
        club.players[number].send(f"{table}/{chair}", {"do": "stone", "at": point})
    assert [guest.get(path) for path in paths] == before
    assert [len(ear.frames) for ear in ears] == [1, 1]
    assert table not in before[0].text, "nor where it is played"


def test_the_host_can_be_the_referee_of_games_without_them(webapp: WebApp) -> None:
    club = makes(webapp, FOUR)
    club.pairs_next()
    page = club.host.get(club.address).text
    link = re.findall(r'href="(/g/[^"]+/join/referee/[^"]+)"', page)[0]
    assert "/join/" not in "".join(re.findall("<details.*?</details>", page, re.DOTALL)), "it is in nothing folded"
    assert club.host.get(club.host.post(link).location).status == 200
    club.host.get(club.links()[1])
    assert "/join/" not in club.host.get(club.address).text, "who plays himself is no referee"


def test_a_table_that_is_not_there_takes_no_result(webapp: WebApp) -> None:
    club = makes(webapp, FOUR[:3])
    club.pairs_next()
    before = club.evening
    bye = 1 + [white for _, white in club.pairs].index(None)
    for place in ("0 1", "2 1", "1 0", "1 9", "-1 1", "x ", "99999 1", f"1 {bye}"):
        number, table = place.split(" ")
        refused(club.does("result", round=number, table=table, result="black"), 422)
    assert "Known: black" in refused(club.does("result", round="1", table="1", result="both"), 404)
    assert club.evening == before


def test_an_evening_goes_on_after_a_restart(webapp: WebApp) -> None:
    club, black, white, table = first_round(webapp, FOUR[:2], rounds="2")
    with WebApp() as next_webapp:
        next_webapp.copy_stored(webapp)
        next_webapp.drawn = 10**6
        club.webapp = next_webapp
        for visitor in (club.host, *club.players.values()):
            visitor.webapp = next_webapp
        assert "you play Black" in club.page(black)
        club.players[white].post(f"{table}/white", {"do": "stone", "at": "A1"})
        club.players[black].post(f"{table}/black", {"do": "resign"})
        assert club.evening.tables[0].result == "white"
        club.pairs_next()
        assert len(club.evening.played) == 2


def test_an_evening_that_is_held_no_more_goes_on_as_it_was(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    held = list[int]()

    def counted(kept: OrderedDict[str, Evening], *given: Any) -> None:
        keep_newest(kept, *given)
        held.append(len(kept))

    monkeypatch.setattr(evenings, "MOST_HELD", 2)
    monkeypatch.setattr(evenings, "keep_newest", counted)
    clubs = [makes(webapp, FOUR[:2], rounds="1") for _ in range(3)]
    assert held == [1, 2, 2]
    for club in clubs:
        club.pairs_next()
    for club in clubs:
        black, _, table = two_at_a_table(club)
        club.players[black].post(f"{table}/black", {"do": "resign"})
        assert "All rounds are played." in club.host.get(club.address).text


def test_result_lost_in_a_crash_is_recovered(webapp: WebApp) -> None:
    club, black, _, table = first_round(webapp, FOUR[:2], rounds="1")
    (kept,) = webapp.rows("evenings")
    club.players[black].post(f"{table}/black", {"do": "resign"})
    with WebApp() as next_webapp:
        next_webapp.copy_stored(webapp)
        next_webapp.execute("UPDATE evenings SET plain = ?, version = ?", kept.plain, kept.version)
        assert "All rounds are played." in Visitor(next_webapp).get(club.address).text


def test_a_pairing_that_cannot_be_stored_has_no_effect(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    club = makes(webapp, FOUR)

    async def fails(*_: object) -> None:
        raise NotStored(NOT_KEPT)

    with monkeypatch.context() as patch:
        patch.setattr(webapp.store.club, "keep_evening", fails)
        assert "could not be saved" in refused(club.does("next"), 503)
    assert "The first round has not begun yet." in club.host.get(club.address).text
    club.pairs_next()


def test_links_of_an_evening_carry_the_address_in_the_network(webapp: WebApp) -> None:
    club, hosts = makes(webapp, FOUR), ("localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST")
    pages = [(f"{club.address}{path}", host) for path in ("/print", "") for host in hosts]
    for path, host in pages:
        assert "These links open on this device only." in club.host.get(path, ("host", host)).text
    wall = club.host.get(f"{club.address}/wall", ("host", hosts[0])).text
    assert "this device only" not in wall, "a whole room reads it"
    webapp.app.state.network = "192.168.1.5:8000"
    for path, host in pages:
        page = club.host.get(path, ("host", host)).text
        assert f"http://192.168.1.5:8000{club.address}" in page
        assert not any(words in page for words in (host, "this device only")), (path, host)
    page = club.host.get(f"{club.address}/print", ("host", "go.example")).text
    assert len(re.findall(rf'href="http://go\.example{club.address}/p/\d/', page)) == 4
    assert (page.count('role="img"'), page.count("<svg viewBox")) == (5, 5)


def test_a_result_is_drawn_once_for_all_who_read(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn, draw = list[int | None](), tables.round_table

    def counted(view: tables.EveningView, *more: Any) -> Element:
        drawn.append(view.number)
        return draw(view, *more)

    monkeypatch.setattr(tables, "round_table", counted)
    club = makes(webapp, FOUR)
    readers = [*(club.comes(number) for number in range(1, 5)), *(Visitor(webapp) for _ in range(6))]
    club.pairs_next()
    ears = [reader.listen(f"{club.address}/live") for reader in readers]
    drawn.clear()
    club.enters("black")
    until(lambda: all("1–0" in ear.frames[-1] for ear in ears))
    assert drawn == [None], "one round, once, for nobody in particular"
    for number, ear in enumerate(ears[:4], 1):
        assert {*re.findall(r'<bdi data-of="(\d+)" class="own">', ear.frames[-1])} == {str(number)}


def test_updates_of_a_plan_are_throttled(webapp: WebApp, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "PAUSE", 1.0)
    club = makes(webapp, FOUR)
    ear = Visitor(webapp).listen(f"{club.address}/live")
    club.pairs_next()
    for result in ("black", "white", "draw", "nobody", "white"):
        club.enters(result)
    until(lambda: "0–1" in ear.frames[-1])
    assert len(ear.frames) <= 3
