# %% [markdown]
# # koloda for research: a tour
#
# It needs `pip install 'koloda[research]'` and takes a few seconds. docs/research.md explains what is used
# here; the examples in examples/research train for minutes. This notebook is examples/research/notebook.py,
# run by `python tools/notebook.py`.

# %%
import numpy as np

import koloda
from koloda.research import VecEnv, aec_env
from koloda.research.solving import SmallGame
from koloda.research.trees import Tree

print([game.id for game in koloda.game_list()])

# %% [markdown]
# ## Thousands of deals a step
#
# Observations and masks are `uint8` arrays that the compiled rules have written; every row is one deal.

# %%
env = VecEnv("durak", deals=256, seats=4, seed=1)
step = env.reset(seed=1)
ended = 0
for _ in range(150):
    step = env.step(env.sample())
    ended += int((step.ended > 0).sum())
print("observations", step.observations.shape, step.observations.dtype, "masks", step.masks.shape)
print(ended, "deals have ended; rewards of the last ones, by seat:")
print(step.rewards[step.ended > 0][:3])

# %% [markdown]
# ## What a seat sees, as a picture

# %%
one = aec_env("flights", seats=2, options={"board": "small"}, render_mode="svg")
one.reset(seed=2)
one.render()

# %% [markdown]
# ## A game with a known answer
#
# Durak with four cards, of which everybody holds one. The trump is hearts and seat 0 leads; the other deals
# are the same with suits or seats exchanged.

# %%
options = {
    "ranks": 2,
    "suits": 2,
    "hand_size": 1,
    "trump_source": "appointed",
    "first_mover": "appointed",
}
tree = Tree(koloda.game("durak"), 2, options, {"trump": "H", "first": 0})
game = SmallGame(tree)
print(len(tree.nodes), "positions,", len(tree.sets), "information sets")
print(f"uniform play can be exploited by {game.exploitability(game.uniform()):.4f} of a deal")

# %% [markdown]
# CFR+ finds an equilibrium; `exploitability` is exact, half of what two best responses win together.

# %%
for iterations in (1, 10, 100):
    policy = game.solve(iterations)
    print(f"{iterations:>4} iterations: {game.exploitability(policy):.6f}, value {game.value(policy):+.4f}")

# %% [markdown]
# ## How good are the bots?
#
# A round of Flights on the small board, with sealed bids. A bot is asked in every information set that its
# own play can reach. `koloda exploitability` does the same from the command line.

# %%
flights = SmallGame(Tree(koloda.game("flights"), 2, {"board": "small", "max_rounds": 1}, {"first": 0}))
print(f"uniform    {flights.exploitability(flights.uniform()):.4f}")
for name, samples in (("heuristic", 1), ("mcts:20", 3)):
    print(f"{name:<10} {flights.exploitability(flights.asked(koloda.bot(name), samples)):.4f}")
print(f"CFR+ 100   {flights.exploitability(flights.solve(100)):.4f}")

# %% [markdown]
# The strategy at the first information set with a choice of four, as CFR+ plays it:

# %%
policy = flights.solve(100)
here = next(each for each in flights.tree.sets if len(each.actions) == 4)
print("hand:", " ".join(here.state.view(here.seat)["hand"]))
for action, chance in zip(here.actions, policy[here.seat][here.first :], strict=False):
    print(f"  {koloda.game('flights').text(action):<12} {chance:.3f}")

# %% [markdown]
# ## Learning
#
# `ppo_yassa.py` (PPO with self-play) and `dmc_durak.py` (Deep Monte Carlo) need NumPy alone. The loop around
# a policy, with one learner and a bot inside the step:

# %%
rng = np.random.default_rng(0)
env = VecEnv("yassa", deals=64, seats=2, learner=0, others="random", max_steps=400)
step = env.reset(seed=3)
won = []
for _ in range(200):
    legal = step.masks.astype(bool)
    scores = np.where(legal, rng.random(legal.shape), -1)  # here a network would come
    step = env.step(scores.argmax(1))
    won += list(step.rewards[step.ended > 0, 0] > 0)
print(f"random against random: {np.mean(won):.2f} of {len(won)} deals won")
