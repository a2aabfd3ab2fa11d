"""Access to chairs: keys, links and tokens, and which chair each opens. Of a secret only its digest is stored."""

import hmac
from functools import partial

from yurei.club.game.actions import sit
from yurei.club.game.game import Game
from yurei.club.games import Games
from yurei.club.model.chairs import REFEREE, WINDOW
from yurei.club.model.secrets import LENGTH, Secrets, digest, link_digest
from yurei.club.model.stored import Chair, Event
from yurei.club.people.bots import NO_BOT, is_bots
from yurei.club.people.people import People
from yurei.errors import NotOver, YureiError
from yurei.languages import N_
from yurei.referee.seating import AUDIENCE

SITS_ALREADY = N_(
    "somebody sits here already: this link was used in another browser, where the menu More moves the seat to this one"
)


class Forbidden(YureiError):
    """Raised on access to a seat, a link or a page that belongs to another person."""


class Seats:
    """The chairs in the games of this server."""

    def __init__(self, games: Games, people: People, secrets: Secrets) -> None:
        self._games = games
        self._people = people
        self._secrets = secrets

    async def claim(self, name: str, chair: str, link: str, key: str | None, *, known: bool = False) -> str:
        """Take a chair by its link.

        Args:
            link: The secret of the link.
            key: The key of this browser, if it has been here before.
            known: Whether only a known person may sit down: a bot, whose key may just have been changed.

        Returns:
            The key to the chair: the browser's own, or the first that it gets.

        Raises:
            Forbidden: if the link is wrong, the chair is taken, or this person sits on another chair.
        """
        async with self._games.read(name, chair) as game:
            check_link(game, chair, link)
        if chair == AUDIENCE.name:
            return link[:LENGTH]
        async with self._games.game(name) as game:
            place = check_link(game, chair, link)
            if place.key is not None:
                if key is None or not hmac.compare_digest(place.key, digest(key)):
                    raise Forbidden(SITS_ALREADY)
                return key
            _check_free(game, chair, key)
            if known and await self._people.recognised(key) is None:
                raise Forbidden(NO_BOT)
            key = await self._people.welcome(key)
            await self._games.happen(game, partial(_sits, game, place, key), place)
        return key

    async def seat(self, name: str, chair: str, key: str) -> None:
        """Seat a player on the chair that a plan assigns to them, even if it was taken with another key.

        The other key may be another person's, who must not see the board of a game that has begun.

        Raises:
            Forbidden: if they sit on another chair of the game, or the game has begun with another key.
        """
        async with self._games.game(name) as game:
            place = game.chairs[chair]
            if place.key is not None and hmac.compare_digest(place.key, digest(key)):
                return
            if place.key is not None and game.view(AUDIENCE.name).heard and not game.over:
                raise Forbidden(N_("this game is played in another browser; this one is valid from the next round"))
            _check_free(game, chair, key)
            await self._games.happen(game, partial(_sits, game, place, key), place, place.key)

    async def give_token(self, name: str, chair: str, key: str | None) -> str:
        """Create a token that opens one chair, for a program that is to play there. It replaces an earlier one.

        Raises:
            Forbidden: if the key does not fit the chair, or no program can sit there.
        """
        async with self._games.game(name) as game:
            self.check(game, chair, key)
            check_gives(game, chair)
            token = self._secrets()
            game.chairs[chair].token = digest(token)
            await self._games.happen(game, list, game.chairs[chair])
        return token

    async def new_token(self, name: str, chair: str, token: str) -> str:
        """Create a new token to a chair for a program that sits there. The token that it has shown becomes invalid.

        A bot's own key stays valid, since it opens other chairs too; the new token replaces an earlier one beside it.

        Raises:
            Forbidden: if the token does not fit the chair, or the chair is shared by all with its link.
        """
        async with self._games.game(name) as game:
            self.check(game, chair, token)
            check_gives(game, chair)
            place, new = game.chairs[chair], self._secrets()
            left = place.key
            if place.key != digest(token) or self._people.is_bot(place.key):
                place.token = digest(new)
            else:
                new = await self._people.welcome(None, self._people.names.get(place.key, ""))
                place.key = digest(new)
            await self._games.happen(game, list, place, left)
        return new

    async def take_along(self, name: str, chair: str, key: str | None) -> str:
        """Move a seat to another browser; the old key and every token become invalid there.

        Args:
            key: The key of the new browser, if it has been here before.

        Returns:
            The key to the chair: that browser's own, or the first that it gets.

        Raises:
            Forbidden: if the new browser has another chair of the game.
        """
        async with self._games.game(name) as game:
            place = game.chairs[chair]
            _check_free(game, chair, key)
            known = await self._people.recognised(key)
            # A device that is new here takes over the name with the seat.
            called = game.nickname(chair)
            key = known or await self._people.welcome(None, "" if is_bots(called) else called)
            left, place.key, place.token = place.key, digest(key), None
            await self._games.happen(game, list, place, left)
        return key

    async def check_owner(self, name: str, chair: str, key: str | None) -> None:
        """Check that a key is that of the person on a chair, not a token that they gave away.

        Raises:
            Forbidden: if it is not.
        """
        async with self._games.read(name, chair) as game:
            self.check(game, chair, key)
            place = game.chairs.get(chair)
            if chair == AUDIENCE.name or place is None or place.key != digest(key or ""):
                raise Forbidden(N_("only the player in a seat can move it to another device"))

    def check(self, game: Game, chair: str, key: str | None) -> None:
        """Check that a key or a token fits a chair.

        Raises:
            Forbidden: if it does not.
            NotOver: if it is the window, and the game goes on.
        """
        if _needs_no_key(game, chair):
            return
        place = game.chairs.get(chair)
        opening = () if place is None else (place.link,) if chair == AUDIENCE.name else (place.key, place.token)
        own = (link_digest if chair == AUDIENCE.name else digest)(key or "")
        if key is None or not any(fits and hmac.compare_digest(fits, own) for fits in opening):
            raise Forbidden(N_("this browser has no access to this seat; open the link that you were sent"))

    def check_host(self, game: Game, host: str | None) -> None:
        """Check that this is the secret of the game's maker.

        Raises:
            Forbidden: if it is not.
        """
        if host is None or not hmac.compare_digest(game.stored.host, digest(host)):
            raise Forbidden(N_("only the browser that made this game can see its links"))


