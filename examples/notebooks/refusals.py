"""A notebook in cells, for editors that know ``# %%``."""

# %% [markdown]
# # How often is one refused?
#
# A refused try is the only thing in Phantom Go that tells where a stone *is*. How often does it happen, under which referee? Here hundreds of games are
# played by chance, each seat choosing among the tries of which it does not know that they would be refused.

# %%
import numpy as np

from yurei import referee
from yurei.kernel import RefereedBatch

GAMES, STEPS = 512, 400


def refused_by_chance(who, size=9):
    """The share of tries that the referee refuses, of all that are made by chance."""
    batch = RefereedBatch("go", size, games=GAMES, seed=1, referee=who, komi=7.5)
    refused = np.zeros(STEPS)
    for step in range(STEPS):
        batch.step(batch.random_actions())
        refused[step] = batch.refused.mean()
    return refused


shares = {who.slug: refused_by_chance(who.slug) for who in referee.ALL}
for slug, refused in shares.items():
    print(f"{slug:12}{refused.mean():6.1%}   the first 20 steps {refused[:20].mean():6.1%}")

# %% [markdown]
# Under `open` only ko and suicide are refused. Where nothing is seen the share grows as the board fills, and it is the same whether captures are named or
# only counted: what is named has gone anyway. Under `hamburg` nobody is told which of his own stones went; he does not try where he believes that he
# stands, and what is left is refused more often. `fog` shows what is near, and that is where the stones are.

# %%
open_share, hidden = shares["open"].mean(), {slug: share.mean() for slug, share in shares.items() if slug != "open"}
assert open_share < min(hidden.values()), "nobody is refused as rarely as who sees the board"
assert hidden["fog"] < hidden["common"], "who sees a little is refused less than who sees nothing"

# %% [markdown]
# A refusal costs nothing but time on the clock, unless `failed_try` is `lose-turn`. Put `failed_try="lose-turn"` into the batch and see how the games change.
