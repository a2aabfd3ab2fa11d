"""A notebook in cells, for editors that know ``# %%``."""

# %% [markdown]
# # What is hiding worth?
#
# It needs yurei-research: pip install ./research
#
# On four points Phantom Go is small enough to be solved exactly. The value is what Black can be sure of, in points, if both play as well as anybody can who hears
# only what the referee says. Where nothing is hidden a move on 2×2 is answered in the opposite corner; where it is hidden White has to guess.

# %%
from yurei.players.tablebase import find_values, table_folder, value_of
from yurei.referee.settings import read_settings
from yurei.rules.board import BLACK, read_board
from yurei_research.exact import Form, Options, solve_game


def value(who, moves, width=2, height=2):
    """The value of a small board that is counted after so many moves."""
    form = Form(read_settings({"width": width, "height": height, "referee": who, "komi": 0}), moves)
    return solve_game(form, Options()).solution


for moves in (2, 3, 4, 5):
    values = {who: value(who, moves) for who in ("open", "olympiad")}
    print(moves, {who: str(found.proved) for who, found in values.items()})

# %% [markdown]
# With five moves the open board is even, and the hidden one is worth two points to Black: one in two of White's guesses is adjacent, and loses everything.

# %%
assert value("open", 5).proved == 0
assert value("olympiad", 5).proved == 2

# %% [markdown]
# ## Alter Igo needs no referee to be strange
#
# Its boards are solved position by position; up to nine points that takes no table.

# %%
for board in ("...", "../..", ".../...", ".../.../..."):
    cells, size = read_board(board)
    outcome = value_of(find_values(table_folder(), size), cells, size, BLACK)
    winner = "draw" if outcome.winner is None else f"{outcome.winner.word} in {outcome.distance}"
    print(f"{size.width}x{size.height}: {winner}")