def _sits(game: Game, place: Chair, key: str) -> list[Event]:
    """Seat a person, or change their key; the token of the chair becomes invalid."""
    happened = [] if game.taken(place.name) else sit(game, place.name)
    place.key, place.token = digest(key), None
    return happened


def _check_free(game: Game, chair: str, key: str | None) -> None:
    """Check that a key opens no other chair of a game: nobody may play and referee at once, or play for both sides.

    Raises:
        Forbidden: if it does.
    """
    around = [] if game.first_game is None else list(game.first_game.chairs.values())
    others = [place.key for name, place in game.chairs.items() if name != chair and place.key]
    if chair == REFEREE:  # nor may a player of a match's first game referee the second
        others += [place.key for place in around if game.seats_of(place.name) and place.key]
    if key is not None and any(hmac.compare_digest(other, digest(key)) for other in others):
        raise Forbidden(N_("this browser already has another seat in this game; you can play or referee, not both"))


def check_link(game: Game, chair: str, link: str) -> Chair:
    """Return the chair that a link opens.

    Raises:
        Forbidden: if it opens none.
    """
    place = game.chairs.get(chair)
    if place is None or not hmac.compare_digest(place.link, link_digest(link)):
        raise Forbidden(N_("this link is not valid for this game; ask for a new one"))
    return place


def seat_for_programs(game: Game, chair: str) -> str:
    """Return the seat whose view a program on a chair gets.

    Raises:
        Forbidden: if the chair is for people only.
    """
    own = game.seats_of(chair)
    if chair == AUDIENCE.name:
        return chair
    if not own or game.settings.seating.hands == "shared":
        raise Forbidden(N_("this seat is for people; a program can take a player’s or a spectator’s seat"))
    return game.to_move if game.to_move in own else own[0]


def check_gives(game: Game, chair: str) -> None:
    """Check that a chair can be given to a program.

    Raises:
        Forbidden: if it is not a player's own.
    """
    if not game.seats_of(chair) or game.settings.seating.hands == "shared":
        raise Forbidden(N_("only a player’s own seat can be given to a program"))


def check_inside(chair: str) -> None:
    """Check that a chair is at the table, and not the window, which is for viewing only.

    Raises:
        Forbidden: if it is the window.
    """
    if chair == WINDOW:
        raise Forbidden(N_("this view is read-only; join the game to chat and play"))


def _needs_no_key(game: Game, chair: str) -> bool:
    """Return whether everybody may look from here: from the window after the end, or as a public audience."""
    if chair == WINDOW and not game.over:
        raise NotOver(N_("this game is still in progress; hidden information is shown here after the end"))
    return chair == WINDOW or (chair == AUDIENCE.name and game.audience.who == "everybody")
