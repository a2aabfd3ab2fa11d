"""A notebook in cells, for editors that know ``# %%``."""

# %% [markdown]
# # What can be known?
#
# `belief` imagines where the opponent may stand. Here it sits on White's chair and says after every turn how likely it holds a black stone on each point.
# What stands is looked up in Black's own view, which White never gets. The measure is the log-loss in bits: 0 for who knows, 1 for who tosses a coin at every point.

# %%
import math

import yurei
from yurei import players
from yurei.players import Budget

SIZE, TURNS = 7, 14


def play(who, seed=1):
    """A game of `simple` as Black against `belief` as White: at each of White's turns what he believed of every point on which
    no stone of his own stood, and whether Black stood there.
    """
    table = yurei.Table("go", referee=who, size=SIZE)
    black, white = players.get("simple", seed), players.get("belief", seed)
    turns = []
    while table.to_move is not None and len(turns) < TURNS:
        seat = table.to_move
        player = black if seat == "black" else white
        attempt = player.choose(table.view(seat), Budget(playouts=200))
        if seat == "white":
            own, stones = table.view("white").board, table.view("black").board
            chances = player.explain().opponent
            turns.append([(chances[point], bool(stones[point])) for point in range(SIZE * SIZE) if not own[point]])
        table.attempt(seat, attempt)
    return turns


def bits(turn):
    """The log-loss of a turn, in bits a point: of what was thought likely, against what stood."""
    losses = [-math.log2(min(max(chance if stands else 1 - chance, 1e-3), 1)) for chance, stands in turn]
    return sum(losses) / len(losses)


# %%
games = {who: play(who) for who in ("kriegspiel", "olympiad", "common")}
for who, turns in games.items():
    print(f"{who:12}", " ".join(f"{bits(turn):4.2f}" for turn in turns))

# %% [markdown]
# Spreading Black's stones evenly over all free points is what anybody can do who only counts them. How much better is it than that, over the whole game?

# %%
for who, turns in games.items():
    evenly = [[(sum(stands for _, stands in turn) / len(turn), stands) for _, stands in turn] for turn in turns]
    known, counted = sum(map(bits, turns)) / len(turns), sum(map(bits, evenly)) / len(turns)
    print(f"{who:12} belief {known:.2f}   evenly {counted:.2f}")
    assert known < counted, "belief knows more than who spreads the stones evenly"

# %% [markdown]
# One game says little. `python -m yurei_research.bench belief` plays many, and the page on strength has its figures.
